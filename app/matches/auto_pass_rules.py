"""Auto-pass: passes a seat's windows in other players' turns automatically.

It is private. After a human-like delay (`app.matches.human_delays`) the default is answered like
any other answer, so to the other players it looks like a person who passed.

=========  =====================================================================================
off        never
turn       until the seat's next turn
affected   until something happens to the seat that it did not do itself
always     until the player changes it
=========  =====================================================================================

A question is passed if its default is to do nothing (`Question.passable`) and it is put to a seat
in another player's turn.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from app.clocks.state import ClockState, PassTerm
from app.infra.settings import Settings
from app.matches import human_delays
from app.wire.literals import PassUntil
from engine.core.event import Event
from engine.core.game import Game
from engine.core.match import Match, Taken
from engine.core.script import Question
from engine.core.table import Table

UNTIL: tuple[PassUntil, ...] = get_args(PassUntil)
THIS_TURN: Literal["this turn"] = "this turn"
"""Until the seat's next turn, set during its current one."""
PREFERENCE = "auto_pass"
"""The account's preference: the default for new matches."""


def begun(
    settings: Settings,
    game: Game[Any, Any],
    times: ClockState,
    wishes: dict[int, PassUntil],
    taken: Taken,
) -> None:
    """Set up auto-pass when a match begins, from the players' preferences."""
    turn = game.turn(taken.running.table).seats
    times.auto = {seat: _from(until, seat in turn) for seat, until in wishes.items()}
    times.passing = auto_pass_schedule(settings, times, taken.match, taken.running.open, turn)


def entered(
    settings: Settings, game: Game[Any, Any], times: ClockState, taken: Taken, acted: int
) -> None:
    """After an entry: end auto-pass where its term is over, and schedule the open questions."""
    if not times.auto:
        return
    turn = game.turn(taken.running.table).seats
    for seat, until in list(times.auto.items()):
        if until == THIS_TURN and seat not in turn:
            times.auto[seat] = "turn"
        if until == "turn" and seat in turn:
            del times.auto[seat]
        if until == "affected" and seat != acted and _affects(taken.events, seat):
            del times.auto[seat]
    times.passing = auto_pass_schedule(settings, times, taken.match, taken.running.open, turn)


def _from(until: PassUntil, in_turn: bool) -> PassTerm:
    return THIS_TURN if until == "turn" and in_turn else until


def set_for(
    settings: Settings,
    game: Game[Any, Any],
    times: ClockState,
    seat: int,
    until: PassUntil,
    match: Match,
    questions: list[Question],
    table: Table,
) -> None:
    """Change a seat's auto-pass."""
    turn = game.turn(table).seats
    if until == "off":
        times.auto.pop(seat, None)
    else:
        times.auto[seat] = _from(until, seat in turn)
    times.passing = auto_pass_schedule(settings, times, match, questions, turn)


def shown(times: ClockState | None, seat: int) -> PassUntil:
    """Until when the seat auto-passes, as the player chose it."""
    until = times.auto.get(seat, "off") if times else "off"
    return "turn" if until == THIS_TURN else until


def auto_pass_schedule(
    settings: Settings, times: ClockState, match: Match, questions: list[Question], turn: list[int]
) -> dict[str, int]:
    """The open questions to be passed automatically, and when; one already scheduled keeps its
    time.
    """
    return {
        known.id: times.passing.get(known.id)
        or human_delays.due(times, known.seat, pause(settings))
        for known, question in zip(match.decisions, questions, strict=True)
        if question.passable
        and not question.optional
        and question.seat in times.auto
        and question.seat not in turn
    }


def pause(settings: Settings) -> int:
    """A random delay before a pass, in milliseconds."""
    return human_delays.drawn(settings.auto_pass_min, settings.auto_pass_max)


def _affects(events: list[Event], seat: int) -> bool:
    """Whether the seat was shown an event that happened to it."""
    seen = (one.seen_by(seat) for one in events)
    return any(one is not None and seat in one.affects for one in seen)


def preferred_auto_pass(preferences: dict[str, Any]) -> PassUntil:
    """The auto-pass with which the account's new matches begin."""
    wanted = preferences.get(PREFERENCE)
    return next((until for until in UNTIL if until == wanted), "off")
