"""Rolls: throwing Focus Dice and turning them into gems."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.ascended_kings.dice import (
    Allocation,
    allocate_singly,
    allocations,
    has_mirror_bonus,
    threshold,
)
from engine.ascended_kings.gems import NAMES, YLEM, by_name
from engine.ascended_kings.pools import acquire
from engine.ascended_kings.table import Character, KingsTable, Roll
from engine.core.chance import draw
from engine.core.script import Option, choose


def throw(table: KingsTable, roll: Roll, count: int) -> None:
    """Add dice to a roll and announce their faces."""
    faces = [draw(table, 6) + 1 for _ in range(count)]
    roll.dice += faces
    faces_text = " ".join(map(str, faces))
    table.tell("rolled", affects=(roll.seat,), seat=roll.seat, dice=faces, shown=faces_text)


def begin_roll(table: KingsTable, me: Character, count: int, ascended: bool = False) -> Roll:
    """Throw dice at the current threshold, which the roll then keeps (R14)."""
    roll = Roll(me.seat, [], threshold(me.pool[YLEM]), ascended)
    table.rolls.append(roll)
    throw(table, roll, count)
    return roll


async def roll_and_allocate(table: KingsTable, me: Character, count: int) -> None:
    """A roll of its own, allocated at once."""
    roll = begin_roll(table, me, count)
    allocation = await choose(
        me.seat,
        "allocate",
        results(tuple(sorted(roll.dice)), roll.at_least),
        public=True,
        default=default_result(roll, me),
        dice=roll.dice,
        n=roll.at_least,
    )
    await receive(table, me, allocation)


@lru_cache(maxsize=4096)
def results(dice: tuple[int, ...], at_least: int) -> list[Option[Allocation]]:
    """The distinct ways to turn sorted dice into gems."""
    return [
        Option(
            key_of(allocation.result),
            allocation,
            args={
                "gems": by_name(allocation.result),
                "groups": [
                    {"dice": list(group), "gem": NAMES[kind]} for group, kind in allocation.groups
                ],
            },
        )
        for allocation in allocations(dice, at_least)
    ]


def key_of(result: Sequence[int]) -> str:
    """The option for a result: "take:1aria+2pyre"."""
    return "take:" + "+".join(f"{n}{NAMES[kind]}" for kind, n in enumerate(result) if n)


def default_result(roll: Roll, me: Character) -> str:
    """The result taken on a timeout."""
    return key_of(allocate_singly(roll.dice, me.pool))


async def receive(table: KingsTable, me: Character, allocation: Allocation) -> None:
    """Acquire the chosen result of the last roll, and the Mirror Bonus if all its dice agree."""
    roll = table.rolls.pop()
    counts = list(allocation.result)
    if has_mirror_bonus(roll.dice):
        counts[YLEM] += 1
        table.tell("mirrored", affects=(me.seat,), seat=me.seat)
    table.tell("allocated", affects=(me.seat,), seat=me.seat, gems=by_name(counts))
    await acquire(table, me, counts)
