"""The ten mages."""

from __future__ import annotations

from engine.res_arcana.card import ARTIFACT, CREATURE, mage
from engine.res_arcana.collect import collect_all, collect_one
from engine.res_arcana.costs import TURN, pay
from engine.res_arcana.decks import draw, look
from engine.res_arcana.discounts import discount
from engine.res_arcana.essences import CALM, DEATH, LIFE
from engine.res_arcana.powers import power, react
from engine.res_arcana.reactions import LIFE_LOSS
from engine.res_arcana.verbs import gain, gain_any, put_here, straighten

mage(
    "alchemist",
    "Alchemist",
    starter=3,
    powers=[
        power("Turn this card, pay 4 of any: gain 2 Gold.", TURN + pay(any=4), gain(gold=2)),
        power("Turn this card: gain 1 of any but Gold.", TURN, gain_any(1)),
    ],
)
mage(
    "artificer",
    "Artificer",
    abilities=[
        discount("You place artifacts for 1 less, but not less Gold.", 1, on=ARTIFACT, gold=False)
    ],
)
mage(
    "druid",
    "Druid",
    abilities=[collect_all("Collect 1 Life.", life=1)],
    powers=[power("Turn this card: straighten a Creature.", TURN, straighten(CREATURE))],
)
mage(
    "duelist",
    "Duelist",
    starter=1,
    abilities=[collect_all("Collect 1 Elan.", elan=1)],
    powers=[
        power(
            "Turn this card, pay 1 Death: put 1 Gold on this.",
            TURN + pay(death=1),
            put_here(gold=1),
        )
    ],
)
mage(
    "healer",
    "Healer",
    abilities=[collect_one("Collect 1 Calm or 1 Life.", CALM, LIFE)],
    powers=[react("React to Life loss, turn this card: ignore it.", LIFE_LOSS, TURN)],
)
mage(
    "necromancer",
    "Necromancer",
    abilities=[collect_all("Collect 1 Death.", death=1)],
    powers=[
        power(
            "Turn this card, pay 2 Life: put 3 Death on this.",
            TURN + pay(life=2),
            put_here(death=3),
        )
    ],
)
mage(
    "scholar",
    "Scholar",
    powers=[power("Turn this card, pay 1 of any: draw a card.", TURN + pay(any=1), draw(1))],
)
mage(
    "seer",
    "Seer",
    starter=2,
    abilities=[collect_all("Collect 1 Calm.", calm=1)],
    powers=[
        power(
            "Turn this card: look at the top 3 cards of your deck or of the monument deck, and put "
            "them back in any order.",
            TURN,
            look(3),
        )
    ],
)
mage(
    "transmuter",
    "Transmuter",
    starter=4,
    powers=[
        power(
            "Turn this card, pay 2 of any: gain 3 of any but Gold.", TURN + pay(any=2), gain_any(3)
        )
    ],
)
mage(
    "witch",
    "Witch",
    abilities=[collect_one("Collect 1 Life or 1 Death.", LIFE, DEATH)],
    powers=[
        power(
            "Turn this card, pay 2 of any: straighten a component.", TURN + pay(any=2), straighten()
        )
    ],
)
