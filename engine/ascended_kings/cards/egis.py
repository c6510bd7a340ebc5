"""Egis: the innate force of the natural world. It defends, heals and draws others near."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ascended_kings.box import RULEBOOK
from engine.ascended_kings.card import RemoveDire, RollDice, focus, gain
from engine.ascended_kings.cards.aims import (
    any_opponent,
    can_be_brought,
    can_be_pulled,
    cardinal,
    in_sight,
    not_adjacent,
)
from engine.ascended_kings.cards.parameters import (
    pull_all_the_way,
    pull_up_to,
    up_to_egis,
    up_to_own_dire,
)
from engine.ascended_kings.cards.verbs import gain as take
from engine.ascended_kings.gems import DIRE, EGIS
from engine.ascended_kings.instants import remove_dire
from engine.ascended_kings.pieces import slide
from engine.ascended_kings.pools import could_gain
from engine.ascended_kings.table import Character, KingsTable

Path = Sequence[int]

# Egis Bound


def wounded(table: KingsTable, me: Character) -> bool:
    """With Dire in the pool, and Egis available."""
    return me.pool[DIRE] > 0 and could_gain(table, me, EGIS)


@focus("Egis Bound", "egis", level=1, possible=wounded, asks=[up_to_egis(2)], instant=gain(egis=2))
async def egis_bound_1(table: KingsTable, me: Character, count: int) -> None:
    """While you carry at least one Dire gem, take up to 2 Egis."""
    await take(table, me, EGIS, count)


@focus(
    "Egis Bound",
    "egis",
    level=2,
    possible=wounded,
    asks=[up_to_egis(4)],
    instant=RemoveDire(1),
    provenance=RULEBOOK,
)
async def egis_bound_2(table: KingsTable, me: Character, count: int) -> None:
    """While you carry at least one Dire gem, take up to 4 Egis."""
    await take(table, me, EGIS, count)


@focus("Egis Bound", "egis", level=3, possible=wounded, asks=[up_to_egis(6)], instant=gain(egis=3))
async def egis_bound_3(table: KingsTable, me: Character, count: int) -> None:
    """While you carry at least one Dire gem, take up to 6 Egis."""
    await take(table, me, EGIS, count)


# Conjunction


@focus(
    "Conjunction",
    "egis",
    level=1,
    aim=cardinal(in_sight, not_adjacent, can_be_pulled),
    asks=[pull_up_to(2)],
    instant=RollDice(1),
)
async def conjunction_1(table: KingsTable, me: Character, target: Character, path: Path) -> None:
    """Drag an opponent you can see in your row or column 1 or 2 tiles toward you."""
    await slide(table, target, path, "pull", by=me)


@focus(
    "Conjunction",
    "egis",
    level=2,
    aim=cardinal(in_sight, not_adjacent, can_be_brought),
    asks=[pull_all_the_way],
    instant=gain(egis=1, pyre=1),
)
async def conjunction_2(table: KingsTable, me: Character, target: Character, path: Path) -> None:
    """Drag an opponent you can see in your row or column until it stands next to you."""
    await slide(table, target, path, "pull", by=me)


@focus(
    "Conjunction",
    "egis",
    level=3,
    aim=any_opponent(in_sight, not_adjacent, can_be_brought),
    asks=[pull_all_the_way],
    instant=RollDice(2),
)
async def conjunction_3(table: KingsTable, me: Character, target: Character, path: Path) -> None:
    """Bring any opponent you can see onto your adjacent tile closest to where it stood."""
    await slide(table, target, path, "pull", by=me)


# Coagulation


def would_heal(table: KingsTable, me: Character) -> bool:
    """With Dire to return, or Egis available."""
    return me.pool[DIRE] > 0 or could_gain(table, me, EGIS)


@focus(
    "Coagulation",
    "egis",
    level=1,
    possible=would_heal,
    asks=[up_to_own_dire(1)],
    instant=gain(egis=1),
)
async def coagulation_1(table: KingsTable, me: Character, dire: int) -> None:
    """Return up to 1 of your Dire gems to the supply, then take 1 Egis."""
    remove_dire(table, me, dire)
    await take(table, me, EGIS, 1)


@focus(
    "Coagulation",
    "egis",
    level=2,
    possible=would_heal,
    asks=[up_to_own_dire(2)],
    instant=RemoveDire(1),
)
async def coagulation_2(table: KingsTable, me: Character, dire: int) -> None:
    """Return up to 2 of your Dire gems to the supply, then take 1 Egis."""
    remove_dire(table, me, dire)
    await take(table, me, EGIS, 1)


@focus(
    "Coagulation",
    "egis",
    level=3,
    possible=would_heal,
    asks=[up_to_own_dire(3)],
    instant=RemoveDire(2),
)
async def coagulation_3(table: KingsTable, me: Character, dire: int) -> None:
    """Return up to 3 of your Dire gems to the supply, then take 2 Egis."""
    remove_dire(table, me, dire)
    await take(table, me, EGIS, 2)
