"""The five Places of Power, each with a sun and a moon side."""

from __future__ import annotations

from engine.res_arcana.card import CREATURE, DRAGON, place_of_power, printed
from engine.res_arcana.collect import collect_all, collect_any, curse
from engine.res_arcana.costs import TURN, destroy, pay, turn_another
from engine.res_arcana.discounts import NO_DISCOUNT, discount
from engine.res_arcana.essences import CALM, DEATH, GOLD, LIFE
from engine.res_arcana.paying import a_dragon_or_creature
from engine.res_arcana.placing import place_one_from_discards
from engine.res_arcana.powers import power, react
from engine.res_arcana.reactions import LIFE_LOSS
from engine.res_arcana.verbs import gain, gain_its_value_in, put_here
from engine.res_arcana.victory import check_victory_now, for_each, for_each_artifact

place_of_power(
    "sacred_grove",
    "Sacred Grove",
    tile=1,
    side="sun",
    cost=printed(life=8, calm=4),
    points=2,
    abilities=[for_each("1 point for each Life on this.", LIFE)],
    powers=[
        power("Turn this card, pay 1 Calm: gain 5 Life.", TURN + pay(calm=1), gain(life=5)),
        power(
            "Turn this card and a Creature: put 1 Life on this.",
            TURN + turn_another(CREATURE),
            put_here(life=1),
        ),
    ],
)
place_of_power(
    "alchemists_tower",
    "Alchemist's Tower",
    tile=1,
    side="moon",
    cost=printed(gold=3),
    abilities=[
        for_each("1 point for each Gold on this.", GOLD),
        collect_any("Collect 3 of any but Gold.", 3),
    ],
    powers=[
        power(
            "Pay 1 Death, 1 Elan, 1 Calm and 1 Life: put 1 Gold on this.",
            pay(death=1, elan=1, calm=1, life=1),
            put_here(gold=1),
        ),
        react("React to Life loss, turn this card: ignore it.", LIFE_LOSS, TURN),
    ],
)
place_of_power(
    "catacombs_of_the_dead",
    "Catacombs of the Dead",
    tile=2,
    side="sun",
    cost=printed(death=9),
    abilities=[
        for_each("1 point for each Death on this.", DEATH),
        collect_all("Collect 1 Death.", death=1),
    ],
    powers=[
        power("Pay 5 Death: put 1 Death on this.", pay(death=5), put_here(death=1)),
        power("Turn this card: put 1 Death on this.", TURN, put_here(death=1)),
    ],
)
place_of_power(
    "sacrificial_pit",
    "Sacrificial Pit",
    tile=2,
    side="moon",
    cost=printed(elan=8, death=4),
    points=2,
    abilities=[for_each("1 point for each Death on this.", DEATH)],
    powers=[
        power(
            "Turn this card, pay 3 Life: put 1 Death on this.",
            TURN + pay(life=3),
            put_here(death=1),
        ),
        power(
            "Turn this card, pay 1 Death, destroy one of your Dragons or Creatures: gain as much "
            "Gold as its cost has essences.",
            TURN + pay(death=1) + destroy(a_dragon_or_creature),
            gain_its_value_in(GOLD),
        ),
    ],
)
place_of_power(
    "cursed_forge",
    "Cursed Forge",
    tile=3,
    side="sun",
    cost=printed(elan=6, death=3),
    points=1,
    abilities=[
        for_each("1 point for each Gold on this.", GOLD),
        curse("At the end of Collect pay 1 Death or turn this."),
    ],
    powers=[
        power("Pay 2 Elan and 1 Gold: put 1 Gold on this.", pay(elan=2, gold=1), put_here(gold=1))
    ],
)
place_of_power(
    "dwarven_mines",
    "Dwarven Mines",
    tile=3,
    side="moon",
    cost=printed(elan=4, life=2, gold=1),
    abilities=[
        for_each("1 point for each Gold on this.", GOLD),
        collect_all("Collect 1 Gold.", gold=1),
    ],
    powers=[
        power("Turn this card, pay 5 Elan: gain 3 Gold.", TURN + pay(elan=5), gain(gold=3)),
        power(
            "Turn this card, pay 3 Death and 3 Elan: put 2 Gold on this.",
            TURN + pay(death=3, elan=3),
            put_here(gold=2),
        ),
    ],
)
place_of_power(
    "coral_castle",
    "Coral Castle",
    tile=4,
    side="sun",
    cost=printed(elan=5, life=5, calm=5),
    points=3,
    powers=[
        power("Turn this card: check victory now.", TURN, check_victory_now),
        react("React to Life loss, turn this card: ignore it.", LIFE_LOSS, TURN),
    ],
)
place_of_power(
    "sunken_reef",
    "Sunken Reef",
    tile=4,
    side="moon",
    cost=printed(calm=5, elan=2, life=2),
    abilities=[
        for_each("1 point for each Calm on this.", CALM),
        collect_all("Collect 1 Gold.", gold=1),
    ],
    powers=[
        power("Pay 2 Calm and 1 Life: put 1 Calm on this.", pay(calm=2, life=1), put_here(calm=1))
    ],
)
place_of_power(
    "dragons_lair",
    "Dragon's Lair",
    tile=5,
    side="sun",
    cost=printed(elan=3, life=3, calm=3, death=3),
    abilities=[
        for_each("1 point for each Gold on this.", GOLD),
        discount("You place Dragons for 3 less.", 3, on=DRAGON),
    ],
    powers=[
        power("Turn this card: gain 2 Gold.", TURN, gain(gold=2)),
        power(
            "Turn this card and a Dragon: put 2 Gold on this.",
            TURN + turn_another(DRAGON),
            put_here(gold=2),
        ),
    ],
)
place_of_power(
    "sorcerers_bestiary",
    "Sorcerer's Bestiary",
    tile=5,
    side="moon",
    cost=printed(life=4, elan=2, calm=2, death=2),
    abilities=[
        for_each_artifact("1 point for each of your Creatures.", CREATURE, points=1),
        for_each_artifact("2 points for each of your Dragons.", DRAGON, points=2),
    ],
    powers=[
        power("Turn this card: check victory now.", TURN, check_victory_now),
        power(
            "Turn this card, pay 4 of any: place a Dragon from any player's discards, paying its "
            "cost.",
            TURN + pay(any=4),
            place_one_from_discards(DRAGON, NO_DISCOUNT, rivals=True),
        ),
    ],
)
