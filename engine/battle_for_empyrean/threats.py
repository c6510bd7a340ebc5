"""Threats: who leads where as the end comes near, and the Moves that would change it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.battle_for_empyrean.choice import might_here
from engine.battle_for_empyrean.command import has_move_token
from engine.battle_for_empyrean.movement import destinations
from engine.battle_for_empyrean.outcome import ENOUGH, leader
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Unit
from engine.battle_for_empyrean.trigger import units_of
from engine.core.threat import Threat

PREPARATION = ("battlefields", "decks", "over")
NEAR_END = 2
"""With so many Rounds to play after this one, every close battlefield counts."""
CLOSE = 2
"""A lead of so much Might is close."""
SOON = ("draft", "command")
"""The phases in which the commands of the Round are not over."""


def threats(table: EmpyreanTable) -> list[Threat]:
    """The last Round, those who would win, what could change it, and where it is close."""
    if table.phase in PREPARATION or not table.fields:
        return []
    last = min(table.limit or table.last_round, table.last_round)
    found = [Threat("last_round")] if table.round >= last else []
    found += _leads(table)
    found += _moves(table)
    if last - table.round <= NEAR_END:
        found += [threat for here in table.fields for threat in _close(table, here)]
    return found


def _leads(table: EmpyreanTable) -> Iterator[Threat]:
    """The players who have enough battlefields to win (ruling 38)."""
    led = [(here.card, leader(table, here.place)) for here in table.fields]
    for seat in table.token_order():
        places = [card for card, ahead in led if ahead == seat]
        if len(places) >= ENOUGH:
            yield Threat("leads", {"seat": seat, "places": places}, seat)


def _close(table: EmpyreanTable, here: Field) -> Iterator[Threat]:
    might = sorted((might_here(table, one.seat, here.place) for one in table.players), reverse=True)
    ahead = leader(table, here.place)
    if ahead is None:
        yield Threat("tied", {"place": here.card})
    elif (lead := might[0] - might[1]) <= CLOSE:
        yield Threat("close", {"seat": ahead, "place": here.card, "n": lead}, ahead)


def _moves(table: EmpyreanTable) -> Iterator[Threat]:
    """The Moves of this Command Phase after which their player would have the most Might there."""
    if table.phase not in SOON:
        return
    done = table.order[: table.turn] if table.phase == "command" else []
    movable = [
        unit
        for seat in table.token_order()
        if seat not in done
        for unit in units_of(table, seat)
        if has_move_token(unit)
    ]
    for unit in movable:
        for place in destinations(table, unit):
            if _takes_the_lead(table, unit, place):
                card = table.fields[place].card
                said = {"seat": unit.owner, "card": unit.card, "place": card, "n": unit.might}
                yield Threat("move", said, unit.owner, can=True)


def _takes_the_lead(table: EmpyreanTable, unit: Unit, place: int) -> bool:
    own = might_here(table, unit.owner, place)
    rivals = max(might_here(table, other, place) for other in table.others(unit.owner))
    return own <= rivals < own + unit.might
