"""Box: the cards and wares of the game."""

from __future__ import annotations

from engine.core.game import Component
from engine.core.language import Translate, in_english

CARDS = 60
"""Cards are the numbers from 1 to 60, each once."""
HAND = 5
"""Cards in a hand."""
STALL = 2
"""Wares on offer in a round."""
COPIES = 4
"""Copies of each ware."""
VALUES = {"lantern": 1, "tea": 2, "silk": 3, "spice": 4, "jade": 5}
"""The points of each ware."""
MAX_ROUNDS = COPIES * len(VALUES) - STALL + 1
"""A round takes one ware off the stall."""
NAMES = {"lantern": "Lantern", "tea": "Tea", "silk": "Silk", "spice": "Spice", "jade": "Jade"}


def components(translate: Translate = in_english) -> list[Component]:
    """Every card and ware, as the gallery shows them."""
    cards = [
        Component(id=f"c{card}", name=str(card), kind="card", facts={"value": card})
        for card in range(1, CARDS + 1)
    ]
    wares = [
        Component(
            id=ware,
            name=translate(f"name.{ware}", NAMES[ware]),
            kind="ware",
            text=translate("ware.text", "Scores its value at the end."),
            facts={"value": value, "copies": COPIES},
        )
        for ware, value in VALUES.items()
    ]
    return cards + wares
