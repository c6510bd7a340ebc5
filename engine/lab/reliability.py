"""Reliability: how far predicted chances agree with what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.bots.chance import Weight, score, softmax
from engine.lab.samples import Sample
from engine.lab.statistics import mean

BINS = 10

Predictions = list[list[float]]
"""Of each sample, the chance of each seat."""


class Bin(Struct, array_like=True):
    """Predictions between two tenths: their mean, the mean of what happened, how many they are."""

    predicted: float
    observed: float
    count: int


def predict(samples: Sequence[Sample], weights: Mapping[str, Weight]) -> Predictions:
    """By the model of these weights."""
    coefficients = {name: one.weight / one.scale for name, one in weights.items()}
    return [softmax([score(one, coefficients) for one in each.features]) for each in samples]


def brier(samples: Sequence[Sample], predictions: Predictions) -> float:
    """The mean squared error of the chances, over all seats: 0 at best."""
    return mean([(p - share) ** 2 for p, share in _pairs(samples, predictions)])


def bins(samples: Sequence[Sample], predictions: Predictions) -> list[Bin]:
    """A reliability diagram in ten bins; empty ones are left out."""
    pairs: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for p, share in _pairs(samples, predictions):
        pairs[min(BINS - 1, int(p * BINS))].append((p, share))
    return [
        Bin(
            round(mean([p for p, _ in each]), 4),
            round(mean([share for _, share in each]), 4),
            len(each),
        )
        for each in pairs
        if each
    ]


def _pairs(samples: Sequence[Sample], predictions: Predictions) -> list[tuple[float, float]]:
    return [
        pair
        for sample, chances in zip(samples, predictions, strict=True)
        for pair in zip(chances, sample.shares, strict=True)
    ]
