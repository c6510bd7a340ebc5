"""The symbol tokens: Stop, Stun, Shield, Anchor and Move (rulings 9 to 14)."""

from __future__ import annotations

from typing import Literal

from engine.battle_for_empyrean.battlefield import STUNNED
from engine.battle_for_empyrean.choice import allies, choose_opponent, choose_unit, opponent_cards
from engine.battle_for_empyrean.might import cause_args, tell_token
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.trigger import resolve_effects_at

Token = Literal["stun", "shield", "anchor", "move"]


def apply_token(table: EmpyreanTable, unit: Unit, token: Token, amount: int = 1) -> None:
    """Put tokens on a Revealed card."""
    setattr(unit, token, getattr(unit, token) + amount)
    for _ in range(amount):
        tell_token(table, unit, token)


async def stop(table: EmpyreanTable, me: Unit) -> None:
    """Apply a Stop Token to an opponent's side Here."""
    opponent = await choose_opponent(table, me.owner, "stop")
    field = table.fields[me.place]
    field.stops[opponent] += 1
    table.tell(
        "stop_applied",
        affects=(opponent,),
        seat=opponent,
        place=field.card,
        at=field.id,
        **cause_args(table, opponent),
    )


async def stun(table: EmpyreanTable, me: Unit, units: list[Unit] | None = None) -> None:
    """Apply a Stun Token to one of the units, by default any Opponent card Here."""
    units = opponent_cards(table, me) if units is None else units
    unit = await choose_unit(table, me.owner, "stun", units)
    if unit:
        apply_token(table, unit, "stun")
        await resolve_effects_at(table, unit.place, STUNNED, unit, me)


async def anchor(table: EmpyreanTable, me: Unit) -> None:
    """Apply an Anchor Token to an Opponent card Here."""
    unit = await choose_unit(table, me.owner, "anchor", opponent_cards(table, me))
    if unit:
        apply_token(table, unit, "anchor")


async def shield(table: EmpyreanTable, me: Unit, of: str = "") -> Unit | None:
    """Apply a Shield Token to an Ally card Here; returns the card."""
    unit = await choose_unit(table, me.owner, "shield", allies(table, me, of))
    if unit:
        apply_token(table, unit, "shield")
    return unit
