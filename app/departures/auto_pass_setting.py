"""Auto-pass and auto-answer settings of the caller's own seat, hidden from the other players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from app.bus.base import CHANGED, channel_of
from app.clocks.state import ClockState
from app.container import Services
from app.matches import auto_answer_rules, auto_pass_rules
from app.matches.locked import locked_match
from app.matches.room import class_of
from engine.core.game import Game
from engine.core.match import Match, running_table
from engine.core.running_table import RunningTable


async def set_auto_pass(services: Services, match: str, account: str, until: str) -> None:
    """Pass automatically from now until `until`. Raises Problem forbidden, match-over or
    match-not-started.
    """

    def change(held: Held) -> None:
        settings, asked, table = services.settings, held.running.open, held.running.table
        auto_pass_rules.set_for(
            settings, held.game, held.times, held.seat, until, held.match, asked, table
        )

    await _set(services, match, account, change)


async def set_auto_answer(services: Services, match: str, account: str, *, on: bool) -> None:
    """Turn automatic answers on or off. Raises Problem as above."""

    def change(held: Held) -> None:
        asked = held.running.open
        auto_answer_rules.set_for(
            services.settings, held.times, held.seat, held.match, asked, on=on
        )

    await _set(services, match, account, change)


class Held(NamedTuple):
    """A seat of a locked match, and its clock state, to be changed in place."""

    game: Game[Any, Any]
    match: Match
    running: RunningTable
    seat: int
    times: ClockState


async def _set(
    services: Services, match: str, account: str, change: Callable[[Held], None]
) -> None:
    async with locked_match(services, match) as held:
        seat = held.seat_of(account).seat
        held.require_begun()
        assert held.match is not None
        game = services.catalogue.games[held.row.game]
        held.times = held.times or ClockState()
        held.times.at = held.moment
        change(Held(game, held.match, running_table(game, held.match), seat, held.times))
    services.rooms.note_change(match)
    room = await services.rooms.get(match)
    services.bus.publish(channel_of(match, class_of(seat)), CHANGED)
    services.scheduler.watch(room)
