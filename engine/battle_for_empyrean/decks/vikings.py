"""Vikings of Valhalla."""

from __future__ import annotations

from engine.battle_for_empyrean.card import deck, gains_might, raided, revealed, you_reveal
from engine.battle_for_empyrean.choice import allies
from engine.battle_for_empyrean.destruction import strike
from engine.battle_for_empyrean.might import apply_might, remove_might
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.tokens import shield, stop, stun

VIKINGS = deck(
    "vikings_of_valhalla",
    "Vikings of Valhalla",
    symbol="longship",
    complexity="High",
    strategy=(
        "Sail: in the Command Phase ships carry Vikings to another Battlefield, which "
        "strengthens the raiders and banks Viking Raid Tokens for the Jarl. Spirits of bear "
        "and wolf push chosen warriors; keep Zones open for the fleet."
    ),
    keywords={
        "Viking Raid": (
            "[Viking Raid] N - each time this card is Moved together with a Ship by that "
            "Ship's ability, Apply N Might to this card once it has arrived."
        ),
        "Viking Raid Token": (
            "One token for each raid (one use of a Ship, however many Vikings sail). It lies "
            "on the owner's Tracker, is not lost when cards leave, and is only counted, never "
            "spent."
        ),
    },
)
card = VIKINGS.card


@card("Bear Spirit", cost=1, might=1, kind="Spirit", ability="instant", when=revealed)
def bear_spirit(table: EmpyreanTable, me: Unit) -> None:
    """Apply 2 Might to each Ally Berserkir Here; if there is none, nothing happens."""
    for berserkir in allies(table, me, "Berserkir"):
        apply_might(table, berserkir, 2)


@card(
    "Bondi",
    cost=1,
    might=1,
    copies=2,
    kind="Viking",
    ability="conditional",
    viking_raid=1,
    might_from="rulebook",
    ability_from="rulebook",
)
def bondi(table: EmpyreanTable, me: Unit) -> None:
    """[Viking Raid] 1: each time you Move this card with a Ship, Apply 1 Might to this card."""


@card("Wolf Spirit", cost=1, might=2, copies=2, kind="Spirit", ability="instant", when=revealed)
def wolf_spirit(table: EmpyreanTable, me: Unit) -> None:
    """Apply 2 Might to each Ally Menningúlfar and each Ally Úlfheðinn Here and Remove 1 Might from
    this card for each of them (never below 0; they get their Might even if this card has none
    left). (The gain of Blendingur is written on its own card.)
    """
    for warrior in [*allies(table, me, "Menningúlfar"), *allies(table, me, "Úlfheðinn")]:
        apply_might(table, warrior, 2)
        remove_might(table, me, 1)


@card(
    "Menningúlfar", cost=2, might=2, copies=2, kind="Viking", ability="conditional", viking_raid=1
)
def menningulfar(table: EmpyreanTable, me: Unit) -> None:
    """[Viking Raid] 1. (Wolf Spirit strengthens this card.)"""


@card(
    "Skjaldmær",
    cost=2,
    might=2,
    copies=2,
    kind="Viking",
    ability="conditional",
    viking_raid=1,
    when=raided,
)
async def skjaldmaer(table: EmpyreanTable, me: Unit) -> None:
    """[Viking Raid] 1. The first time this card performs a Viking Raid, choose 1 Ally card on the
    Battlefield it arrived at and Apply a Shield Token to it, if there is one; later raids give no
    Shield.
    """
    if me.once("raided"):
        await shield(table, me)


@card(
    "Hirdmen",
    cost=3,
    might=3,
    copies=2,
    kind="Viking",
    ability="conditional",
    viking_raid=1,
    when=you_reveal("Viking Jarl"),
)
def hirdmen(table: EmpyreanTable, me: Unit, jarl: Unit) -> None:
    """[Viking Raid] 1. When you Reveal Viking Jarl Here, Apply 3 Might to this card."""
    apply_might(table, me, 3)


@card("Snekkja", cost=3, might=2, kind="Ship", ability="passive", affixed=True, crew=1)
def snekkja(table: EmpyreanTable, me: Unit) -> None:
    """Permanent Move Token: once in each Command Phase you may Move this card together with exactly
    1 Ally Viking from Here to one other Battlefield that has Open Zones for both. If you do, Add 1
    Viking Raid Token to your Tracker. This card cannot use its token to Move alone.
    """


@card("Viking Archer", cost=3, might=1, kind="Viking", ability="instant", when=revealed)
async def viking_archer(table: EmpyreanTable, me: Unit) -> None:
    """Unless it is the last Round, choose 1 Opponent card Here with an Essence cost of 4 or less
    and Destroy it; if there is none, nothing happens.
    """
    await strike(table, me, cost=4)


@card(
    "Berserkir",
    cost=4,
    might=3,
    copies=2,
    kind="Viking",
    ability="conditional",
    viking_raid=1,
    when=gains_might,
)
def berserkir(table: EmpyreanTable, me: Unit) -> None:
    """[Viking Raid] 1. As soon as this card has 6 or more Might for the first time, Apply 4 Might
    to it; this happens only once while it stays in play, even if its Might later falls below 6 and
    rises again.
    """
    if me.might >= 6 and me.once("rage"):
        apply_might(table, me, 4)


@card("Skjaldborg", cost=4, might=4, kind="Formation", ability="instant", when=revealed)
async def skjaldborg(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Stop Token to your Opponent's side Here (with two opponents, you choose one)."""
    await stop(table, me)


@card(
    "Langskip",
    cost=5,
    might=3,
    copies=2,
    kind="Ship",
    ability="passive",
    affixed=True,
    crew=2,
    might_from="rulebook",
    ability_from="rulebook",
)
def langskip(table: EmpyreanTable, me: Unit) -> None:
    """Permanent Move Token: once in each Command Phase you may Move this card together with 1 or 2
    Ally Vikings from Here to one other Battlefield that has Open Zones for all of them. If you do,
    Add 1 Viking Raid Token to your Tracker. This card cannot use its token to Move alone.
    """


@card("Skjaldmær Bash", cost=5, might=5, kind="Battle Order", ability="instant", when=revealed)
async def skjaldmaer_bash(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here and Apply a Stun Token to it; if there is none,
    nothing happens.
    """
    await stun(table, me)


@card("Úlfheðinn", cost=6, might=6, copies=2, kind="Viking", ability="conditional", viking_raid=2)
def ulfhedinn(table: EmpyreanTable, me: Unit) -> None:
    """[Viking Raid] 2. (Wolf Spirit strengthens this card.)"""


@card(
    "Blendingur",
    cost=7,
    might=6,
    copies=2,
    kind="Viking",
    ability="conditional",
    viking_raid=2,
    when=you_reveal("Wolf Spirit"),
    might_from="rulebook",
    ability_from="rulebook",
)
def blendingur(table: EmpyreanTable, me: Unit, wolf: Unit) -> None:
    """[Viking Raid] 2. Each time you Reveal Wolf Spirit Here, Apply 2 Might to this card."""
    apply_might(table, me, 2)


@card(
    "Viking Jarl",
    cost=8,
    might=10,
    kind="Jarl",
    ability="instant",
    when=revealed,
    might_from="rulebook",
    ability_from="rulebook",
)
def viking_jarl(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Might to this card for each Viking Raid Token on your Tracker. The tokens stay on the
    Tracker.
    """
    apply_might(table, me, table.players[me.owner].raids)
