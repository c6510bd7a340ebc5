"""Threats: pieces near death or in the path of the fire, and ways to the Omega Stone."""

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

SETUP_PHASES = ("kings", "deal", "gems")
NEAR_ALL_STONES = 3
"""A player with this many Bloodstones is near all four."""


def threats(table: KingsTable) -> list[Threat]:
    """The threats of the match's end, then those of each character."""
    if table.phase in SETUP_PHASES or table.over:
        return []
    alive = [character for character in table.characters if character.on_board]
    return [
        *_end_threats(table),
        *(threat for character in alive for threat in _omega_stone(table, character)),
        *(threat for character in alive for threat in _kills(table, character)),
        *(threat for character in alive for threat in _fire(table, character)),
        *(
            Threat("wound", {"seat": character.seat})
            for character in alive
            if character.wounds_to_death == 1
        ),
        *(threat for character in alive for threat in _stones(character)),
    ]


def _end_threats(table: KingsTable) -> Iterator[Threat]:
    if table.rounds_left == 1 and not table.round_over:
        yield Threat("last_round")
    elif not table.round_over and _ends_countdown(table):
        yield Threat("omega_next")


def _ends_countdown(table: KingsTable) -> bool:
    """Whether the Omega War follows the round under way."""
    return table.countdown and table.round == 1 and not table.omega_war


def _stones(character: Character) -> Iterator[Threat]:
    if character.bloodstones >= NEAR_ALL_STONES:
        args = {"seat": character.seat, "n": character.bloodstones, "all": BLOODSTONES.value}
        yield Threat("stones", args, character.seat)


# -- the fire


def _fire(table: KingsTable, character: Character) -> Iterator[Threat]:
    """The effects of the end of the round on a piece that does not move."""
    if not _is_fire_due(table):
        return
    ground = table.ground
    if ground.burning[character.tile]:
        yield Threat("burning", {"seat": character.seat})
    for edge, name in enumerate(EDGES):
        if not deadlocked(table, edge) and _is_behind_next_wall(table, edge, character.tile):
            yield Threat("wall", {"seat": character.seat, "edge": name})


def _is_fire_due(table: KingsTable) -> bool:
    """Whether the round under way still has its Fire Wall Progression before it."""
    if table.omega_war:
        return False
    return table.phase == "fire" or (not table.round_over and not _ends_countdown(table))


def _is_behind_next_wall(table: KingsTable, edge: int, tile: int) -> bool:
    walls = list(table.walls)
    walls[edge] += 1
    return arena.ground(walls).behind[tile]


# -- what a player could do


def _kills(table: KingsTable, character: Character) -> Iterator[Threat]:
    """The opponents that an attack would kill; all their Egis defends them."""
    reach = (
        SURROUNDING[character.tile] if character.attacks_diagonally else ADJACENT[character.tile]
    )
    for target in table.opponents(character):
        wounds_to_kill = target.pool[EGIS] + target.wounds_to_death
        enough_dire = table.supply[DIRE] >= target.wounds_to_death  # R23
        if target.tile in reach and character.pool[PYRE] >= wounds_to_kill and enough_dire:
            args = {"seat": target.seat, "by": character.seat, "n": wounds_to_kill}
            yield Threat("kill", args, character.seat, can=True)


def _omega_stone(table: KingsTable, character: Character) -> Iterator[Threat]:
    """The shortest way to the Omega Stone that Aria and Egis pay for."""
    if table.omega < 0 or not character.bloodstones:
        return
    steps = _steps_to(table, character, table.omega)
    if steps:
        yield Threat("omega_stone", {"seat": character.seat, "n": steps}, character.seat, can=True)


def _steps_to(table: KingsTable, character: Character, goal: int) -> int:
    """The fewest steps to a tile past no Dire; 0 if Aria or Egis do not suffice."""
    reached = {character.tile: 0}  # the least Egis with which each tile is reached in so many steps
    for steps in range(1, character.pool[ARIA] + 1):
        next_reached: dict[int, int] = {}
        for start, egis in reached.items():
            for tile in free_around(table, character, start):
                cost = egis + escape_between(table, character, start, tile)
                if cost <= min(
                    character.pool[EGIS], next_reached.get(tile, cost)
                ) and not _has_dire(table, tile):
                    next_reached[tile] = cost
        if goal in next_reached:
            return steps
        reached = next_reached
    return 0


def _has_dire(table: KingsTable, tile: int) -> bool:
    return tile in table.heaps and table.heaps[tile][DIRE] > 0
