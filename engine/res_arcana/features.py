"""Features: numbers that predict which seat will win, from public facts and its own hand.

What matters changes on the way to the goal: `pace` is the share of its points that the leader has.
"""

from __future__ import annotations

from engine.res_arcana.appraisal import EXPECTED_WORTH, POINT_WORTH, prospects
from engine.res_arcana.card import CARDS
from engine.res_arcana.essences import GOLD
from engine.res_arcana.table import Player, ResArcanaTable
from engine.res_arcana.victory import points

Features = dict[str, float]

CLOSE_TO_GOAL_POINTS = 4
"""Within this many points of the goal, each point counts extra."""
HALF_WIN = 0.5
"""What a half win in a match of several games is worth, in points: between equal players, the
winner of the first of three games wins three matches out of four.
"""


def features(table: ResArcanaTable) -> list[Features]:
    """By seat. Between two games of a match only the games count."""
    if table.ended:
        return [{"appraise": _games(table, player)} for player in table.players]
    scored = [points(table, player) for player in table.players]
    pace = min(1.0, max(scored) / table.options.goal)
    return [_seat_features(table, player, scored[player.seat], pace) for player in table.players]


def _games(table: ResArcanaTable, player: Player) -> float:
    """R61: half wins of a match of several games."""
    return HALF_WIN * table.scores[player.seat] if table.scores else 0.0


def _seat_features(table: ResArcanaTable, player: Player, own: int, pace: float) -> Features:
    worth = (
        prospects(table, player) + sum(EXPECTED_WORTH[id] for id in player.hand) / 5
    ) / POINT_WORTH
    early, goal = 1 - pace, table.options.goal
    income = sum(len(CARDS[id].collects) for id in player.cards)
    return {
        "appraise": worth + _games(table, player),
        "points x pace": own * pace,
        "close": max(0, own - (goal - CLOSE_TO_GOAL_POINTS)),
        "enough": own >= goal,
        "prospects, early": (worth - own) * early,
        "income, early": income * early,
        "gold": player.pool[GOLD],
        "stored": sum(sum(component.essences.values()) for component in player.cards.values()),
        "cards": len(player.hand),
        "in play": len(player.cards),
        "may act": not player.passed,
        "token": table.first == player.seat,
    }
