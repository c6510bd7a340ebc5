"""Rests: the tables at rest that a seat's turn has passed through; bots avoid returning to them.

They are recorded as that seat knows them: two tables that it can't tell apart are the same here.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Any

from msgspec import Struct

from engine.core.game import Game
from engine.core.run import Run
from engine.core.step import Step, decode_table, encode_table

MAX_RESTS = 40
"""Limit on the rests of a turn; beyond it, the oldest are dropped."""


class Rest(Struct, array_like=True, frozen=True):
    """A table at rest: what the seat can spend, and a digest of everything else."""

    digest: bytes
    spendable: list[int]

    def is_no_better(self, earlier: Rest) -> bool:
        """Whether it is the earlier table, with no more to spend of anything."""
        return self.digest == earlier.digest and all(
            now <= then for now, then in zip(self.spendable, earlier.spendable, strict=True)
        )


class Rests(Struct, array_like=True, frozen=True):
    """The rests that a seat has left behind in its turn."""

    round: int = 0
    seat: int = -1
    visited: list[Rest] = []


def rest_of(game: Game[Any, Any], table: Any, seat: int) -> Rest:
    """The rest that the seat knows of a table, which is consumed."""
    spendable = game.take_spendable(table, seat)
    table.run = Run(b"")
    game.resample(table, seat, Random(0))  # the same for all that the seat can't tell apart
    table.drawn = table.steps = 0
    return Rest(blake2b(encode_table(table), digest_size=8).digest(), spendable)


def rests_after(
    game: Game[Any, Any], before: Rests, table: Any, ended_steps: Sequence[Step], rules: int
) -> Rests:
    """The rests of the table's current turn, after these steps have ended."""
    turn = game.turn(table)
    seat = turn.seats[0] if len(turn.seats) == 1 else -1
    if seat < 0 or (turn.round, seat) != (before.round, before.seat):
        return Rests(turn.round, seat)
    if not ended_steps:
        return before
    tables = [decode_table(game, step.checkpoint, step.rules or rules) for step in ended_steps]
    visited = [*before.visited, *(rest_of(game, ended_table, seat) for ended_table in tables)]
    return Rests(turn.round, seat, visited[-MAX_RESTS:])
