"""Features: numbers that predict which seat will win, from public facts and its own hand.

`progress` is the share of the countdown that is over; 1 in the Omega War.
"""

from __future__ import annotations

from engine.ascended_kings.appraisal import appraise
from engine.ascended_kings.outcome import koru
from engine.ascended_kings.table import Character, KingsTable

Features = dict[str, float]

UNIT, MAX_WORTH = 100, 15.0
"""Appraisals are measured in hundreds, and more than 1500 count as 1500."""


def features(table: KingsTable) -> list[Features]:
    """By seat."""
    rounds_played, remaining = table.rounds_played, table.round
    progress = 1.0 if table.omega_war else rounds_played / max(1, rounds_played + remaining)
    return [_of(table, character, progress) for character in table.characters]


def _of(table: KingsTable, character: Character, progress: float) -> Features:
    worth = max(-MAX_WORTH, min(MAX_WORTH, appraise(table, character.seat) / UNIT))
    return {
        "appraise": worth,
        "koru x progress": koru(table, character).total * progress,
        "level": character.level,
        "level, early": character.level * (1 - progress),
        "health": character.wounds_to_death,
    }
