"""Triggers: powers and effects Resolve one after another, each as the cause of what it does.

Ruling 2: first the battlefield of the event, then the others top to bottom, each from Zone 1 up;
a player's own cards before those of the opponents.
"""

from __future__ import annotations

from typing import Any

from engine.battle_for_empyrean.battlefield import COUNTED, SETTLED, Effect, effects_at, effects_of
from engine.battle_for_empyrean.card import CARDS, Power, Watch
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Unit


def awake(unit: Unit) -> bool:
    """Whether its ability works: a Stun disables conditional ones (ruling 10)."""
    return not unit.stun or CARDS[unit.card].ability != "conditional"


async def resolve(table: EmpyreanTable, unit: Unit, power: Power, *details: Any) -> None:
    """Resolve a power of a unit to its end."""
    before = table.cause
    table.cause = unit
    script = power(table, unit, *details)
    if script is not None:
        await script
    table.cause = before
    await settle(table)


async def resolve_effect(table: EmpyreanTable, field: Field, effect: Effect, *details: Any) -> Any:
    """Resolve an effect of a battlefield to its end; returns its result."""
    before = table.cause
    table.cause = field
    result = effect(table, field, *details)
    if hasattr(result, "__await__"):
        result = await result
    table.cause = before
    if effect not in effects_of(field, SETTLED):
        await settle(table)
    return result


async def settle(table: EmpyreanTable) -> None:
    """Resolve the effects of battlefields that wait until an ability or effect has fully Resolved;
    not while a card is leaving.
    """
    for place in table.races if not table.dying else ():
        if place in table.present:
            field = table.fields[place]
            for effect in effects_of(field, SETTLED):
                await resolve_effect(table, field, effect)


async def resolve_counted_effects(table: EmpyreanTable) -> None:
    """Resolve the effects of battlefields that count their cards."""
    for field, effect in effects_at(table, COUNTED):
        await resolve_effect(table, field, effect)


async def resolve_effects_at(table: EmpyreanTable, place: int, moment: str, *details: Any) -> None:
    """Resolve the effects of the battlefield there at that moment."""
    field = table.fields[place]
    for effect in effects_of(field, moment):
        await resolve_effect(table, field, effect, *details)


def units_of(table: EmpyreanTable, seat: int, first: int | None = None) -> list[Unit]:
    """A player's Revealed units, those on the `first` battlefield before the others."""
    places = table.present
    if first in places:
        places = [first, *(place for place in places if place != first)]
    rows = table.players[seat].rows
    return [unit for place in places for unit in rows[place] if unit.revealed]


def watchers(table: EmpyreanTable, seat: int, moment: str, place: int) -> list[tuple[Unit, Watch]]:
    """A player's units with a power for that moment when it happens there, in order."""
    if moment not in table.players[seat].moments:
        return []
    return [
        (unit, watch)
        for unit in units_of(table, seat, place)
        for watch in CARDS[unit.card].on.get(moment, ())
        if unit.place == place or not watch.when.here
    ]


async def trigger(table: EmpyreanTable, seat: int, moment: str, subject: Unit) -> None:
    """Resolve the powers of a player's other cards that react to an event of `subject`."""
    for unit, watch in watchers(table, seat, moment, subject.place):
        of = watch.when.of
        if unit is subject or unit.leaving or not awake(unit):
            continue
        if not of or CARDS[subject.card].is_a(of):
            await resolve(table, unit, watch.power, subject)


async def resolve_own_powers(table: EmpyreanTable, unit: Unit, moment: str, *details: Any) -> None:
    """Resolve a unit's powers that react to its own event."""
    for watch in CARDS[unit.card].on.get(moment, ()):
        if awake(unit) and unit.leaving != "gone":
            await resolve(table, unit, watch.power, *details)
