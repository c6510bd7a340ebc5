"""Knights of the Round Table."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.battle_for_empyrean.card import CARDS, deck, in_command, meets, revealed, you_reveal
from engine.battle_for_empyrean.choice import (
    allies,
    by_name,
    highest,
    lowest,
    opponent_cards,
    target,
)
from engine.battle_for_empyrean.destruction import destroy_opponent_card, strike
from engine.battle_for_empyrean.keywords import KNIGHT
from engine.battle_for_empyrean.might import add_essence, add_essence_now, apply_might
from engine.battle_for_empyrean.piles import acquire, draw_cards
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.tokens import shield, stop, stun
from engine.core.script import Option, choose

KNIGHTS = deck(
    "knights_of_the_round_table",
    "Knights of the Round Table",
    symbol="crown",
    complexity="Medium",
    strategy=(
        "Gather Knights on one Battlefield and let a card with Round Table take its last "
        "Zone. Magical Items work every Command Phase, some only beside their owner; Merlin "
        "on the table means the others must always act before you."
    ),
    keywords={
        "Round Table": (
            "[Round Table] N - if this card was Deployed to the last Open Zone Here and your "
            "side Here is still full when this card is Revealed, Apply N Might to each of "
            "your Knights Here (this card too if it is a Knight). Only once per Battlefield "
            "and game for each player. Cards that Move, Shift or Swap in never trigger it."
        ),
    },
)
card = KNIGHTS.card
knight = partial(card, kind=KNIGHT, ability="conditional", round_table=2)

SEEKERS = ("Sir Bors", "Sir Percival", "Sir Galahad")


def weakest_knights(table: EmpyreanTable, me: Unit) -> list[Option[Unit]]:
    """The Ally Knights Here with the lowest Might, if a seeker of the Grail is beside the sword."""
    if not any(allies(table, me, seeker) for seeker in SEEKERS):
        return []
    return [_bless(me, knight) for knight in lowest(allies(table, me, KNIGHT))]


def lancelot(table: EmpyreanTable, me: Unit) -> list[Option[Unit]]:
    """Sir Lancelot, if Here."""
    return [_bless(me, knight) for knight in allies(table, me, "Sir Lancelot")]


def blessings(table: EmpyreanTable, me: Unit) -> list[Option[Unit | None]]:
    """An Ally Knight anywhere, or Essence."""
    essence: Option[Unit | None] = Option(
        f"essence:{me.id}", None, (target(me),), args={"card": me.card}
    )
    return [*(_bless(me, knight) for knight in allies(table, me, KNIGHT, anywhere=True)), essence]


def _bless(me: Unit, knight: Unit) -> Option[Any]:
    return Option(
        f"use:{me.id}:{knight.id}",
        knight,
        (target(me), target(knight)),
        args={"card": me.card, "on": knight.card},
    )


@knight("Sir Dinadan", cost=1, might=2)
def sir_dinadan(table: EmpyreanTable, me: Unit) -> None:
    """[Round Table] 2."""


@knight("Sir Lamorak", cost=1, might=1, maximum=5, when=you_reveal(KNIGHT))
def sir_lamorak(table: EmpyreanTable, me: Unit, knight: Unit) -> None:
    """[Round Table] 2. Each time you Reveal another Knight Here, Apply 1 Might to this card.
    Maximum Might 5.
    """
    apply_might(table, me, 1)


@knight("Sir Marhaus", cost=1, might=1, when=revealed)
def sir_marhaus(table: EmpyreanTable, me: Unit) -> None:
    """[Round Table] 2. When you Reveal this card, if you have an Ally Knight Here, Add 1 Essence
    next Round.
    """
    if allies(table, me, KNIGHT):
        add_essence(table, me.owner, 1)


@knight("Sir Palamedes", cost=1, might=1, when=revealed)
def sir_palamedes(table: EmpyreanTable, me: Unit) -> None:
    """[Round Table] 2. When you Reveal this card, if you have no Ally Knight Here, Draw 1 card."""
    if not allies(table, me, KNIGHT):
        draw_cards(table, me.owner, 1)


@card(
    "The Grail Sword",
    cost=1,
    might=0,
    kind="Magical Item",
    ability="passive",
    when=in_command(weakest_knights, must=True),
)
def the_grail_sword(table: EmpyreanTable, me: Unit, knight: Unit) -> None:
    """During the Command Phase, if Sir Bors, Sir Percival or Sir Galahad is an Ally Here, Apply 1
    Might to the Ally Knight Here with the lowest current Might (you choose if tied).
    """
    apply_might(table, knight, 1)


@card("Fail-not Bow", cost=2, might=1, kind="Magical Item", ability="instant", when=revealed)
async def fail_not_bow(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here with a current Might of 2 or less and Destroy it; if Sir Tristan
    is an Ally Here, the limit is 4 instead. If there is no such card, nothing happens.
    """
    limit = 4 if allies(table, me, "Sir Tristan") else 2
    weak = [unit for unit in opponent_cards(table, me) if unit.might <= limit]
    await destroy_opponent_card(table, me, weak)


