"""Every card of the box; importing this module declares them."""

from __future__ import annotations

from engine.ascended_kings.card import CARDS, Card
from engine.ascended_kings.cards import aria, dire, egis, pyre, special, ylem

FILES = (aria, egis, pyre, dire, ylem, special)
"""The modules that declare the cards."""


def deck(revenant: bool) -> list[Card]:
    """The 52 cards of a deck, in the order of these files."""
    return [card for card in CARDS.values() if card.revenant == revenant]
