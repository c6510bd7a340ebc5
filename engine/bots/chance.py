"""Chance: how likely each seat is to win, estimated from a table by a conditional logit.

A seat's score is the weighted sum of its features (`Game.features`), and its chance the share of
its score's exponential among all seats, so chances sum to 1 at tables of any size (McFadden,
"Conditional Logit Analysis of Qualitative Choice Behavior", 1974). The weights are in `chance.json`
beside the game; `conclave train` writes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from math import exp
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.game import Game

FILE = "chance.json"
UNIT = 100.0
"""In a game without a model, this many units of appraisal multiply the odds by e."""
MAX_SCORE_GAP = 50.0
"""Limit on the distance of a score from the best; beyond it, the exponential is close to 0."""


class Weight(Struct, frozen=True):
    """The weight of a feature that is measured in units of `scale`, its usual spread."""

    weight: float
    scale: float


class Model(Struct):
    """The contents of a weights file: how it was trained, and the weights by feature."""

    about: dict[str, Any]
    weights: dict[str, Weight]

    @property
    def coefficients(self) -> dict[str, float]:
        """The factor of each feature."""
        return {name: weight.weight / weight.scale for name, weight in self.weights.items()}


def chances(game: Game[Any, Any], table: Any) -> list[float]:
    """By seat; after the end, the winners share 1. Raises LookupError for a game without a model
    whose match has not ended.
    """
    outcome = game.outcome(table)
    if outcome is None:
        features = game.features(table)
        coefficients = coefficients_of(type(game))
        if not features or coefficients is None:
            raise LookupError(f"{game.id} has no model of chances")
        return softmax([score(seat_features, coefficients) for seat_features in features])
    seats = sum(len(rank) for rank in outcome.ranks)
    first = outcome.ranks[0]
    return [1 / len(first) if seat in first else 0.0 for seat in range(seats)]


def chance(game: Game[Any, Any], table: Any, seat: int) -> float:
    """The chance of one seat; without a model, by its appraisal alone."""
    if coefficients_of(type(game)) is None and game.outcome(table) is None:
        return softmax([game.appraise(table, seat) / UNIT, 0.0])[0]
    return chances(game, table)[seat]


def score(features: Mapping[str, float], coefficients: Mapping[str, float]) -> float:
    """The weighted sum of features; those without a weight do not count."""
    total = 0.0
    for name, value in features.items():
        total += coefficients.get(name, 0.0) * value
    return total


def softmax(scores: Sequence[float]) -> list[float]:
    """Each score's share of the exponentials."""
    best = max(scores)
    powers = [exp(max(-MAX_SCORE_GAP, score - best)) for score in scores]
    total = sum(powers)
    return [score / total for score in powers]


@cache
def coefficients_of(kind: type[Game[Any, Any]]) -> dict[str, float] | None:
    """The coefficients of a game's model; None without one."""
    model = model_of(kind)
    return None if model is None else model.coefficients


def model_of(kind: type[Game[Any, Any]]) -> Model | None:
    """The model in the package of the game's class; None without one."""
    spec = find_spec(kind.__module__)
    if spec is None or not spec.parent:
        return None
    file = files(spec.parent) / FILE
    return msgspec.json.decode(file.read_bytes(), type=Model) if file.is_file() else None
