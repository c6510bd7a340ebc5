"""Features: numbers that predict which seat will win, from public facts and its own hand.

`progress` is the share of the countdown that is over; 1 in the Omega War.
"""

from __future__ import annotations

from engine.ascended_kings.appraisal import appraise
from engine.ascended_kings.outcome import koru
from engine.ascended_kings.table import Character, KingsTable

Features = dict[str, float]

UNIT, MOST = 100, 15.0
"""Appraisals are measured in hundreds, and more than 1500 count as 1500."""


def features(table: KingsTable) -> list[Features]:
    """By seat."""
    played, left = table.rounds_played, table.round
    progress = 1.0 if table.omega_war else played / max(1, played + left)
    return [_of(table, one, progress) for one in table.characters]


def _of(table: KingsTable, one: Character, progress: float) -> Features:
    worth = max(-MOST, min(MOST, appraise(table, one.seat) / UNIT))
    return {
        "appraise": worth,
        "koru x progress": koru(table, one).total * progress,
        "level": one.level,
        "level, early": one.level * (1 - progress),
        "health": one.to_death,
    }
