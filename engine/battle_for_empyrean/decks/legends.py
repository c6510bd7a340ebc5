"""Legends of the Parthenon."""

from __future__ import annotations

from typing import Any

from engine.battle_for_empyrean.card import (
    ally_moves_here,
    deck,
    end_of_game,
    in_command,
    moves,
    revealed,
)
from engine.battle_for_empyrean.choice import (
    allies,
    choose_place,
    choose_unit,
    opponent_cards,
    revealed_here,
    split,
    unit_option,
)
from engine.battle_for_empyrean.destruction import strike
from engine.battle_for_empyrean.might import apply_might
from engine.battle_for_empyrean.movement import (
    call_here,
    destinations,
    is_ship,
    movable,
    move,
    move_away,
    move_options,
    moves_of,
)
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.tokens import apply_token, shield, stop, stun
from engine.core.script import Option, choose

LEGENDS = deck(
    "legends_of_the_parthenon",
    "Legends of the Parthenon",
    symbol="temple",
    complexity="High",
    strategy=(
        "Everything gains from Moving: some heroes grow when allies arrive beside them, some "
        "creatures grow when they travel. Use permanent and one-time Move Tokens in the "
        "Command Phase and keep Open Zones free for the traffic."
    ),
)
card = LEGENDS.card


def _walkers(table: EmpyreanTable, seat: int, place: int) -> list[Unit]:
    return [unit for unit in revealed_here(table, seat, place) if not is_ship(unit)]


@card("Griffin", cost=1, might=1, kind="Creature", ability="conditional", when=moves)
def griffin(table: EmpyreanTable, me: Unit) -> None:
    """Each time this card Moves, Apply 1 Might to it."""
    apply_might(table, me, 1)


@card(
    "Jason and the Argonauts",
    cost=1,
    might=1,
    kind="Hero",
    ability="conditional",
    when=ally_moves_here,
)
def jason_and_the_argonauts(table: EmpyreanTable, me: Unit, ally: Unit) -> None:
    """Each time an Ally card Moves Here, Apply 1 Might to this card. This card's own Moves do not
    count.
    """
    apply_might(table, me, 1)


@card("Perseus", cost=1, might=1, kind="Hero", ability="conditional", when=ally_moves_here)
def perseus(table: EmpyreanTable, me: Unit, ally: Unit) -> None:
    """Each time an Ally card Moves Here, Apply 1 Might to this card. This card's own Moves do not
    count.
    """
    apply_might(table, me, 1)


