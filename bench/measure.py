"""Measurement: several rounds, interleaved, medians."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

YARDSTICK = "catanatron 4 players"
EACH_ROUND = "processor of each round, µs per answer"
Work = Callable[[], int]
"""Does a bounded piece of work and returns how many units it was."""


class Rate(NamedTuple):
    """Units a second of processor time: the median round, the slowest, the fastest."""

    median: float
    least: float
    most: float


def measure_interleaved(
    work_by_name: Mapping[str, Work], rounds: int = 3, seconds: float = 2.0
) -> dict[str, Rate]:
    """The rate of each work; they take turns, since machines change their speed."""
    for work in work_by_name.values():
        work()
    rates_by_name: dict[str, list[float]] = {name: [] for name in work_by_name}
    for _ in range(rounds):
        for name, work in work_by_name.items():
            rates_by_name[name].append(rate(work, seconds))
    return {
        name: Rate(statistics.median(rates), min(rates), max(rates))
        for name, rates in rates_by_name.items()
    }


def rate(work: Work, seconds: float) -> float:
    """Units a second of processor time, over at least that many seconds."""
    started_at = time.process_time()
    units = 0
    while (elapsed := time.process_time() - started_at) < seconds:
        units += work()
    return units / elapsed


class Ratios(NamedTuple):
    """How much rounds of the same code differ: the median ratio, the least, the most."""

    median: float
    least: float
    most: float


def same_code_ratios(rounds: Sequence[float]) -> Ratios | None:
    """Each round to the one before it; None if there are no two.

    A change is significant if its ratio to the code before lies outside.
    """
    ratios = [after / before for before, after in pairwise(rounds)]
    return Ratios(statistics.median(ratios), min(ratios), max(ratios)) if ratios else None


def spread(samples: Sequence[float], digits: int) -> str:
    """Median (least-most)."""
    middle, least, greatest = statistics.median(samples), min(samples), max(samples)
    return f"{middle:.{digits}f} ({least:.{digits}f}-{greatest:.{digits}f})"


def median_microseconds(samples: list[float]) -> str:
    """Median and 95th percentile of samples in seconds, as text."""
    ordered = sorted(samples)
    middle, high = ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100]
    return f"{middle * 1e6:.0f} / {high * 1e6:.0f} µs"
