"""Pools: acquiring gems with substitution, expending them, making room for wounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.ascended_kings.gems import (
    CORE,
    DIRE,
    NAMES,
    YLEM,
    Gems,
    by_name,
    count_core,
    counts_of_mix,
    move_gems,
)
from engine.ascended_kings.table import Character, KingsTable
from engine.core.script import mix


async def acquire(
    table: KingsTable, me: Character, counts: Sequence[int], source: Gems | None = None
) -> None:
    """Take gems, by default from the supply: Ylem as room allows, then Core with substitution.

    Gems that the source lacks are not acquired. Gems that arrive together are one batch (R19).
    Gems that fit must be taken (R20).
    """
    source = table.supply if source is None else source
    take_ylem(table, me, counts[YLEM], source)
    arriving = [min(counts[kind], source[kind]) for kind in CORE]
    tell_lacking(table, [counts[kind] - arriving[kind] for kind in CORE])
    if not any(arriving):
        return
    surplus = count_core(arriving) - me.room
    given_up = await give_up(me, surplus, arriving) if surplus > 0 else None
    move_gems(arriving, source, me.pool)
    table.tell("acquired", affects=(me.seat,), seat=me.seat, gems=by_name(arriving))
    if given_up:
        _return(table, me, given_up)


def take_ylem(table: KingsTable, me: Character, count: int, source: Gems) -> int:
    """Take Ylem as room allows (R21); returns how much."""
    available = min(count, source[YLEM])
    gain = min(available, me.ylem_room)
    if gain > 0:
        source[YLEM] -= gain
        me.pool[YLEM] += gain
        table.tell("acquired", affects=(me.seat,), seat=me.seat, gems={"ylem": gain})
    if gain < available:
        overflow = {"ylem": available - gain}
        table.tell("no_room", affects=(me.seat,), seat=me.seat, gems=overflow)
    tell_lacking(table, [0, 0, 0, 0, count - available])
    return gain


def tell_lacking(table: KingsTable, lacking: Sequence[int]) -> None:
    """Announce that the supply holds less than a player or a tile should get."""
    if any(lacking):
        table.tell("lacking", gems=by_name(lacking))


async def give_up(me: Character, count: int, arriving: Sequence[int] = (0, 0, 0)) -> Gems:
    """Ask which Core gems, of the pool or arriving, are given up; by default arriving ones."""
    limits = {NAMES[kind]: me.pool[kind] + arriving[kind] for kind in CORE}
    default = _most_of(count, arriving) if any(arriving) else _most_of(count, me.pool)
    answer = await mix(me.seat, "give_up", limits, count, public=True, default=default)
    return counts_of_mix(answer)


def _most_of(count: int, counts: Sequence[int]) -> Mapping[str, int]:
    """Pick that many of these gems, each from the most numerous colour."""
    remaining, picks = list(counts[:3]), [0, 0, 0]
    for _ in range(count):
        kind = remaining.index(max(remaining))
        remaining[kind] -= 1
        picks[kind] += 1
    return by_name(picks)


def _return(table: KingsTable, me: Character, given_up: Gems) -> None:
    move_gems(given_up, me.pool, table.supply)
    table.tell("gave_up", affects=(me.seat,), seat=me.seat, gems=by_name(given_up))


async def take_dire(table: KingsTable, me: Character, count: int) -> None:
    """Place Dire from the supply; in a full pool Core gems make room."""
    if count > me.room:
        _return(table, me, await give_up(me, count - me.room))
    table.supply[DIRE] -= count
    me.pool[DIRE] += count


def expend(table: KingsTable, me: Character, kind: int, count: int = 1) -> None:
    """Return gems to the supply; Ylem on one's own tile fills room in the Ylem Pool at once."""
    me.pool[kind] -= count
    table.supply[kind] += count
    if kind == YLEM:
        refill(table, me)


def refill(table: KingsTable, me: Character) -> None:
    """Take Ylem from one's own tile, as room allows."""
    heap = table.heaps.get(me.tile)
    if heap and heap[YLEM]:
        take_ylem(table, me, min(heap[YLEM], me.ylem_room), heap)
        clear(table, me.tile)


def clear(table: KingsTable, tile: int) -> None:
    """Remove an empty heap."""
    if tile in table.heaps and not any(table.heaps[tile]):
        del table.heaps[tile]


def gainable(table: KingsTable, me: Character) -> list[bool]:
    """By kind, whether acquiring a gem would change anything: one is available, and there is room
    or, for a Core gem, another one to give up.
    """
    core_count, supply, fits = count_core(me.pool), table.supply, me.room > 0
    can = [supply[kind] > 0 and (fits or core_count > me.pool[kind]) for kind in CORE]
    return [*can, False, supply[YLEM] > 0 and me.ylem_room > 0]


def could_gain(table: KingsTable, me: Character, kind: int) -> bool:
    """The same for one kind."""
    return gainable(table, me)[kind]
