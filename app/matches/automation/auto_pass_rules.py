"""Auto-pass: passes a seat's windows in other players' turns automatically.

It is private. After a human-like delay (`human_delays`) the default is answered like any
other answer, so to the other players it looks like a person who passed.

=========  =====================================================================================
off        never
turn       until the seat's next turn
affected   until another seat's action affects the seat
always     until the player changes it
=========  =====================================================================================

A question is passed if its default is to do nothing (`Question.passable`) and it is put to a seat
in another player's turn.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from app.clocks.state import ClockState, PassTerm
from app.infra.settings import PlaySettings
from app.matches.automation import human_delays
from app.wire.literals import PassUntil
from engine.core.event import Event
from engine.core.game import Game
from engine.core.match import Match, Transition
from engine.core.script import Question
from engine.core.table import Table

PASS_TERMS: tuple[PassUntil, ...] = get_args(PassUntil)
THIS_TURN: Literal["this turn"] = "this turn"
"""Until the seat's next turn, set during its current one."""
PREFERENCE = "auto_pass"
"""The account's preference: the default for new matches."""


def set_up(
    settings: PlaySettings,
    game: Game[Any, Any],
    times: ClockState,
    preferences: dict[int, PassUntil],
    transition: Transition,
) -> None:
    """Set up auto-pass when a match begins, from the players' preferences."""
    turn = game.turn(transition.running.table).seats
    times.auto = {seat: _term_from(until, seat in turn) for seat, until in preferences.items()}
    times.passing = auto_pass_schedule(
        settings, times, transition.match, transition.running.open, turn
    )


def after_entry(
    settings: PlaySettings,
    game: Game[Any, Any],
    times: ClockState,
    transition: Transition,
    acting_seat: int,
) -> None:
    """After an entry: end auto-pass where its term is over, and schedule the open questions."""
    if not times.auto:
        return
    turn = game.turn(transition.running.table).seats
    for seat, until in list(times.auto.items()):
        if until == THIS_TURN and seat not in turn:
            times.auto[seat] = "turn"
        if until == "turn" and seat in turn:
            del times.auto[seat]
        if until == "affected" and seat != acting_seat and _affects(transition.events, seat):
            del times.auto[seat]
    times.passing = auto_pass_schedule(
        settings, times, transition.match, transition.running.open, turn
    )


def _term_from(until: PassUntil, in_turn: bool) -> PassTerm:
    return THIS_TURN if until == "turn" and in_turn else until


def set_for(
    settings: PlaySettings,
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
        times.auto[seat] = _term_from(until, seat in turn)
    times.passing = auto_pass_schedule(settings, times, match, questions, turn)


def chosen_term(times: ClockState | None, seat: int) -> PassUntil:
    """The auto-pass term of a seat, as its player chose it."""
    until = times.auto.get(seat, "off") if times else "off"
    return "turn" if until == THIS_TURN else until


def auto_pass_schedule(
    settings: PlaySettings,
    times: ClockState,
    match: Match,
    questions: list[Question],
    turn: list[int],
) -> dict[str, int]:
    """When to pass each open question that auto-pass covers; a question already scheduled keeps
    its time.
    """
    return {
        decision.id: times.passing.get(decision.id)
        or human_delays.delay_end(times, decision.seat, random_delay_ms(settings))
        for decision, question in zip(match.decisions, questions, strict=True)
        if question.passable
        and not question.optional
        and question.seat in times.auto
        and question.seat not in turn
    }


def random_delay_ms(settings: PlaySettings) -> int:
    """A random delay before a pass, in milliseconds."""
    return human_delays.random_delay_ms(settings.auto_pass_min, settings.auto_pass_max)


def _affects(events: list[Event], seat: int) -> bool:
    """Whether an event that the seat sees affects the seat."""
    visible = (event.for_viewer(seat) for event in events)
    return any(event is not None and seat in event.affects for event in visible)


def preferred_auto_pass(preferences: dict[str, Any]) -> PassUntil:
    """The auto-pass with which the account's new matches begin."""
    preferred = preferences.get(PREFERENCE)
    return next((until for until in PASS_TERMS if until == preferred), "off")
