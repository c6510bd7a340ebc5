"""View: the projection of the table for a viewer, built up from nothing (ruling 36)."""

from __future__ import annotations

from collections import Counter
from typing import Final, get_args

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS, zones
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import might_here
from engine.battle_for_empyrean.deploy import public_essence
from engine.battle_for_empyrean.might import essence_next_round
from engine.battle_for_empyrean.order import acting_order
from engine.battle_for_empyrean.outcome import leader
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Player, Unit
from engine.battle_for_empyrean.view_types import (
    Battlefield,
    EmpyreanView,
    FaceDown,
    FaceUp,
    Mark,
    PlayerState,
    Tally,
    Token,
)
from engine.core.event import Viewer

TOKENS: Final[tuple[Token, ...]] = get_args(Token)


def view(table: EmpyreanTable, viewer: Viewer) -> EmpyreanView:
    """Everything the viewer may see."""
    members: EmpyreanView = {
        "phase": table.phase,
        "round": table.round,
        "last_round": table.last_round,
        "token": f"p{table.token}",
        "order": [f"p{seat}" for seat in _order(table)],
        "battlefields": {field.id: _battlefield(table, field) for field in table.fields},
        "units": {},
        "players": {f"p{player.seat}": _player(table, player, viewer) for player in table.players},
    }
    if table.turn < len(table.order):
        members["acting"] = f"p{table.order[table.turn]}"
    for player in table.players:
        members["units"] |= _units(table, player, viewer)
    return members


def _order(table: EmpyreanTable) -> list[int]:
    return acting_order(table) if table.phase == "draft" else table.order


def _battlefield(table: EmpyreanTable, field: Field) -> Battlefield:
    printed = BATTLEFIELDS[field.card]
    seats = [player.seat for player in table.players]
    members: Battlefield = {
        "card": field.card,
        "name": printed.name,
        "place": field.place + 1,
        "effects": [{"phase": effect.phase, "text": effect.text} for effect in printed.effects],
        "might": {f"p{seat}": might_here(table, seat, field.place) for seat in seats},
        "zones": {f"p{seat}": zones(table, seat, field.place) for seat in seats},
        "stops": {f"p{seat}": field.stops[seat] for seat in seats if field.stops[seat]},
        "notes": {f"p{seat}": notes for seat in seats if (notes := _notes(table, field, seat))},
    }
    ahead = leader(table, field.place)
    if ahead is not None:
        members["leader"] = f"p{ahead}"
    if field.place not in table.present:
        members["gone"] = True
    if field.claimed:
        members["claimed"] = True
    if field.reached:
        members["reached"] = True
    return members


def _notes(table: EmpyreanTable, field: Field, seat: int) -> dict[str, Tally | Mark]:
    """The battlefield's notes on a player, each with its kind."""
    notes: dict[str, Tally | Mark] = {
        mark: {"kind": "count", "n": count} for mark, count in field.counts[seat].items()
    }
    notes |= {mark: {"kind": "once"} for mark in field.firsts[seat]}
    this_round = [mark for mark, round in field.rounds[seat].items() if round == table.round]
    return notes | {mark: {"kind": "this_round"} for mark in this_round}


def _units(table: EmpyreanTable, player: Player, viewer: Viewer) -> dict[str, FaceUp | FaceDown]:
    units: dict[str, FaceUp | FaceDown] = {}
    numbers = sorted(unit.number for row in player.rows for unit in row if not unit.revealed)
    for row in player.rows:
        for zone, unit in enumerate(row, 1):
            if unit.revealed:
                units[unit.id] = _face_up(table, unit, zone)
            else:
                order = numbers.index(unit.number) + 1
                units[unit.id] = _face_down(table, unit, zone, order, viewer == unit.owner)
    return units


def _face_up(table: EmpyreanTable, unit: Unit, zone: int) -> FaceUp:
    card = CARDS[unit.card]
    members: FaceUp = {
        "owner": f"p{unit.owner}",
        "battlefield": table.fields[unit.place].id,
        "zone": zone,
        "face_up": True,
        "card": card.id,
        "name": card.name,
        "cost": card.cost,
        "kind": card.kind,
        "ability": card.ability,
        "might": unit.might,
        "since": unit.revealed,
    }
    if card.maximum:
        members["maximum"] = card.maximum
    if card.affixed:
        members["permanent_move"] = True
    for token in TOKENS:
        if carried := getattr(unit, token):
            members[token] = carried
    return members


def _face_down(table: EmpyreanTable, unit: Unit, zone: int, order: int, own: bool) -> FaceDown:
    members: FaceDown = {
        "owner": f"p{unit.owner}",
        "battlefield": table.fields[unit.place].id,
        "zone": zone,
        "face_up": False,
        "order": order,
    }
    if own:
        card = CARDS[unit.card]
        members["card"] = card.id
        members["name"] = card.name
        members["cost"] = card.cost
        members["paid"] = unit.paid
    return members


def _player(table: EmpyreanTable, player: Player, viewer: Viewer) -> PlayerState:
    own = viewer == player.seat
    members: PlayerState = {
        "seat": player.seat,
        "essence": player.essence if own else public_essence(player),
        "next_essence": essence_next_round(table, player.seat),
        "hand_size": len(player.hand),
        "deck_size": len(player.deck) + len(player.bottom),
        "discard_size": len(player.discarded),
        "banish_size": len(player.banished),
        "destroyed": dict(Counter(player.destroyed)),
        "raids": player.raids,
        "imprisoned": player.prisoner >= 0,
    }
    if player.deck_id:
        members["deck"] = player.deck_id
        members["cards"] = player.cards
    if own:
        members["hand"] = dict(Counter(player.hand))
        members["discarded"] = dict(Counter(player.discarded))
        members["drafted"] = list(player.drafted)
    return members
