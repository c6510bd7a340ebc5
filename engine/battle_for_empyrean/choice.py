"""Choices shared by many cards: a unit, a battlefield, an opponent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.might import cause_args, distinguishing_args, unit_args
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.trigger import units_of
from engine.core.script import Option, OptionKind, choose, mix

# -- candidates


def allies(table: EmpyreanTable, me: Unit, of: str = "", *, anywhere: bool = False) -> list[Unit]:
    """Other Revealed cards of the same player, Here or anywhere, from the lowest Zone up.

    `of` is a name or a type. Units that are being Destroyed are no longer counted or chosen.
    """
    candidates = (
        units_of(table, me.owner, me.place) if anywhere else _here(table, me.owner, me.place)
    )
    return [
        unit
        for unit in candidates
        if unit is not me and not unit.leaving and (not of or CARDS[unit.card].is_a(of))
    ]


def opponent_cards(table: EmpyreanTable, me: Unit) -> list[Unit]:
    """Revealed cards of opponents Here."""
    return [
        unit
        for seat in table.others(me.owner)
        for unit in _here(table, seat, me.place)
        if not unit.leaving
    ]


def revealed_here(table: EmpyreanTable, seat: int, place: int) -> list[Unit]:
    """A player's Revealed cards on one battlefield."""
    return [unit for unit in table.players[seat].rows[place] if unit.revealed]


def might_here(table: EmpyreanTable, seat: int, place: int) -> int:
    """A player's Might on one battlefield."""
    return sum(unit.might for unit in table.players[seat].rows[place])


def leads(table: EmpyreanTable, seat: int, place: int) -> bool:
    """Whether the player has more Might there than every opponent."""
    own = might_here(table, seat, place)
    return all(own > might_here(table, other, place) for other in table.others(seat))


def highest(units: Sequence[Unit]) -> list[Unit]:
    """The units with the highest Might."""
    greatest = max((unit.might for unit in units), default=0)
    return [unit for unit in units if unit.might == greatest]


def lowest(units: Sequence[Unit]) -> list[Unit]:
    """The units with the lowest Might."""
    least = min((unit.might for unit in units), default=0)
    return [unit for unit in units if unit.might == least]


def by_name(unit: Unit, amounts: dict[str, int], *, otherwise: int) -> int:
    """The amount that a text sets for a card of that name."""
    return amounts.get(CARDS[unit.card].name, otherwise)


def _here(table: EmpyreanTable, seat: int, place: int) -> list[Unit]:
    return revealed_here(table, seat, place) if place in table.present else []


# -- options


def target(unit: Unit) -> str:
    """The name of a unit among the targets of an option."""
    return f"unit:{unit.id}"


def option_args(table: EmpyreanTable, unit: Unit) -> dict[str, Any]:
    """The arguments that say in an option which unit is meant."""
    row = table.row(unit)
    zone = next(zone for zone, other in enumerate(row, 1) if other is unit)
    args = {"card": unit.card, "place": table.fields[unit.place].card, "zone": zone}
    whose = distinguishing_args(table, unit).get("whose")
    return args if whose is None else {**args, "whose": whose}


def unit_option(table: EmpyreanTable, unit: Unit, kind: OptionKind = "") -> Option[Unit]:
    """The option that names a unit."""
    return Option(
        f"unit:{unit.id}", unit, (target(unit),), args=option_args(table, unit), kind=kind
    )


def place_option(table: EmpyreanTable, place: int) -> Option[int]:
    """The option that names a battlefield."""
    field = table.fields[place]
    return Option(f"to:{field.id}", place, (f"battlefield:{field.id}",), args={"place": field.card})


# -- questions (from public facts, so a single option is taken without asking)


async def choose_unit(
    table: EmpyreanTable, seat: int, prompt: str, units: Sequence[Unit], kind: OptionKind = ""
) -> Unit | None:
    """One of the units; None if there is none, which is announced for a card's ability."""
    if not units and isinstance(table.cause, Unit):
        table.tell("no_target", **unit_args(table, table.cause))
    if len(units) < 2:
        return units[0] if units else None
    options = [unit_option(table, unit, kind) for unit in units]
    return await choose(seat, prompt, options, by=cause_args(table)["by"])


async def choose_place(
    table: EmpyreanTable, seat: int, prompt: str, places: Sequence[int], card: str
) -> int | None:
    """One of the battlefields for a card; None if there is none."""
    if len(places) < 2:
        return places[0] if places else None
    return await choose(seat, prompt, [place_option(table, place) for place in places], card=card)


async def choose_opponent(
    table: EmpyreanTable, seat: int, prompt: str, opponents: Sequence[int] | None = None
) -> int:
    """One of the opponents (rulings D1)."""
    opponents = table.others(seat) if opponents is None else opponents
    options = [
        Option(f"player:p{other}", other, (f"player:p{other}",), args={"seat": other})
        for other in opponents
    ]
    return await choose(seat, prompt, options, public=True, by=cause_args(table)["by"])


async def split(
    table: EmpyreanTable, seat: int, prompt: str, units: Sequence[Unit], total: int
) -> list[tuple[Unit, int]]:
    """A total split among units as the seat likes."""
    limits = {unit.id: total for unit in units}
    if not limits or not total:
        return []
    shares = await mix(seat, prompt, limits, total, public=True, by=cause_args(table)["by"])
    return [(unit, shares[unit.id]) for unit in units if unit.id in shares]
