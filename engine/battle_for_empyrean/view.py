"""View: the projection of the table for a viewer, built up from nothing (ruling 36).

    phase · round · last_round
    token, acting         "p0"; `acting` only while a player acts
    order                 ["p1", "p0"]: the order of play in this phase; in the Draft Phase, that of
                          the following phases as it stands
    battlefields.b1       card, name, place (1 is on top), effects [{phase, text}],
                          gone?                      it does not exist (any more)
                          claimed?                   the race for what only one player gets is over
                          reached?                   Summit of Ten: a player has had 10 Might there
        .might.p0         the player's Might there
        .leader?          "p0", the one with most Might; absent for a tie
        .zones.p0         how many Zones the player has there
        .stops.p0?        Stop Tokens on the player's side
        .notes.p0?        what the battlefield remembers, and what each note is:
                          {"offerings": {"kind": "count", "n": 2}, "filled": {"kind": "once"},
                          "offered": {"kind": "this_round"}, …}
    units.u12             owner "p0", battlefield "b1", zone 1…, face_up
                          face-down: order (1 is Revealed first); for its owner card, name, cost,
                          paid
                          face-up: card, name, kind, cost, might, ability, maximum?, since (Round),
                          permanent_move?, and the tokens it carries: stun?, shield?, anchor?,
                          move?, captive?
    players.p0            seat, hand_size, deck_size, discard_size, banish_size,
                          deck?, cards?              the deck's id and its 24 cards {card: copies}
                          essence                    of this Round; the cost of a face-down card
                                                     is known to its owner alone
                          next_essence               Essence of the next Round
                          destroyed {card: copies}, raids, imprisoned (a battlefield holds a card)
        for the player    hand {card: copies}, discarded {card: copies}, drafted [card, …]

A unit's id is given as it enters the table and never again; hidden cards have none.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS, zones
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import might_here
from engine.battle_for_empyrean.deploy import shown_essence
from engine.battle_for_empyrean.might import essence_next_round
from engine.battle_for_empyrean.order import acting_order
from engine.battle_for_empyrean.outcome import leader
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Player, Unit
from engine.core.event import Viewer

TOKENS = ("stun", "shield", "anchor", "move", "captive")


def view(table: EmpyreanTable, viewer: Viewer) -> dict[str, Any]:
    """Everything the viewer may see."""
    seen: dict[str, Any] = {
        "phase": table.phase,
        "round": table.round,
        "last_round": table.last_round,
        "token": f"p{table.token}",
        "order": [f"p{seat}" for seat in _order(table)],
        "battlefields": {here.id: _battlefield(table, here) for here in table.fields},
        "units": {},
        "players": {f"p{one.seat}": _player(table, one, viewer) for one in table.players},
    }
    if table.turn < len(table.order):
        seen["acting"] = f"p{table.order[table.turn]}"
    for player in table.players:
        seen["units"] |= _units(table, player, viewer)
    return seen


def _order(table: EmpyreanTable) -> list[int]:
    return acting_order(table) if table.phase == "draft" else table.order


def _battlefield(table: EmpyreanTable, here: Field) -> dict[str, Any]:
    printed = BATTLEFIELDS[here.card]
    seats = [player.seat for player in table.players]
    shown: dict[str, Any] = {
        "card": here.card,
        "name": printed.name,
        "place": here.place + 1,
        "effects": [{"phase": one.phase, "text": one.text} for one in printed.effects],
        "might": {f"p{seat}": might_here(table, seat, here.place) for seat in seats},
        "zones": {f"p{seat}": zones(table, seat, here.place) for seat in seats},
        "stops": {f"p{seat}": here.stops[seat] for seat in seats if here.stops[seat]},
        "notes": {f"p{seat}": noted for seat in seats if (noted := _notes(table, here, seat))},
    }
    ahead = leader(table, here.place)
    if ahead is not None:
        shown["leader"] = f"p{ahead}"
    if here.place not in table.present:
        shown["gone"] = True
    if here.claimed:
        shown["claimed"] = True
    if here.reached:
        shown["reached"] = True
    return shown


def _notes(table: EmpyreanTable, here: Field, seat: int) -> dict[str, Any]:
    """The battlefield's notes on a player, each with its kind."""
    noted: dict[str, Any] = {
        mark: {"kind": "count", "n": count} for mark, count in here.counts[seat].items()
    }
    noted |= {mark: {"kind": "once"} for mark in here.firsts[seat]}
    now = [mark for mark, round in here.rounds[seat].items() if round == table.round]
    return noted | {mark: {"kind": "this_round"} for mark in now}


def _units(table: EmpyreanTable, player: Player, viewer: Viewer) -> dict[str, Any]:
    units = {}
    face_down = sorted(unit.number for row in player.rows for unit in row if not unit.revealed)
    for row in player.rows:
        for zone, unit in enumerate(row, 1):
            shown: dict[str, Any] = {
                "owner": f"p{unit.owner}",
                "battlefield": table.fields[unit.place].id,
                "zone": zone,
                "face_up": bool(unit.revealed),
            }
            if unit.revealed:
                shown |= _face_up(unit)
            else:
                shown["order"] = face_down.index(unit.number) + 1
                if viewer == unit.owner:
                    shown |= _printed(unit) | {"paid": unit.paid}
            units[unit.id] = shown
    return units


def _printed(unit: Unit) -> dict[str, Any]:
    card = CARDS[unit.card]
    return {"card": card.id, "name": card.name, "cost": card.cost}


def _face_up(unit: Unit) -> dict[str, Any]:
    card = CARDS[unit.card]
    shown = _printed(unit) | {
        "kind": card.kind,
        "ability": card.ability,
        "might": unit.might,
        "since": unit.revealed,
    }
    if card.maximum:
        shown["maximum"] = card.maximum
    if card.affixed:
        shown["permanent_move"] = True
    return shown | {token: getattr(unit, token) for token in TOKENS if getattr(unit, token)}


def _player(table: EmpyreanTable, player: Player, viewer: Viewer) -> dict[str, Any]:
    own = viewer == player.seat
    shown: dict[str, Any] = {
        "seat": player.seat,
        "essence": player.essence if own else shown_essence(player),
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
        shown |= {"deck": player.deck_id, "cards": player.cards}
    if own:
        shown["hand"] = dict(Counter(player.hand))
        shown["discarded"] = dict(Counter(player.discarded))
        shown["drafted"] = list(player.drafted)
    return shown
