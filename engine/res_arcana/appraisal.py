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

POINT: Final = 100
ESSENCE: Final = 8
GOLDEN: Final = 16
STORED: Final = 6
"""An essence on a component, which may be taken later."""
INCOME: Final = 24
"""An ability of the Collect step."""
POWER: Final = 12
PLACE: Final = 120
"""Beyond its points: a Place of Power yields more of them, and so does being close to one."""
CARD: Final = 10
PASSED: Final = -20
"""A player who has not passed can usually still do something."""
TOKEN: Final = -70
"""The First Player token is a point that goes away again."""
WON: Final = 100_000


def appraise(table: ResArcanaTable, seat: int) -> int:
    """The seat's prospects, less a share of its best rival's."""
    own = table.players[seat]
    best = max(prospects(table, rival) for rival in table.rivals(own))
    worth = prospects(table, own) - best // 3
    worth += sum(PROMISE[id] // 5 for id in own.hand)
    if table.ended:
        worth += WON if seat in leaders(table) else -WON
    return worth


def prospects(table: ResArcanaTable, player: Player) -> int:
    """A player's points so far and still to expect, by public facts."""
    scored = points(table, player)
    worth = POINT * scored + _pool(player.pool) + near(table, player)
    for id, component in player.cards.items():
        worth += PROMISE[id]
        if component.essences:
            worth += STORED * sum(component.essences.values())
    worth += CARD * len(player.hand)
    if player.passed:
        worth += PASSED
    if table.first == player.seat and scored < table.options.goal:
        worth += TOKEN
    return worth


def near(table: ResArcanaTable, player: Player) -> int:
    """How close the pool is to paying for the most affordable Place of Power."""
    return max((_share(player.pool, CARDS[id]) for id in table.places), default=0)


def _share(pool: Essences, card: Card) -> int:
    payable = 0
    for kind, n in card.cost.items():
        payable += n if n < pool[kind] else pool[kind]
    return PLACE * payable * payable // (card.value * card.value)


def _pool(pool: Essences) -> int:
    return ESSENCE * sum(pool.values()) + (GOLDEN - ESSENCE) * pool[GOLD]


def _promise(card: Card) -> int:
    """The worth of a component in play beyond its points."""
    powers = sum(POWER for power in card.powers if power.kind == "action")
    worth = INCOME * len(card.collects) + POWER * len(card.discounts) + powers
    if card.kind == "place_of_power":
        worth += PLACE
    return worth + ESSENCE * card.value * (card.kind != "monument") // 2


PROMISE: Final = {card.id: _promise(card) for card in CARDS.values()}
