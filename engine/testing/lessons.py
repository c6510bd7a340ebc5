"""Lessons, played out: written lines, and a search of all lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations, product
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from engine.bots.budget import Iterations
from engine.bots.position import Position
from engine.bots.tutor import TutorBot
from engine.core.event import Event
from engine.core.game import Game
from engine.core.goals import holds
from engine.core.lessons import (
    Lesson,
    Verdict,
    WrittenAnswer,
    attempt_at,
    begin_lesson,
    lessons_of,
    verdict,
)
from engine.core.match import Match, Transition, answer, running_table
from engine.core.running_table import RunningTable
from engine.core.script import Question
from engine.core.step import decode_table
from engine.core.table import Table
from engine.testing.battery import Case, battery, game_alone
from engine.testing.saved import answers_on, ends_in_time

MAX_LUCK = 0.5
"""The highest chance with which random answers may solve a lesson."""
POSITIONS = 100
"""Positions of a lesson that the battery searches, in proportion to its effort."""
MAX_ANSWERS_TRIED = 300
"""Answers to one question that a search tries."""


@battery("Each lesson is solved by its solution, and seldom by chance", game_alone)
def lessons(case: Case) -> None:
    every = lessons_of(case.game)
    case.require(every, "there is no lessons.json")
    for lesson in every.values():
        check_lesson(case.game, lesson, POSITIONS * case.effort)


def check_lesson(game: Game[Any, Any], lesson: Lesson, max_positions: int) -> None:
    """The position can be read, both written lines lead where they should, and chance helps
    seldom.
    """
    table = game.read_position("\n".join(lesson.position))
    game.laws(table)
    again = game.notation(game.read_position(game.notation(table)))
    assert again == game.notation(table), f"{lesson.id}: its position reads differently"
    assert play_line(game, lesson, lesson.solution).verdict == "solved", f"{lesson.id}: solution"
    assert play_line(game, lesson, lesson.plausible).verdict == "failed", f"{lesson.id}: plausible"
    result = search(game, lesson, max_positions)
    assert result.failed, f"{lesson.id}: every line solves it"
    assert result.chance <= MAX_LUCK, f"{lesson.id}: chance solves it in {result.chance:.0%}"
    end = answers_on(game, begin_lesson(game, lesson).match, Random(1))[-1]
    assert ends_in_time(game, end), f"{lesson.id}: played on, it passes its round limit"


class LessonLine(Struct):
    """A line of a lesson at a question to the learner, or at its end."""

    game: Game[Any, Any]
    lesson: Lesson
    start: Table
    match: Match
    running: RunningTable
    events: list[Event]
    answers: int
    verdict: Verdict | None = None

    @property
    def question(self) -> Question:
        """The question that the learner must answer."""
        return next(question for _, question in self.asked if not question.optional)

    @property
    def asked(self) -> list[tuple[str, Question]]:
        """The learner's open questions, with their ids."""
        return [
            (decision.id, question)
            for decision, question in zip(self.match.decisions, self.running.open, strict=True)
            if decision.seat == self.lesson.learner
        ]

    @property
    def key(self) -> Any:
        """What the rest of the line depends on."""
        step = self.match.step
        table = decode_table(self.game, step.checkpoint, step.rules)
        table.steps = 0
        attempt = self._attempt()
        met = [holds(attempt, condition) for condition in (*self.lesson.goal, *self.lesson.fails)]
        given = [
            (given_answer.seat, given_answer.prompt, given_answer.answer)
            for given_answer in step.answers
        ]
        counted = self.answers if self.lesson.limit.answers else 0
        return msgspec.msgpack.encode([table, given, met, counted])

    def _attempt(self) -> Any:
        return attempt_at(
            self.game, self.lesson, self.start, self.running, self.events, self.answers
        )

    def judge(self) -> LessonLine:
        """The line with the server's verdict on it."""
        self.verdict = verdict(self.lesson, self._attempt())
        return self


def begin_line(game: Game[Any, Any], lesson: Lesson) -> LessonLine:
    """The lesson at the learner's first question."""
    transition = begin_lesson(game, lesson)
    start = running_table(game, transition.match).table
    line = LessonLine(
        game, lesson, start, transition.match, transition.running, list(transition.events), 0
    )
    return _play_until_the_learner(line)


