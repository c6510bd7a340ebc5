"""RunningTable: a table with its script running, stopped at its open questions."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from engine.core.game import Game
from engine.core.memory import remember
from engine.core.outcome import Outcome
from engine.core.run import Run
from engine.core.script import Question
from engine.core.step import Answer, Step, encode_table
from engine.core.table import Memory, Table


class RunningTable:
    """A table whose script waits at its open questions.

    Search and random play keep one and call `answer`; the server builds one for each answer.

    With a `step` (the one about to begin from this table), ended steps go to `ended_steps`
    and `step` is always the current one.
    """

    __slots__ = ("ended_steps", "game", "round", "run", "step", "table")

    def __init__(
        self, game: Game[Any, Any], table: Table, run: Run, step: Step | None = None
    ) -> None:
        self.game = game
        self.table = table
        self.run = run
        self.step = step
        self.ended_steps: list[Step] = []
        table.run = run
        self._begin()

    @property
    def open(self) -> list[Question]:
        """The open questions, by seat."""
        return self.run.open

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.run.finished

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return self.game.outcome(self.table)

    def answer(self, question: Question, answer: Any) -> None:
        """Answer an open question in its wire form. IllegalAnswer changes nothing."""
        self.feed(question, question.read(answer))

    def feed(self, question: Question, value: Any) -> None:
        """Resume with a value that `question.read` returned."""
        run = self.run
        run.feed(question, value)
        if run.finished:
            self._settle()
            self._begin()
        elif self.step is not None:
            self._reshuffle(self.step)

    def show(self, record: Answer) -> None:
        """Show a card outside the script, whose questions stay open; seals the answers so far."""
        assert self.step is not None
        self.step.answers.append(record)
        self.run.answer_count += 1
        self.run.seal()
        card, to = record.answer["card"], record.answer["to"]
        remember(self.table, Memory(record.answer["ply"], record.seat, card, list(to)))
        self.game.record_show(self.table, record.seat, card, to)
        self._reshuffle(self.step)

    def pass_over(self, answer: Answer) -> None:
        """Record an answer that did nothing under older rules, without feeding it to the script."""
        assert self.step is not None
        self.step.answers.append(answer)
        self.run.answer_count += 1
        self._reshuffle(self.step)

    def resume_from(self, step: Step) -> None:
        """Start a new record of events and ended steps; `step` is the current step and is copied,
        not changed.
        """
        self.run.events = []
        self.ended_steps = []
        self.step = msgspec.structs.replace(step, answers=list(step.answers))

    def resample(self, viewer: int, rng: Random) -> None:
        """Replace hidden facts and future chance by others that are as likely to the seat. The draw
        counter restarts: seats cannot see it.
        """
        self.run.seed, self.run.chance_floor = rng.randbytes(32), 0
        self.table.drawn = 0
        self.game.resample(self.table, viewer, rng)

    def _begin(self) -> None:
        while (script := self.game.step(self.table)) is not None:
            self.table.steps += 1
            self.round = self._round()
            self.run.start(script)
            if not self.run.finished:
                if self.step is not None:
                    self._reshuffle(self.step)
                return
            self._settle()
        self.run.open = []

    def _round(self) -> int:
        """The round, if the core tells of its beginning: games with headings of their own do."""
        if self.run.quiet or self.game.messages.has_headings:
            return 0
        return self.game.turn(self.table).round

    def _reshuffle(self, step: Step) -> None:
        """Redraw hidden orders, once for each undo that came back to this point."""
        for _ in range(step.redraws.count(self.run.answer_count)):
            self.game.reshuffle(self.table)

    def _settle(self) -> None:
        """End the step: its table is the next checkpoint."""
        self.run.journal = []
        if self._round() > self.round and self.outcome is None:
            self.table.tell("next_round", n=self._round())
        if self.step is not None:
            self.update_step()
            self.ended_steps.append(self.step)
            self.step = Step(encode_table(self.table), rules=self.game.rules)

    def update_step(self) -> None:
        """Record the draws and the seal so far in the current step."""
        assert self.step is not None
        self.step.draws = list(self.run.counters)
        self.step.sealed_at = self.run.sealed_at


def begin(
    game: Game[Any, Any], raw_options: dict[str, Any] | None, seats: int, seed: bytes
) -> RunningTable:
    """A new game for search or random play, without a record. Raises InvalidOptions."""
    run = Run(seed, quiet=True)
    return RunningTable(game, game.new(game.read_options(raw_options, seats), seats, run), run)


def options_of(match_options: Any) -> dict[str, Any]:
    """Options as plain JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(match_options)
    return plain
