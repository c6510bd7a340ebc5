"""Passing: the First Player token, another magic item, a card."""

from __future__ import annotations

from engine.core.script import Option, choose
from engine.res_arcana.decks import draw_cards
from engine.res_arcana.table import InPlay, Player, ResArcanaTable


async def pass_round(table: ResArcanaTable, player: Player) -> None:
    """R41: the first to pass takes the token; then swap the magic item; then draw a card."""
    if not any(other.passed for other in table.players):
        table.first = player.seat
        table.tell("took_token", affects=(player.seat,), seat=player.seat)
    player.passed = True
    table.tell("passed", affects=(player.seat,), seat=player.seat)
    await swap_item(table, player)
    draw_cards(table, player, 1)


async def swap_item(table: ResArcanaTable, player: Player) -> None:
    """R42: swap it for a different one; the old one returns to the centre, empty and straight.

    R43: there is always one, and it is not used before the next round.
    """
    old = player.item
    id = await choose(player.seat, "swap_item", item_options(table), public=True, card=old)
    del player.cards[old]
    table.items.append(old)
    take_item(table, player, id)
    table.tell("swapped_item", affects=(player.seat,), seat=player.seat, card=id, old=old)


def item_options(table: ResArcanaTable) -> list[Option[str]]:
    """The magic items in the centre."""
    return [Option(f"item:{id}", id, (f"card:{id}",)) for id in table.items]


def take_item(table: ResArcanaTable, player: Player, id: str) -> None:
    """Take a magic item from the centre."""
    table.items.remove(id)
    player.item = id
    player.cards[id] = InPlay(id)
