"""Rating: a strength as a number, and what the places of a match do to the strengths.

The model is Plackett-Luce of openskill (Weng and Lin, 2011): any number of seats, ties.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

MODEL = PlackettLuce()
BEGIN = 1500
POINTS = 40
"""What a whole step of the model's mu is worth."""
SETTLED = 5
"""Matches after which a rating says something."""


class Strength(Struct, frozen=True):
    """What the model knows of somebody."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def rating(self) -> int:
        """As it is shown: newcomers have BEGIN."""
        return BEGIN + round((self.mu - MODEL.mu) * POINTS)


def after(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """The strengths after a match; the same place is a tie."""
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in strengths]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Strength(team[0].mu, team[0].sigma) for team in rated]
