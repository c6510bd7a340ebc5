"""Resampling: redeals what is hidden from a viewer."""

from __future__ import annotations

from random import Random

from engine.battle_for_empyrean.battlefield import cost_of
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.deploy import public_essence
from engine.battle_for_empyrean.table import EmpyreanTable, Player, Unit
from engine.core.event import Viewer

MAX_FREE_COST = 3
"""Maximum Essence cost of a card Deployed for free from a hand."""


def resample(table: EmpyreanTable, viewer: Viewer, rng: Random) -> None:
    """Redeal every other player's hidden cards among their hidden places.

    Players know where all their own cards are; a shuffled deck has no order to know.
    """
    table.undrawn.sort()
    rng.shuffle(table.undrawn)
    for player in table.players:
        if player.seat != viewer:
            _redeal(table, player, rng)


def _redeal(table: EmpyreanTable, player: Player, rng: Random) -> None:
    face_down = sorted(
        (unit for row in player.rows for unit in row if not unit.revealed),
        key=lambda unit: unit.number,
    )
    piles = [player.hand, player.drafted, player.discarded, player.banished, player.bottom]
    pool = sorted(
        [*player.deck, *(card for pile in piles for card in pile), *(u.card for u in face_down)]
    )
    rng.shuffle(pool)
    _turn_down(table, player, face_down, pool)
    for pile in piles:
        pile[:] = [pool.pop() for _ in pile]
    player.deck = sorted(pool)


def _turn_down(table: EmpyreanTable, player: Player, units: list[Unit], pool: list[str]) -> None:
    """Choose face-down cards that the player can have paid for."""
    essence = public_essence(player)
    to_pay = sum(1 for unit in units if unit.paid)
    for unit in units:
        to_pay -= bool(unit.paid)
        limit = essence - to_pay if unit.paid else MAX_FREE_COST
        costs = [cost_of(table, player.seat, card, unit.place) for card in pool]
        fitting = (n for n, cost in enumerate(costs) if cost <= limit)
        free_choice = unit.from_discard and not unit.paid
        pick = 0 if free_choice else next(fitting, _cheapest(pool))
        unit.card = pool.pop(pick)
        if unit.paid:
            unit.paid = min(costs[pick], limit)
            essence -= unit.paid
    player.essence = essence


def _cheapest(pool: list[str]) -> int:
    return min(range(len(pool)), key=lambda n: CARDS[pool[n]].cost)
