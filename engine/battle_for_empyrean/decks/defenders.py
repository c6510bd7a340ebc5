"""Defenders of the Bastion."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import open_places
from engine.battle_for_empyrean.card import CARDS, deck, revealed, you_reveal
from engine.battle_for_empyrean.choice import allies, choose_unit
from engine.battle_for_empyrean.destruction import strike
from engine.battle_for_empyrean.might import add_essence, apply_might
from engine.battle_for_empyrean.piles import (
    acquire,
    can_deploy_free,
    deploy_free,
    free_options,
    return_to_hand,
)
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.tokens import shield, stop, stun
from engine.core.script import choose

DEFENDERS = deck(
    "defenders_of_the_bastion",
    "Defenders of the Bastion",
    symbol="castle",
    complexity="Medium",
    strategy=(
        "Spread Fortress Walls early and let Builders raise them; Chariots then carry the "
        "Builders back to your hand (or straight on to another Battlefield) so that they can "
        "build again. Set up the siege pieces before the Chariots roll."
    ),
)
card = DEFENDERS.card

BUILDER, CHARIOT, WALLS = "Builder", "Chariot", "Fortress Walls"


async def return_a_builder(table: EmpyreanTable, me: Unit) -> bool:
    """Return an Ally Builder Here to hand, if one can be Returned."""
    builders = [unit for unit in allies(table, me, BUILDER) if not unit.anchor]
    builder = await choose_unit(table, me.owner, "return", builders)
    return builder is not None and return_to_hand(table, builder)


async def carry_on(table: EmpyreanTable, me: Unit) -> None:
    """You may Deploy a Builder from your hand for free to another battlefield."""
    hand = table.players[me.owner].hand
    builders = [card for card in hand if CARDS[card].is_a(BUILDER)]
    places = [place for place in open_places(table, me.owner) if place != me.place]
    if places and can_deploy_free(table):
        options = free_options(table, me.owner, builders, places)
        choice = await choose(me.owner, "deploy_free", options, passable=True, by=me.card)
        if choice:
            await deploy_free(table, me.owner, *choice)


@card(
    "Archer Tower",
    cost=1,
    might=1,
    kind="Structure",
    ability="conditional",
    when=you_reveal(BUILDER),
)
def archer_tower(table: EmpyreanTable, me: Unit, builder: Unit) -> None:
    """Each time you Reveal a Builder Here, Apply 1 Might to this card."""
    apply_might(table, me, 1)


@card(
    "Murder Holes",
    cost=1,
    might=1,
    kind="Structure",
    ability="conditional",
    when=you_reveal(CHARIOT),
)
def murder_holes(table: EmpyreanTable, me: Unit, chariot: Unit) -> None:
    """Each time you Reveal a Chariot Here, Apply 2 Might to this card."""
    apply_might(table, me, 2)


@card(
    "Fortress Walls",
    cost=1,
    might=1,
    copies=3,
    kind="Structure",
    ability="conditional",
    when=you_reveal(BUILDER),
)
def fortress_walls(table: EmpyreanTable, me: Unit, builder: Unit) -> None:
    """Each time you Reveal a Builder Here, Apply 1 Might to this card (on top of what the Builder
    itself Applies).
    """
    apply_might(table, me, 1)


@card(
    "Testudo Legionnaire",
    cost=2,
    might=2,
    kind="Legionnaire",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def testudo_legionnaire(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally card Here and Apply a Shield Token to it; if there is none, nothing happens."""
    await shield(table, me)


