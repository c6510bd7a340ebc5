"""Returns: the dead come back as Revenants."""

from __future__ import annotations

from engine.ascended_kings import arena
from engine.ascended_kings.box import START_CORE, START_HAND
from engine.ascended_kings.decks import draw_cards
from engine.ascended_kings.gems import NAMES, counts_of_mix, move_gems
from engine.ascended_kings.pieces import arrive, roll_tile
from engine.ascended_kings.pools import acquire
from engine.ascended_kings.table import Character, KingsTable
from engine.core.script import Option, choose, mix


async def come_back(table: KingsTable) -> None:
    """The first of the dead returns; one that dies on arrival is last in the queue again."""
    me = table.characters[table.dead[0]]
    me.revenant = True
    table.tell("returned", affects=(me.seat,), seat=me.seat)
    await _take_aside_gems(table, me)
    draw_cards(table, me, START_HAND)
    _take_spare_stone(table, me)
    await _deploy(table, me)
    if me.on_board and not table.over:
        await choose_core(table, me)
    table.dead.pop(0)


async def _take_aside_gems(table: KingsTable, me: Character) -> None:
    await acquire(table, me, tuple(me.gems_on_return), me.gems_on_return)
    move_gems(tuple(me.gems_on_return), me.gems_on_return, table.supply)


def _take_spare_stone(table: KingsTable, me: Character) -> None:
    """Stones left in the box enter with the first pieces to return (R59)."""
    if table.spare:
        table.spare -= 1
        me.bloodstones += 1
        table.tell("took_stones", affects=(me.seat,), seat=me.seat, n=1)


async def _deploy(table: KingsTable, me: Character) -> None:
    anchor = roll_tile(table)
    tiles = landing_tiles(table, anchor)
    options = [
        Option(f"tile:{tile}", tile, (arena.NAMES[tile],), args={"tile": tile}) for tile in tiles
    ]
    default = f"tile:{anchor if anchor in tiles else tiles[0]}"
    me.tile = await choose(me.seat, "deploy", options, public=True, default=default)
    table.tell("deployed", affects=(me.seat,), seat=me.seat, tile=me.tile)
    await arrive(table, me)


def landing_tiles(table: KingsTable, anchor: int) -> list[int]:
    """Where the Revenant may be placed: never in fire, nor on the Omega Stone (R57)."""
    covered = table.ground.covered
    barred = [tile for tile in arena.TILES if covered[tile] or tile == table.omega]
    return arena.landing_tiles(anchor, table.pieces(), barred)


async def choose_core(table: KingsTable, me: Character) -> None:
    """Acquire three Core gems of one's choice."""
    limits = {NAMES[kind]: min(START_CORE, table.supply[kind]) for kind in range(3)}
    count = min(START_CORE, sum(limits.values()))
    default = dict.fromkeys(limits, 1) if min(limits.values()) else None
    choice = await mix(me.seat, "return_core", limits, count, public=True, default=default)
    await acquire(table, me, counts_of_mix(choice))
