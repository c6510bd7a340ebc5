"""The artifacts from Guard Dog to Windup Man."""

from __future__ import annotations

from engine.res_arcana.card import CREATURE, DRAGON, artifact, printed
from engine.res_arcana.collect import collect_all, collect_if_left, grow_if_left
from engine.res_arcana.costs import (
    DISCARD_A_CARD,
    TURN,
    X_ALIKE,
    an_artifact,
    destroy,
    itself,
    pay,
    pay_one_of,
)
from engine.res_arcana.decks import draw, look
from engine.res_arcana.essences import CALM, DEATH, ELAN, GOLD, LIFE
from engine.res_arcana.life_loss import life_loss
from engine.res_arcana.powers import power, react
from engine.res_arcana.reactions import LIFE_LOSS
from engine.res_arcana.verbs import (
    gain,
    gain_any,
    gain_as_many,
    gain_its_value,
    gain_x,
    gain_x_alike,
    put_here,
    put_paid_here,
    put_paid_on_a_component,
    rivals_gain,
    straighten_itself,
)

artifact(
    "guard_dog",
    "Guard Dog",
    cost=printed(elan=1),
    tags=[CREATURE],
    powers=[
        power(
            "Pay 1 Elan, only while turned: straighten this card.",
            pay(elan=1),
            straighten_itself,
            only_turned=True,
        ),
        react("React to Life loss, turn this card: ignore it.", LIFE_LOSS, TURN),
    ],
)
artifact(
    "hand_of_glory",
    "Hand of Glory",
    cost=printed(life=1, death=1),
    starter=1,
    powers=[
        power(
            "Turn this card: gain 2 Death; each rival gains 1.",
            TURN,
            gain(death=2),
            rivals_gain(death=1),
        )
    ],
)
artifact(
    "hawk",
    "Hawk",
    cost=printed(life=1, calm=1),
    tags=[CREATURE],
    starter=4,
    abilities=[collect_all("Collect 1 Calm.", calm=1)],
    powers=[
        power(
            "Turn this card: look at the top 3 cards of your deck or of the monument deck, and put "
            "them back in any order.",
            TURN,
            look(3),
        ),
        power("Turn this card, pay 2 Calm: draw a card.", TURN + pay(calm=2), draw(1)),
    ],
)
artifact(
    "horn_of_plenty",
    "Horn of Plenty",
    cost=printed(gold=2),
    powers=[
        power("Turn this card: gain 3 of any but Gold.", TURN, gain_any(3)),
        power("Turn this card: gain 1 Gold.", TURN, gain(gold=1)),
    ],
)
artifact(
    "hypnotic_basin",
    "Hypnotic Basin",
    cost=printed(calm=2, elan=1, death=1),
    abilities=[collect_all("Collect 2 Calm.", calm=2)],
    powers=[
        power(
            "Turn this card: gain as much Calm as one rival has Elan.",
            TURN,
            gain_as_many(CALM, as_rival_has=ELAN),
        )
    ],
)
artifact(
    "jeweled_statuette",
    "Jeweled Statuette",
    cost=printed(death=2, gold=1),
    points=1,
    powers=[
        power(
            "Turn this card: gain 3 Death; each rival gains 1.",
            TURN,
            gain(death=3),
            rivals_gain(death=1),
        ),
        power("Destroy this card: gain 2 Gold and 1 Elan.", destroy(itself), gain(gold=2, elan=1)),
    ],
)
artifact(
    "magical_shard",
    "Magical Shard",
    cost=printed(),
    starter=3,
    powers=[power("Turn this card: gain 1 of any but Gold.", TURN, gain_any(1))],
)
artifact(
    "mermaid",
    "Mermaid",
    cost=printed(life=2, calm=2),
    tags=[CREATURE],
    abilities=[collect_all("Collect 1 Calm.", calm=1)],
    powers=[
        power(
            "Turn this card, pay 1 Calm, Life or Gold: put it on one of your components.",
            TURN + pay_one_of(CALM, LIFE, GOLD),
            put_paid_on_a_component,
        )
    ],
)
artifact(
    "nightingale",
    "Nightingale",
    cost=printed(life=1, calm=1),
    tags=[CREATURE],
    points=1,
)
artifact(
    "philosophers_stone",
    "Philosopher's Stone",
    points=1,
    cost=printed(elan=2, life=2, calm=2, death=2),
    powers=[
        power(
            "Turn this card, pay 2 of any and any number of one essence: gain as much Gold as that "
            "number.",
            TURN + pay(any=2) + X_ALIKE,
            gain_x(GOLD),
        )
    ],
)
artifact(
    "prism",
    "Prism",
    cost=printed(),
    powers=[
        power(
            "Turn this card, pay 1 of any: gain 2 of any but Gold.", TURN + pay(any=1), gain_any(2)
        ),
        power(
            "Turn this card, pay any number of one essence: gain as many of another one, but "
            "not Gold.",
            TURN + X_ALIKE,
            gain_x_alike(),
        ),
    ],
)
artifact(
    "ring_of_midas",
    "Ring of Midas",
    cost=printed(life=1, gold=1),
    points=1,
    powers=[
        power("Pay 2 Life: put 1 Gold on this.", pay(life=2), put_here(gold=1)),
        power("Turn this card: put 1 Gold on this.", TURN, put_here(gold=1)),
    ],
)
artifact(
    "sacrificial_dagger",
    "Sacrificial Dagger",
    cost=printed(death=1, gold=1),
    powers=[
        power(
            "Turn this card, pay 1 Life: put 3 Death on this.",
            TURN + pay(life=1),
            put_here(death=3),
        ),
        power(
            "Destroy this card, discard a card: gain as many essences as that card's cost, any but "
            "Gold.",
            destroy(itself) + DISCARD_A_CARD,
            gain_its_value(),
        ),
    ],
)
artifact(
    "sea_serpent",
    "Sea Serpent",
    cost=printed(calm=6, life=3),
    tags=[DRAGON, CREATURE],
    points=1,
    powers=[
        power(
            "Turn this card: each rival loses 2 Life, or destroys one of his artifacts to ignore "
            "it.",
            TURN,
            life_loss(2, ignored_by=destroy(an_artifact)),
        )
    ],
)
artifact(
    "treant",
    "Treant",
    cost=printed(life=3, elan=2),
    tags=[CREATURE],
    abilities=[collect_all("Collect 2 Life.", life=2)],
    powers=[
        power(
            "Turn this card: gain as much Elan as one rival has Death.",
            TURN,
            gain_as_many(ELAN, as_rival_has=DEATH),
        )
    ],
)
artifact(
    "tree_of_life",
    "Tree of Life",
    cost=printed(any=2, life=1),
    starter=3,
    powers=[
        power(
            "Turn this card: gain 3 Life; each rival gains 1.",
            TURN,
            gain(life=3),
            rivals_gain(life=1),
        ),
        react("React to Life loss, pay 1 Life: ignore it.", LIFE_LOSS, pay(life=1)),
    ],
)
artifact(
    "vault",
    "Vault",
    cost=printed(gold=1, any=1),
    starter=2,
    abilities=[collect_if_left("If you leave Gold on this, collect 2 of any but Gold.", GOLD, 2)],
    powers=[power("Turn this card: put 1 Gold on this.", TURN, put_here(gold=1))],
)
artifact(
    "water_dragon",
    "Water Dragon",
    cost=printed(calm=6),
    tags=[DRAGON],
    points=1,
    powers=[
        power(
            "Turn this card: each rival loses 2 Life, or pays 1 Elan to ignore it.",
            TURN,
            life_loss(2, ignored_by=pay(elan=1)),
        )
    ],
)
artifact(
    "wind_dragon",
    "Wind Dragon",
    cost=printed(calm=4, any=4),
    tags=[DRAGON],
    points=1,
    powers=[
        power(
            "Turn this card: each rival loses 2 Life, or discards a card to ignore it.",
            TURN,
            life_loss(2, ignored_by=DISCARD_A_CARD),
        )
    ],
)
artifact(
    "windup_man",
    "Windup Man",
    cost=printed(elan=1, life=1, calm=1, gold=1),
    abilities=[grow_if_left("If you leave all essences on this, add 2 of each kind left.", 2)],
    powers=[
        power("Turn this card, pay 1 of any: put it on this.", TURN + pay(any=1), put_paid_here)
    ],
)
