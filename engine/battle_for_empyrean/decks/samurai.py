"""Samurai of the Sengoku."""

from __future__ import annotations

from engine.battle_for_empyrean.card import CARDS, deck, end_of_game, revealed, you_discard
from engine.battle_for_empyrean.choice import choose_opponent
from engine.battle_for_empyrean.destruction import strike
from engine.battle_for_empyrean.might import apply_might
from engine.battle_for_empyrean.piles import (
    deploy_from_discard_pile,
    discard,
    discarded,
    draw_cards,
)
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.tokens import anchor, shield, stop, stun

SAMURAI = deck(
    "samurai_of_the_sengoku",
    "Samurai of the Sengoku",
    symbol="kanji",
    complexity="Low",
    strategy=(
        "Discard on purpose: Sohei grow with every Discard, Ashigaru march in for free, and "
        "Itako and Abe no Seimei call Discarded cards straight onto the Battlefield. The "
        "Shogun is worth a plan of its own: hand, Discard pile or Oni."
    ),
)
card = SAMURAI.card


@card(
    "Ashigaru",
    cost=1,
    might=1,
    copies=4,
    kind="Soldier",
    ability="conditional",
    musters=True,
    ability_from="rulebook",
)
def ashigaru(table: EmpyreanTable, me: Unit) -> None:
    """When you Discard this card, you may Deploy it from your Discard pile for free to any
    Battlefield where you have an Open Zone; it is Revealed after your other Deployed cards this
    Round.
    """


@card("Bushi Samurai", cost=1, might=2, kind="Samurai", ability="instant", when=revealed)
async def bushi_samurai(table: EmpyreanTable, me: Unit) -> None:
    """Discard 1 card (you choose it; not optional). With no card in hand, nothing happens."""
    await discard(table, me.owner)


