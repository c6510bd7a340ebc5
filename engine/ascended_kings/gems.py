"""Gems: the five kinds, and how their counts are stored and named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

ARIA, EGIS, PYRE, DIRE, YLEM = range(5)
CORE = (ARIA, EGIS, PYRE)
NAMES = ("aria", "egis", "pyre", "dire", "ylem")

Gems = list[int]
"""Five counts, in the order of NAMES: a pool, a heap on a tile, the supply."""


def gems(*, aria: int = 0, egis: int = 0, pyre: int = 0, dire: int = 0, ylem: int = 0) -> Gems:
    """Counts from names."""
    return [aria, egis, pyre, dire, ylem]


def count_core(counts: Sequence[int]) -> int:
    """How many Core gems there are."""
    return counts[0] + counts[1] + counts[2]


def by_name(counts: Sequence[int]) -> dict[str, int]:
    """Counts by name, for texts and the wire, without zeros."""
    return {NAMES[kind]: count for kind, count in enumerate(counts) if count}


def core_limits(counts: Sequence[int]) -> dict[str, int]:
    """The limits of a question for a mix of Core gems."""
    return {NAMES[kind]: counts[kind] for kind in CORE}


def counts_of_mix(mix: Mapping[str, int]) -> Gems:
    """Counts from an answered mix."""
    return [mix.get(name, 0) for name in NAMES]


def move_gems(counts: Sequence[int], source: Gems, target: Gems) -> None:
    """Move gems from one heap to another, to the piece."""
    for kind, count in enumerate(counts):
        source[kind] -= count
        target[kind] += count
