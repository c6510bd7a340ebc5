"""The ten monuments, 4 Gold each."""

from __future__ import annotations

from engine.res_arcana.card import monument
from engine.res_arcana.collect import collect_all, collect_any
from engine.res_arcana.costs import TURN, pay
from engine.res_arcana.decks import draw, look
from engine.res_arcana.powers import on_claim, power, react
from engine.res_arcana.reactions import LIFE_LOSS, VICTORY_CHECK
from engine.res_arcana.verbs import gain, gain_any, put_here
from engine.res_arcana.victory import temporary_points

monument(
    "colossus",
    "Colossus",
    points=2,
    powers=[
        power(
            "Turn this card, pay 1 of any: put 1 Gold on this.", TURN + pay(any=1), put_here(gold=1)
        )
    ],
)
monument(
    "golden_statue",
    "Golden Statue",
    points=1,
    powers=[
        react(
            "React to a victory check, turn this card, pay 3 Gold: 3 more points for this check.",
            VICTORY_CHECK,
            TURN + pay(gold=3),
            temporary_points(3),
        )
    ],
)
monument("great_pyramid", "Great Pyramid", points=3)
monument(
    "hanging_gardens",
    "Hanging Gardens",
    points=1,
    abilities=[collect_any("Collect 3 of any but Gold.", 3)],
)
monument(
    "library",
    "Library",
    points=1,
    powers=[power("Turn this card: draw a card.", TURN, draw(1))],
)
monument(
    "mausoleum",
    "Mausoleum",
    points=2,
    powers=[power("Pay 1 of any: put 1 Death on this.", pay(any=1), put_here(death=1))],
)
monument(
    "obelisk",
    "Obelisk",
    points=1,
    powers=[on_claim("As you claim this, gain 6 of any but Gold.", gain_any(6))],
)
monument(
    "oracle",
    "Oracle",
    points=2,
    powers=[
        power(
            "Turn this card: look at the top 3 cards of your deck or of the monument deck, and put "
            "them back in any order.",
            TURN,
            look(3),
        )
    ],
)
monument(
    "solomons_mine",
    "Solomon's Mine",
    points=1,
    powers=[power("Turn this card: gain 1 Gold.", TURN, gain(gold=1))],
)
monument(
    "temple",
    "Temple",
    points=2,
    abilities=[collect_all("Collect 1 Life.", life=1)],
    powers=[react("React to Life loss, turn this card: ignore it.", LIFE_LOSS, TURN)],
)
