"""Reliability: compares predicted chances with the results of matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.bots.chance import Weight, score, softmax
from engine.lab.samples import Sample
from engine.lab.statistics import mean

BINS = 10

Predictions = list[list[float]]
"""By sample, the chance of each seat."""


class Bin(Struct, array_like=True):
    """The predictions between two tenths: their mean, the mean result and their number."""

    predicted: float
    observed: float
    count: int


def predict(samples: Sequence[Sample], weights: Mapping[str, Weight]) -> Predictions:
    """By the model of these weights."""
    coefficients = {name: weight.weight / weight.scale for name, weight in weights.items()}
    return [
        softmax([score(features, coefficients) for features in sample.features])
        for sample in samples
    ]


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
            round(mean([p for p, _ in pairs_in_bin]), 4),
            round(mean([share for _, share in pairs_in_bin]), 4),
            len(pairs_in_bin),
        )
        for pairs_in_bin in pairs
        if pairs_in_bin
    ]


def _pairs(samples: Sequence[Sample], predictions: Predictions) -> list[tuple[float, float]]:
    return [
        pair
        for sample, chances in zip(samples, predictions, strict=True)
        for pair in zip(chances, sample.shares, strict=True)
    ]
