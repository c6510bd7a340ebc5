"""The artifacts from Athanor to Fountain of Youth."""

from __future__ import annotations

from engine.res_arcana.card import ARTIFACT, CREATURE, DRAGON, artifact, printed
from engine.res_arcana.collect import collect_all, collect_any
from engine.res_arcana.costs import (
    TURN,
    X_ALIKE,
    an_artifact,
    another_artifact,
    destroy,
    itself,
    pay,
    remove,
)
from engine.res_arcana.decks import draw
from engine.res_arcana.discounts import TotalDiscount, discount
from engine.res_arcana.essences import DEATH, GOLD, LIFE
from engine.res_arcana.life_loss import life_loss
from engine.res_arcana.placing import place_one_from_discards, place_one_from_hand
from engine.res_arcana.powers import power, react
from engine.res_arcana.reactions import DRAGON_POWER, LIFE_LOSS
from engine.res_arcana.verbs import (
    gain,
    gain_its_value,
    gain_x,
    put_any_here,
    put_here,
    rivals_gain,
    straighten,
)

artifact(
    "athanor",
    "Athanor",
    cost=printed(gold=1, elan=1),
    powers=[
        power(
            "Turn this card, pay 1 Elan: put 2 Elan on this.", TURN + pay(elan=1), put_here(elan=2)
        ),
        power(
            "Turn this card, remove 6 Elan from this, pay any number of one essence: gain as "
            "much Gold.",
            TURN + remove(elan=6) + X_ALIKE,
            gain_x(GOLD),
        ),
    ],
)
artifact(
    "bone_dragon",
    "Bone Dragon",
    cost=printed(death=4, life=1),
    tags=[DRAGON],
    points=1,
    powers=[
        power(
            "Turn this card: each rival loses 2 Life, or pays 1 Death to ignore it.",
            TURN,
            life_loss(2, ignored_by=pay(death=1)),
        )
    ],
)
artifact(
    "celestial_horse",
    "Celestial Horse",
    cost=printed(calm=2, elan=1),
    tags=[CREATURE],
    starter=3,
    abilities=[collect_any("Collect 2 of any but Gold and Death.", 2, without=(GOLD, DEATH))],
)
artifact(
    "chalice_of_fire",
    "Chalice of Fire",
    cost=printed(gold=1, elan=1),
    abilities=[collect_all("Collect 2 Elan.", elan=2)],
    powers=[
        power(
            "Turn this card, pay 1 Elan: straighten a component.", TURN + pay(elan=1), straighten()
        )
    ],
)
artifact(
    "chalice_of_life",
    "Chalice of Life",
    cost=printed(gold=1, life=1, calm=1),
    starter=2,
    abilities=[collect_all("Collect 1 Calm and 1 Life.", calm=1, life=1)],
    powers=[
        power("Pay 2 Calm: put 2 Calm and 1 Life on this.", pay(calm=2), put_here(calm=2, life=1)),
        react("React to Life loss, turn this card: ignore it.", LIFE_LOSS, TURN),
    ],
)
artifact(
    "corrupt_altar",
    "Corrupt Altar",
    cost=printed(any=3, death=2),
    abilities=[collect_all("Collect 1 Life and 1 Death.", life=1, death=1)],
    powers=[
        power("Pay 2 Life: put 3 Elan on this.", pay(life=2), put_here(elan=3)),
        power(
            "Turn this card, destroy one of your artifacts: gain as many essences as its cost and "
            "2 more, any but Gold.",
            TURN + destroy(an_artifact),
            gain_its_value(plus=2),
        ),
    ],
)
artifact(
    "crypt",
    "Crypt",
    cost=printed(any=3, death=2),
    powers=[
        power("Turn this card: gain 2 Death.", TURN, gain(death=2)),
        power(
            "Turn this card, pay 1 Death: place an artifact from your discards for 2 less, but not "
            "less Gold.",
            TURN + pay(death=1),
            place_one_from_discards(ARTIFACT, TotalDiscount(not_gold=2)),
        ),
    ],
)
artifact(
    "cursed_skull",
    "Cursed Skull",
    cost=printed(death=2),
    powers=[
        power(
            "Turn this card, pay 1 Life: put 3 of any but Gold and Life on this.",
            TURN + pay(life=1),
            put_any_here(3, without=(GOLD, LIFE)),
        )
    ],
)
artifact(
    "dancing_sword",
    "Dancing Sword",
    cost=printed(gold=1, elan=1),
    starter=4,
    abilities=[collect_all("Collect 1 Death and 1 Elan.", death=1, elan=1)],
    powers=[
        react(
            "React to Life loss, pay 1 Elan: ignore it and put 1 Death on this.",
            LIFE_LOSS,
            pay(elan=1),
            put_here(death=1),
        )
    ],
)
artifact(
    "dragon_bridle",
    "Dragon Bridle",
    cost=printed(elan=1, life=1, calm=1, death=1),
    points=1,
    abilities=[discount("You place Dragons for 3 less.", 3, on=DRAGON)],
    powers=[react("React to a Dragon's power, turn this card: ignore it.", DRAGON_POWER, TURN)],
)
artifact(
    "dragon_egg",
    "Dragon Egg",
    cost=printed(gold=1),
    points=1,
    powers=[
        power(
            "Destroy this card: place a Dragon from hand for 4 less.",
            destroy(itself),
            place_one_from_hand(DRAGON, TotalDiscount(free=4)),
        )
    ],
)
artifact(
    "dragon_teeth",
    "Dragon Teeth",
    cost=printed(elan=1, death=1),
    starter=1,
    powers=[
        power("Pay 2 Elan: put 3 Elan on this.", pay(elan=2), put_here(elan=3)),
        power(
            "Turn this card, pay 3 Elan: place a Dragon from hand for free.",
            TURN + pay(elan=3),
            place_one_from_hand(DRAGON, None),
        ),
    ],
)
artifact(
    "dwarven_pickaxe",
    "Dwarven Pickaxe",
    cost=printed(elan=1),
    powers=[power("Turn this card, pay 1 Elan: gain 1 Gold.", TURN + pay(elan=1), gain(gold=1))],
)
artifact(
    "earth_dragon",
    "Earth Dragon",
    cost=printed(elan=4, life=3),
    tags=[DRAGON],
    points=1,
    powers=[
        power(
            "Turn this card: each rival loses 2 Life, or pays 1 Gold to ignore it.",
            TURN,
            life_loss(2, ignored_by=pay(gold=1)),
        )
    ],
)
artifact(
    "elemental_spring",
    "Elemental Spring",
    cost=printed(elan=2, life=1, calm=1),
    starter=1,
    abilities=[collect_all("Collect 1 Calm, 1 Life and 1 Elan.", calm=1, life=1, elan=1)],
    powers=[react("React to Life loss, pay 1 Calm: ignore it.", LIFE_LOSS, pay(calm=1))],
)
artifact(
    "elvish_bow",
    "Elvish Bow",
    cost=printed(elan=2, life=1),
    powers=[
        power("Turn this card: each rival loses 1 Life.", TURN, life_loss(1)),
        power("Turn this card: draw a card.", TURN, draw(1)),
    ],
)
artifact(
    "fiery_whip",
    "Fiery Whip",
    cost=printed(elan=2, death=2),
    powers=[
        power(
            "Turn this card: gain 3 Elan; each rival gains 1.",
            TURN,
            gain(elan=3),
            rivals_gain(elan=1),
        ),
        power(
            "Turn this card, destroy another of your artifacts: gain as many essences as its cost "
            "and 2 more, any but Gold.",
            TURN + destroy(another_artifact),
            gain_its_value(plus=2),
        ),
    ],
)
artifact(
    "fire_dragon",
    "Fire Dragon",
    cost=printed(elan=6),
    tags=[DRAGON],
    points=1,
    powers=[
        power(
            "Turn this card: each rival loses 2 Life, or pays 1 Calm to ignore it.",
            TURN,
            life_loss(2, ignored_by=pay(calm=1)),
        )
    ],
)
artifact(
    "flaming_pit",
    "Flaming Pit",
    cost=printed(elan=2),
    starter=2,
    abilities=[collect_all("Collect 1 Elan.", elan=1)],
    powers=[
        power(
            "Turn this card, pay 1 Life: gain 1 Elan and 1 Death.",
            TURN + pay(life=1),
            gain(elan=1, death=1),
        )
    ],
)
artifact(
    "fountain_of_youth",
    "Fountain of Youth",
    cost=printed(calm=1, death=1),
    starter=4,
    abilities=[collect_all("Collect 1 Life.", life=1)],
    powers=[
        power("Pay 2 Death: put 2 Calm and 1 Life on this.", pay(death=2), put_here(calm=2, life=1))
    ],
)
