"""Moving between battlefields, and Shifting within one (rulings 14, 16 to 19)."""

from __future__ import annotations

from typing import Any

from engine.battle_for_empyrean.battlefield import MOVED, has_room, is_closed, is_open
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import allies, choose_place, choose_unit, lowest, target
from engine.battle_for_empyrean.might import cause_args, distinguishing_args, unit_args
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.trigger import awake, resolve, resolve_effects_at, watchers
from engine.core.script import Option

VIKING = "Viking"


def is_ship(unit: Unit) -> bool:
    """Whether it Moves only with a crew (ruling 17): no Move Token or other card Moves it."""
    return bool(CARDS[unit.card].crew)


def can_move(table: EmpyreanTable, unit: Unit) -> bool:
    """Whether the unit may leave its battlefield by a Move of its own."""
    return not is_ship(unit) and may_leave(table, unit)


def may_leave(table: EmpyreanTable, unit: Unit) -> bool:
    """Whether anything forbids the unit, a Ship too, to leave its battlefield by a Move.

    Ruling 14: at most once in a Command Phase, a Viking at most once in a Round.
    """
    if not unit.revealed or unit.leaving or unit.anchor:
        return False
    once = table.phase == "command" or CARDS[unit.card].kind == VIKING
    if once and unit.moved == table.round:
        return False
    return unit.place in table.present and not is_closed(table, unit.place)


def can_arrive(table: EmpyreanTable, seat: int, place: int) -> bool:
    """Whether one more card of the player may Move there."""
    return is_open(table, seat, place) and not is_closed(table, place)


def destinations(table: EmpyreanTable, unit: Unit) -> list[int]:
    """The battlefields to which the unit can Move now."""
    if not can_move(table, unit):
        return []
    return [
        place
        for place in table.present
        if place != unit.place and can_arrive(table, unit.owner, place)
    ]


def movable(table: EmpyreanTable, units: list[Unit]) -> list[Unit]:
    """The units that can Move somewhere."""
    return [unit for unit in units if destinations(table, unit)]


def _which(table: EmpyreanTable, unit: Unit) -> dict[str, Any]:
    """Which of the player's cards of that name is meant."""
    return {
        name: value for name, value in distinguishing_args(table, unit).items() if name != "whose"
    }


def move_options(table: EmpyreanTable, unit: Unit) -> list[Option[int]]:
    """A Move to each battlefield to which the unit can Move now."""
    return [
        Option(
            f"move:{unit.id}:{table.fields[place].id}",
            place,
            (target(unit), f"battlefield:{table.fields[place].id}"),
            args={"card": unit.card, "place": table.fields[place].card, **_which(table, unit)},
        )
        for place in destinations(table, unit)
    ]


def moves_of(table: EmpyreanTable, units: list[Unit]) -> list[Option[tuple[Unit, int]]]:
    """Every Move of these units."""
    return [
        Option(option.key, (unit, option.value), option.targets, args=option.args)
        for unit in units
        for option in move_options(table, unit)
    ]


async def move(table: EmpyreanTable, unit: Unit, place: int, by: str = "") -> None:
    """Move a unit to its player's lowest Open Zone on another battlefield.

    `by` is announced as the cause if it is not the card or battlefield that acts. Leaving the row
    lets the higher Zones Collapse, which is not a Move (ruling 18).
    """
    origin = table.fields[unit.place]
    args = {**unit_args(table, unit), **cause_args(table, unit.owner)}
    table.row(unit).remove(unit)
    unit.place, unit.moved, unit.fills = place, table.round, False
    table.row(unit).append(unit)
    table.tell(
        "moved",
        affects=(unit.owner,),
        left=origin.card,
        place=table.fields[place].card,
        at=table.fields[place].id,
        zone=len(table.row(unit)),
        **(args | ({"by": by} if by else {})),
    )
    await _arrived(table, unit)


async def _arrived(table: EmpyreanTable, unit: Unit) -> None:
    """Resolve what a Move triggers on the battlefield where the unit arrives."""
    place = unit.place
    own = [(unit, watch) for watch in CARDS[unit.card].on.get("moves", ())]
    for other, watch in [*own, *watchers(table, unit.owner, "ally_moves_here", place)]:
        if other is unit:
            if watch.when.moment == "moves" and awake(unit):
                await resolve(table, unit, watch.power)
        elif awake(other) and not other.leaving:
            await resolve(table, other, watch.power, unit)
    await resolve_effects_at(table, place, MOVED, unit)


async def move_away(table: EmpyreanTable, unit: Unit) -> bool:
    """Move a unit to another battlefield of its owner's choice; returns whether it could."""
    place = await choose_place(
        table, unit.owner, "move_to", destinations(table, unit), card=unit.card
    )
    if place is None:
        table.tell("no_move", **unit_args(table, unit))
        return False
    await move(table, unit, place)
    return True


async def call_here(table: EmpyreanTable, me: Unit, *, weakest: bool = False) -> bool:
    """Move an Ally card from another battlefield Here; returns whether one could."""
    candidates = [
        unit
        for unit in allies(table, me, anywhere=True)
        if unit.place != me.place and me.place in destinations(table, unit)
    ]
    if not candidates:
        return False
    ally = await choose_unit(table, me.owner, "call", lowest(candidates) if weakest else candidates)
    if ally:
        await move(table, ally, me.place)
    return ally is not None


def shift(table: EmpyreanTable, unit: Unit) -> bool:
    """Slide a unit to the next Open Zone of its battlefield, with all it carries (ruling 19).

    A unit on its way to hand (ruling 40) is not stopped, and one that leaves no Open Zone behind
    (ruling 23) has nowhere to go; returns whether it Shifted.
    """
    if unit.leaving == "hand":
        return False
    args = {**unit_args(table, unit), **cause_args(table, unit.owner)}
    row = table.row(unit)
    zone = row.index(unit)
    row.remove(unit)
    if not has_room(table, unit.owner, unit.place):
        row.insert(zone, unit)
        return False
    row.append(unit)
    unit.leaving = ""
    table.tell(
        "shifted",
        affects=(unit.owner,),
        zone=len(row),
        **args,
    )
    return True
