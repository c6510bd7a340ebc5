"""The order of play."""

from __future__ import annotations

from collections.abc import Callable

from engine.battle_for_empyrean.command import command
from engine.battle_for_empyrean.deploy import deploy
from engine.battle_for_empyrean.draft import begin, draft
from engine.battle_for_empyrean.end import end, end_of_game
from engine.battle_for_empyrean.reveal import resolve_reveal, turn_up
from engine.battle_for_empyrean.setup import agree_on_battlefields, choose_decks
from engine.battle_for_empyrean.table import EmpyreanTable
from engine.core.script import Script

PHASES: dict[str, Callable[[EmpyreanTable], Script[None]]] = {
    "battlefields": agree_on_battlefields,
    "decks": choose_decks,
    "begin": begin,
    "draft": draft,
    "command": command,
    "deploy": deploy,
    "reveal": turn_up,
    "end": end,
    "end_of_game": end_of_game,
}


def step(table: EmpyreanTable) -> Script[None] | None:
    """The step that follows from a table at rest; None when the game is over."""
    table.cause = None
    table.dying = 0
    if table.revealing:
        return resolve_reveal(table)
    phase = PHASES.get(table.phase)
    return phase(table) if phase else None
