"""Features: numbers that predict which seat will win, from public facts and its own hand.

What matters changes on the way to ten points: `pace` is the share of them that the leader has.
"""

from __future__ import annotations

from engine.res_arcana.appraisal import POINT, PROMISE, prospects
from engine.res_arcana.card import CARDS
from engine.res_arcana.essences import GOLD
from engine.res_arcana.table import Player, ResArcanaTable
from engine.res_arcana.victory import TO_WIN, points

Features = dict[str, float]

CLOSE = TO_WIN - 4
"""Each point beyond this many counts extra."""
HALF_WIN = 0.5
"""What a half win in a match of several games is worth, in points: between equal players, the
winner of the first of three games wins three matches out of four.
"""


def features(table: ResArcanaTable) -> list[Features]:
    """By seat. Between two games of a match only the games count."""
    if table.ended:
        return [{"appraise": _games(table, player)} for player in table.players]
    scored = [points(table, player) for player in table.players]
    pace = min(1.0, max(scored) / TO_WIN)
    return [_of(table, player, scored[player.seat], pace) for player in table.players]


def _games(table: ResArcanaTable, player: Player) -> float:
    """R61: half wins of a match of several games."""
    return HALF_WIN * table.scores[player.seat] if table.scores else 0.0


def _of(table: ResArcanaTable, player: Player, own: int, pace: float) -> Features:
    worth = (prospects(table, player) + sum(PROMISE[id] for id in player.hand) / 5) / POINT
    early = 1 - pace
    income = sum(len(CARDS[id].collects) for id in player.cards)
    return {
        "appraise": worth + _games(table, player),
        "points x pace": own * pace,
        "close": max(0, own - CLOSE),
        "enough": own >= TO_WIN,
        "prospects, early": (worth - own) * early,
        "income, early": income * early,
        "gold": player.pool[GOLD],
        "stored": sum(sum(held.essences.values()) for held in player.cards.values()),
        "cards": len(player.hand),
        "in play": len(player.cards),
        "may act": not player.passed,
        "token": table.first == player.seat,
    }
