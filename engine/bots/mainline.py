"""Mainline: the answers of a match that were not undone, and the match before each of them.

Like `Step.answers`, it includes cards that were shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from engine.core.game import Game
from engine.core.match import Match, name_decisions, replay
from engine.core.script import Question
from engine.core.step import Answer, Step


class Mainline(Struct):
    """A match and its steps without undone answers, the current one last."""

    match: Match
    steps: list[Step]
    inherited: int = 0  # answers of the first step that a fork began with
    plies: dict[str, int] = {}  # the entry that answered a decision, by its id


class Point(Struct):
    """The match while it waits for an answer, or at its end."""

    match: Match
    open: list[Question]
    step: int  # its place in the line
    sealed_at: int  # see `engine.core.run.Run`
    at_once_start: int | None
    answer: Answer | None  # the next one

    @property
    def answer_count(self) -> int:
        """The answers of the step so far."""
        return len(self.match.step.answers)

    @property
    def seat(self) -> int:
        """The seat that answers."""
        assert self.answer is not None
        return self.answer.seat

    @property
    def question(self) -> Question | None:
        """The question answered; None for a shown card, and at the end."""
        answer = self.answer
        if answer is None:
            return None
        matching = (
            question
            for question in self.open
            if (question.seat, question.prompt) == (answer.seat, answer.prompt)
        )
        return next(matching, None)

    @property
    def decision(self) -> str:
        """The id of that question in `match`."""
        question = self.question
        assert question is not None
        return self.match.decisions[self.open.index(question)].id


def points(game: Game[Any, Any], line: Mainline) -> list[Point]:
    """The match before each answer of the line, and last where it ended."""
    line_points, first = [], line.inherited
    for number, step in enumerate(line.steps):
        for place in range(first, len(step.answers)):
            line_points.append(_point(game, line, number, place))
        first = 0
    end = len(line.steps) - 1
    return [*line_points, _point(game, line, end, len(line.steps[end].answers))]


def _point(game: Game[Any, Any], line: Mainline, number: int, place: int) -> Point:
    step = line.steps[number]
    step_before = Step(
        step.checkpoint,
        step.answers[:place],
        [draw for draw in step.draws if draw[0] <= place],
        rules=step.rules,
        redraws=[redraw for redraw in step.redraws if redraw <= place],
    )
    match = structs.replace(
        line.match, step=step_before, decisions=[], past=[], undo_depth=0, over=False
    )
    current = replay(game, match, step_before.answers)
    step_before.sealed_at = current.run.sealed_at
    match.decisions = name_decisions(match, current.open, place)
    match.over = current.over
    answer = step.answers[place] if place < len(step.answers) else None
    run = current.run
    return Point(match, list(current.open), number, run.sealed_at, run.at_once_start, answer)


def has_seal_between(line: Mainline, before: Point, after: Point) -> bool:
    """Whether something was drawn or revealed between two consecutive points."""
    if before.step == after.step:
        return after.sealed_at == after.answer_count
    ended_step = line.steps[before.step]
    between = line.steps[before.step + 1 : after.step]
    return (
        ended_step.sealed_at == len(ended_step.answers)
        or any(step.sealed_at >= 0 for step in between)
        or after.sealed_at >= 0
    )


def moves(points: Sequence[Point]) -> list[list[Point]]:
    """The whole moves: an answer that had an alternative, and the same seat's answers to follow-up
    questions, until something is drawn or revealed or the seat learns another seat's answer.
    """
    whole_moves: list[list[Point]] = []
    latest: dict[int, list[Point]] = {}
    for point in points:
        question = point.question
        if question is None:
            continue
        move = latest.get(point.seat)
        if move and not question.optional and _continues(move, point):
            move.append(point)
        elif question.forced:
            latest.pop(point.seat, None)
        else:
            latest[point.seat] = [point]
            whole_moves.append(latest[point.seat])
    return whole_moves


def _continues(move: Sequence[Point], point: Point) -> bool:
    first, last = move[0], move[-1]
    if (first.step, first.sealed_at) != (point.step, point.sealed_at) or _is_optional(first):
        return False
    known_answers = point.answer_count if point.at_once_start is None else point.at_once_start
    since = point.match.step.answers[last.answer_count + 1 : known_answers]
    return all(answer.seat == point.seat for answer in since)


def _is_optional(point: Point) -> bool:
    question = point.question
    return question is not None and question.optional
