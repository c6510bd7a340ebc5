"""Position: what a seat knows at an open question, and worlds that may be the true one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from hashlib import blake2b
from random import Random
from typing import Any

from engine.bots.world import World, begin_step
from engine.core.game import Game, Turn
from engine.core.match import Match, find_decision, replay, running_table
from engine.core.resample import rerunnable, resampled, resampled_step
from engine.core.rests import Rest, rest_of
from engine.core.running_table import RunningTable
from engine.core.script import Question
from engine.core.step import decode_table


class Position:
    """An open question of a seat; the true match stays hidden. A question may be in the middle of a
    step, so a world re-runs the step (`engine.core.resample`).

    Raises StaleDecision or NotYourDecision if the decision is not open to the seat.
    """

    def __init__(self, game: Game[Any, Any], match: Match, seat: int, decision: str) -> None:
        self.game = game
        self.seat = seat
        self.seats = match.seats
        self._match = match
        self._prompt = match.decisions[find_decision(match, seat, decision)].prompt
        self._true = running_table(game, match, seat)
        self._answers = rerunnable(self._true, seat)
        self.question = self.question_in(self._true)

    def view(self) -> Mapping[str, Any]:
        """The table as the seat sees it."""
        return self.game.view(self._true.table, self.seat)

    @property
    def turn(self) -> Turn:
        """Where the match stands."""
        return self.game.turn(self._true.table)

    @property
    def rests(self) -> list[Rest]:
        """The rests of the seat's turn so far, including the one at which this step began; empty if
        a world can't re-run the step.
        """
        if self._answers is None:
            return []
        earlier, step = self._match.rests, self._match.step
        table = decode_table(self.game, step.checkpoint, self.game.rules)
        current = rest_of(self.game, table, self.seat)
        return [*(earlier.visited if earlier.seat == self.seat else []), current]

    @property
    def plan_key(self) -> tuple[bytes, int]:
        """A digest of the step's checkpoint, and the number of answers that the last draw or reveal
        sealed. While they are unchanged, a plan made here may still fit.
        """
        checkpoint = self._match.step.checkpoint
        return blake2b(checkpoint, digest_size=8).digest(), self._true.run.sealed_at

    @property
    def others_can_answer(self) -> bool:
        """Whether the questions to other seats in a sample belong to its world; if not, only this
        seat may answer in it.
        """
        return self._answers is not None or all(
            question.seat == self.seat for question in self._true.open
        )

    def sample(self, rng: Random) -> RunningTable:
        """A world that is as likely to the seat as the true one, stopped at the question. It
        depends on what the seat knows and on `rng` alone.
        """
        if self._answers is None:
            return resampled(self.game, self._match, self.seat, rng)
        return replay(self.game, self._resampled_match(rng), self._answers)

    def world(self, rng: Random) -> World:
        """Such a sample as a world, which can be copied."""
        if self._answers is None:
            return World(partial(self._seeded_sample, rng.random()))
        start = self._resampled_match(rng)
        step = start.step
        resume = partial(begin_step, self.game, step.checkpoint, start.seed, start.chance_floor)
        world = World(resume, step.checkpoint)
        for answer in self._answers:
            question = world.question_of(answer.seat, answer.prompt)
            assert question is not None
            world.answer(question, answer.answer)
        return world

    def _resampled_match(self, rng: Random) -> Match:
        return resampled_step(self.game, self._match, self.seat, rng)

    def _seeded_sample(self, seed: float) -> RunningTable:
        return self.sample(Random(seed))

    def question_in(self, world: RunningTable) -> Question:
        """The same question in a world."""
        return next(
            question
            for question in world.open
            if question.seat == self.seat and question.prompt == self._prompt
        )
