"""Position: what a seat knows when it is asked something, and worlds that may be the true one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from hashlib import blake2b
from random import Random
from typing import Any

from engine.bots.world import World, begin_step
from engine.core.game import Game, Turn
from engine.core.match import Match, find, replay, running_table
from engine.core.resample import rerunnable, resampled, resampled_step
from engine.core.rests import Rest, rest_of
from engine.core.running_table import RunningTable
from engine.core.script import Question
from engine.core.step import decode_table


class Position:
    """An open question of a seat. The true match stays hidden: its questions may stand in the
    middle of a step, so worlds are made by running the step again (`engine.core.resample`).

    Raises StaleDecision or NotYourDecision if the decision is not open to the seat.
    """

    def __init__(self, game: Game[Any, Any], match: Match, seat: int, decision: str) -> None:
        self.game = game
        self.seat = seat
        self.seats = match.seats
        self._match = match
        self._prompt = match.decisions[find(match, seat, decision)].prompt
        self._true = running_table(game, match, seat)
        self._answers = rerunnable(self._true, seat)
        self.question = self.asked(self._true)

    def view(self) -> Mapping[str, Any]:
        """The table as the seat sees it."""
        return self.game.view(self._true.table, self.seat)

    @property
    def turn(self) -> Turn:
        """Where the match stands."""
        return self.game.turn(self._true.table)

    @property
    def rests(self) -> list[Rest]:
        """The tables of the seat's turn so far, the one at which this step began included; none
        where a world can't be played from there.
        """
        if self._answers is None:
            return []
        known, step = self._match.rests, self._match.step
        table = decode_table(self.game, step.checkpoint, self.game.rules)
        here = rest_of(self.game, table, self.seat)
        return [*(known.left if known.seat == self.seat else []), here]

    @property
    def moment(self) -> tuple[bytes, int]:
        """A digest of the step's checkpoint, and the answers that the last draw or reveal sealed:
        the same for as long as a plan made here may hold.
        """
        checkpoint = self._match.step.checkpoint
        return blake2b(checkpoint, digest_size=8).digest(), self._true.run.sealed

    @property
    def can_play_on(self) -> bool:
        """Whether the questions to other seats in a sample belong to its world; if not, only the
        seat may answer there.
        """
        return self._answers is not None or all(one.seat == self.seat for one in self._true.open)

    def sample(self, rng: Random) -> RunningTable:
        """A world that is as likely to the seat as the true one, stopped at the question. It
        depends on what the seat knows and on `rng` alone.
        """
        if self._answers is None:
            return resampled(self.game, self._match, self.seat, rng)
        return replay(self.game, self._begin(rng), self._answers)

    def world(self, rng: Random) -> World:
        """The same, as a world that can be copied."""
        if self._answers is None:
            return World(partial(self._redealt, rng.random()))
        begin = self._begin(rng)
        step = begin.step
        resume = partial(begin_step, self.game, step.checkpoint, begin.seed, begin.chance_floor)
        world = World(resume, step.checkpoint)
        for given in self._answers:
            question = world.asked(given.seat, given.prompt)
            assert question is not None
            world.take(question, given.answer)
        return world

    def _begin(self, rng: Random) -> Match:
        return resampled_step(self.game, self._match, self.seat, rng)

    def _redealt(self, seed: float) -> RunningTable:
        return self.sample(Random(seed))

    def asked(self, world: RunningTable) -> Question:
        """The question as it is asked in a world."""
        return next(
            one for one in world.open if one.seat == self.seat and one.prompt == self._prompt
        )
