"""Might and Essence: Apply and Remove, Add and Subtract."""

from __future__ import annotations

from typing import Any

from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.table import Field, Table, Unit
from engine.battle_for_empyrean.trigger import awake


def because(table: Table) -> dict[str, Any]:
    """The cause of what is told: `by` the card's or battlefield's name, `source` which one it is.

    The rules themselves are named "rules".
    """
    cause = table.cause
    if cause is None:
        return {"by": "rules", "source": "rules"}
    return {"by": cause.card, "source": cause.id}


def apply_might(table: Table, unit: Unit, amount: int) -> None:
    """Apply Might to a unit, up to its maximum unless a battlefield does it (ruling 31).

    A unit that is being Destroyed (ruling 26) or has left gains nothing.
    """
    if amount <= 0:
        return
    if unit.leaving:
        table.tell("no_gain", unit=unit.id, card=unit.card, n=amount, **because(table))
        return
    wanted, amount = amount, _within_maximum(table, unit, amount)
    if amount < wanted:
        most = CARDS[unit.card].maximum
        table.tell("at_maximum", unit=unit.id, card=unit.card, n=wanted - amount, most=most)
    if not amount:
        return
    unit.might += amount
    table.tell(
        "gained",
        affects=(unit.owner,),
        unit=unit.id,
        card=unit.card,
        n=amount,
        **because(table),
    )
    _reflexes(table, unit, "gains_might")


def _within_maximum(table: Table, unit: Unit, amount: int) -> int:
    maximum = CARDS[unit.card].maximum
    if not maximum or isinstance(table.cause, Field):
        return amount
    return max(0, min(amount, maximum - unit.might))


def remove_might(table: Table, unit: Unit, amount: int) -> None:
    """Remove what is there and no more (ruling 30)."""
    amount = min(amount, unit.might)
    if amount <= 0 or unit.leaving:
        return
    unit.might -= amount
    table.tell(
        "lost", affects=(unit.owner,), unit=unit.id, card=unit.card, n=amount, **because(table)
    )


def apply_captives(table: Table, unit: Unit, amount: int) -> None:
    """Apply Captive Tokens, one by one."""
    for _ in range(amount):
        unit.captive += 1
        table.tell(
            "token",
            affects=(unit.owner,),
            unit=unit.id,
            card=unit.card,
            token="captive",
            **because(table),
        )
        _reflexes(table, unit, "captive_applied")


def _reflexes(table: Table, unit: Unit, moment: str) -> None:
    """Ruling 3: these act at once, in the middle of whatever goes on; they ask nobody."""
    for watch in CARDS[unit.card].on.get(moment, ()):
        if awake(unit):
            before = table.cause
            table.cause = unit
            watch.power(table, unit)
            table.cause = before


# -- Essence


def add_essence(table: Table, seat: int, amount: int) -> None:
    """Add Essence for the next Round (or Subtract it); nothing on the last one (ruling 33)."""
    if table.is_last_round or table.phase == "end_of_game":
        return
    table.players[seat].next_essence += amount
    key = "essence_added" if amount > 0 else "essence_subtracted"
    table.tell(key, affects=(seat,), seat=seat, n=abs(amount), **because(table))


def add_essence_now(table: Table, seat: int, amount: int) -> None:
    """Add Essence to the current Round."""
    table.players[seat].essence += amount
    table.tell("essence_now", affects=(seat,), seat=seat, n=amount, **because(table))


def essence_next_round(table: Table, seat: int) -> int:
    """What the player would have next Round after all known changes; 0 on the last Round."""
    if table.is_last_round:
        return 0
    return max(0, table.round + 2 + table.players[seat].next_essence)