@card("The River Styx", cost=1, might=1, copies=2, kind="Place", ability="instant", when=revealed)
async def the_river_styx(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally card Here (no Ship) and Apply 1 Move Token to it; if there is none, nothing
    happens.
    """
    walkers = [unit for unit in allies(table, me) if not is_ship(unit)]
    ally = await choose_unit(table, me.owner, "grant_move", walkers)
    if ally:
        apply_token(table, ally, "move")


@card("Gates of Hades", cost=2, might=2, kind="Place", ability="instant", when=revealed)
async def gates_of_hades(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally card Here and Move it to another Battlefield of your choice (not optional); if
    none can Move, nothing happens.
    """
    ally = await choose_unit(table, me.owner, "move", movable(table, allies(table, me)))
    if ally:
        await move_away(table, ally)


@card("Gates of Olympus", cost=2, might=2, kind="Place", ability="instant", when=revealed)
async def gates_of_olympus(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally card on another Battlefield and Move it Here (not optional); if none can Move
    or there is no Open Zone Here, nothing happens.
    """
    await call_here(table, me)


@card(
    "The Golden Fleece",
    cost=2,
    might=2,
    kind="Relic",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def the_golden_fleece(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally card Here and Apply a Shield Token to it; if there is none, nothing happens."""
    await shield(table, me)


@card("The Golden Ram", cost=2, might=2, kind="Creature", ability="conditional", when=moves)
def the_golden_ram(table: EmpyreanTable, me: Unit) -> None:
    """Each time this card Moves, Apply 2 Might to it."""
    apply_might(table, me, 2)


@card("Clytemnestra", cost=3, might=1, kind="Royal", ability="instant", when=revealed)
async def clytemnestra(table: EmpyreanTable, me: Unit) -> None:
    """Unless it is the last Round, choose 1 Opponent card Here with an Essence cost of 4 or less
    and Destroy it; if there is none, nothing happens.
    """
    await strike(table, me, cost=4)


@card("Hercules", cost=3, might=1, kind="Hero", ability="conditional", when=ally_moves_here)
def hercules(table: EmpyreanTable, me: Unit, ally: Unit) -> None:
    """Each time an Ally card Moves Here, Apply 2 Might to this card. This card's own Moves do not
    count.
    """
    apply_might(table, me, 2)


@card(
    "Hermes' Caduceus", cost=3, might=2, kind="Relic", ability="conditional", when=ally_moves_here
)
def hermes_caduceus(table: EmpyreanTable, me: Unit, ally: Unit) -> None:
    """Each time an Ally card Moves Here, Apply 1 Might to this card and 1 Might to the card that
    Moved. This card's own Moves do not count.
    """
    apply_might(table, me, 1)
    apply_might(table, ally, 1)


@card(
    "Pegasus",
    cost=3,
    might=2,
    kind="Creature",
    ability="passive",
    affixed=True,
    ability_from="rulebook",
)
def pegasus(table: EmpyreanTable, me: Unit) -> None:
    """Permanent Move Token: once in each Command Phase you may Move this card to another
    Battlefield with an Open Zone. The token is never spent.
    """


@card("Daedalus", cost=4, might=2, kind="Inventor", ability="instant", when=revealed)
def daedalus(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Might to this card for each Opponent card Here (with two opponents, count both).
    Unrevealed cards do not count.
    """
    apply_might(table, me, len(opponent_cards(table, me)))


@card(
    "Eros' Love Arrow",
    cost=4,
    might=4,
    kind="Relic",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def eros_love_arrow(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Stop Token to your Opponent's side Here (with two opponents, you choose one)."""
    await stop(table, me)


@card("Icarus", cost=4, might=2, kind="Hero", ability="instant", when=revealed)
def icarus(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Might to this card for each Ally card Here. Unrevealed cards do not count."""
    apply_might(table, me, len(allies(table, me)))


@card("Circe", cost=5, might=3, kind="Enchantress", ability="instant", when=revealed)
async def circe(table: EmpyreanTable, me: Unit) -> None:
    """Choose 2 Ally cards Here (1 if there is only one) and Move each to another Battlefield of
    your choice (not optional). Apply 1 Might to each card Moved this way. Cards that cannot Move
    are not chosen.
    """
    moved: list[Unit] = []
    for _ in range(2):
        others = movable(table, [unit for unit in allies(table, me) if unit not in moved])
        if not others:
            return
        ally = await choose_unit(table, me.owner, "move", others)
        if ally and await move_away(table, ally):
            apply_might(table, ally, 1)
            moved.append(ally)


@card(
    "Song of the Sirens",
    cost=5,
    might=5,
    kind="Enchantment",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def song_of_the_sirens(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here and Apply a Stun Token to it; if there is none,
    nothing happens.
    """
    await stun(table, me)


@card("Sun Chariot of Helios", cost=5, might=4, kind="Relic", ability="instant", when=revealed)
async def sun_chariot_of_helios(table: EmpyreanTable, me: Unit) -> None:
    """Choose 2 Ally cards on other Battlefields (fewer only if fewer can Move) and Move them Here
    one at a time while there is an Open Zone Here (not optional).
    """
    for _ in range(2):
        await call_here(table, me)


@card(
    "Bellerophon",
    cost=6,
    might=4,
    kind="Hero",
    ability="passive",
    affixed=True,
    when=in_command(move_options),
)
async def bellerophon(table: EmpyreanTable, me: Unit, place: int) -> None:
    """Permanent Move Token: once in each Command Phase you may Move this card to another
    Battlefield with an Open Zone; if you do, you may also Move 1 Ally card from the Battlefield it
    left to the same destination, if another Zone is Open there. The token is never spent.
    """
    origin = me.place
    await move(table, me, place, by="permanent_move")
    riders = [
        unit
        for unit in allies(table, me, anywhere=True)
        if unit.place == origin and place in destinations(table, unit)
    ]
    if riders:
        options: list[Option[Any]] = [Option("none", None, kind="decline")]
        options += [unit_option(table, unit) for unit in riders]
        rider = await choose(me.owner, "take_along", options, by=me.card)
        if rider:
            await move(table, rider, place)


@card(
    "Winged Sandals",
    cost=6,
    might=4,
    kind="Relic",
    ability="instant",
    when=revealed,
    ability_from="rulebook",
)
async def winged_sandals(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Battlefield and Apply 3 Move Tokens in total, split as you like among your Revealed
    cards there (all on one card is allowed, this card counts if it is there, Ships do not).
    """
    walkers = {place: _walkers(table, me.owner, place) for place in table.present}
    places = [place for place, units in walkers.items() if units]
    place = await choose_place(table, me.owner, "sandals", places, card=me.card)
    if place is not None:
        for unit, count in await split(table, me.owner, "sandals_split", walkers[place], 3):
            apply_token(table, unit, "move", count)


@card("Eros", cost=7, might=4, kind="Deity", ability="instant", when=revealed)
async def eros(table: EmpyreanTable, me: Unit) -> None:
    """Move Ally cards from the other Battlefields Here one at a time, always the one with the
    lowest current Might (you choose if tied), until 3 have Moved, none is left or there is no Open
    Zone Here (not optional). Anchored cards are passed over. Apply 1 Might to this card for each
    card Moved this way.
    """
    for _ in range(3):
        if await call_here(table, me, weakest=True):
            apply_might(table, me, 1)


@card("Medusa", cost=7, might=5, kind="Creature", ability="instant", when=revealed)
async def medusa(table: EmpyreanTable, me: Unit) -> None:
    """Move every Ally card Here to other Battlefields, in the order and to the destinations you
    choose (not optional; cards without a destination or Anchored stay). Apply 1 Might to each card
    Moved this way.
    """
    remaining = allies(table, me)
    while options := moves_of(table, remaining):
        unit, place = await choose(me.owner, "flee", options, public=True, by=me.card)
        remaining.remove(unit)
        await move(table, unit, place)
        apply_might(table, unit, 1)


@card(
    "Hermes",
    cost=8,
    might=8,
    kind="Deity",
    ability="passive",
    affixed=True,
    when=end_of_game,
    ability_from="rulebook",
)
async def hermes(table: EmpyreanTable, me: Unit) -> None:
    """Permanent Move Token: once in each Command Phase, and once more in the End of the Game Phase,
    you may Move this card to another Battlefield with an Open Zone. The token is never spent.
    """
    options: list[Option[Any]] = [Option("none", None, kind="decline")]
    options += move_options(table, me)
    place = await choose(
        me.owner, "last_flight", options, public=True, default="none", passable=True, by=me.card
    )
    if place is not None:
        await move(table, me, place, by="permanent_move")
