"""The Command Phase (rulings 6 and 14)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from engine.battle_for_empyrean.battlefield import COMMAND, COMMANDED, effects_at
from engine.battle_for_empyrean.card import CARDS, Power, Watch
from engine.battle_for_empyrean.deploy import deploy
from engine.battle_for_empyrean.keywords import bite, harbours, prey, sail
from engine.battle_for_empyrean.movement import move, move_options
from engine.battle_for_empyrean.order import acting_order, late_cards
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Unit
from engine.battle_for_empyrean.trigger import awake, resolve, resolve_effects_at, units_of
from engine.core.script import Option, choose


class Orders(Struct):
    """The commands that a player may give now. `must`: the phase can't end before one of them is
    given; `hidden`: they depend on the hand.
    """

    options: list[Option[Any]]
    must: bool = False
    hidden: bool = False


async def command(table: EmpyreanTable) -> None:
    """One command, or the end of a player's phase; if no player may command, the next phase."""
    if not table.order:
        table.order, table.turn = acting_order(table), 0
        if table.order != table.token_order():
            table.tell("acting_order", seats=list(table.order), by=late_cards(table))
    orders = _next_orders(table)
    if orders is None:
        table.phase, table.order = "deploy", []
        await deploy(table)
        return
    seat = table.order[table.turn]
    if not orders.must:
        orders.options.append(Option("done", None, kind="pass"))
    default = None if orders.must else "done"
    order = await choose(seat, "command", orders.options, public=not orders.hidden, default=default)
    if order is None:
        table.turn += 1
    else:
        await _carry_out(table, seat, *order)


def _next_orders(table: EmpyreanTable) -> Orders | None:
    """Move on to the next player who may command something; None if there is none."""
    while table.turn < len(table.order):
        orders = orders_of(table, table.order[table.turn])
        if orders.options or orders.hidden:
            return orders
        table.turn += 1
    return None


async def _carry_out(
    table: EmpyreanTable, seat: int, subject: Unit | Field, power: Power, choice: Any
) -> None:
    if isinstance(subject, Field):
        await resolve_effects_at(table, subject.place, COMMANDED, seat, choice)
    else:
        await resolve(table, subject, power, choice)


def orders_of(table: EmpyreanTable, seat: int) -> Orders:
    """Everything the player may command now, in the order of the table."""
    orders = Orders([])
    for unit in units_of(table, seat):
        card = CARDS[unit.card]
        for watch in card.on.get("command", ()):
            _own_command(table, unit, watch, orders)
        if card.bloodlust and awake(unit):
            _offer(orders, unit, bite, prey(table, unit))
        if card.crew:
            _offer(orders, unit, sail, harbours(table, unit))
        if has_move_token(unit):
            _offer(orders, unit, _move_by_token, move_options(table, unit))
    for field, effect in effects_at(table, COMMAND):
        for option in effect(table, field, seat):
            option.value = (field, effect, option.value)
            orders.options.append(option)
    return orders


def _offer(orders: Orders, unit: Unit, power: Power, options: list[Option[Any]]) -> None:
    for option in options:
        option.value = (unit, power, option.value)
    orders.options += options


def _own_command(table: EmpyreanTable, unit: Unit, watch: Watch, orders: Orders) -> None:
    when = watch.when
    if unit.used == table.round or not awake(unit) or not when.options:
        return
    options = when.options(table, unit)

    async def use(table: EmpyreanTable, unit: Unit, choice: Any) -> None:
        unit.used = table.round
        script = watch.power(table, unit, choice)
        if script is not None:
            await script

    _offer(orders, unit, use, options)
    orders.must = orders.must or (when.must and bool(options))
    orders.hidden = orders.hidden or bool(when.possible and when.possible(table, unit))


def _has_permanent_move(unit: Unit) -> bool:
    """Whether it carries a permanent Move Token that it may use on command. Ships and riders use
    theirs through their own abilities alone.
    """
    card = CARDS[unit.card]
    return card.affixed and not card.crew and not card.on.get("command")


def has_move_token(unit: Unit) -> bool:
    """Whether a Move Token of its own lets it Move on command."""
    card = CARDS[unit.card]
    rides = card.affixed and card.on.get("command")
    return _has_permanent_move(unit) or bool(unit.move and not rides)


async def _move_by_token(table: EmpyreanTable, unit: Unit, place: int) -> None:
    """A permanent token is never spent; the others are, one per Move (ruling 14)."""
    permanent = _has_permanent_move(unit)
    if not permanent:
        unit.move -= 1
    await move(table, unit, place, by="permanent_move" if permanent else "spent_move")
