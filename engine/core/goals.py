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
    def standing(self) -> dict[int, int]:
        """Each seat's points if the match ended now, from the score sheet."""
        return {score.seat: score.total for score in self.game.standing(self.table)}


def event(so_far: Attempt, key: str, count: int = 1, **args: Any) -> bool:
    """An event of that key with these arguments happened, `count` times or more."""
    fitting = (
        event
        for event in so_far.events
        if event.key == key and all(event.args.get(name) == value for name, value in args.items())
    )
    return sum(1 for _ in fitting) >= count


def won(so_far: Attempt) -> bool:
    """The match is over, and the learner alone is first."""
    outcome = so_far.game.outcome(so_far.table)
    return outcome is not None and outcome.ranks[0] == [so_far.seat]


def over(so_far: Attempt) -> bool:
    """The match is over."""
    return so_far.game.outcome(so_far.table) is not None


def round_is(so_far: Attempt, least: int) -> bool:
    """That round has come; the first one of a lesson is the one of its position."""
    return so_far.game.turn(so_far.table).round >= least


def points(so_far: Attempt, least: int) -> bool:
    """The learner has that many points, or more."""
    return so_far.standing.get(so_far.seat, 0) >= least


def ahead(so_far: Attempt) -> bool:
    """The learner has more points than every other seat."""
    mine = so_far.standing.get(so_far.seat, 0)
    return all(mine > other for seat, other in so_far.standing.items() if seat != so_far.seat)


COMMON: Mapping[str, Predicate] = {
    "event": event,
    "won": won,
    "over": over,
    "round": round_is,
    "points": points,
    "ahead": ahead,
}


def holds(so_far: Attempt, condition: Condition) -> bool:
    """Whether a condition holds."""
    predicate = _predicate(so_far.game, condition)
    return predicate(so_far, **_arguments(condition)) is not condition.get("not", False)


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
