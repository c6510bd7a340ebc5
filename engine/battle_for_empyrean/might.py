"""Might and Essence: Apply and Remove, Add and Subtract."""

from __future__ import annotations

from typing import Any

from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Unit
from engine.battle_for_empyrean.trigger import awake


def cause_args(table: EmpyreanTable, seat: int | None = None) -> dict[str, Any]:
    """The cause of an event: `by` is the card's or battlefield's name, `source` which one it is.

    `of` is its owner, if that is not the `seat` it happens to or if another player has a card of
    the same name face-up. The rules themselves are named "rules".
    """
    cause = table.cause
    if cause is None:
        return {"by": "rules", "source": "rules"}
    args = {"by": cause.card, "source": cause.id}
    if isinstance(cause, Unit) and (seat not in (None, cause.owner) or _is_shared(table, cause)):
        return {**args, "of": cause.owner}
    return args


def unit_args(table: EmpyreanTable, unit: Unit) -> dict[str, Any]:
    """The arguments that identify a card: the `seat` of its owner; `whose` if another player has
    a card of the same name face-up; `nth`, its Zone, and `spot`, its battlefield, if the same
    player has another one there or elsewhere.
    """
    return {
        "unit": unit.id,
        "card": unit.card,
        "seat": unit.owner,
        **distinguishing_args(table, unit),
    }


def distinguishing_args(table: EmpyreanTable, unit: Unit) -> dict[str, Any]:
    """The arguments that distinguish cards of the same name: `whose`, `nth` and `spot`."""
    args: dict[str, Any] = {}
    alike = _namesakes(table, unit)
    if any(other.owner != unit.owner for other in alike):
        args["whose"] = unit.owner
    own = [other.place for other in alike if other.owner == unit.owner]
    row = table.row(unit)
    if unit.place in own and unit in row:
        args["nth"] = row.index(unit) + 1
    if any(place != unit.place for place in own):
        args["spot"] = table.fields[unit.place].card
    return args


def _is_shared(table: EmpyreanTable, unit: Unit) -> bool:
    return any(other.owner != unit.owner for other in _namesakes(table, unit))


def _namesakes(table: EmpyreanTable, unit: Unit) -> list[Unit]:
    """The other face-up cards of the same name; skipped if no events are recorded."""
    if table.run.quiet:
        return []
    return [
        other
        for player in table.players
        for row in player.rows
        for other in row
        if other.card == unit.card and other.revealed and other is not unit
    ]


def apply_might(table: EmpyreanTable, unit: Unit, amount: int) -> None:
    """Apply Might to a unit, up to its maximum unless a battlefield does it (ruling 31).

    A unit that is being Destroyed (ruling 26) or has left gains nothing.
    """
    if amount <= 0:
        return
    if unit.leaving:
        table.tell("no_gain", n=amount, **unit_args(table, unit), **cause_args(table, unit.owner))
        return
    unlimited, amount = amount, _within_maximum(table, unit, amount)
    if amount < unlimited:
        maximum = CARDS[unit.card].maximum
        table.tell("at_maximum", n=unlimited - amount, most=maximum, **unit_args(table, unit))
    if not amount:
        return
    unit.might += amount
    table.tell(
        "gained",
        affects=(unit.owner,),
        n=amount,
        **unit_args(table, unit),
        **cause_args(table, unit.owner),
    )
    _reflexes(table, unit, "gains_might")


def apply_reveal_might(table: EmpyreanTable, unit: Unit) -> None:
    """Apply the Might printed on a card that has just been Revealed or Swapped in."""
    amount = CARDS[unit.card].might
    if amount:
        unit.might += amount
        args = {**unit_args(table, unit), "by": "reveal_might", "source": unit.id}
        table.tell("gained", affects=(unit.owner,), n=amount, **args)
        _reflexes(table, unit, "gains_might")


def _within_maximum(table: EmpyreanTable, unit: Unit, amount: int) -> int:
    maximum = CARDS[unit.card].maximum
    if not maximum or isinstance(table.cause, Field):
        return amount
    return max(0, min(amount, maximum - unit.might))


def remove_might(table: EmpyreanTable, unit: Unit, amount: int) -> None:
    """Remove Might, at most what is there (ruling 30)."""
    amount = min(amount, unit.might)
    if amount <= 0 or unit.leaving:
        return
    unit.might -= amount
    table.tell(
        "lost",
        affects=(unit.owner,),
        n=amount,
        **unit_args(table, unit),
        **cause_args(table, unit.owner),
    )


def apply_captives(table: EmpyreanTable, unit: Unit, amount: int) -> None:
    """Apply Captive Tokens, one by one."""
    for _ in range(amount):
        unit.captive += 1
        tell_token(table, unit, "captive")
        _reflexes(table, unit, "captive_applied")


def tell_token(table: EmpyreanTable, unit: Unit, token: str, key: str = "token") -> None:
    """Tell that a card gets a token, or loses one ("token_removed")."""
    table.tell(
        key,
        affects=(unit.owner,),
        token=token,
        named=f"{token}_token",
        **unit_args(table, unit),
        **cause_args(table, unit.owner),
    )


def _reflexes(table: EmpyreanTable, unit: Unit, moment: str) -> None:
    """Ruling 3: these act at once, in the middle of other effects; they ask no player."""
    for watch in CARDS[unit.card].on.get(moment, ()):
        if awake(unit):
            before = table.cause
            table.cause = unit
            watch.power(table, unit)
            table.cause = before


# -- Essence


def add_essence(table: EmpyreanTable, seat: int, amount: int) -> None:
    """Add Essence for the next Round (or Subtract it); nothing on the last one (ruling 33)."""
    if table.is_last_round or table.phase == "end_of_game":
        return
    table.players[seat].next_essence += amount
    key = "essence_added" if amount > 0 else "essence_subtracted"
    table.tell(key, affects=(seat,), seat=seat, n=abs(amount), **cause_args(table, seat))


def add_essence_now(table: EmpyreanTable, seat: int, amount: int) -> None:
    """Add Essence to the current Round."""
    table.players[seat].essence += amount
    table.tell("essence_now", affects=(seat,), seat=seat, n=amount, **cause_args(table, seat))


def essence_next_round(table: EmpyreanTable, seat: int) -> int:
    """The player's Essence next Round after all known changes; 0 on the last Round."""
    if table.is_last_round:
        return 0
    return max(0, table.round + 2 + table.players[seat].next_essence)
