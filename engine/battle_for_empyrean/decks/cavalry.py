"""Cavalry of the Parthian Empire."""

from __future__ import annotations

from engine.battle_for_empyrean.card import deck, revealed, you_reveal
from engine.battle_for_empyrean.choice import allies
from engine.battle_for_empyrean.destruction import destroy_opponent_card
from engine.battle_for_empyrean.might import add_essence, apply_might
from engine.battle_for_empyrean.movement import move_away
from engine.battle_for_empyrean.piles import draw_cards, return_to_hand
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.tokens import stop, stun
from engine.battle_for_empyrean.trigger import resolve_own_powers

CAVALRY = deck(
    "cavalry_of_the_parthian_empire",
    "Cavalry of the Parthian Empire",
    symbol="horse",
    complexity="Medium",
    strategy=(
        "Build up crowds of camels, infantry and grouped Cataphracts, then let Archers add "
        "Might to all of them. Battle Orders shift or recall the Archers so that they fire "
        "again, and Spahbed recalls the Orders."
    ),
)
card = CAVALRY.card

ARCHER, CATAPHRACT = "Archer", "Cataphract"


@card("Light Camel Rider", cost=1, might=1, kind="Camel", ability="instant", when=revealed)
def light_camel_rider(table: EmpyreanTable, me: Unit) -> None:
    """Add 1 Essence next Round."""
    add_essence(table, me.owner, 1)


@card(
    "Light Infantry",
    cost=1,
    might=1,
    copies=4,
    kind="Infantry",
    ability="conditional",
    when=you_reveal("Defense Platform"),
)
def light_infantry(table: EmpyreanTable, me: Unit, platform: Unit) -> None:
    """Each time you Reveal a Defense Platform Here, Apply 2 Might to this card."""
    apply_might(table, me, 2)


@card("Camel Rider", cost=2, might=2, kind="Camel", ability="instant", when=revealed)
def camel_rider(table: EmpyreanTable, me: Unit) -> None:
    """Draw 1 card; if your game deck is empty, nothing happens."""
    draw_cards(table, me.owner, 1)


@card("Horse Archers", cost=2, might=1, copies=3, kind="Archer", ability="instant", when=revealed)
def horse_archers(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Might to each Ally card Here (not to this card)."""
    for ally in allies(table, me):
        apply_might(table, ally, 1)


@card(
    "Defense Platform",
    cost=3,
    might=3,
    copies=2,
    kind="Structure",
    ability="instant",
    when=revealed,
)
def defense_platform(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Might to this card for each Ally Light Infantry Here. Both Defense Platforms may
    stand on the same Battlefield.
    """
    apply_might(table, me, len(allies(table, me, "Light Infantry")))


@card(
    "Standard Cataphract",
    cost=3,
    might=3,
    copies=2,
    kind="Cataphract",
    ability="conditional",
    when=revealed,
)
def standard_cataphract(table: EmpyreanTable, me: Unit) -> None:
    """When you Reveal this card, Apply 1 Might to it for each Ally Cataphract Here. After that,
    each time you Reveal another Cataphract Here, Apply 1 Might to this card.
    """
    apply_might(table, me, len(allies(table, me, CATAPHRACT)))


@standard_cataphract.also(you_reveal(CATAPHRACT))
def ride_together(table: EmpyreanTable, me: Unit, cataphract: Unit) -> None:
    """After that, 1 Might for each further Cataphract Revealed Here."""
    apply_might(table, me, 1)


@card(
    "Azadan Nobles",
    cost=4,
    might=4,
    kind="Noble",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def azadan_nobles(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Stop Token to your Opponent's side Here (with two opponents, you choose one)."""
    await stop(table, me)


@card(
    "Elite Horse Archers",
    cost=4,
    might=2,
    copies=2,
    kind="Archer",
    ability="instant",
    when=revealed,
)
def elite_horse_archers(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Might to each Ally card Here (not to this card), then Add 1 Essence next Round."""
    for ally in allies(table, me):
        apply_might(table, ally, 1)
    add_essence(table, me.owner, 1)


@card(
    "Superior Cataphract",
    cost=5,
    might=4,
    copies=2,
    kind="Cataphract",
    ability="conditional",
    when=revealed,
)
def superior_cataphract(table: EmpyreanTable, me: Unit) -> None:
    """When you Reveal this card, Apply 2 Might to it for each Ally Cataphract Here. After that,
    each time you Reveal another Cataphract Here, Apply 2 Might to this card.
    """
    apply_might(table, me, 2 * len(allies(table, me, CATAPHRACT)))


@superior_cataphract.also(you_reveal(CATAPHRACT))
def ride_on(table: EmpyreanTable, me: Unit, cataphract: Unit) -> None:
    """After that, 2 Might for each further Cataphract Revealed Here."""
    apply_might(table, me, 2)


@card(
    "Trample",
    cost=5,
    might=5,
    kind="Battle Order",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def trample(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here and Apply a Stun Token to it; if there is none,
    nothing happens.
    """
    await stun(table, me)


@card(
    "Flank Attack", cost=6, might=5, copies=2, kind="Battle Order", ability="instant", when=revealed
)
async def flank_attack(table: EmpyreanTable, me: Unit) -> None:
    """Move every Ally Archer Here to another Battlefield, one at a time from the lowest Zone; you
    choose each destination. Right after an Archer has Moved, it Resolves its own ability again on
    its new Battlefield. An Archer that has no Open Zone to go to, or that is Anchored, stays and
    does not Resolve.
    """
    for archer in allies(table, me, ARCHER):
        if await move_away(table, archer):
            await resolve_own_powers(table, archer, "revealed")  # ruling 8: no Reveal


@card(
    "Parthian Shot",
    cost=7,
    might=5,
    copies=2,
    kind="Battle Order",
    ability="instant",
    when=revealed,
)
async def parthian_shot(table: EmpyreanTable, me: Unit) -> None:
    """Return every Ally Archer Here to your hand (not optional; Anchored Archers stay). If at least
    1 Archer was Returned, choose 1 Opponent card Here and Destroy it, if there is one.
    """
    archers = [unit for unit in allies(table, me, ARCHER) if return_to_hand(table, unit)]
    if archers:
        await destroy_opponent_card(table, me)


@card(
    "Spahbed",
    cost=8,
    might=9,
    kind="Commander",
    ability="instant",
    when=revealed,
    ability_from="rulebook",
)
def spahbed(table: EmpyreanTable, me: Unit) -> None:
    """Return every Ally Battle Order Here to your hand (not optional; Anchored ones stay). If there
    is none, nothing happens.
    """
    for order in allies(table, me, "Battle Order"):
        return_to_hand(table, order)
