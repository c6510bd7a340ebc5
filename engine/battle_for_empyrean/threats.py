"""Threats: the leaders of battlefields near the end, and the Moves that would change them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.battle_for_empyrean.battlefield import MOVED, effects_of
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import might_here
from engine.battle_for_empyrean.command import has_move_token
from engine.battle_for_empyrean.movement import destinations
from engine.battle_for_empyrean.outcome import BATTLEFIELDS_TO_WIN, leader
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Unit
from engine.battle_for_empyrean.trigger import units_of, watchers
from engine.core.threat import Threat

PHASES_WITHOUT_THREATS = ("battlefields", "decks", "over")
NEAR_END_ROUNDS = 2
"""With this many Rounds to play after the current one, every close battlefield counts."""
MAX_CLOSE_LEAD = 2
"""The greatest lead in Might that counts as close."""
PHASES_BEFORE_COMMANDS = ("draft", "command")
"""The phases in which commands of the Round may still follow."""


def threats(table: EmpyreanTable) -> list[Threat]:
    """The last Round, the players who would win, Moves that could change it, and close
    battlefields.
    """
    if table.phase in PHASES_WITHOUT_THREATS or not table.fields:
        return []
    last = min(table.limit or table.last_round, table.last_round)
    all_threats = [Threat("last_round")] if table.round >= last else []
    all_threats += _leads(table)
    all_threats += _moves(table)
    if last - table.round <= NEAR_END_ROUNDS:
        all_threats += [threat for field in table.fields for threat in _close(table, field)]
    return all_threats


def _leads(table: EmpyreanTable) -> Iterator[Threat]:
    """The players who have enough battlefields to win (ruling 38)."""
    leaders = [(field.card, leader(table, field.place)) for field in table.fields]
    for seat in table.token_order():
        places = [card for card, ahead in leaders if ahead == seat]
        if len(places) >= BATTLEFIELDS_TO_WIN:
            yield Threat("leads", {"seat": seat, "places": places}, seat)


def _close(table: EmpyreanTable, field: Field) -> Iterator[Threat]:
    might = sorted(
        (might_here(table, player.seat, field.place) for player in table.players), reverse=True
    )
    ahead = leader(table, field.place)
    if ahead is None:
        yield Threat("tied", {"place": field.card})
    elif (lead := might[0] - might[1]) <= MAX_CLOSE_LEAD:
        yield Threat("close", {"seat": ahead, "place": field.card, "n": lead}, ahead)


def _moves(table: EmpyreanTable) -> Iterator[Threat]:
    """The Moves of this Command Phase with which their player would lead on two battlefields."""
    if table.phase not in PHASES_BEFORE_COMMANDS:
        return
    acted = table.order[: table.turn] if table.phase == "command" else []
    movable = [
        unit
        for seat in table.token_order()
        if seat not in acted
        for unit in units_of(table, seat)
        if has_move_token(unit)
    ]
    for unit in movable:
        for place in destinations(table, unit):
            if _would_win(table, unit, place) and not _triggers(table, unit, place):
                card = table.fields[place].card
                args = {"seat": unit.owner, "card": unit.card, "place": card, "n": unit.might}
                yield Threat("move", args, unit.owner, can=True)


def _would_win(table: EmpyreanTable, unit: Unit, place: int) -> bool:
    """Whether its player does not lead on enough battlefields, but would with the unit there."""
    seat, change = unit.owner, {unit.place: -unit.might, place: unit.might}
    leads = sum(_lead(table, seat, field.place) > 0 for field in table.fields)
    leads_after = sum(
        _lead(table, seat, field.place) + change.get(field.place, 0) > 0 for field in table.fields
    )
    return leads < BATTLEFIELDS_TO_WIN <= leads_after


def _triggers(table: EmpyreanTable, unit: Unit, place: int) -> bool:
    """Whether anything reacts to the Move, so its outcome is not plain."""
    reacts = watchers(table, unit.owner, "ally_moves_here", place)
    own = CARDS[unit.card].on.get("moves")
    return bool(own or reacts or effects_of(table.fields[place], MOVED))


def _lead(table: EmpyreanTable, seat: int, place: int) -> int:
    """How much more Might the player has there than the best opponent."""
    rivals = max(might_here(table, other, place) for other in table.others(seat))
    return might_here(table, seat, place) - rivals
