"""The End Phase and the End of the Game Phase."""

from __future__ import annotations

from typing import Any

from engine.battle_for_empyrean.battlefield import END, END_OF_GAME, effects_at
from engine.battle_for_empyrean.choice import might_here
from engine.battle_for_empyrean.table import EmpyreanTable
from engine.battle_for_empyrean.trigger import resolve_effect, resolve_own_powers, units_of


async def end(table: EmpyreanTable) -> None:
    """Battlefield effects, top to bottom, in First Player order; then the token is passed."""
    await _battlefields(table, END)
    table.token = table.others(table.token)[0]
    table.tell("token_passed", affects=(table.token,), seat=table.token)
    if table.is_last_round:
        table.phase = "end_of_game"
    elif table.limit and table.round >= table.limit:
        _close(table)
    else:
        table.phase = "begin"


async def end_of_game(table: EmpyreanTable) -> None:
    """Cards first, then battlefields."""
    table.tell("end_of_game")
    for seat in table.token_order():
        for unit in units_of(table, seat):
            await resolve_own_powers(table, unit, "end_of_game")
    await _battlefields(table, END_OF_GAME)
    _close(table)


def _close(table: EmpyreanTable) -> None:
    """Announce the winner of each battlefield."""
    for field in table.fields:
        might = [might_here(table, player.seat, field.place) for player in table.players]
        best = [seat for seat, total in enumerate(might) if total == max(might)]
        args: dict[str, Any] = {"place": field.card, "at": field.id, "n": max(might)}
        if len(best) == 1:
            table.tell("battlefield_won", affects=tuple(best), seat=best[0], **args)
        else:
            table.tell("battlefield_tied", seats=best, **args)
    table.phase = "over"


async def _battlefields(table: EmpyreanTable, moment: str) -> None:
    for field, effect in effects_at(table, moment):
        for seat in table.token_order():
            await resolve_effect(table, field, effect, seat)
