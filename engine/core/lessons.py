"""Lessons: one-minute tasks from a position, as data beside a game's rules.

A lesson begins at a position in the game's notation, with a seed of its own, against a rival that
follows a script. The learner solves it when its goal holds, and fails it when one of `fails` holds
or its limit is reached; any line that reaches the goal counts. `engine.core.goals` evaluates the
conditions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from engine.core.event import Event
from engine.core.first_match import ScriptedAnswer
from engine.core.game import Game
from engine.core.goals import Attempt, check_condition, holds
from engine.core.language import Translate
from engine.core.match import Transition, begin_match
from engine.core.running_table import RunningTable, options_of
from engine.core.table import Table

FILE = "lessons.json"
Verdict = Literal["solved", "failed"]
Until = Literal["turn", "round", "match"]
TextName = Literal["title", "task", "solved", "failed"]


class Limit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a lesson ends: with the turn or round in which it begins, or with the match; or at the
    learner's next question after `answers` answers.
    """

    until: Until = "match"
    answers: int = 0  # 0: any number


class WrittenAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer of a written line, in its wire form, and the prompt of the learner's question."""

    prompt: str
    answer: Any


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A task; its texts are in English."""

    id: str
    title: str
    task: str
    solved: str  # one sentence: why it worked
    failed: str  # one sentence: what to look for
    seats: int = 2
    learner: int = 0
    position: list[str]  # the lines of the game's notation
    options: dict[str, Any] = field(default_factory=dict)
    seed: str
    goal: list[dict[str, Any]]  # conditions that must hold together
    at_the_end: bool = False  # whether they must hold at the limit; else at any question before it
    fails: list[dict[str, Any]] = field(default_factory=list)  # any of them fails the lesson
    limit: Limit
    rival: list[ScriptedAnswer] = field(default_factory=list)  # answers of the other seats
    rival_plays: Literal["default", "easy"] = "default"  # where none of them is legal
    solution: list[WrittenAnswer]
    plausible: list[WrittenAnswer]  # a line that looks good and fails

    @property
    def seed_bytes(self) -> bytes:
        """The seed of the match."""
        return hashlib.sha256(self.seed.encode()).digest()

    def translated(self, name: TextName, translate: Translate) -> str:
        """One of its texts in a language."""
        english: str = getattr(self, name)
        return translate(f"lesson.{self.id}.{name}", english)


def lessons_of(game: Game[Any, Any]) -> dict[str, Lesson]:
    """The lessons of a game by id, in their order. Raises ValueError if a condition names an
    unknown predicate.
    """
    return _read(type(game))


def begin_lesson(game: Game[Any, Any], lesson: Lesson) -> Transition:
    """The match of a lesson at its first question."""
    table = game.read_position("\n".join(lesson.position))
    options = options_of(game.read_options(lesson.options, lesson.seats))
    return begin_match(game, table, lesson.seats, lesson.seed_bytes, options)


def attempt_at(
    game: Game[Any, Any],
    lesson: Lesson,
    start: Table,
    now: RunningTable,
    events: Sequence[Event],
    answers: int,
) -> Attempt:
    """The attempt at the open questions of `now`; `start` is the table at the first question."""
    return Attempt(
        game=game,
        seat=lesson.learner,
        start=start,
        table=now.table,
        events=events,
        answers=answers,
        has_question=any(
            question.seat == lesson.learner and not question.optional for question in now.open
        ),
    )


def verdict(lesson: Lesson, attempt: Attempt) -> Verdict | None:
    """Whether the lesson is solved or failed; None while it continues."""
    if any(holds(attempt, condition) for condition in lesson.fails):
        return "failed"
    has_ended = _has_ended(lesson.limit, attempt)
    if (has_ended or not lesson.at_the_end) and all(
        holds(attempt, condition) for condition in lesson.goal
    ):
        return "solved"
    return "failed" if has_ended else None


def _has_ended(limit: Limit, attempt: Attempt) -> bool:
    game = attempt.game
    if game.outcome(attempt.table) is not None:
        return True
    if limit.answers and attempt.has_question and attempt.answers >= limit.answers:
        return True
    first, now = game.turn(attempt.start), game.turn(attempt.table)
    if limit.until == "turn":
        return (first.round, first.seats) != (now.round, now.seats)
    return limit.until == "round" and now.round > first.round


@cache
def _read(kind: type[Game[Any, Any]]) -> dict[str, Lesson]:
    spec = find_spec(kind.__module__)
    if spec is None or not spec.parent:
        return {}
    file = files(spec.parent) / FILE
    if not file.is_file():
        return {}
    lessons = msgspec.json.decode(file.read_bytes(), type=list[Lesson])
    for lesson in lessons:
        for condition in [*lesson.goal, *lesson.fails]:
            check_condition(kind(), condition)
    return {lesson.id: lesson for lesson in lessons}
