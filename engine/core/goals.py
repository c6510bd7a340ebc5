"""Goals: the conditions of a lesson, as named predicates on the table and its events.

A condition is plain data: `{"is": "event", "key": "killed", "seat": 0}` names a predicate and gives
its arguments; with `"not": true` it holds when the predicate does not. The predicates here are for
every game; a game adds its own in `Game.goals`.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from engine.core.event import Event
from engine.core.game import Game, Predicate

Condition = Mapping[str, Any]
"""`is`, the name of a predicate; its arguments; and `not`, if it must not hold."""


class Attempt(Struct, frozen=True, kw_only=True):
    """A lesson's match so far, which predicates judge."""

    game: Game[Any, Any]
    seat: int  # the learner's
    start: Any  # the table at the first question
    table: Any  # the table now
    events: Sequence[Event]  # since the start, in the form that knows everything
    answers: int  # given by the learner and not undone
    has_question: bool  # whether the learner has an open question now

    @property
    def points_by_seat(self) -> dict[int, int]:
        """Each seat's points if the match ended now, from the score sheet."""
        return {score.seat: score.total for score in self.game.score_sheet(self.table)}


def event(attempt: Attempt, key: str, count: int = 1, **args: Any) -> bool:
    """An event of that key with these arguments happened, `count` times or more."""
    matching = (
        event
        for event in attempt.events
        if event.key == key and all(event.args.get(name) == value for name, value in args.items())
    )
    return sum(1 for _ in matching) >= count


def won(attempt: Attempt) -> bool:
    """The match is over, and the learner alone is first."""
    outcome = attempt.game.outcome(attempt.table)
    return outcome is not None and outcome.ranks[0] == [attempt.seat]


def over(attempt: Attempt) -> bool:
    """The match is over."""
    return attempt.game.outcome(attempt.table) is not None


def round_is(attempt: Attempt, least: int) -> bool:
    """That round has come; the first one of a lesson is the one of its position."""
    return attempt.game.turn(attempt.table).round >= least


def points(attempt: Attempt, least: int) -> bool:
    """The learner has that many points, or more."""
    return attempt.points_by_seat.get(attempt.seat, 0) >= least


def ahead(attempt: Attempt) -> bool:
    """The learner has more points than every other seat."""
    mine = attempt.points_by_seat.get(attempt.seat, 0)
    return all(
        mine > other for seat, other in attempt.points_by_seat.items() if seat != attempt.seat
    )


COMMON: Mapping[str, Predicate] = {
    "event": event,
    "won": won,
    "over": over,
    "round": round_is,
    "points": points,
    "ahead": ahead,
}


def holds(attempt: Attempt, condition: Condition) -> bool:
    """Whether a condition holds."""
    predicate = _predicate(attempt.game, condition)
    return predicate(attempt, **_arguments(condition)) is not condition.get("not", False)


def check_condition(game: Game[Any, Any], condition: Condition) -> None:
    """Raise ValueError if it names no predicate of the game, or gives it other arguments."""
    predicate = _predicate(game, condition)
    try:
        inspect.signature(predicate).bind(None, **_arguments(condition))
    except TypeError as error:
        raise ValueError(f"{condition['is']}: {error}") from None


def _predicate(game: Game[Any, Any], condition: Condition) -> Predicate:
    name = condition.get("is", "")
    predicate = game.goals.get(name) or COMMON.get(name)
    if predicate is None:
        raise ValueError(f"{game.id} has no predicate {name!r}")
    return predicate


def _arguments(condition: Condition) -> dict[str, Any]:
    return {name: value for name, value in condition.items() if name not in ("is", "not")}
