"""The eight magic items."""

from __future__ import annotations

from engine.res_arcana.card import magic_item
from engine.res_arcana.collect import collect_one
from engine.res_arcana.costs import TURN, pay
from engine.res_arcana.decks import draw, draw_then_discard
from engine.res_arcana.essences import CALM, DEATH, ELAN, LIFE
from engine.res_arcana.powers import power, react
from engine.res_arcana.reactions import LIFE_LOSS
from engine.res_arcana.verbs import gain, gain_any, straighten

magic_item(
    "alchemy",
    "Alchemy",
    powers=[power("Turn this card, pay 4 of any: gain 2 Gold.", TURN + pay(any=4), gain(gold=2))],
)
magic_item(
    "calm_elan", "Calm / Elan", abilities=[collect_one("Collect 1 Calm or 1 Elan.", CALM, ELAN)]
)
magic_item(
    "death_life", "Death / Life", abilities=[collect_one("Collect 1 Death or 1 Life.", DEATH, LIFE)]
)
magic_item(
    "divination",
    "Divination",
    powers=[power("Turn this card: draw 3 cards, then discard 3.", TURN, draw_then_discard(3))],
)
magic_item(
    "protection",
    "Protection",
    powers=[react("React to Life loss, turn this card: ignore it.", LIFE_LOSS, TURN)],
)
magic_item(
    "reanimate",
    "Reanimate",
    powers=[
        power(
            "Turn this card, pay 1 of any: straighten a component.", TURN + pay(any=1), straighten()
        )
    ],
)
magic_item(
    "research",
    "Research",
    powers=[power("Turn this card, pay 1 of any: draw a card.", TURN + pay(any=1), draw(1))],
)
magic_item(
    "transmutation",
    "Transmutation",
    powers=[
        power(
            "Turn this card, pay 3 of any: gain 3 of any but Gold.", TURN + pay(any=3), gain_any(3)
        )
    ],
)
