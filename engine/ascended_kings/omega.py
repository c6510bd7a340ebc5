"""The Last King and the Omega War."""

from __future__ import annotations

from engine.ascended_kings import arena
from engine.ascended_kings.box import BLOODSTONES
from engine.ascended_kings.table import OFF_BOARD, KingsTable
from engine.core.chance import draw


def crown_last_king(table: KingsTable) -> None:
    """The last King takes the Ascended Die, once per game (R71)."""
    kings = [character for character in table.characters if not character.revenant]
    if len(kings) == 1 and not table.die_awarded:
        table.die_awarded = kings[0].ascended_die = True
        table.tell("last_king", affects=(kings[0].seat,), seat=kings[0].seat)


def holds_all_stones(table: KingsTable) -> bool:
    """Whether a piece on the board holds all Bloodstones."""
    return any(
        character.on_board and character.bloodstones == BLOODSTONES.value
        for character in table.characters
    )


def begin_omega_war(table: KingsTable) -> None:
    """The walls leave the game, the Omega Stone enters it, and turns continue unlimited (R73)."""
    table.omega_war = True
    table.round = 0
    table.round_over = False
    table.turns = 0
    table.walls = [OFF_BOARD] * 4
    table.tell("omega_war")
    table.omega = _omega_tile(table)
    table.tell("omega_stone", tile=table.omega)
    table.active = (table.active + 1) % len(table.characters)
    table.phase = "turn"


def _omega_tile(table: KingsTable) -> int:
    """Roll for a tile, again while it holds a piece or a Bloodstone (R70)."""
    while True:
        tile = arena.outer_edge(draw(table, 100))
        if table.standing_on(tile) is None and tile not in table.fallen:
            return tile
