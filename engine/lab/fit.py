"""Fit: the weights of the model of chances, by penalised maximum likelihood.

Newton's method on a conditional logit; it takes a few steps, as the likelihood is concave. More of
a feature is never worse for its seat: a feature that would get a negative weight is dropped. Such
weights come from overlapping features, and mislead a search, which looks for positions with high
scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from engine.bots.chance import Weight, softmax
from engine.lab.samples import Sample

PENALTY = 4.0
"""Strength of the pull of each weight toward 0, in samples of average information."""
MAX_ITERATIONS = 25
TOLERANCE = 1e-7

Vector = list[float]


class Row(Struct):
    """A sample in numbers: a vector per seat, and its share of the victory."""

    vectors: list[Vector]
    shares: list[float]


def fit(samples: Sequence[Sample], names: Sequence[str]) -> dict[str, Weight]:
    """The weights of these features; those that never differ between seats get none."""
    scales = {name: _spread(samples, name) for name in names}
    included = [name for name in names if scales[name] > 0]
    while True:
        weights = _newton([_row(sample, included, scales) for sample in samples], len(included))
        if min(weights, default=0.0) >= 0:
            break
        worst = weights.index(min(weights))
        included = [name for name in included if name != included[worst]]
    return {
        name: Weight(weight, scales[name]) for name, weight in zip(included, weights, strict=True)
    }


def _newton(rows: Sequence[Row], size: int) -> Vector:
    weights = [0.0] * size
    for _ in range(MAX_ITERATIONS):
        step = _solve(*_derivatives(rows, weights))
        weights = [weight - change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step), default=0.0) < TOLERANCE:
            break
    return weights


def _row(sample: Sample, names: Sequence[str], scales: dict[str, float]) -> Row:
    vectors = [
        [features.get(name, 0.0) / scales[name] for name in names] for features in sample.features
    ]
    return Row(vectors, sample.shares)


def _spread(samples: Sequence[Sample], name: str) -> float:
    """The standard deviation of a feature between the seats of a position."""
    squares, count = 0.0, 0
    for sample in samples:
        values = [features.get(name, 0.0) for features in sample.features]
        centre = sum(values) / len(values)
        squares += sum((value - centre) ** 2 for value in values)
        count += len(values)
    return sqrt(squares / max(1, count))


def _derivatives(rows: Sequence[Row], weights: Vector) -> tuple[Vector, list[Vector]]:
    """The gradient and the second derivatives of the penalised loss."""
    size = range(len(weights))
    gradient = [PENALTY * weight for weight in weights]
    second = [[PENALTY * (a == b) for b in size] for a in size]
    for row in rows:
        chances = softmax([_dot(vector, weights) for vector in row.vectors])
        centre = [
            sum([p * vector[k] for p, vector in zip(chances, row.vectors, strict=True)])
            for k in size
        ]
        for p, share, vector in zip(chances, row.shares, row.vectors, strict=True):
            away = [x - c for x, c in zip(vector, centre, strict=True)]
            for a in size:
                gradient[a] += (p - share) * vector[a]
                if away[a]:
                    factor, line = p * away[a], second[a]
                    for b in range(a + 1):
                        line[b] += factor * away[b]
    for a in size:
        for b in range(a):
            second[b][a] = second[a][b]
    return gradient, second


def _dot(left: Vector, right: Vector) -> float:
    return sum([a * b for a, b in zip(left, right, strict=True)])


def _solve(right: Vector, matrix: list[Vector]) -> Vector:
    """The solution of a system with a positive definite matrix, by elimination."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = range(len(rows))
    for pivot in size:
        for other in range(pivot + 1, len(rows)):
            factor = rows[other][pivot] / rows[pivot][pivot]
            if factor:
                rows[other] = [
                    a - factor * b for a, b in zip(rows[other], rows[pivot], strict=True)
                ]
    solution = [0.0] * len(rows)
    for n in reversed(size):
        known_part = sum(rows[n][k] * solution[k] for k in range(n + 1, len(rows)))
        solution[n] = (rows[n][-1] - known_part) / rows[n][n]
    return solution