@card(
    "Gusoku Armor",
    cost=2,
    might=2,
    kind="Armor",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def gusoku_armor(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally card Here and Apply a Shield Token to it; if there is none, nothing happens."""
    await shield(table, me)


@card(
    "Kansetsu-waza",
    cost=2,
    might=2,
    kind="Technique",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def kansetsu_waza(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here and Apply an Anchor Token to it; if there is none, nothing
    happens.
    """
    await anchor(table, me)


@card(
    "Sohei",
    cost=2,
    might=1,
    maximum=8,
    copies=2,
    kind="Monk",
    ability="conditional",
    when=you_discard,
)
def sohei(table: EmpyreanTable, me: Unit) -> None:
    """Each time you Discard a card, Apply 1 Might to this card. Cards your Opponent Discards and
    cards Discarded before this card was Revealed do not count. Maximum Might 8.
    """
    apply_might(table, me, 1)


@card("Ninja", cost=3, might=1, kind="Ninja", ability="instant", when=revealed)
async def ninja(table: EmpyreanTable, me: Unit) -> None:
    """Unless it is the last Round, you may Discard 1 card. If you do, choose 1 Opponent card Here
    with an Essence cost of 6 or less and Destroy it, if there is one. On the last Round no part of
    this happens.
    """
    if table.is_last_round or not await discard(table, me.owner, optional=True):
        return
    await strike(table, me, cost=6)


@card("Onna-musha", cost=3, might=5, copies=2, kind="Samurai", ability="instant", when=revealed)
async def onna_musha(table: EmpyreanTable, me: Unit) -> None:
    """Discard 1 card (you choose it; not optional). With no card in hand, nothing happens."""
    await discard(table, me.owner)


@card("Skilled Ronin", cost=3, might=4, kind="Ronin", ability="instant", when=revealed)
async def skilled_ronin(table: EmpyreanTable, me: Unit) -> None:
    """You Discard 1 card, then your Opponent (with two, the one you choose) Discards 1 card. Each
    player chooses their own card; it is not optional, but a player without cards skips it.
    """
    await discard(table, me.owner)
    await discard(table, await choose_opponent(table, me.owner, "who_discards"))


@card("Hatamoto Samurai", cost=4, might=4, kind="Samurai", ability="instant", when=revealed)
async def hatamoto_samurai(table: EmpyreanTable, me: Unit) -> None:
    """Draw 2 cards (or as many as are left), then Discard 1 card of your choice from your hand."""
    draw_cards(table, me.owner, 2)
    await discard(table, me.owner)


@card(
    "Metsubushi",
    cost=4,
    might=4,
    kind="Technique",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def metsubushi(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Stop Token to your Opponent's side Here (with two opponents, you choose one)."""
    await stop(table, me)


@card("Oni", cost=4, might=1, kind="Demon", ability="conditional", when=end_of_game)
async def oni(table: EmpyreanTable, me: Unit) -> None:
    """In the End of the Game Phase, Discard 1 card of your choice; Apply Might to this card equal
    to that card's printed reveal Might plus 1, on top of any Might it already has. With no card in
    hand, nothing happens.
    """
    card = await discard(table, me.owner)
    if card:
        apply_might(table, me, CARDS[card].might + 1)


@card(
    "Bojutsu",
    cost=5,
    might=5,
    kind="Technique",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def bojutsu(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here and Apply a Stun Token to it; if there is none,
    nothing happens.
    """
    await stun(table, me)


@card("Itako", cost=5, might=4, copies=2, kind="Mystic", ability="instant", when=revealed)
async def itako(table: EmpyreanTable, me: Unit) -> None:
    """You may choose 1 card with an Essence cost of 3 or less in your Discard pile and Deploy it
    for free to any Battlefield where you have an Open Zone; it is Revealed after your other
    Deployed cards this Round.
    """
    await deploy_from_discard_pile(table, me, discarded(table, me, cost=3))


@card("Daimyo Samurai", cost=6, might=9, kind="Samurai", ability="instant", when=revealed)
async def daimyo_samurai(table: EmpyreanTable, me: Unit) -> None:
    """Discard 2 cards (you choose them; not optional). With fewer cards in hand, Discard all you
    have.
    """
    for _ in range(2):
        await discard(table, me.owner)


@card("Renowned Ronin", cost=6, might=8, kind="Ronin", ability="instant", when=revealed)
async def renowned_ronin(table: EmpyreanTable, me: Unit) -> None:
    """Your Opponent (with two, the one you choose) Discards 1 card of their own choice; if they
    have none, nothing happens.
    """
    await discard(table, await choose_opponent(table, me.owner, "who_discards"))


@card(
    "Abe no Seimei",
    cost=7,
    might=5,
    kind="Mystic",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def abe_no_seimei(table: EmpyreanTable, me: Unit) -> None:
    """You may choose Ikko-Ikki or The Shogun in your Discard pile and Deploy it for free to any
    Battlefield where you have an Open Zone; it is Revealed after your other Deployed cards this
    Round.
    """
    pile = table.players[me.owner].discarded
    called = [card for card in pile if CARDS[card].name in ("Ikko-Ikki", "The Shogun")]
    await deploy_from_discard_pile(table, me, called)


@card("Ikko-Ikki", cost=7, might=7, kind="Mob", ability="instant", when=revealed)
async def ikko_ikki(table: EmpyreanTable, me: Unit) -> None:
    """Discard any number of cards from your hand (none is allowed), one at a time. Apply 2 Might to
    this card for each card Discarded this way.
    """
    while await discard(table, me.owner, optional=True):
        apply_might(table, me, 2)


@card("The Shogun", cost=8, might=9, kind="Shogun", ability="instant", when=revealed)
async def the_shogun(table: EmpyreanTable, me: Unit) -> None:
    """You may choose 1 card with an Essence cost of 4 or less in your Discard pile and Deploy it
    for free to any Battlefield where you have an Open Zone; it is Revealed after your other
    Deployed cards this Round. If The Shogun itself was Deployed from the Discard pile, Apply 3
    Might to it.
    """
    await deploy_from_discard_pile(table, me, discarded(table, me, cost=4))
    if me.from_discard:
        apply_might(table, me, 3)
