"""Appraisal: how good a table looks to a seat, for the `greedy` bot, in hundredths of a point.

Points are what counts; essences, cards and a nearly affordable place are worth what they contribute
to points. Uses only public facts and the seat's own hand.
"""

from __future__ import annotations

from typing import Final

from engine.res_arcana.card import CARDS, Card
from engine.res_arcana.essences import GOLD, Essences
from engine.res_arcana.table import Player, ResArcanaTable
from engine.res_arcana.victory import leaders, points

POINT_WORTH: Final = 100
ESSENCE_WORTH: Final = 8
GOLD_WORTH: Final = 16
STORED_ESSENCE_WORTH: Final = 6
"""An essence on a component, which may be taken later."""
INCOME_WORTH: Final = 24
"""An ability of the Collect step."""
POWER_WORTH: Final = 12
PLACE_WORTH: Final = 120
"""Beyond its points: a Place of Power yields more of them, and so does being close to one."""
CARD_WORTH: Final = 10
PASSED_WORTH: Final = -20
"""A player who has not passed can usually still do something."""
TOKEN_WORTH: Final = -70
"""The First Player token is a point that goes away again."""
WIN_WORTH: Final = 100_000


def appraise(table: ResArcanaTable, seat: int) -> int:
    """The seat's prospects, less a share of its best rival's."""
    own = table.players[seat]
    best = max(prospects(table, rival) for rival in table.rivals(own))
    worth = prospects(table, own) - best // 3
    worth += sum(EXPECTED_WORTH[id] // 5 for id in own.hand)
    if table.ended:
        worth += WIN_WORTH if seat in leaders(table) else -WIN_WORTH
    return worth


def prospects(table: ResArcanaTable, player: Player) -> int:
    """A player's points so far and still to expect, by public facts."""
    scored = points(table, player)
    worth = POINT_WORTH * scored + _pool(player.pool) + place_nearness(table, player)
    for id, component in player.cards.items():
        worth += EXPECTED_WORTH[id]
        if component.essences:
            worth += STORED_ESSENCE_WORTH * sum(component.essences.values())
    worth += CARD_WORTH * len(player.hand)
    if player.passed:
        worth += PASSED_WORTH
    if table.first == player.seat and scored < table.options.goal:
        worth += TOKEN_WORTH
    return worth


def place_nearness(table: ResArcanaTable, player: Player) -> int:
    """How close the pool is to paying for the most affordable Place of Power."""
    return max((_share(player.pool, CARDS[id]) for id in table.places), default=0)


def _share(pool: Essences, card: Card) -> int:
    payable = 0
    for kind, n in card.cost.items():
        payable += n if n < pool[kind] else pool[kind]
    return PLACE_WORTH * payable * payable // (card.value * card.value)


def _pool(pool: Essences) -> int:
    return ESSENCE_WORTH * sum(pool.values()) + (GOLD_WORTH - ESSENCE_WORTH) * pool[GOLD]


def _expected_worth(card: Card) -> int:
    """The worth of a component in play beyond its points."""
    powers = sum(POWER_WORTH for power in card.powers if power.kind == "action")
    worth = INCOME_WORTH * len(card.collects) + POWER_WORTH * len(card.discounts) + powers
    if card.kind == "place_of_power":
        worth += PLACE_WORTH
    return worth + ESSENCE_WORTH * card.value * (card.kind != "monument") // 2


EXPECTED_WORTH: Final = {card.id: _expected_worth(card) for card in CARDS.values()}
