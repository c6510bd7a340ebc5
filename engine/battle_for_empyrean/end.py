"""The End Phase, the End of the Game Phase, and who has won (rulings 7, 24 and 38)."""

from __future__ import annotations

from typing import Any

from engine.battle_for_empyrean.battlefield import END, END_OF_GAME, effects_at
from engine.battle_for_empyrean.choice import might_here
from engine.battle_for_empyrean.table import Table
from engine.battle_for_empyrean.trigger import own_powers, resolve_effect, units_of
from engine.core.outcome import Line, Outcome, Score

ENOUGH = 2
"""The battlefields that win the game."""


async def end(table: Table) -> None:
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


async def end_of_game(table: Table) -> None:
    """Cards first, then battlefields."""
    table.tell("end_of_game")
    for seat in table.token_order():
        for unit in units_of(table, seat):
            await own_powers(table, unit, "end_of_game")
    await _battlefields(table, END_OF_GAME)
    _close(table)


def _close(table: Table) -> None:
    """Tell who has won each battlefield."""
    for here in table.fields:
        might = [might_here(table, player.seat, here.place) for player in table.players]
        best = [seat for seat, one in enumerate(might) if one == max(might)]
        said: dict[str, Any] = {"place": here.card, "at": here.id, "n": max(might)}
        if len(best) == 1:
            table.tell("battlefield_won", affects=tuple(best), seat=best[0], **said)
        else:
            table.tell("battlefield_tied", seats=best, **said)
    table.phase = "over"


async def _battlefields(table: Table, moment: str) -> None:
    for here, effect in effects_at(table, moment):
        for seat in table.token_order():
            await resolve_effect(table, here, effect, seat)


def leader(table: Table, place: int) -> int | None:
    """The seat with the most Might there; None for a tie."""
    might = [might_here(table, player.seat, place) for player in table.players]
    best = max(might)
    return might.index(best) if might.count(best) == 1 else None


def outcome(table: Table) -> Outcome | None:
    """Two battlefields win, else the highest total; equal totals share the place (ruling 38).

    With three players two of them may hold two battlefields each; then their totals decide.
    """
    if table.phase != "over":
        return None
    sheet = standing(table)
    won = [leader(table, here.place) for here in table.fields]
    strength = {score.seat: (won.count(score.seat) >= ENOUGH, score.total) for score in sheet}
    ranks = [
        [seat for seat, value in strength.items() if value == level]
        for level in sorted(set(strength.values()), reverse=True)
    ]
    reached = table.round < table.last_round
    return Outcome(ranks, sheet, "limit" if reached else "finished")


def standing(table: Table) -> list[Score]:
    """The Might of all on each battlefield as things are."""
    return [_score(table, player.seat) for player in table.players] if table.fields else []


def _score(table: Table, seat: int) -> Score:
    lines = [
        Line("battlefield", might_here(table, seat, here.place), {"place": here.card})
        for here in table.fields
    ]
    return Score(seat, sum(line.points for line in lines), lines)
