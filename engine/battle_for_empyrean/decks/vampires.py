"""Vampires of the Evernight."""

from __future__ import annotations

from engine.battle_for_empyrean.card import CARDS, ally_bites, bitten, deck, revealed
from engine.battle_for_empyrean.choice import allies, choose_unit
from engine.battle_for_empyrean.destruction import strike
from engine.battle_for_empyrean.keywords import HUMAN, VAMPIRE
from engine.battle_for_empyrean.might import add_essence, apply_might
from engine.battle_for_empyrean.piles import acquire, draw_cards, shuffle_into_deck, swap
from engine.battle_for_empyrean.table import EmpyreanTable, Player, Unit
from engine.battle_for_empyrean.tokens import apply_token, shield, stop, stun
from engine.core.script import Option, choose

VAMPIRES = deck(
    "vampires_of_the_evernight",
    "Vampires of the Evernight",
    symbol="bat",
    complexity="Low",
    strategy=(
        "Put Humans down early and seat Vampires beside them, each with the Human of its own "
        "story where possible; then pay Essence every Command Phase to Bite. The art is to "
        "weigh Bites against new cards."
    ),
    keywords={
        "Bloodlust": (
            "[Bloodlust] N - during your Command Phase you may spend 1 Essence of the current "
            "Round to let this card Bite 1 Ally Human Here: Apply N Might to this card. A "
            "Vampire Bites at most once per Round, a Human is Bitten at most once per Round. "
            "A Bite is always optional and the Human stays as it is. A Vampire with a Stun "
            "Token cannot Bite."
        ),
    },
)
card = VAMPIRES.card


def vampires_in_deck(player: Player) -> list[Option[str | None]]:
    """The Vampires of at most 5 Essence in the game deck; none if there is none."""
    vampires = [
        id
        for id in sorted({*player.deck, *player.bottom})
        if CARDS[id].is_a(VAMPIRE) and CARDS[id].cost <= 5
    ]
    if not vampires:
        return [Option("none", None)]
    return [Option(f"turn_into:{id}", id, args={"card": id}) for id in vampires]


@card("Ellen", cost=1, might=1, kind="Human", ability="conditional", when=bitten)
def ellen(table: EmpyreanTable, me: Unit, vampire: Unit) -> None:
    """The first time this card is Bitten, Draw 1 card."""
    if me.once("bitten"):
        draw_cards(table, me.owner, 1)


@card("Laura", cost=1, might=1, kind="Human", ability="conditional", when=bitten)
def laura(table: EmpyreanTable, me: Unit, vampire: Unit) -> None:
    """The first time this card is Bitten, Add 2 Essence next Round."""
    if me.once("bitten"):
        add_essence(table, me.owner, 2)


@card("Lucy", cost=1, might=1, maximum=5, kind="Human", ability="conditional", when=bitten)
def lucy(table: EmpyreanTable, me: Unit, vampire: Unit) -> None:
    """Each time this card is Bitten, Apply 1 Might to it. Maximum Might 5."""
    apply_might(table, me, 1)


@card("Mina", cost=1, might=1, kind="Human", ability="conditional", when=bitten)
def mina(table: EmpyreanTable, me: Unit, vampire: Unit) -> None:
    """The first time this card is Bitten, Apply 1 Might to each Ally Human Here."""
    if me.once("bitten"):
        for human in allies(table, me, HUMAN):
            apply_might(table, human, 1)


@card("Romuald", cost=1, might=2, kind="Human", ability="conditional", when=bitten)
def romuald(table: EmpyreanTable, me: Unit, vampire: Unit) -> None:
    """The first time this card is Bitten by Clarimonde, Apply 2 Might to this card."""
    if CARDS[vampire.card].is_a("Clarimonde") and me.once("bitten"):
        apply_might(table, me, 2)


@card("Jonathan", cost=2, might=2, kind="Human", ability="instant", when=revealed)
def jonathan(table: EmpyreanTable, me: Unit) -> None:
    """Acquire Mina; if she is not in your game deck, nothing happens and you do not shuffle."""
    acquire(table, me.owner, "Mina")


@card(
    "Lord Ruthven", cost=2, might=2, maximum=9, kind="Vampire", ability="conditional", bloodlust=2
)
def lord_ruthven(table: EmpyreanTable, me: Unit) -> None:
    """[Bloodlust] 2. Maximum Might 9."""


@card("The Family", cost=2, might=2, kind="Human", ability="passive", when=bitten)
def the_family(table: EmpyreanTable, me: Unit, vampire: Unit) -> None:
    """Each time a Vampire Bites this Human, Apply 1 Might to this card as well as to the Vampire
    (still at most one Bite per Round).
    """
    apply_might(table, me, 1)


