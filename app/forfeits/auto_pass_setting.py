"""Auto-pass settings: automatic passes and answers of the caller's seat, hidden from others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from app.bus.base import CHANGED, Bus, channel_of
from app.clocks.state import ClockState
from app.infra.settings import PlaySettings
from app.matches.automation import auto_answer_rules, auto_pass_rules
from app.matches.hooks import MatchHooks
from app.matches.locked import MatchLocks
from app.matches.room import class_of
from app.matches.room_cache import RoomCache
from app.wire.literals import PassUntil
from engine.core.game import Game
from engine.core.match import Match, running_table
from engine.core.running_table import RunningTable


class HeldSeat(NamedTuple):
    """A seat of a locked match, and its clock state, to be changed in place."""

    game: Game[Any, Any]
    match: Match
    running: RunningTable
    seat: int
    times: ClockState


class AutoPassSettings:
    """Changes the automatic answers of seats."""

    def __init__(
        self,
        locks: MatchLocks,
        rooms: RoomCache,
        bus: Bus,
        hooks: MatchHooks,
        settings: PlaySettings,
    ) -> None:
        self.locks = locks
        self.rooms = rooms
        self.bus = bus
        self.hooks = hooks
        self.settings = settings

    async def set_pass(self, match: str, account: str, until: PassUntil) -> None:
        """Pass automatically from now until `until`. Raises Problem forbidden, match-over or
        match-not-started.
        """

        def change(locked: HeldSeat) -> None:
            settings, asked, table = self.settings, locked.running.open, locked.running.table
            auto_pass_rules.set_for(
                settings, locked.game, locked.times, locked.seat, until, locked.match, asked, table
            )

        await self._set(match, account, change)

    async def set_answer(self, match: str, account: str, *, on: bool) -> None:
        """Turn automatic answers on or off. Raises Problem as above."""

        def change(locked: HeldSeat) -> None:
            asked = locked.running.open
            auto_answer_rules.set_for(
                self.settings, locked.times, locked.seat, locked.match, asked, on=on
            )

        await self._set(match, account, change)

    async def _set(self, match: str, account: str, change: Callable[[HeldSeat], None]) -> None:
        async with self.locks.lock(match) as locked:
            seat = locked.seat_of(account).seat
            locked.require_begun()
            assert locked.match is not None
            game = locked.catalogue.games[locked.row.game]
            locked.times = locked.times or ClockState()
            locked.times.at = locked.moment
            change(
                HeldSeat(game, locked.match, running_table(game, locked.match), seat, locked.times)
            )
        self.rooms.note_change(match)
        room = await self.rooms.get(match)
        self.bus.publish(channel_of(match, class_of(seat)), CHANGED)
        self.hooks.deadline_moved(room)
