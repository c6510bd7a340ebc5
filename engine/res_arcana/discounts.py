"""Discounts: R20-R23. They add up, never take a cost below 0, and affect artifacts alone."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.script import mix
from engine.res_arcana import supply
from engine.res_arcana.card import DISCOUNTERS, Card, Discount
from engine.res_arcana.essences import GOLD, Essences
from engine.res_arcana.table import Player, ResArcanaTable

ANY = "any"


def discount(text: str, amount: int, on: str, gold: bool = True) -> Discount:
    """`amount` essences less to place an artifact (or one with that tag); optionally not Gold."""
    return Discount(text, amount, on, gold)


@dataclass(frozen=True, slots=True)
class TotalDiscount:
    """How many essences may be dropped: `free` of any kind, `not_gold` of any but Gold."""

    free: int = 0
    not_gold: int = 0

    def droppable(self, card: Card) -> int:
        """How many essences are dropped from the card's cost; any excess is lost (R20)."""
        gold = card.cost.get(GOLD, 0)
        return min(self.free + self.not_gold, card.value - gold + min(gold, self.free))


NO_DISCOUNT = TotalDiscount()


def discounts_for(player: Player, card: Card, power: TotalDiscount = NO_DISCOUNT) -> TotalDiscount:
    """The player's discounts for the card. R21: turned sources too, never the card itself; R22: on
    top of a power's own discount.
    """
    free, not_gold = power.free, power.not_gold
    for source in DISCOUNTERS:
        if source.id in player.cards and source is not card:
            for discount in source.discounts:
                if discount.touches(card):
                    free += discount.amount * discount.gold
                    not_gold += discount.amount * (not discount.gold)
    return TotalDiscount(free, not_gold)


def affordable(pool: Essences, card: Card, total: TotalDiscount, besides: int = 0) -> bool:
    """Whether the pool pays the card's cost, with the best essences dropped, and `besides` essences
    of any kinds.
    """
    if sum(pool.values()) < card.value - total.droppable(card) + besides:
        return False
    missing = _short(pool, card)
    gold = missing.get(GOLD, 0)
    return gold <= total.free and sum(missing.values()) <= total.free + total.not_gold


def _short(pool: Essences, card: Card) -> Essences:
    """What the pool lacks of the kinds that the cost names."""
    return {kind: n - pool[kind] for kind, n in card.cost.items() if pool[kind] < n}


async def pay_placement(
    table: ResArcanaTable, player: Player, card: Card, total: TotalDiscount
) -> None:
    """Pay an affordable card's cost; the payer chooses the dropped essences and the "any" part."""
    dropped = await _drop(player, card, total)
    fixed = {kind: n - dropped.get(kind, 0) for kind, n in card.cost.items()}
    any_cost = card.any - dropped.get(ANY, 0)
    payment = {kind: n for kind, n in fixed.items() if n}
    if any_cost:
        limits = {kind: n - fixed.get(kind, 0) for kind, n in player.pool.items()}
        extra = await mix(
            player.seat, "pay_any", limits, any_cost, public=True, n=any_cost, card=card.id
        )
        payment = {kind: payment.get(kind, 0) + extra.get(kind, 0) for kind in player.pool}
    supply.pay(table, player, {kind: n for kind, n in payment.items() if n}, card.id)


async def _drop(player: Player, card: Card, total: TotalDiscount) -> Essences:
    """The dropped part of the cost: first what the pool lacks, then the payer's choice (R20)."""
    remaining = total.droppable(card)
    if not remaining:
        return {}
    dropped = _short(player.pool, card)
    remaining -= sum(dropped.values())
    limits = {kind: n - dropped.get(kind, 0) for kind, n in card.cost.items()}
    if GOLD in limits:
        limits[GOLD] = min(limits[GOLD], total.free - dropped.get(GOLD, 0))
    if card.any:
        limits[ANY] = card.any
    choice = await mix(
        player.seat, "drop", limits, remaining, public=True, n=remaining, card=card.id
    )
    return {kind: dropped.get(kind, 0) + choice.get(kind, 0) for kind in {**dropped, **choice}}
