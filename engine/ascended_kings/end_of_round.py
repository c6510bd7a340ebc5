"""The end of a round: dial, Fire Wall Progression, Immolation Event."""

from __future__ import annotations

from collections.abc import Callable

from engine.ascended_kings import arena
from engine.ascended_kings.arena import EDGES, SURROUNDING
from engine.ascended_kings.box import BACK_SIDE_ROUND, EVENTS, IMMOLATION_NUMBERS, MIN_OPEN_LINES
from engine.ascended_kings.gems import PYRE, move_gems
from engine.ascended_kings.omega import begin_omega_war
from engine.ascended_kings.pieces import put_gems, roll_tile
from engine.ascended_kings.table import OFF_BOARD, Character, KingsTable
from engine.ascended_kings.wounds import die, wound_all
from engine.core.chance import draw


async def turn_dial(table: KingsTable) -> None:
    """The round dial goes down; past 1 the Omega War begins at once."""
    table.round_over = True
    table.rounds_played += 1
    if table.countdown or table.round > BACK_SIDE_ROUND:
        table.round -= 1
    table.tell("round_ended", n=table.round, shown=str(table.round or "Omega"))
    if table.round == 0:
        begin_omega_war(table)
    else:
        table.phase = "fire"


async def advance_fire(table: KingsTable) -> None:
    """Roll the Immolation Die and move that wall, unless it is in deadlock."""
    table.thrown = draw(table, 4) + 1
    edge = EDGES.index(IMMOLATION_NUMBERS.value[table.thrown - 1])
    table.phase = "burn"
    if deadlocked(table, edge):
        table.tell("deadlock", edge=EDGES[edge], die=table.thrown)
        return
    table.walls[edge] += 1
    table.tell("wall_advanced", edge=EDGES[edge], index=table.walls[edge], die=table.thrown)
    for character in table.in_player_order():
        if character.on_board and table.ground.behind[character.tile]:
            table.tell("immolated", affects=(character.seat,), seat=character.seat)
            die(table, character)
    await wound_all(table, _burn_items(table, edge), "explosion")


def deadlocked(table: KingsTable, edge: int) -> bool:
    """Parallel Deadlock, toward the empty edge too (R62), and Bloodstone Deadlock (R63)."""
    if arena.open_lines(table.walls, edge) - 1 < MIN_OPEN_LINES.value:
        return True
    line = arena.strip(edge, table.walls[edge] + 1)
    return any(tile in table.fallen for tile in line)


def _burn_items(table: KingsTable, edge: int) -> dict[int, int]:
    """Clear the line that a strip has covered; returns the wounds of exploding Pyre by seat."""
    blasts: dict[int, int] = {}
    for tile in arena.strip(edge, table.walls[edge]):
        if table.die_tile == tile:
            table.die_tile = OFF_BOARD
            table.tell("die_burned", tile=tile)
        heap = table.heaps.pop(tile, None)
        if heap and heap[PYRE]:
            table.tell("exploded", tile=tile, n=heap[PYRE])
            for character in table.characters:
                if character.on_board and character.tile in SURROUNDING[tile]:
                    blasts[character.seat] = blasts.get(character.seat, 0) + heap[PYRE]
        if heap:
            move_gems(tuple(heap), heap, table.supply)
    return blasts


async def burn_pieces(table: KingsTable) -> None:
    """Every piece in a strip takes one wound, whether or not a wall has moved (R64, R66)."""
    burning = table.ground.burning
    await wound_all(table, _standing(table, lambda character: burning[character.tile]), "fire")
    table.phase = "event"


async def resolve_event(table: KingsTable) -> None:
    """The event dial turns by the same throw; its icon is resolved."""
    dial = table.dial
    table.event = (table.event + table.thrown) % len(dial)
    icon = dial[table.event]
    table.tell("event", icon=icon)
    spawned = EVENTS[icon]
    if spawned is None:
        scorched = table.ground.scorched
        await wound_all(
            table, _standing(table, lambda character: scorched[character.tile]), "flame"
        )
    else:
        await put_gems(table, roll_tile(table), spawned)
    table.phase = "returns"


def _standing(table: KingsTable, condition: Callable[[Character], bool]) -> dict[int, int]:
    return {
        character.seat: 1
        for character in table.characters
        if character.on_board and condition(character)
    }
