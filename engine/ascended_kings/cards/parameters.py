"""Parameters: what a caster announces besides a target: distance, tiles, gems, direction.

Each asks for one part, given table, caster and the earlier parts; no event happens until all are
known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.ascended_kings import arena
from engine.ascended_kings.arena import ADJACENT, SIDE, SURROUNDING
from engine.ascended_kings.box import PRISMATIC
from engine.ascended_kings.card import Parameter, Ranged, Reach
from engine.ascended_kings.cards.verbs import bare_tiles
from engine.ascended_kings.gems import CORE, DIRE, NAMES, PYRE, core_limits, count_core
from engine.ascended_kings.pieces import places_beside, pull_path, push_path
from engine.ascended_kings.table import Character, KingsTable
from engine.ascended_kings.wounds import is_prismatic
from engine.core.script import Ask, Option, amount, choose, choose_some, mix


def tile_options(tiles: Sequence[int]) -> list[Option[int]]:
    """One option per tile."""
    return [
        Option(f"tile:{tile}", tile, (arena.NAMES[tile],), args={"tile": tile}) for tile in tiles
    ]


# How far


def push_up_to(most: int) -> Parameter:
    """The tiles of a push of up to `most` steps."""

    async def ask(table: KingsTable, me: Character, target: Character) -> list[int]:
        path = push_path(table, me, target)
        steps = await amount(
            me.seat, "push", 1, min(most, len(path)), public=True, target=target.seat
        )
        return path[:steps]

    return ask


def pull_up_to(most: int) -> Parameter:
    """The tiles of a pull of up to `most` steps."""

    async def ask(table: KingsTable, me: Character, target: Character) -> list[int]:
        path = pull_path(table, me, target)
        steps = await amount(
            me.seat, "pull", 1, min(most, len(path)), public=True, target=target.seat
        )
        return path[:steps]

    return ask


async def pull_all_the_way(table: KingsTable, me: Character, target: Character) -> list[int]:
    """The tiles of a pull that ends beside the caster; off the straight lines only the last one."""
    if arena.cardinal(me.tile, target.tile):
        return pull_path(table, me, target)
    tiles = places_beside(table, me, target)
    tile = await choose(me.seat, "beside", tile_options(tiles), public=True, target=target.seat)
    return [tile]


def walk_up_to(most: int) -> Ranged:
    """A path over surrounding tiles, asked step by step; it may cross pieces but not end on one."""

    async def ask(table: KingsTable, me: Character) -> list[int]:
        path: list[int] = []
        while len(path) < most:
            position = path[-1] if path else me.tile
            options = tile_options(next_steps(table, me, position, most - len(path)))
            if path and _free(table, me, position):
                options.append(Option("stop", -1))
            tile = await choose(
                me.seat, "step", options, default=options[-1].key, n=most - len(path)
            )
            if tile < 0:
                break
            path.append(tile)
        return path

    return Ranged(_reach(most), ask)


def next_steps(table: KingsTable, me: Character, start: int, steps: int) -> list[int]:
    """Where a walk may continue with that many steps left, this one included."""
    covered = table.ground.covered
    return [
        tile
        for tile in SURROUNDING[start]
        if not covered[tile]
        and (tile != table.omega or me.bloodstones)
        and (_free(table, me, tile) or bool(steps > 1 and next_steps(table, me, tile, steps - 1)))
    ]


def _free(table: KingsTable, me: Character, tile: int) -> bool:
    return table.standing_on(tile) in (None, me)


# Which tiles


def within(distance: int) -> Ranged:
    """The free tiles of the arena within a distance, diagonals counting as one."""

    def tiles(table: KingsTable, me: Character) -> list[int]:
        return [tile for tile in bare_tiles(table) if arena.distance(me.tile, tile) <= distance]

    return Ranged(_reach(distance), tiles)


def _reach(distance: int) -> Reach:
    if distance == 1:
        return Reach("surrounding")
    return Reach("any") if distance >= SIDE - 1 else Reach("near", distance)


def _adjacent_tiles(table: KingsTable, me: Character) -> list[int]:
    return [tile for tile in bare_tiles(table) if tile in ADJACENT[me.tile]]


ADJACENT_TILES = Ranged(Reach("adjacent"), _adjacent_tiles)
SURROUNDING_TILES = within(1)
ALL_TILES = within(SIDE - 1)
"""The bare tiles that are adjacent to the caster, around it, and all of them."""


def one_tile_of(tiles: Ranged, prompt: str) -> Ranged:
    """One of these tiles."""

    def ask(table: KingsTable, me: Character) -> Ask[int]:
        return choose(me.seat, prompt, tile_options(tiles(table, me)), public=True)

    return Ranged(tiles.reach, ask)


def up_to_tiles(most: int, tiles: Ranged, prompt: str) -> Ranged:
    """One or more of these tiles, for a Dire gem each."""

    def ask(table: KingsTable, me: Character) -> Ask[list[int]]:
        available = tiles(table, me)
        count = min(most, len(available), table.supply[DIRE])
        return choose_some(me.seat, prompt, tile_options(available), 1, count, public=True)

    return Ranged(tiles.reach, ask)


def opponent_or_tile(recipients: Ranged) -> Ranged:
    """An opponent or a tile to give Dire to."""

    def ask(table: KingsTable, me: Character) -> Ask[Character | int]:
        options: list[Option[Any]] = [
            Option(
                f"target:p{target.seat}", target, (f"p{target.seat}",), args={"seat": target.seat}
            )
            if isinstance(target, Character)
            else tile_options([target])[0]
            for target in recipients(table, me)
        ]
        return choose(me.seat, "give_dire", options, public=True)

    return Ranged(recipients.reach, ask)


# Which gems


def up_to_own_dire(most: int) -> Parameter:
    """How much Dire to remove."""

    def ask(table: KingsTable, me: Character) -> Ask[int]:
        return amount(me.seat, "shed_dire", 0, min(most, me.pool[DIRE]), public=True)

    return ask


def up_to_egis(most: int) -> Parameter:
    """How much Egis to take."""

    def ask(table: KingsTable, me: Character) -> Ask[int]:
        return amount(me.seat, "take_egis", 1, min(most, table.supply[1]), public=True)

    return ask


def up_to_converted(most: int) -> Parameter:
    """Which Aria and Egis to convert."""

    def ask(table: KingsTable, me: Character) -> Ask[dict[str, int]]:
        limits = {name: n for name, n in core_limits(me.pool).items() if name != NAMES[PYRE]}
        count = min(most, sum(limits.values()), table.supply[PYRE])
        return mix(me.seat, "convert", limits, 0, count, public=True)

    return ask


def up_to_core_of_target(most: int) -> Parameter:
    """Which Core gems the target loses."""

    def ask(table: KingsTable, me: Character, target: Character) -> Ask[dict[str, int]]:
        limits = core_limits(target.pool)
        count = min(most, count_core(target.pool))
        return mix(me.seat, "strip", limits, 1, count, public=True, target=target.seat)

    return ask


def one_core_of_target(table: KingsTable, me: Character, target: Character) -> Ask[int]:
    """Which Core gem to take from the target."""
    options = [Option(f"gem:{NAMES[kind]}", kind) for kind in CORE if target.pool[kind]]
    return choose(me.seat, "steal_core", options, public=True, target=target.seat)


def one_transmutation_of_target(table: KingsTable, me: Character, target: Character) -> Ask[str]:
    """Which completed Transmutation to break; the last of equal ones."""
    full = [id for id in target.transmuted if id in PRISMATIC.value]
    ids = [id for id in target.transmuted if id not in full[:-1]]
    if is_prismatic(target):
        ids.append("inscription")
    owner = f"p{target.seat}"
    options = [Option(f"socket:{id}", id, (f"socket:{id}:{owner}",)) for id in ids]
    return choose(me.seat, "break", options, public=True, target=target.seat)


# Whether there is anything to announce


def can_walk(table: KingsTable, me: Character) -> bool:
    """Whether there is a tile to walk to."""
    return bool(next_steps(table, me, me.tile, 2))


def has_tile(tiles: Ranged) -> Callable[[KingsTable, Character], bool]:
    """Whether there is such a tile."""

    def possible(table: KingsTable, me: Character) -> bool:
        return bool(tiles(table, me))

    return possible