def give_answer(line: LessonLine, raw: Any, decision: str = "") -> LessonLine:
    """The line after an answer of the learner and the rival's replies."""
    id = decision or next(id for id, question in line.asked if not question.optional)
    transition = answer(line.game, line.match, line.lesson.learner, id, raw)
    return _play_until_the_learner(_after(line, transition, line.answers + 1))


def _after(line: LessonLine, transition: Transition, answers: int) -> LessonLine:
    events = [*line.events, *transition.events]
    return LessonLine(
        line.game, line.lesson, line.start, transition.match, transition.running, events, answers
    )


def _play_until_the_learner(line: LessonLine) -> LessonLine:
    """Let the rival answer until the learner must, or the lesson is over."""
    tutor = TutorBot(line.lesson.id)
    while line.judge().verdict is None:
        open_questions = zip(line.match.decisions, line.running.open, strict=True)
        others = [
            open_decision
            for open_decision, question in open_questions
            if open_decision.seat != line.lesson.learner and not question.optional
        ]
        if not others:
            break
        seat, decision = others[0].seat, others[0].id
        position = Position(line.game, line.match, seat, decision)
        given = tutor.choose(position, Iterations(None), Random(0))
        line = _after(line, answer(line.game, line.match, seat, decision, given), line.answers)
    return line


def play_line(game: Game[Any, Any], lesson: Lesson, written: Sequence[WrittenAnswer]) -> LessonLine:
    """A written line, to its end."""
    line = begin_line(game, lesson)
    for written_answer in written:
        assert line.verdict is None, f"{lesson.id} is over before {written_answer}"
        line = give_answer(line, written_answer.answer, decision_for(line, written_answer))
    return line


def decision_for(line: LessonLine, given: WrittenAnswer) -> str:
    """The open question to the learner that a written answer is for."""
    matching_ids = [
        id
        for id, question in line.asked
        if question.prompt == given.prompt and question.allows(given.answer)
    ]
    asked = [
        (question.prompt, [option.key for option in question.options]) for _, question in line.asked
    ]
    assert matching_ids, f"{line.lesson.id}: {given} does not fit {asked}"
    return matching_ids[0]


class SearchResult(Struct):
    """The number of positions that a search saw, and the chance that random answers solve the
    lesson; `complete` if it saw all positions.
    """

    positions: int
    chance: float
    solved: bool
    failed: bool
    complete: bool


def search(game: Game[Any, Any], lesson: Lesson, max_positions: int) -> SearchResult:
    """Try all answers to all questions, until `max_positions` have been seen."""
    chances: dict[Any, float] = {}
    seen: set[Verdict] = set()
    is_cut_off = False

    def chance_of(line: LessonLine) -> float:
        nonlocal is_cut_off
        if line.verdict is not None:
            seen.add(line.verdict)
            return float(line.verdict == "solved")
        key = line.key
        if key not in chances:
            if len(chances) >= max_positions:
                is_cut_off = True
                return 0.0
            chances[key] = 0.0  # a line that comes back to here solves nothing
            after = [chance_of(give_answer(line, raw)) for raw in answers_to(line.question)]
            chances[key] = sum(after) / len(after)
        return chances[key]

    chance = chance_of(begin_line(game, lesson))
    return SearchResult(len(chances), chance, "solved" in seen, "failed" in seen, not is_cut_off)


def answers_to(question: Question) -> list[Any]:
    """All answers to a question, or the first of them."""
    return list(islice(_answers(question), MAX_ANSWERS_TRIED))


def _answers(question: Question) -> Iterator[Any]:
    keys = [option.key for option in question.options]
    if question.kind == "amount":
        yield from range(question.least, question.most + 1)
    elif question.kind == "mix":
        limits = question.limits or {}
        for counts in product(*(range(limit + 1) for limit in limits.values())):
            if question.least <= sum(counts) <= question.most:
                yield dict(zip(limits, counts, strict=True))
    elif question.kind == "order":
        yield from map(list, permutations(keys))
    elif not question.many:
        yield from keys
    else:
        for count in range(question.least, question.most + 1):
            yield from map(list, combinations(keys, count))
