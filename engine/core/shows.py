"""Shows: a seat may show a card of its own to others at any time, if the game allows it.

A show is not an answer: the script does not see it, and open questions keep their ids. It is
recorded among the answers of the step under its own prompt (`step.SHOW`), so a re-run shows the
card again at the same point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.errors import ShowRefused
from engine.core.event import Event, event
from engine.core.game import Game
from engine.core.match import Match, Transition, make_transition, replay
from engine.core.running_table import RunningTable
from engine.core.step import show_record

MAX_SHOWS_PER_STEP = 40
"""How often a seat may show cards within one step; bounds the size of a step."""


def show(
    game: Game[Any, Any],
    match: Match,
    seat: int,
    card: str,
    to: Sequence[int],
    running: RunningTable | None = None,
) -> Transition:
    """Show a card of one's own to other seats. The given match is not changed.

    `running` is as for `match.answer`. Raises ShowRefused.
    """
    _check_seats(match, seat, to)
    if running is None:
        current = replay(game, match, match.step.answers)
    else:
        current = running
        current.resume_from(match.step)
    if match.over or not game.shows or card not in game.showable(current.table, seat):
        raise ShowRefused("You can only show a hidden card of your own.", "card")
    shows_by_seat = sum(
        1 for answer in match.step.answers if answer.is_show and answer.seat == seat
    )
    if shows_by_seat >= MAX_SHOWS_PER_STEP:
        raise ShowRefused("You have shown enough for now; wait for the next move.")
    current.show(show_record(seat, card, sorted(to), match.ply + 1))
    return make_transition(match, current, [_event(seat, card, sorted(to))], ply=match.ply + 1)


def _check_seats(match: Match, seat: int, to: Sequence[int]) -> None:
    if not to:
        raise ShowRefused("Name the seats that are to see it.", "to")
    if any(not 0 <= other < match.seats for other in to):
        raise ShowRefused("There is no such seat.", "to")
    if seat in to:
        raise ShowRefused("You see your own cards.", "to")
    if len(set(to)) != len(to):
        raise ShowRefused("Name each seat once.", "to")


def _event(seat: int, card: str, to: list[int]) -> Event:
    """The seats involved learn the card; everyone else learns that a card was shown."""
    others = event("showed_one", seat=seat, to=to)
    return Event("showed", {"seat": seat, "to": to, "card": card}, (seat, *to), others)
