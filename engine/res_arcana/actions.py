"""Step 2, Actions: one per turn, clockwise, until all players have passed."""

from __future__ import annotations

from functools import partial

from engine.core.script import choose
from engine.res_arcana.menu import actions, blocked, idle_powers
from engine.res_arcana.table import ResArcanaTable


async def take_turn(table: ResArcanaTable) -> None:
    """One action of the player whose turn it is; then the next one who has not passed."""
    player = table.players[table.turn]
    possible = actions(table, player)
    action = await choose(
        player.seat,
        "action",
        possible,
        public=not player.hand,
        default="pass",
        blocked=partial(blocked, table, player, possible),
        idle=partial(idle_powers, table, player),
    )
    await action(table, player)
    next_turn(table)


def next_turn(table: ResArcanaTable) -> None:
    """Clockwise to the next player who has not passed; if all have, to the victory check."""
    if table.ended:
        return
    waiting = [player.seat for player in table.clockwise(table.turn) if not player.passed]
    if not waiting:
        table.stage = "victory"
    else:
        table.turn = waiting[1] if waiting[0] == table.turn and len(waiting) > 1 else waiting[0]
