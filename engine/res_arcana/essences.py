"""Essences: Elan, Life, Calm, Death and Gold."""

from __future__ import annotations

from typing import Final

Essences = dict[str, int]
"""How many of each kind: an essence pool (always all five kinds), a cost, a mix."""

ELAN: Final = "elan"
LIFE: Final = "life"
CALM: Final = "calm"
DEATH: Final = "death"
GOLD: Final = "gold"
KINDS: Final = (ELAN, LIFE, CALM, DEATH, GOLD)


def essences(
    *, elan: int = 0, life: int = 0, calm: int = 0, death: int = 0, gold: int = 0
) -> Essences:
    """Only the kinds with a count above 0."""
    counts = {ELAN: elan, LIFE: life, CALM: calm, DEATH: death, GOLD: gold}
    return {kind: n for kind, n in counts.items() if n}


def kinds(without: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The five kinds except some."""
    return tuple(kind for kind in KINDS if kind not in without)


def add(to: Essences, more: Essences) -> None:
    """Add in place."""
    for kind, n in more.items():
        to[kind] = to.get(kind, 0) + n
