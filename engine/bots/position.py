"""Position: what a seat knows when it is asked something, and worlds that may be the true one."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.core.game import Game
from engine.core.match import Match, find, resampled, running_table
from engine.core.running_table import RunningTable
from engine.core.script import Question


class Position:
    """An open question of a seat. The true match stays hidden: its questions may stand in the
    middle of a step, so worlds are made by running the step again (`match.resampled`).

    Raises StaleDecision or NotYourDecision if the decision is not open to the seat.
    """

    def __init__(self, game: Game[Any, Any], match: Match, seat: int, decision: str) -> None:
        self.game = game
        self.seat = seat
        self._match = match
        self._prompt = match.decisions[find(match, seat, decision)].prompt
        self._true = running_table(game, match, seat)
        self.question = self.asked(self._true)

    def view(self) -> Mapping[str, Any]:
        """The table as the seat sees it."""
        return self.game.view(self._true.table, self.seat)

    def sample(self, rng: Random) -> RunningTable:
        """A world that is as likely to the seat as the true one, stopped at the question. It
        depends on what the seat knows and on `rng` alone.
        """
        return resampled(self.game, self._match, self.seat, rng)

    def asked(self, world: RunningTable) -> Question:
        """The question as it is asked in a world."""
        return next(
            one for one in world.open if one.seat == self.seat and one.prompt == self._prompt
        )