@card("Green and Gold Sash", cost=2, might=2, kind="Magical Item", ability="instant", when=revealed)
async def green_and_gold_sash(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally card Here and Apply a Shield Token to it; if it is Sir Gawain, also Apply 1
    Might to it. If there is no Ally card Here, nothing happens.
    """
    wearer = await shield(table, me)
    if wearer:
        apply_might(table, wearer, by_name(wearer, {"Sir Gawain": 1}, otherwise=0))


@knight("Sir Gareth", cost=2, might=2, maximum=6, when=you_reveal(KNIGHT))
def sir_gareth(table: EmpyreanTable, me: Unit, knight: Unit) -> None:
    """[Round Table] 2. Each time you Reveal another Knight Here, Apply 1 Might to this card.
    Maximum Might 6.
    """
    apply_might(table, me, 1)


@knight("Sir Kay", cost=2, might=2, when=meets("King Arthur"))
def sir_kay(table: EmpyreanTable, me: Unit, arthur: Unit) -> None:
    """[Round Table] 2. When the second of this card and King Arthur is Revealed Here while the
    other is already Revealed Here, Apply 3 Might to this card (once; coming together by a Move does
    not count).
    """
    if me.once("met"):
        apply_might(table, me, 3)


@card(
    "Arondight",
    cost=3,
    might=3,
    kind="Magical Item",
    ability="passive",
    when=in_command(lancelot, must=True),
)
def arondight(table: EmpyreanTable, me: Unit, knight: Unit) -> None:
    """During the Command Phase, if Sir Lancelot is an Ally Here, Apply 2 Might to him; otherwise
    nothing happens.
    """
    apply_might(table, knight, 2)


@knight("Sir Bors", cost=3, might=3, when=you_reveal(KNIGHT))
def sir_bors(table: EmpyreanTable, me: Unit, knight: Unit) -> None:
    """[Round Table] 2. Each time you Reveal another Knight Here, Apply 1 Might to this card."""
    apply_might(table, me, 1)


@card(
    "Sword with the Red Hilt",
    cost=3,
    might=1,
    kind="Magical Item",
    ability="instant",
    when=revealed,
)
async def sword_with_the_red_hilt(table: EmpyreanTable, me: Unit) -> None:
    """Unless it is the last Round, choose 1 Opponent card Here with an Essence cost of 3 or less
    and Destroy it. If Sir Galahad is an Ally Here, the limit is 6 instead of 3.
    """
    await strike(table, me, cost=6 if allies(table, me, "Sir Galahad") else 3)


@card("The Lady of the Lake", cost=3, might=3, kind="Enchantress", ability="instant", when=revealed)
async def the_lady_of_the_lake(table: EmpyreanTable, me: Unit) -> None:
    """Choose Excalibur, Arondight or The Holy Grail and Acquire it; if the chosen card is not in
    your game deck, nothing happens and you do not shuffle.
    """
    gifts = [excalibur, arondight, the_holy_grail]
    options = [Option(f"acquire:{gift.id}", gift, args={"card": gift.id}) for gift in gifts]
    gift = await choose(me.owner, "acquire", options, by=me.card)
    acquire(table, me.owner, gift.name)


@card("Morgan le Fay", cost=4, might=4, kind="Enchantress", ability="instant", when=revealed)
async def morgan_le_fay(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Stop Token to your Opponent's side Here (with two opponents, you choose one)."""
    await stop(table, me)


@knight("Sir Tristan", cost=4, might=4, when=revealed)
def sir_tristan(table: EmpyreanTable, me: Unit) -> None:
    """[Round Table] 2. When you Reveal this card, Apply 1 Might to it for each Ally Knight Here."""
    apply_might(table, me, len(allies(table, me, KNIGHT)))


@card(
    "The Holy Grail",
    cost=4,
    might=2,
    kind="Magical Item",
    ability="passive",
    when=in_command(blessings, must=True),
)
def the_holy_grail(table: EmpyreanTable, me: Unit, knight: Unit | None = None) -> None:
    """During the Command Phase, choose one: Apply 1 Might to 1 Ally Knight on any Battlefield, or
    Add 1 Essence to the current Round. With no Ally Knight anywhere you must choose the Essence.
    """
    if knight:
        apply_might(table, knight, 1)
    else:
        add_essence_now(table, me.owner, 1)


@card("Excalibur", cost=5, might=5, kind="Magical Item", ability="instant", when=revealed)
async def excalibur(table: EmpyreanTable, me: Unit) -> None:
    """Apply a Stun Token to the Opponent card Here with the highest current Might among those with
    a conditional ability and no Stun Token (you choose if tied; none means no Stun). Then, if King
    Arthur is an Ally Here, Apply 2 Might to him.
    """
    candidates = [
        unit
        for unit in opponent_cards(table, me)
        if CARDS[unit.card].ability == "conditional" and not unit.stun
    ]
    await stun(table, me, highest(candidates))
    for arthur in allies(table, me, "King Arthur"):
        apply_might(table, arthur, 2)


@card("Guinevere", cost=5, might=4, kind="Royal", ability="conditional", when=you_reveal(KNIGHT))
def guinevere(table: EmpyreanTable, me: Unit, knight: Unit) -> None:
    """Each time you Reveal a Knight Here, Apply 1 Might to that Knight. (Her bonus for King Arthur
    is written on his card.)
    """
    apply_might(table, knight, 1)


@knight("Sir Percival", cost=5, might=5, when=revealed)
def sir_percival(table: EmpyreanTable, me: Unit) -> None:
    """[Round Table] 2. When you Reveal this card: if The Holy Grail is an Ally on any Battlefield,
    Apply 2 Might to this card; otherwise Acquire The Holy Grail, if it is in your game deck.
    """
    if allies(table, me, "The Holy Grail", anywhere=True):
        apply_might(table, me, 2)
    else:
        acquire(table, me.owner, "The Holy Grail")


@knight("Sir Galahad", cost=6, might=6, when=revealed)
def sir_galahad(table: EmpyreanTable, me: Unit) -> None:
    """[Round Table] 2. When you Reveal this card, Apply 1 Might to each Ally Knight Here."""
    for knight in allies(table, me, KNIGHT):
        apply_might(table, knight, 1)


@knight("Sir Gawain", cost=6, might=6, when=you_reveal(KNIGHT))
def sir_gawain(table: EmpyreanTable, me: Unit, knight: Unit) -> None:
    """[Round Table] 2. Each time you Reveal another Knight Here, Apply 2 Might to this card."""
    apply_might(table, me, 2)


@card(
    "King Arthur",
    cost=7,
    might=7,
    kind="Royal",
    ability="conditional",
    round_table=2,
    when=meets("Guinevere"),
)
def king_arthur(table: EmpyreanTable, me: Unit, guinevere: Unit) -> None:
    """[Round Table] 2 (he is no Knight and gets no share). When the second of this card and
    Guinevere is Revealed Here while the other is already Revealed Here, Apply 4 Might to this card
    (once; coming together by a Move does not count). He keeps this Might if she leaves.
    """
    if me.once("met"):
        apply_might(table, me, 4)


@knight("Sir Lancelot", cost=7, might=7, when=revealed)
def sir_lancelot(table: EmpyreanTable, me: Unit) -> None:
    """[Round Table] 2. When you Reveal this card, Apply 1 Might to it for each Ally Knight Here."""
    apply_might(table, me, len(allies(table, me, KNIGHT)))


@card(
    "Merlin",
    cost=8,
    might=8,
    kind="Wizard",
    ability="passive",
    acts_last=True,
    ability_from="rulebook",
)
def merlin(table: EmpyreanTable, me: Unit) -> None:
    """From the next Round on, while this card is Revealed on a Battlefield, every opponent performs
    the Command, Deploy and Reveal Phases before you. The First Player Token is still passed as
    usual and still counts for Battlefields that ask who holds it.
    """
