"""Outcome: the winner (rulings 7, 24 and 38)."""

from __future__ import annotations

from engine.battle_for_empyrean.choice import might_here
from engine.battle_for_empyrean.table import EmpyreanTable
from engine.core.outcome import Outcome, Score, ScoreLine

BATTLEFIELDS_TO_WIN = 2
"""The number of battlefields that wins the game."""


def leader(table: EmpyreanTable, place: int) -> int | None:
    """The seat with the most Might there; None for a tie."""
    might = [might_here(table, player.seat, place) for player in table.players]
    best = max(might)
    return might.index(best) if might.count(best) == 1 else None


def outcome(table: EmpyreanTable) -> Outcome | None:
    """Two battlefields win, else the highest total; equal totals share the place (ruling 38).

    With three players two of them may hold two battlefields each; then their totals decide.
    """
    if table.phase != "over":
        return None
    sheet = score_sheet(table)
    winners = [leader(table, field.place) for field in table.fields]
    strength = {
        score.seat: (winners.count(score.seat) >= BATTLEFIELDS_TO_WIN, score.total)
        for score in sheet
    }
    ranks = [
        [seat for seat, value in strength.items() if value == level]
        for level in sorted(set(strength.values()), reverse=True)
    ]
    ended_early = table.round < table.last_round
    return Outcome(ranks, sheet, "limit" if ended_early else "finished")


def score_sheet(table: EmpyreanTable) -> list[Score]:
    """Each player's current Might on each battlefield."""
    return [_score(table, player.seat) for player in table.players] if table.fields else []


def _score(table: EmpyreanTable, seat: int) -> Score:
    lines = [
        ScoreLine("battlefield", might_here(table, seat, field.place), {"place": field.card})
        for field in table.fields
    ]
    return Score(seat, sum(line.points for line in lines), lines)
