"""Powers: a cost, then effects."""

from __future__ import annotations

from collections.abc import Callable

from engine.res_arcana.card import CARDS, Power
from engine.res_arcana.costs import FREE, Cost
from engine.res_arcana.paying import announce, pay_announced
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.types import Effect, Reaction, Use

Idle = Callable[[ResArcanaTable, Player, InPlay, Cost], bool]
"""Whether an effect would do nothing for a player who pays that cost of a component now."""

_IDLE: dict[Effect, Idle] = {}


def may_be_idle(effect: Effect, idle: Idle) -> Effect:
    """Declare when an effect does nothing. R5: its power may be used anyway."""
    _IDLE[effect] = idle
    return effect


def idle_when(power: Power) -> Idle | None:
    """When using the power has no effect; None if it always has one."""
    return _IDLE.get(power.effects[0]) if len(power.effects) == 1 else None


def power(text: str, cost: Cost, *effects: Effect, only_turned: bool = False) -> Power:
    """A power used as an action on a straightened component (or only on a turned one)."""
    return Power("action", text, cost, effects, only_turned=only_turned)


def react(text: str, reaction: Reaction, cost: Cost, *effects: Effect) -> Power:
    """A power used out of turn. One that answers a Life loss always ignores it."""
    return Power("react", text, cost, effects, reaction)


def on_claim(text: str, *effects: Effect) -> Power:
    """An effect that happens once, as the component is claimed."""
    return Power("claim", text, FREE, effects)


async def use(table: ResArcanaTable, player: Player, id: str, power: Power) -> None:
    """Announce the cost, pay it, apply the effects, in this order."""
    component = player.cards[id]
    payment = await announce(player, component, power.cost)
    table.tell(
        "reacted" if power.kind == "react" else "used",
        affects=(player.seat,),
        seat=player.seat,
        card=id,
        power=CARDS[id].power_id(power),
    )
    pay_announced(table, player, component, power.cost, payment)
    this_use = Use(player, component, payment)
    for effect in power.effects:
        await effect(table, this_use)
