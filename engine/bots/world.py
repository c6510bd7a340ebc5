"""World: a table in play that can be copied at its open questions, for search.

A script can't be copied, so a copy re-runs the current step: a few microseconds at the beginning of
a step, more after some answers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from engine.core.game import Game
from engine.core.run import Run
from engine.core.running_table import RunningTable
from engine.core.script import Question
from engine.core.step import Step, decode_table, encode_table


class StepAnswer(NamedTuple):
    """An answer in this step."""

    seat: int
    prompt: str
    answer: Any  # in its wire form


class World:
    """A running table, with the answers that lead to its open questions."""

    __slots__ = (
        "_answers",
        "_answers_before",
        "_checkpoint",
        "_make_table",
        "_steps",
        "game",
        "running",
    )

    def __init__(
        self, make_table: Callable[[], RunningTable], checkpoint: bytes | None = None
    ) -> None:
        """`make_table` makes the running table, the same each time; `checkpoint` is the encoded
        table at rest from which it begins, if it begins at one.
        """
        self._make_table = make_table
        self._checkpoint = checkpoint
        self._answers: list[StepAnswer] = []
        self.running = make_table()
        self._answers_before = self.running.run.answer_count
        self.game: Game[Any, Any] = self.running.game
        self._steps = self.running.table.steps

    def question_of(self, seat: int, prompt: str) -> Question | None:
        """The seat's open question of that prompt."""
        for question in self.running.open:
            if question.seat == seat and question.prompt == prompt:
                return question
        return None

    @property
    def question(self) -> Question | None:
        """The first open question that requires an answer; None once the game is over."""
        for question in self.running.open:
            if not question.optional:
                return question
        return None

    def answer(self, question: Question, answer: Any) -> None:
        """Answer one of its open questions. Raises IllegalAnswer."""
        running = self.running
        running.answer(question, answer)
        if running.over or running.table.steps != self._steps:
            self._steps = running.table.steps
            self._begin_next_step()
        else:
            self._answers.append(StepAnswer(question.seat, question.prompt, answer))

    def _begin_next_step(self) -> None:
        """Let copies begin at the new step."""
        running = self.running
        assert running.step is not None
        running.ended_steps.clear()
        self._answers, self._answers_before = [], 0
        self._checkpoint = running.step.checkpoint
        run = running.run
        self._make_table = partial(
            begin_step, self.game, self._checkpoint, run.seed, run.chance_floor
        )

    @property
    def table_at_checkpoint(self) -> Any:
        """The table before the current step; None if it is not known."""
        if self._checkpoint is None:
            return None
        return decode_table(self.game, self._checkpoint, self.game.rules)

    def copy(self) -> World:
        """The same table at the same questions."""
        return _replayed(World(self._make_table, self._checkpoint), self._answers)

    def resampled_for(self, seat: int, rng: Random) -> World:
        """A world that is as likely to the seat as this one, at the seat's same question. A bot
        that plays in it can use only what the seat knows.
        """
        run, answers = self.running.run, self._answers
        if run.at_once_start is not None:
            known_answers = max(0, run.at_once_start - self._answers_before)
            answers = [
                *answers[:known_answers],
                *[answer for answer in answers[known_answers:] if answer.seat == seat],
            ]
        if (
            self._checkpoint is None
            or run.counters
            or run.sealed_at >= 0
            or _answered_by_others(answers, seat)
        ):
            before = partial(World, self._make_table, self._checkpoint)
            return World(partial(_redealt, before, answers, seat, rng.random()))
        table = self.table_at_checkpoint
        table.run = Run(rng.randbytes(32), run.chance_floor)
        self.game.resample(table, seat, rng)
        checkpoint = encode_table(table)
        make_table = partial(begin_step, self.game, checkpoint, table.run.seed, run.chance_floor)
        return _replayed(World(make_table, checkpoint), answers)


def _replayed(world: World, answers: list[StepAnswer]) -> World:
    for answer in answers:
        question = world.question_of(answer.seat, answer.prompt)
        assert question is not None
        world.answer(question, answer.answer)
    return world


def _redealt(
    before: Callable[[], World], answers: list[StepAnswer], seat: int, seed: float
) -> RunningTable:
    """The world at the question after these answers, with what is hidden from the seat redealt."""
    running = _replayed(before(), answers).running
    running.resample(seat, Random(seed))
    return running


def _answered_by_others(answers: list[StepAnswer], seat: int) -> bool:
    return any(answer.seat != seat for answer in answers)


def begin_step(
    game: Game[Any, Any], checkpoint: bytes, seed: bytes, chance_floor: int
) -> RunningTable:
    """The running table that begins a step from a table at rest."""
    run = Run(seed, chance_floor, quiet=True)
    step = Step(checkpoint, rules=game.rules)
    return RunningTable(game, decode_table(game, checkpoint, game.rules), run, step)