@card("Basic Builder", cost=2, might=2, copies=3, kind="Builder", ability="instant", when=revealed)
def basic_builder(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Might to each Ally Fortress Walls Here; if there is none, nothing happens."""
    for walls in allies(table, me, WALLS):
        apply_might(table, walls, 1)


@card("Master Builder", cost=3, might=3, kind="Builder", ability="instant", when=revealed)
def master_builder(table: EmpyreanTable, me: Unit) -> None:
    """Apply 2 Might to each Ally Fortress Walls Here. Then Acquire 1 Fortress Walls; if none is
    left in your game deck, skip this and do not shuffle.
    """
    for walls in allies(table, me, WALLS):
        apply_might(table, walls, 2)
    acquire(table, me.owner, WALLS)


@card("Sagittarii Marksman", cost=3, might=1, kind="Legionnaire", ability="instant", when=revealed)
async def sagittarii_marksman(table: EmpyreanTable, me: Unit) -> None:
    """Unless it is the last Round, choose 1 Opponent card Here with an Essence cost of 3 or less
    and Destroy it. If you have an Ally Archer Tower or an Ally Murder Holes Here, the limit is 6
    instead of 3.
    """
    covered = allies(table, me, "Archer Tower") or allies(table, me, "Murder Holes")
    await strike(table, me, cost=6 if covered else 3)


@card("Light Chariots", cost=3, might=4, copies=2, kind="Chariot", ability="instant", when=revealed)
async def light_chariots(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally Builder Here and Return it to your hand (not optional). If you do, Add 1
    Essence next Round. With no Builder that can Return, nothing happens.
    """
    if await return_a_builder(table, me):
        add_essence(table, me.owner, 1)


@card(
    "Vats of Tar",
    cost=4,
    might=4,
    kind="Structure",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def vats_of_tar(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Stop Token to your Opponent's side Here (with two opponents, you choose one)."""
    await stop(table, me)


@card("Heavy Chariots", cost=4, might=5, copies=2, kind="Chariot", ability="instant", when=revealed)
async def heavy_chariots(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally Builder Here and Return it to your hand (not optional). If you do, you may
    Deploy 1 Builder from your hand for free to a different Battlefield with an Open Zone; it is
    Revealed after your other Deployed cards this Round.
    """
    if await return_a_builder(table, me):
        await carry_on(table, me)


@card("Elite Chariots", cost=5, might=5, copies=2, kind="Chariot", ability="instant", when=revealed)
def elite_chariots(table: EmpyreanTable, me: Unit) -> None:
    """Return every Ally Builder Here to your hand (not optional; Anchored ones stay). Apply 2 Might
    to this card for each Builder Returned this way.
    """
    for builder in allies(table, me, BUILDER):
        if return_to_hand(table, builder):
            apply_might(table, me, 2)


@card(
    "Boulder Barrage",
    cost=5,
    might=5,
    kind="Siege",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def boulder_barrage(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here and Apply a Stun Token to it; if there is none,
    nothing happens.
    """
    await stun(table, me)


@card("Ballista", cost=6, might=7, kind="Siege", ability="conditional", when=you_reveal(BUILDER))
def ballista(table: EmpyreanTable, me: Unit, builder: Unit) -> None:
    """Each time you Reveal a Builder Here, Apply 2 Might to this card."""
    apply_might(table, me, 2)


@card(
    "Onager Catapult",
    cost=6,
    might=7,
    kind="Siege",
    ability="conditional",
    when=you_reveal(CHARIOT, anywhere=True),
)
def onager_catapult(table: EmpyreanTable, me: Unit, chariot: Unit) -> None:
    """Each time you Reveal a Chariot on any Battlefield, Apply 2 Might to that Chariot."""
    apply_might(table, chariot, 2)


@card("Fortify", cost=7, might=5, copies=2, kind="Battle Order", ability="instant", when=revealed)
def fortify(table: EmpyreanTable, me: Unit) -> None:
    """Apply Might to this card equal to the total current Might of your Ally Fortress Walls Here.
    This is counted once; later growth of the Walls changes nothing.
    """
    apply_might(table, me, sum(walls.might for walls in allies(table, me, WALLS)))


@card("Armorer", cost=8, might=6, kind="Artisan", ability="instant", when=revealed)
def armorer(table: EmpyreanTable, me: Unit) -> None:
    """Apply 3 Might to each Ally Builder on every Battlefield. A Builder that is later Returned
    loses this Might like any other.
    """
    for builder in allies(table, me, BUILDER, anywhere=True):
        apply_might(table, builder, 3)
