"""Analysis: what a move cost, judged by what its seat knew when it made the move.

There are two passes. A search finds the best move; it also plays out the played move in every
world. If the loss may matter, the second pass plays out both moves in the same fresh worlds, and
these alone give the loss and its error: a search picks the move that did best in its own playouts,
so those overrate it (the winner's curse).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Literal

from msgspec import Struct

from engine.bots.budget import Budget, Iterations
from engine.bots.one_move import FollowUp
from engine.bots.position import Position
from engine.bots.search import Move, play_out, productive_moves, search

Mark = Literal["inaccuracy", "mistake", "blunder"]

MIN_MARKED_WORLDS = 40
"""Worlds common to both moves that a mark requires."""
MIN_FRESH_WORLDS = MIN_MARKED_WORLDS
"""Fresh worlds of a second pass, even after its budget has expired."""
MAX_FRESH_WORLDS = 200
"""Limit on the fresh worlds, unless the budget names a number."""
MIN_LOSS = 0.05
"""Smaller losses do not matter."""
ERROR_MARGIN = 2
"""The number of standard errors subtracted from a loss before it is marked, and added before it is
ruled out."""
MARKS: tuple[tuple[float, Mark], ...] = ((0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy"))


class Judgement(Struct, kw_only=True):
    """What a move cost. Chances are those of winning (0..1), estimated at the ends of playouts. The
    loss is never negative.
    """

    chance: float  # after the best move found
    played: float  # after the move that was played
    loss: float  # mean difference of the two in the same worlds; 0 if the played one is best
    error: float  # standard error of that mean
    worlds: int  # behind that mean
    fresh: bool  # whether they are from the second pass
    best: Any  # the answer, in its wire form
    follow_ups: list[FollowUp]
    mark: Mark | None


def judge(
    position: Position, played: Move, budget: Budget, trials: Budget, rng: Random
) -> Judgement:
    """Compare a move with the best one that a search within the `budget` finds.

    The second pass takes `MIN_FRESH_WORLDS` worlds, then up to `trials.iterations` (by default
    `MAX_FRESH_WORLDS`) until `trials` expires or the loss can no longer matter. The result depends
    on what the seat knows and on `rng` alone.
    """
    own = Move(played.answer, played.follow_ups)
    playouts = budget.iterations or position.game.playouts
    best = next(productive_moves(position, search(position, budget, playouts, rng, required=own)))
    losses = [
        best_chance - own_chance
        for best_chance, own_chance in zip(best.chances, own.chances, strict=False)
    ]
    if losses and (best is own or not _may_matter(losses)):
        return _judgement(best, own, losses, fresh=False)
    _second_pass(position, best, own, trials, rng)
    losses = [
        best_chance - own_chance
        for best_chance, own_chance in zip(best.chances, own.chances, strict=True)
    ]
    return _judgement(best, own, losses, fresh=True)


def _judgement(best: Move, own: Move, losses: Sequence[float], *, fresh: bool) -> Judgement:
    loss, error = max(0.0, fmean(losses)), _error(losses)
    best = best if loss else own
    return Judgement(
        chance=best.chance,
        played=own.chance,
        loss=loss,
        error=error,
        worlds=len(losses),
        fresh=fresh,
        best=best.answer,
        follow_ups=best.follow_ups,
        mark=mark_of(loss, error) if fresh and len(losses) >= MIN_MARKED_WORLDS else None,
    )


def mark_of(loss: float, error: float) -> Mark | None:
    """The mark of a loss with this standard error."""
    sure = loss - ERROR_MARGIN * error
    return next((mark for least, mark in MARKS if sure > least), None)


def _second_pass(position: Position, best: Move, own: Move, trials: Budget, rng: Random) -> None:
    """Replace the chances of both moves by those in fresh worlds, the same for both."""
    max_worlds = max(MIN_FRESH_WORLDS, trials.iterations or MAX_FRESH_WORLDS)
    best.chances, own.chances = [], []
    losses: list[float] = []
    while len(losses) < MIN_FRESH_WORLDS or (
        len(losses) < max_worlds and not trials.expired() and _may_matter(losses)
    ):
        world, seed = position.world(rng), rng.random()
        for move in (best, own):
            end = play_out(world.copy(), position, move, Iterations(None), Random(seed))
            assert end is not None  # without a clock
            move.chances.append(end)
        losses.append(best.chances[-1] - own.chances[-1])


def _may_matter(losses: Sequence[float]) -> bool:
    return fmean(losses) + ERROR_MARGIN * _error(losses) > MIN_LOSS


def _error(numbers: Sequence[float]) -> float:
    """The standard error of their mean; 1 for a single one, as chances can't differ by more."""
    return stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 1.0
