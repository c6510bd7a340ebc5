"""The Reveal Phase: each card is turned up and Resolves before the next (rulings 1 and 27)."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import REVEALED
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import allies
from engine.battle_for_empyrean.end import end
from engine.battle_for_empyrean.keywords import round_table
from engine.battle_for_empyrean.might import apply_reveal_might, unit_args
from engine.battle_for_empyrean.order import acting_order
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.trigger import (
    resolve,
    resolve_counted_effects,
    resolve_effects_at,
    resolve_own_powers,
    settle,
    trigger,
)


async def begin_reveals(table: EmpyreanTable) -> None:
    """The start of the phase, at which battlefields count cards, even if none is turned up."""
    table.phase, table.order, table.turn = "reveal", acting_order(table), 0
    await resolve_counted_effects(table)


async def turn_up(table: EmpyreanTable) -> None:
    """Turn up the next card and Apply its reveal Might; if there is none, the next phase."""
    unit = _next_face_down(table)
    while unit is None:
        table.turn += 1
        if table.turn == len(table.order):
            table.phase, table.order = "end", []
            await end(table)
            return
        unit = _next_face_down(table)
    table.seal()
    table.cause = unit
    unit.revealed = table.round
    table.revealing = unit.number
    field = table.fields[unit.place]
    table.tell(
        "revealed",
        affects=(unit.owner,),
        seat=unit.owner,
        unit=unit.id,
        card=unit.card,
        place=field.card,
        at=field.id,
        zone=table.row(unit).index(unit) + 1,
        n=unit.paid,
    )
    apply_reveal_might(table, unit)


def _next_face_down(table: EmpyreanTable) -> Unit | None:
    """The acting player's next card, else one of those whose turn is over (ruling 27)."""
    acting = table.order[table.turn]
    over = table.order[: table.turn]
    for seat in [acting, *(seat for seat in table.token_order() if seat in over)]:
        face_down = [unit for row in table.players[seat].rows for unit in row if not unit.revealed]
        if face_down:
            return min(face_down, key=_number)
    return None


def _number(unit: Unit) -> int:
    return unit.number


async def resolve_reveal(table: EmpyreanTable) -> None:
    """Its own ability, the player's other cards, the battlefield, then whatever waited for these.

    Battlefields that count cards do so before opponents react (ruling 1).
    """
    unit = next(
        unit
        for player in table.players
        for row in player.rows
        for unit in row
        if unit.number == table.revealing
    )
    place = unit.place
    await resolve_own_ability(table, unit)
    await trigger(table, unit.owner, "you_reveal", unit)
    await resolve_effects_at(table, place, REVEALED, unit.owner, unit)
    await settle(table)
    await resolve_counted_effects(table)
    for seat in table.token_order():
        if seat != unit.owner:
            await trigger(table, seat, "opponent_reveals", unit)
    table.revealing = 0


async def resolve_own_ability(table: EmpyreanTable, unit: Unit) -> None:
    """Resolve the card's own ability when it is Revealed; a Stop Token prevents an instant one."""
    card = CARDS[unit.card]
    field = table.fields[unit.place]
    if card.ability == "instant" and field.stops[unit.owner]:
        field.stops[unit.owner] -= 1
        unit.marks.append("stopped")
        table.tell("stopped", affects=(unit.owner,), place=field.card, **unit_args(table, unit))
        return
    if card.round_table:
        await resolve(table, unit, round_table)
    before = table.run.operations
    await resolve_own_powers(table, unit, "revealed")
    if "revealed" in card.on and table.run.operations == before:
        table.tell("no_effect", **unit_args(table, unit))
    for watch in card.on.get("meets", ()):
        for other in allies(table, unit, watch.when.of)[:1]:
            await resolve(table, unit, watch.power, other)
