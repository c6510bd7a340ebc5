"""Threats: who is near death, where the fire may come, and the way to the Omega Stone."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ascended_kings import arena
from engine.ascended_kings.arena import ADJACENT, EDGES, SURROUNDING
from engine.ascended_kings.box import BLOODSTONES
from engine.ascended_kings.end_of_round import deadlocked
from engine.ascended_kings.gems import ARIA, DIRE, EGIS, PYRE
from engine.ascended_kings.movement import escape_between, free_around
from engine.ascended_kings.table import Character, KingsTable
from engine.core.threat import Threat

SETTING_UP = ("kings", "deal", "gems")
MANY_STONES = 3
"""From so many Bloodstones on a player is near all four."""


def threats(table: KingsTable) -> list[Threat]:
    """The end of the match, then of each character."""
    if table.phase in SETTING_UP or table.over:
        return []
    alive = [one for one in table.characters if one.on_board]
    return [
        *_of_the_end(table),
        *(threat for one in alive for threat in _omega_stone(table, one)),
        *(threat for one in alive for threat in _kills(table, one)),
        *(threat for one in alive for threat in _fire(table, one)),
        *(Threat("wound", {"seat": one.seat}) for one in alive if one.to_death == 1),
        *(threat for one in alive for threat in _stones(one)),
    ]


def _of_the_end(table: KingsTable) -> Iterator[Threat]:
    if table.rounds_left == 1 and not table.round_over:
        yield Threat("last_round")
    elif not table.round_over and _ends_countdown(table):
        yield Threat("omega_next")


def _ends_countdown(table: KingsTable) -> bool:
    """Whether the Omega War follows the round under way (digest 18)."""
    return table.countdown and table.round == 1 and not table.omega_war


def _stones(one: Character) -> Iterator[Threat]:
    if one.bloodstones >= MANY_STONES:
        said = {"seat": one.seat, "n": one.bloodstones, "all": BLOODSTONES.value}
        yield Threat("stones", said, one.seat)


# -- the fire


def _fire(table: KingsTable, one: Character) -> Iterator[Threat]:
    """What the end of the round does to a piece that stays where it is."""
    if not _fire_comes(table):
        return
    ground = table.ground
    if ground.burning[one.tile]:
        yield Threat("burning", {"seat": one.seat})
    for edge, name in enumerate(EDGES):
        if not deadlocked(table, edge) and _behind_after(table, edge, one.tile):
            yield Threat("wall", {"seat": one.seat, "edge": name})


def _fire_comes(table: KingsTable) -> bool:
    """Whether the round under way still has its Fire Wall Progression before it."""
    if table.omega_war:
        return False
    return table.phase == "fire" or (not table.round_over and not _ends_countdown(table))


def _behind_after(table: KingsTable, edge: int, tile: int) -> bool:
    walls = list(table.walls)
    walls[edge] += 1
    return arena.ground(walls).behind[tile]


# -- what a player could do


def _kills(table: KingsTable, one: Character) -> Iterator[Threat]:
    """The opponents whom an attack would kill; all their Egis defends them (digest 12)."""
    reach = SURROUNDING[one.tile] if one.attacks_diagonally else ADJACENT[one.tile]
    for target in table.opponents(one):
        needed = target.pool[EGIS] + target.to_death
        there = table.supply[DIRE] >= target.to_death  # R23
        if target.tile in reach and one.pool[PYRE] >= needed and there:
            said = {"seat": target.seat, "by": one.seat, "n": needed}
            yield Threat("kill", said, one.seat, can=True)


def _omega_stone(table: KingsTable, one: Character) -> Iterator[Threat]:
    """The shortest way to the Omega Stone that Aria and Egis pay for."""
    if table.omega < 0 or not one.bloodstones:
        return
    steps = _steps_to(table, one, table.omega)
    if steps:
        yield Threat("omega_stone", {"seat": one.seat, "n": steps}, one.seat, can=True)


def _steps_to(table: KingsTable, one: Character, goal: int) -> int:
    """The fewest steps to a tile past no Dire; 0 if Aria or Egis do not suffice."""
    spent = {one.tile: 0}  # the least Egis with which each tile is reached in so many steps
    for steps in range(1, one.pool[ARIA] + 1):
        further: dict[int, int] = {}
        for here, egis in spent.items():
            for tile in free_around(table, one, here):
                paid = egis + escape_between(table, one, here, tile)
                if paid <= min(one.pool[EGIS], further.get(tile, paid)) and not _hurts(table, tile):
                    further[tile] = paid
        if goal in further:
            return steps
        spent = further
    return 0


def _hurts(table: KingsTable, tile: int) -> bool:
    return tile in table.heaps and table.heaps[tile][DIRE] > 0
