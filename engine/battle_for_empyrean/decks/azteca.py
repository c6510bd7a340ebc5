"""Azteca & Mexica of Tenochtitlan."""

from __future__ import annotations

from engine.battle_for_empyrean.card import (
    CARDS,
    captive_applied,
    deck,
    in_command,
    revealed,
    sacrificed,
)
from engine.battle_for_empyrean.choice import (
    allies,
    by_name,
    choose_opponent,
    choose_unit,
    split,
    target,
)
from engine.battle_for_empyrean.keywords import captives, offer_up, sacrifice_captive
from engine.battle_for_empyrean.might import add_essence, apply_captives, apply_might
from engine.battle_for_empyrean.piles import acquire, discard, draw_cards, swap
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.tokens import anchor, apply_token, stop, stun
from engine.core.script import Option

AZTECA = deck(
    "azteca_and_mexica_of_tenochtitlan",
    "Azteca & Mexica of Tenochtitlan",
    symbol="pyramid",
    complexity="High",
    strategy=(
        "Take Captives as cards and as tokens on your Warriors, upgrade Tlapilli by Swapping "
        "it for a stronger Warrior, and let the priests Sacrifice Captives so that the "
        "Deities grow. Discards made for a Deity are sacrifices too."
    ),
    keywords={
        "Sacrifice": (
            "A Sacrifice happens each time an Ally ability of yours tells you to Sacrifice "
            "(Destroy 1 of your Captive cards, or Remove 1 Captive Token from one of your "
            "cards) and each time you Discard a card because of one of your own Deities. "
            "[Sacrifice] N - each time you perform a Sacrifice while this card is Revealed, "
            "Apply N Might to this card."
        ),
    },
    costs_from="site",
)
card = AZTECA.card

WARRIOR = "Warrior"


def upgrades(table: EmpyreanTable, me: Unit) -> list[Option[str]]:
    """The Warriors in hand that Tlapilli can become."""
    if not has_captives(table, me):
        return []
    return [
        Option(f"swap:{me.id}:{card}", card, (target(me), f"card:{card}"), args={"card": card})
        for card in dict.fromkeys(table.players[me.owner].hand)
        if CARDS[card].is_a(WARRIOR) and CARDS[card].cost <= me.captive + 1
    ]


def has_captives(table: EmpyreanTable, me: Unit) -> bool:
    """Whether Tlapilli could become another Warrior, by public facts."""
    return me.captive >= 2 and bool(table.players[me.owner].hand)


@card("Captive", cost=1, might=1, copies=3, kind="Captive", ability="conditional", when=sacrificed)
def captive(table: EmpyreanTable, me: Unit) -> None:
    """When you Destroy this card as a Sacrifice, Add 1 Essence next Round."""
    add_essence(table, me.owner, 1)


