"""Rating: strengths as numbers, and how the places of a match change them.

The model is openskill's Plackett-Luce (Weng and Lin, 2011): any number of seats, with ties.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

MODEL = PlackettLuce()
INITIAL_RATING = 1500
POINTS_PER_MU = 40
"""Rating points per unit of the model's mu."""
MIN_ESTABLISHED_MATCHES = 5
"""Rated matches from which a rating is no longer provisional."""


class Strength(Struct, frozen=True):
    """The model's estimate of a player."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def rating(self) -> int:
        """The rating as displayed; newcomers start at INITIAL_RATING."""
        return INITIAL_RATING + round((self.mu - MODEL.mu) * POINTS_PER_MU)


def updated_strengths(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """The strengths after a match; equal places are ties."""
    teams = [[MODEL.rating(mu=strength.mu, sigma=strength.sigma)] for strength in strengths]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Strength(team[0].mu, team[0].sigma) for team in rated]
