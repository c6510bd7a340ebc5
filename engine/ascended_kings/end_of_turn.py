"""The end of a turn: discard down to five."""

from __future__ import annotations

from functools import cache

from engine.ascended_kings.box import MAX_HAND_AT_END_OF_TURN
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.decks import discard_from_hand
from engine.ascended_kings.instants import Move, open_point
from engine.ascended_kings.table import Character, KingsTable
from engine.core.script import Option


async def end_actions(table: KingsTable, me: Character, _: None) -> None:
    """No more actions: discard down to five, then the turn is over."""
    table.phase = "discard"
    if len(me.hand) <= MAX_HAND_AT_END_OF_TURN:
        end_turn(table)


async def discard_down(table: KingsTable) -> None:
    """Use or discard a card while there are more than five."""
    me = table.me
    options = [_discard(card) for card in me.hand]
    lowest = min(me.hand, key=lambda card: CARDS[card].level)
    await open_point(table, "discard", options, default=f"discard:{lowest}")
    if len(me.hand) <= MAX_HAND_AT_END_OF_TURN:
        end_turn(table)


@cache
def _discard(card: str) -> Move:
    return Option(f"discard:{card}", (discard_one, card), (f"card:{card}",), kind="discard")


async def discard_one(table: KingsTable, me: Character, card: str) -> None:
    """Discard a card without effect."""
    if card in me.hand:
        discard_from_hand(table, me, card)
        table.tell("discarded", affects=(me.seat,), seat=me.seat, cards=[card])


def end_turn(table: KingsTable) -> None:
    """The active player is in the Defensive State again; the dead return next."""
    table.phase = "returns"