@card("Vampire's Coffin", cost=2, might=2, kind="Relic", ability="instant", when=revealed)
async def vampires_coffin(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally Vampire Here and Apply a Shield Token to it; if there is none,
    nothing happens.
    """
    await shield(table, me, VAMPIRE)


@card(
    "Sir Francis Varney",
    cost=3,
    might=3,
    maximum=11,
    kind="Vampire",
    ability="conditional",
    bloodlust=2,
)
def sir_francis_varney(table: EmpyreanTable, me: Unit) -> None:
    """[Bloodlust] 2. Maximum Might 11."""


@card("The Blood Countess", cost=3, might=1, kind="Vampire", ability="instant", when=revealed)
async def the_blood_countess(table: EmpyreanTable, me: Unit) -> None:
    """Unless it is the last Round, choose 1 Opponent card Here with an Essence cost of 4 or less
    and Destroy it; if there is none, nothing happens. (She is a Vampire without Bloodlust.)
    """
    await strike(table, me, cost=4)


@card(
    "Vampire Bat",
    cost=3,
    might=3,
    copies=2,
    kind="Creature",
    ability="instant",
    when=revealed,
    ability_from="rulebook",
)
async def vampire_bat(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally Vampire on any Battlefield and Apply 1 Move Token to it; if there is none,
    nothing happens.
    """
    vampires = allies(table, me, VAMPIRE, anywhere=True)
    vampire = await choose_unit(table, me.owner, "grant_move", vampires)
    if vampire:
        apply_token(table, vampire, "move")


@card(
    "Arnold Paole",
    cost=4,
    might=4,
    kind="Vampire",
    ability="conditional",
    bloodlust=2,
    bites_anyone=True,
)
def arnold_paole(table: EmpyreanTable, me: Unit) -> None:
    """[Bloodlust] 2. This card may also Bite any other Ally card Here that is not a Vampire, as if
    it were a Human.
    """


@card(
    "Gorcha",
    cost=4,
    might=4,
    kind="Vampire",
    ability="conditional",
    bloodlust=2,
    favours={"The Family": 3},
)
def gorcha(table: EmpyreanTable, me: Unit) -> None:
    """[Bloodlust] 2; if it Bites The Family, Apply 3 Might instead of 2."""


@card("Professor Van Helsing", cost=4, might=4, kind="Hunter", ability="instant", when=revealed)
async def professor_van_helsing(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Stop Token to your Opponent's side Here (with two opponents, you choose one)."""
    await stop(table, me)


@card(
    "Clarimonde",
    cost=5,
    might=4,
    kind="Vampire",
    ability="conditional",
    bloodlust=2,
    favours={"Romuald": 4},
)
def clarimonde(table: EmpyreanTable, me: Unit) -> None:
    """[Bloodlust] 2; if it Bites Romuald, Apply 4 Might instead of 2."""


@card("Renfield", cost=5, might=5, kind="Human", ability="instant", when=revealed)
async def renfield(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here and Apply a Stun Token to it; if there is none,
    nothing happens.
    """
    await stun(table, me)


@card(
    "The Brides of Dracula",
    cost=5,
    might=4,
    kind="Vampire",
    ability="conditional",
    bloodlust=2,
    favours={"Jonathan": 4},
)
def the_brides_of_dracula(table: EmpyreanTable, me: Unit) -> None:
    """[Bloodlust] 2; if it Bites Jonathan, Apply 4 Might instead of 2."""


@card(
    "The Turning",
    cost=6,
    might=6,
    kind="Ritual",
    ability="instant",
    when=revealed,
    ability_from="rulebook",
)
async def the_turning(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally Human Here and 1 Vampire with an Essence cost of 5 or less in your game deck
    and Swap them: the Vampire takes the Human's Zone, gets its reveal Might and Resolves its
    ability; the Human goes into your game deck, which you shuffle. Without such a Human or Vampire,
    nothing happens.
    """
    player = table.players[me.owner]
    if not player.deck and not player.bottom:
        return
    human = await choose_unit(table, me.owner, "turn", allies(table, me, HUMAN))
    if human:
        vampire = await choose(me.owner, "turn_into", vampires_in_deck(player), card=human.card)
        if vampire:
            shuffle_into_deck(player)
            await swap(table, human, vampire, player.deck)


@card("Vampire's Gaze", cost=6, might=5, kind="Ritual", ability="passive", when=ally_bites)
def vampires_gaze(table: EmpyreanTable, me: Unit, vampire: Unit) -> None:
    """Each time an Ally Vampire Bites Here, Apply 1 more Might to that Vampire."""
    apply_might(table, vampire, 1)


@card(
    "Carmilla",
    cost=7,
    might=7,
    kind="Vampire",
    ability="conditional",
    bloodlust=3,
    favours={"Laura": 5},
)
def carmilla(table: EmpyreanTable, me: Unit) -> None:
    """[Bloodlust] 3; if it Bites Laura, Apply 5 Might instead of 3."""


@card(
    "Count Orlok",
    cost=7,
    might=7,
    kind="Vampire",
    ability="conditional",
    bloodlust=3,
    favours={"Ellen": 5},
)
def count_orlok(table: EmpyreanTable, me: Unit) -> None:
    """[Bloodlust] 3; if it Bites Ellen, Apply 5 Might instead of 3."""


@card(
    "Count Dracula",
    cost=8,
    might=9,
    kind="Vampire",
    ability="conditional",
    bloodlust=3,
    favours={"Lucy": 6, "Mina": 6},
)
def count_dracula(table: EmpyreanTable, me: Unit) -> None:
    """[Bloodlust] 3; if it Bites Lucy or Mina, Apply 6 Might instead of 3."""
