"""Statistics of contests: scores, their intervals, Elo differences and the sequential test.

The unit is the block: the games of one deal, with the seats rotated. Games of one block are not
independent, blocks are.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10, sqrt
from typing import Literal

from msgspec import Struct

Z = 1.959964
"""Standard deviations of a 95 % interval."""
MIN_BLOCKS = 20
"""The number of blocks from which on their spread gives the interval."""
ERROR_RATE = 0.05
"""Probability of either wrong verdict of the sequential test."""

Method = Literal["blocks", "Wilson"]
Verdict = Literal["low", "high", ""]


class Interval(Struct, frozen=True):
    """A 95 % interval of a score between 0 and 1, and its method."""

    low: float
    high: float
    method: Method


def mean(numbers: Sequence[float]) -> float:
    """The mean; 0 if there are none."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def interval(blocks: Sequence[float], games_a_block: int) -> Interval:
    """The interval of the mean of the blocks' scores: normal from the spread of the blocks; Wilson
    on games while there are few blocks, or all are alike.
    """
    score = mean(blocks)
    standard_error = sqrt(_variance(blocks, score) / max(1, len(blocks)))
    if len(blocks) >= MIN_BLOCKS and standard_error:
        return Interval(
            max(0.0, score - Z * standard_error), min(1.0, score + Z * standard_error), "blocks"
        )
    return _wilson(score, games_a_block * len(blocks))


def _variance(numbers: Sequence[float], centre: float) -> float:
    return sum((number - centre) ** 2 for number in numbers) / max(1, len(numbers) - 1)


def _wilson(score: float, games: int) -> Interval:
    if not games:
        return Interval(0.0, 1.0, "Wilson")
    weight = Z * Z / games
    centre = (score + weight / 2) / (1 + weight)
    half = Z * sqrt(score * (1 - score) / games + weight / (4 * games)) / (1 + weight)
    low = 0.0 if score == 0 else centre - half
    high = 1.0 if score == 1 else centre + half
    return Interval(low, high, "Wilson")


def elo(score: float, seats: int, others: int) -> float | None:
    """The Elo difference between a player with `seats` seats and the `others` at the table; None
    for a score of 0 or 1. Each seat wins in proportion to its strength, as in Bradley and Terry's
    model; with two seats this is the usual formula.
    """
    if not 0 < score < 1:
        return None
    return 400 * log10(score * others / ((1 - score) * seats))


def score_of(elo: float, seats: int, others: int) -> float:
    """The expected score for an Elo difference: the inverse of `elo`."""
    strength: float = seats * 10 ** (elo / 400)
    return strength / (strength + others)


class Sprt(Struct, frozen=True):
    """A sequential test whether an Elo difference is `low` or `high`, on blocks."""

    low: float
    high: float

    def ratio(self, blocks: Sequence[float], seats: int, others: int) -> float:
        """The logarithm of the generalised likelihood ratio, by the normal approximation (2.1) of
        M. Van den Bergh, "A Practical Introduction to the GSPRT". One block won and one lost are
        added to the variance, so a series of equal blocks has one.
        """
        low, high = (score_of(bound, seats, others) for bound in (self.low, self.high))
        score = mean(blocks)
        variance = _variance([*blocks, 0.0, 1.0], score)
        return len(blocks) * (high - low) * (2 * score - low - high) / (2 * variance)

    def verdict(self, ratio: float) -> Verdict:
        """Which of the two is accepted; empty while more blocks are needed."""
        bound = log((1 - ERROR_RATE) / ERROR_RATE)
        if abs(ratio) < bound:
            return ""
        return "high" if ratio > 0 else "low"
