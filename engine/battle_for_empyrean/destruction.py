"""Destroying (rulings 11, 26 and 40)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.battle_for_empyrean.battlefield import REBIRTH, effects_of
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import choose_unit, opponent_cards
from engine.battle_for_empyrean.might import apply_might, cause_args, unit_args
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.trigger import resolve_own_powers, settle, trigger, units_of


def destructible(units: Sequence[Unit]) -> list[Unit]:
    """The units that no Shield Token protects (ruling 11)."""
    return [unit for unit in units if not unit.shield and not unit.leaving]


def enhanced(table: EmpyreanTable, victim: Unit, amount: int) -> int:
    """A Might bonus for a destruction, raised by the enhancers beside the victim."""
    return amount + sum(
        CARDS[unit.card].enhances
        for unit in units_of(table, victim.owner)
        if unit.place == victim.place and unit is not victim and not unit.leaving
    )


async def destroy(
    table: EmpyreanTable, me: Unit, victim: Unit, gain: int = 0, *, as_sacrifice: bool = False
) -> bool:
    """Destroy a card by an ability of `me`, which gains Might; returns whether it was Destroyed.

    In this order: the gain, the victim's own power, other powers, the pile, the Collapse. Effects
    that react when something has fully Resolved wait until then.
    """
    if victim.shield or victim.leaving or victim.place not in table.present:
        return False
    field = table.fields[victim.place]
    reborn = any(saves(table, field, victim, me) for saves in effects_of(field, REBIRTH))
    victim.leaving = "hand" if reborn else "pile"
    table.dying += 1
    args = {**unit_args(table, victim), **cause_args(table, victim.owner)}
    table.tell("destroyed", affects=(victim.owner,), **args)
    apply_might(table, me, gain)
    await resolve_own_powers(table, victim, "destroyed")
    if as_sacrifice:
        await resolve_own_powers(table, victim, "sacrificed")
    await trigger(table, victim.owner, "ally_destroyed", victim)
    if victim.leaving:
        _clear_away(table, victim)
    table.dying -= 1
    await settle(table)
    return True


def _clear_away(table: EmpyreanTable, victim: Unit) -> None:
    """Put a Destroyed card where it goes; the row Collapses."""
    player = table.players[victim.owner]
    pile = player.hand if victim.leaving == "hand" else player.destroyed
    key = "reborn" if victim.leaving == "hand" else "to_destroy_pile"
    table.tell(key, affects=(victim.owner,), **unit_args(table, victim))
    table.row(victim).remove(victim)
    pile.append(victim.card)
    victim.leaving = "gone"


async def destroy_opponent_card(
    table: EmpyreanTable, me: Unit, units: Sequence[Unit] | None = None
) -> None:
    """Choose an Opponent card Here (or one of the units) and Destroy it, if there is one."""
    candidates = opponent_cards(table, me) if units is None else units
    victim = await choose_unit(table, me.owner, "destroy", destructible(candidates), "destroy")
    if victim:
        await destroy(table, me, victim)


async def strike(table: EmpyreanTable, me: Unit, cost: int) -> None:
    """Unless it is the last Round, Destroy an Opponent card Here of at most that Essence cost."""
    if not table.is_last_round:
        candidates = [unit for unit in opponent_cards(table, me) if CARDS[unit.card].cost <= cost]
        await destroy_opponent_card(table, me, candidates)
