"""The order of play: the name of each phase and its step.

A step is at most one action of a player, with all its consequences; the table says which phase
comes next.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.ascended_kings.box import SETUPS
from engine.ascended_kings.end_of_round import (
    advance_fire,
    burn_pieces,
    resolve_event,
    turn_dial,
)
from engine.ascended_kings.end_of_turn import discard_down
from engine.ascended_kings.latent import allocate, before_roll, latent_menu
from engine.ascended_kings.omega import begin_omega_war, crown_last_king, holds_all_stones
from engine.ascended_kings.returns import come_back
from engine.ascended_kings.setup import choose_gems, choose_king, deal
from engine.ascended_kings.table import KingsTable
from engine.ascended_kings.turn import act, begin_turn, choose_state
from engine.core.script import Script


async def returns(table: KingsTable) -> None:
    """The dead come back, one after another; then play continues."""
    if table.dead:
        await come_back(table)
    else:
        continue_play(table)


def continue_play(table: KingsTable) -> None:
    """Last King, Omega War; then the next round, the end of this one, or the next turn."""
    crown_last_king(table)
    if holds_all_stones(table) and not table.omega_war:  # R67
        if not table.round_over:
            table.rounds_played += 1  # the round that it cuts short
        begin_omega_war(table)
    elif table.round_over:
        next_round(table)
    else:
        next_turn(table)


def next_turn(table: KingsTable) -> None:
    """The next seat, until all have had a turn; in the Omega War endlessly."""
    seats = len(table.characters)
    table.turns += 1
    if table.turns == seats:
        table.turns = 0
        if not table.omega_war:
            table.phase = "dial"
            return
        table.rounds_played += 1
    table.active = (table.active + 1) % seats
    table.phase = "turn"


def next_round(table: KingsTable) -> None:
    """The starting player changes (not with two players); the old one plays last in the next
    round.
    """
    seats = len(table.characters)
    if SETUPS[seats].starting_player_moves:
        table.starting = (table.starting + 1) % seats
    table.active = table.starting
    table.round_over = False
    table.phase = "turn"


PHASES: dict[str, Callable[[KingsTable], Script[None]]] = {
    # setting up
    "kings": choose_king,
    "deal": deal,
    "gems": choose_gems,
    # a turn
    "turn": begin_turn,
    "state": choose_state,
    "roll": before_roll,
    "allocate": allocate,
    "latent": latent_menu,
    "action": act,
    "discard": discard_down,
    "returns": returns,
    # the end of a round
    "dial": turn_dial,
    "fire": advance_fire,
    "burn": burn_pieces,
    "event": resolve_event,
}


def step(table: KingsTable) -> Script[None] | None:
    """The script of the next step; None when the game is over."""
    return None if table.phase == "over" else PHASES[table.phase](table)
