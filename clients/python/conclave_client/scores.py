"""Scores: the share of victories in a number of matches, its interval and its Elo difference."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10, sqrt

from msgspec import Struct

from conclave_client.types import Outcome

Z = 1.959964
"""Standard deviations of a 95 % interval."""


class Score(Struct, frozen=True):
    """A mean share of victories, from 0 to 1, with the bounds of its 95 % interval by Wilson."""

    mean: float
    low: float
    high: float


def share(outcome: Outcome | None, seat: int) -> float:
    """1 for a victory, a part of it for a shared first rank, else 0."""
    if outcome is None or not outcome.ranks or seat not in outcome.ranks[0]:
        return 0.0
    return 1 / len(outcome.ranks[0])


def score_of(shares: Sequence[float]) -> Score:
    """The score of independent matches; without any, nothing is known."""
    games = len(shares)
    if not games:
        return Score(0.0, 0.0, 1.0)
    mean, weight = sum(shares) / games, Z * Z / games
    centre = (mean + weight / 2) / (1 + weight)
    half = Z * sqrt(mean * (1 - mean) / games + weight / (4 * games)) / (1 + weight)
    return Score(mean, centre - half if mean else 0.0, centre + half if mean < 1 else 1.0)


def elo(score: float, rivals: int) -> float | None:
    """The Elo difference of one seat to each of its rivals, in Bradley and Terry's model; None for
    a score of 0 or 1.
    """
    return 400 * log10(score * rivals / (1 - score)) if 0 < score < 1 else None
