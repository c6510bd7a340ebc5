"""Chance: draws from a keyed hash of the match's secret seed.

A draw depends on (seed, counter) alone: once the seed is published after the match, anyone can
repeat every shuffle and roll; before that, no one can predict one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, MutableSequence
from typing import Any

from engine.core.table import Table

SEED_BYTES = 32
_WORD = 1 << 64


def words(seed: bytes, counter: int) -> Iterator[int]:
    """Endless 64-bit words of one draw: blake2b(key=seed, counter ‖ block), eight per block."""
    block = 0
    while True:
        digest = hashlib.blake2b(counter.to_bytes(8, "big") + block.to_bytes(4, "big"), key=seed)
        raw = digest.digest()
        for start in range(0, 64, 8):
            yield int.from_bytes(raw[start : start + 8], "big")
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    """A uniform integer in 0..n-1; words that would favour small results are rejected."""
    limit = _WORD - _WORD % n
    while (word := next(stream)) >= limit:
        pass
    return word % n


def permute(stream: Iterator[int], things: MutableSequence[Any]) -> None:
    """Fisher-Yates, in place."""
    for last in range(len(things) - 1, 0, -1):
        other = below(stream, last + 1)
        things[last], things[other] = things[other], things[last]


def draw(table: Table, n: int) -> int:
    """A secret uniform integer in 0..n-1. Seals every answer before it."""
    return below(table.run.chance(table), n)


def shuffle(table: Table, things: MutableSequence[Any]) -> None:
    """Shuffle in place. Seals every answer before it; fewer than two things need no chance."""
    if len(things) > 1:
        permute(table.run.chance(table), things)


def commitment(seed: bytes) -> str:
    """The commitment published when a match starts: SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()