@card("Eagle Spirit", cost=1, might=1, kind="Animal Spirit", ability="instant", when=revealed)
async def eagle_spirit(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally Warrior Here and Apply 1 Move Token to it; if it is Cuauhtli, also Apply 2
    Might to it. If there is none, nothing happens.
    """
    warrior = await choose_unit(table, me.owner, "grant_move", allies(table, me, WARRIOR))
    if warrior:
        apply_token(table, warrior, "move")
        apply_might(table, warrior, by_name(warrior, {"Cuauhtli": 2}, otherwise=0))


@card("Jaguar Spirit", cost=1, might=1, kind="Animal Spirit", ability="instant", when=revealed)
async def jaguar_spirit(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally Warrior Here and Apply 1 Might to it, or 3 Might if it is Ocelotl. If there is
    none, nothing happens.
    """
    warrior = await choose_unit(table, me.owner, "strengthen", allies(table, me, WARRIOR))
    if warrior:
        apply_might(table, warrior, by_name(warrior, {"Ocelotl": 3}, otherwise=1))


@card(
    "Lure Into the Shallows",
    cost=2,
    might=2,
    kind="Tactic",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def lure_into_the_shallows(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here and Apply an Anchor Token to it; if there is none, nothing
    happens.
    """
    await anchor(table, me)


@card("Nahualli", cost=2, might=2, kind="Warrior", ability="passive", affixed=True)
def nahualli(table: EmpyreanTable, me: Unit) -> None:
    """Permanent Move Token: once in each Command Phase you may Move this card to another
    Battlefield with an Open Zone. The token is never spent.
    """


@card(
    "Tlapilli",
    cost=2,
    might=2,
    copies=2,
    kind="Warrior",
    ability="passive",
    when=in_command(upgrades, possible=has_captives),
)
async def tlapilli(table: EmpyreanTable, me: Unit, card: str) -> None:
    """During the Command Phase, if at least 2 Captive Tokens are on this card, you may Swap it for
    free with a Warrior from your hand whose Essence cost is at most 1 more than the number of those
    tokens. Removing the tokens is part of the Swap and no Sacrifice.
    """
    await swap(table, me, card, table.players[me.owner].hand)


@card("Otontin", cost=3, might=3, kind="Warrior", ability="conditional", when=captive_applied)
def otontin(table: EmpyreanTable, me: Unit) -> None:
    """Each time a Captive Token is Applied to this card, also Apply 1 Might to it."""
    apply_might(table, me, 1)


@card("Capture!", cost=3, might=2, copies=3, kind="Tactic", ability="instant", when=revealed)
async def capture(table: EmpyreanTable, me: Unit) -> None:
    """Apply 2 Captive Tokens in total to Ally Warriors Here, split as you choose; if there is no
    Ally Warrior Here, nothing happens.
    """
    for warrior, count in await split(table, me.owner, "capture", allies(table, me, WARRIOR), 2):
        apply_captives(table, warrior, count)


@card(
    "Ambush", cost=4, might=4, kind="Tactic", ability="instant", when=revealed, ability_from="site"
)
async def ambush(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Stop Token to your Opponent's side Here (with two opponents, you choose one)."""
    await stop(table, me)


@card(
    "Tlamacazqui",
    cost=4,
    might=4,
    copies=2,
    kind="Priest",
    ability="passive",
    when=in_command(captives),
)
async def tlamacazqui(table: EmpyreanTable, me: Unit, captive: Unit) -> None:
    """Once in each Command Phase you may Sacrifice: Destroy 1 Ally Captive Here or Remove 1 Captive
    Token from an Ally card Here. If you do, Apply 1 Might to this card.
    """
    if await sacrifice_captive(table, me, captive):
        apply_might(table, me, 1)


@card("Ocelotl", cost=5, might=6, kind="Warrior", ability="instant", when=revealed)
def ocelotl(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Captive Token to this card."""
    apply_captives(table, me, 1)


@card("Cuauhtli", cost=5, might=5, kind="Warrior", ability="instant", when=revealed)
def cuauhtli(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Might to this card for each Ally Warrior Here."""
    apply_might(table, me, len(allies(table, me, WARRIOR)))


@card(
    "Peyotl", cost=5, might=5, kind="Ritual", ability="instant", when=revealed, ability_from="site"
)
async def peyotl(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here and Apply a Stun Token to it; if there is none,
    nothing happens.
    """
    await stun(table, me)


@card("Coatlicue", cost=6, might=6, kind="Deity", ability="conditional", sacrifice=1, when=revealed)
async def coatlicue(table: EmpyreanTable, me: Unit) -> None:
    """[Sacrifice] 1. When you Reveal this card, you may Discard 1 card; if you do, Draw 2 cards."""
    if await offer_up(table, me, optional=True):
        draw_cards(table, me.owner, 2)


@card(
    "Xochiquetzal", cost=6, might=6, kind="Deity", ability="conditional", sacrifice=1, when=revealed
)
def xochiquetzal(table: EmpyreanTable, me: Unit) -> None:
    """[Sacrifice] 1. When you Reveal this card, Acquire 1 Captive; if none is left in your game
    deck, do not shuffle.
    """
    acquire(table, me.owner, "Captive")


@card(
    "Tezcatlipoca", cost=7, might=7, kind="Deity", ability="conditional", sacrifice=1, when=revealed
)
async def tezcatlipoca(table: EmpyreanTable, me: Unit) -> None:
    """[Sacrifice] 1. When you Reveal this card, you and one Opponent of your choice each Discard 1
    card of their own choice (a player without cards skips it).
    """
    opponent = await choose_opponent(table, me.owner, "who_discards")
    await offer_up(table, me)
    await discard(table, opponent)


@card(
    "Quetzalcoatl", cost=7, might=7, kind="Deity", ability="conditional", sacrifice=1, when=revealed
)
def quetzalcoatl(table: EmpyreanTable, me: Unit) -> None:
    """[Sacrifice] 1. When you Reveal this card, Draw 2 cards (or as many as are left)."""
    draw_cards(table, me.owner, 2)


@card(
    "Huitzilopochtli",
    cost=8,
    might=8,
    kind="Deity",
    ability="conditional",
    sacrifice=2,
    when=revealed,
)
async def huitzilopochtli(table: EmpyreanTable, me: Unit) -> None:
    """[Sacrifice] 2. When you Reveal this card, you may Discard up to 2 cards; each is a Sacrifice,
    for this card too.
    """
    for _ in range(2):
        if not await offer_up(table, me, optional=True):
            break
