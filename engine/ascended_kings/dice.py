"""Focus Dice: the possible results of a throw. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from engine.ascended_kings.box import FACES, LEVELS, MIRROR_DICE, THRESHOLDS
from engine.ascended_kings.gems import CORE, YLEM, Gems

_GIVES = {face: printed.value for face, printed in FACES.items()}
_HIGHEST = max(_GIVES)

Result = tuple[int, ...]
Group = tuple[tuple[int, ...], int]
"""Dice that are added up, and the kind of gem they give."""


class Allocation(Struct, frozen=True):
    """A result of dice: five counts of gems, and one grouping of the dice that yields them."""

    result: Result
    groups: tuple[Group, ...]


def threshold(ylem: int) -> int:
    """The sum that gives a Ylem to a player who holds that many; 0: no Ylem."""
    return THRESHOLDS.value[ylem]


def has_mirror_bonus(dice: Sequence[int]) -> bool:
    """Whether the dice earn the Mirror Bonus: several, all alike (R13)."""
    return len(dice) >= MIRROR_DICE.value and len(set(dice)) == 1


def latent_dice(level: int) -> int:
    """How many Focus Dice a character of that level rolls."""
    return LEVELS[level].dice


@lru_cache(maxsize=50_000)
def allocations(dice: tuple[int, ...], at_least: int) -> tuple[Allocation, ...]:
    """The distinct results of sorted dice, without those that another result exceeds.

    `at_least` is the threshold for Ylem, 0 for none. Every die is used (rulebook, "all Focus Dice
    must be allocated"): a die left over would always be worth a gem on its own.
    """
    if not dice:
        return (Allocation((0,) * 5, ()),)
    groupings: dict[Result, tuple[Group, ...]] = {}
    for group, remaining in _groups(dice):
        for kind in _kinds(sum(group), at_least):
            for after in allocations(remaining, at_least):
                result = _add_gem(after.result, kind)
                groupings.setdefault(result, ((group, kind), *after.groups))
    return tuple(
        Allocation(result, groupings[result])
        for result in sorted(groupings)
        if not _is_exceeded(result, groupings)
    )


def _groups(dice: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every group that contains the highest die and may be worth something, and the other dice."""
    yield from _grow((dice[-1],), dice[:-1], ())


def _grow(
    group: tuple[int, ...], remaining_dice: tuple[int, ...], skipped: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    yield group, tuple(sorted(skipped + remaining_dice))
    if sum(group) > _HIGHEST:
        return
    for n, die in enumerate(remaining_dice):
        if n and remaining_dice[n - 1] == die:
            continue
        yield from _grow((*group, die), remaining_dice[n + 1 :], skipped + remaining_dice[:n])


@cache
def _kinds(total: int, at_least: int) -> tuple[int, ...]:
    ylem = (YLEM,) if 0 < at_least <= total else ()
    return (*_GIVES.get(total, ()), *ylem)


def _add_gem(result: Result, kind: int) -> Result:
    return tuple(count + (n == kind) for n, count in enumerate(result))


def _is_exceeded(result: Result, others: dict[Result, tuple[Group, ...]]) -> bool:
    return any(
        other != result and all(a <= b for a, b in zip(result, other, strict=True))
        for other in others
    )


def allocate_singly(dice: Sequence[int], pool: Gems) -> Result:
    """Every die on its own, wild ones for the scarcest colour of a pool; taken on a timeout."""
    counts = [0] * 5
    for die in sorted(dice):
        kinds = _GIVES[die]
        kind = kinds[0] if len(kinds) == 1 else min(CORE, key=lambda k: pool[k] + counts[k])
        counts[kind] += 1
    return tuple(counts)
