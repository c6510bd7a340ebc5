"""Placing artifacts, claiming monuments and Places of Power."""

from __future__ import annotations

from typing import Any

from engine.core.script import Option, choose
from engine.res_arcana import supply
from engine.res_arcana.card import ARTIFACT, CARDS, Card
from engine.res_arcana.costs import FREE, Cost
from engine.res_arcana.decks import pop_monument
from engine.res_arcana.discounts import TotalDiscount, affordable, discounts_for, pay_placement
from engine.res_arcana.paying import leave_hand
from engine.res_arcana.powers import may_be_idle, use
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.types import Effect, Use

NOTHING = "nothing"
TOP = "top"


async def place_from_hand(table: ResArcanaTable, player: Player, id: str) -> None:
    """Place an artifact from hand in front of you, and pay its cost."""
    card = CARDS[id]
    discount = discounts_for(player, card)
    leave_hand(player, id)
    put_in_play(table, player, id)
    await pay_placement(table, player, card, discount)


def put_in_play(table: ResArcanaTable, player: Player, id: str) -> None:
    """R24: a placed component is straightened and empty."""
    player.cards[id] = InPlay(id)
    table.tell("placed", affects=(player.seat,), seat=player.seat, card=id)


# -- powers that place


def place_one_from_hand(tag: str, discount: TotalDiscount | None) -> Effect:
    """Place an artifact with that tag from hand at a discount, or free (None)."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        player = use.player
        playable = [
            id for id in player.hand if tag in CARDS[id].tags and can_pay(player, id, discount)
        ]
        options = [placement_option(player, id, discount) for id in playable]
        options.append(Option(NOTHING, NOTHING, kind="waste"))  # R5
        id = await choose(player.seat, "place", options, default=NOTHING, card=use.component.id)
        if id != NOTHING:
            leave_hand(player, id)
            await _place(table, player, id, discount)
        else:
            table.tell("no_effect", card=use.component.id)

    def idle(table: ResArcanaTable, player: Player, component: InPlay, cost: Cost) -> bool:
        return not any(
            tag in CARDS[id].tags and can_pay(player, id, discount, cost) for id in player.hand
        )

    return may_be_idle(effect, idle)


def place_one_from_discards(tag: str, discount: TotalDiscount, rivals: bool = False) -> Effect:
    """Place an artifact with that tag from one's own (or any) discards at a discount.

    R26: without its owner's consent, and it is yours from then on.
    """

    def tagged(piles: list[Player]) -> list[str]:
        discards = [id for owner in piles for id in owner.discards]
        return [id for id in discards if tag == ARTIFACT or tag in CARDS[id].tags]

    async def effect(table: ResArcanaTable, use: Use) -> None:
        player = use.player
        piles = table.clockwise(player.seat) if rivals else [player]
        playable = [id for id in tagged(piles) if can_pay(player, id, discount)]
        options = [placement_option(player, id, discount) for id in playable]
        options.append(Option(NOTHING, NOTHING, kind="waste"))  # R5
        id = await choose(
            player.seat, "place", options, public=True, default=NOTHING, card=use.component.id
        )
        if id != NOTHING:
            next(owner for owner in piles if id in owner.discards).discards.remove(id)
            await _place(table, player, id, discount)
        else:
            table.tell("no_effect", card=use.component.id)

    def idle(table: ResArcanaTable, player: Player, component: InPlay, cost: Cost) -> bool:
        piles = table.players if rivals else [player]
        return not any(can_pay(player, id, discount, cost) for id in tagged(piles))

    return may_be_idle(effect, idle)


def can_pay(player: Player, id: str, discount: TotalDiscount | None, besides: Cost = FREE) -> bool:
    """Whether the player can place the card with a power's discount (None: for free), and pay
    another cost before.
    """
    if discount is None:
        return True
    card = CARDS[id]
    pool = {kind: n - besides.essences.get(kind, 0) for kind, n in player.pool.items()}
    return affordable(pool, card, discounts_for(player, card, discount), besides.any)


def placement_option(player: Player, id: str, discount: TotalDiscount | None) -> Option[str]:
    """A card to be placed by a power, with its cost now."""
    card = CARDS[id]
    args: dict[str, Any] = {"pool": {}}
    if discount is not None:
        args = placement_args(card, discounts_for(player, card, discount).droppable(card))
    return Option(f"place:{id}", id, (f"card:{id}",), "place_less" if "n" in args else "", args)


def placement_args(card: Card, dropped: int) -> dict[str, Any]:
    """The cost of placing a card without `dropped` essences, as an option words it."""
    if dropped == card.value:
        return {"pool": {}}
    return {"pool": card.price, "n": dropped} if dropped else {"pool": card.price}


async def _place(
    table: ResArcanaTable, player: Player, id: str, discount: TotalDiscount | None
) -> None:
    card = CARDS[id]
    total_discount = None if discount is None else discounts_for(player, card, discount)
    put_in_play(table, player, id)
    if total_discount is not None:
        await pay_placement(table, player, card, total_discount)


# -- claiming


async def claim_place(table: ResArcanaTable, player: Player, id: str) -> None:
    """Claim a Place of Power from the centre. R23: no discount applies."""
    table.places.remove(id)
    _put_claimed(table, player, id)


async def claim_monument(table: ResArcanaTable, player: Player, id: str) -> None:
    """R25: claim a monument on display; its effect comes before the display is refilled."""
    table.display.remove(id)
    _put_claimed(table, player, id)
    await _on_claim(table, player, id)
    if table.monuments:
        fresh = pop_monument(table)
        table.display.append(fresh)
        table.tell("refilled", card=fresh)


async def claim_top(table: ResArcanaTable, player: Player) -> None:
    """R25: claim the top card of the monument deck, unseen."""
    id = pop_monument(table)
    _put_claimed(table, player, id)
    await _on_claim(table, player, id)


def _put_claimed(table: ResArcanaTable, player: Player, id: str) -> None:
    player.cards[id] = InPlay(id)
    table.tell("claimed", affects=(player.seat,), seat=player.seat, card=id)
    supply.pay(table, player, CARDS[id].cost, id)


async def _on_claim(table: ResArcanaTable, player: Player, id: str) -> None:
    for power in CARDS[id].powers:
        if power.kind == "claim":
            await use(table, player, id, power)
