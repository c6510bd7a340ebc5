"""Hidden facts of Battle for Empyrean, where the lists of both decks are public.

A card is hidden from a viewer while every copy is out of the viewer's sight: in a deck, in a
rival's hand, among the drafted, discarded, banished or face-down cards. Then no frame may name it,
except in the public list of a deck. A chosen or built deck is hidden until all players have theirs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from engine.battle_for_empyrean.card import CARDS, DECKS
from engine.battle_for_empyrean.table import EmpyreanTable
from engine.core.event import Viewer
from engine.core.game import Game
from tests.app.leaks import viewer_of
from tests.app.wire import Wire

SHOWN_BY_RULE = {f"battle_for_empyrean.{key}" for key in ("revealed", "acquired", "not_acquired")}
"""Events that show a card to all, wherever it goes within the same answer, or name one in vain."""
ASKED_FOR = ("acquire:", "turn_into:")
"""The keys of options that name cards by their text, or out of the player's own deck."""
HIDDEN_OF_OTHERS = {"hand", "drafted", "discarded", "banished", "bottom"}
FACE_DOWN = {"owner", "battlefield", "zone", "face_up", "order"}
TOKENS = {"captive"}
"""A token and a card of the same name."""
WORD = re.compile(r"[a-z][a-z0-9_]+")
BY_NAME = {card.name: id for id, card in CARDS.items()}
NAME = re.compile(rf"\b({'|'.join(sorted(map(re.escape, BY_NAME), key=len, reverse=True))})\b")


def hidden_again(game: Game[Any, Any], states: list[EmpyreanTable], wire: Wire) -> list[str]:
    """Hidden cards that the wire's viewer was sent, as "ply: card: frame"."""
    viewer = viewer_of(wire)
    found = []
    event_ids: set[int] = set()
    for ply, text in wire.recorded:
        frame = json.loads(text)
        frame["events"] = [
            event for event in frame.get("events", []) if event["id"] not in event_ids
        ]
        event_ids |= {event["id"] for event in frame["events"]}
        at = min(ply, len(states) - 1)
        around = states[max(0, at - 1) : at + 1]
        named = named_in(frame) - shown(frame)
        secret = CARDS.keys() - set[str]().union(*(known(table, viewer) for table in around))
        if states[at].phase in ("battlefields", "decks"):
            found += [f"{ply}: {choice}" for choice in choices_of_others(frame)]
        else:
            found += [f"{ply}: {card}: {text[:300]}" for card in sorted(named & secret - TOKENS)]
        found += [f"{ply}: {part}" for part in misplaced(frame, states[at], viewer)]
    return found


def known(table: EmpyreanTable, viewer: Viewer) -> set[str]:
    """The cards of which the viewer may know where a copy is."""
    cards = {u.card for p in table.players for row in p.rows for u in row if u.revealed}
    for player in table.players:
        cards |= set(player.destroyed)
        if player.seat == viewer:
            cards |= {unit.card for row in player.rows for unit in row}
            cards |= {*player.hand, *player.drafted, *player.discarded, *player.banished}
            cards |= set(player.bottom)
    return cards


def shown(frame: dict[str, Any]) -> set[str]:
    """What this frame's own events showed to all, and what may be asked for by its name."""
    shown_cards = {
        BY_NAME.get(text, text)
        for event in frame["events"]
        if event["key"] in SHOWN_BY_RULE
        for text in map(str, event["args"].values())
    }
    keys = [
        option["key"]
        for decision in frame.get("decisions", [])
        for option in decision.get("options", [])
    ]
    return shown_cards | {key.split(":")[1] for key in keys if key.startswith(ASKED_FOR)}


def named_in(frame: dict[str, Any]) -> set[str]:
    """Every card whose id stands in the frame, or whose name in a sentence of it."""
    plain = json.dumps(without_lists(frame))
    sentences = " ".join(event["text"] for event in frame["events"])
    said = {BY_NAME[name] for name in NAME.findall(sentences)}
    return set(WORD.findall(plain)) & CARDS.keys() | said


def without_lists(frame: dict[str, Any]) -> dict[str, Any]:
    """The frame without the lists of the decks, and without what it says in sentences."""
    rest: dict[str, Any] = json.loads(json.dumps(frame))
    for player in part_of(rest, "players").values():
        player.pop("cards", None)
    for event in rest["events"]:
        del event["text"]
    return rest


def part_of(frame: dict[str, Any], name: str) -> dict[str, Any]:
    """A part of the game's own view, or of its patch."""
    view = frame.get("view") or frame.get("patch") or {}
    part: dict[str, Any] = (view.get("table") or {}).get(name) or {}
    return part


def choices_of_others(frame: dict[str, Any]) -> Iterator[str]:
    """Decks that are named before all players have one."""
    for name, player in part_of(frame, "players").items():
        if "deck" in player or "cards" in player:
            yield f"{name} has {player.get('deck')}"
    for event in frame["events"]:
        if set(WORD.findall(json.dumps(event["args"]))) & (DECKS.keys() | CARDS.keys()):
            yield f"names a deck: {event}"


def misplaced(frame: dict[str, Any], table: EmpyreanTable, viewer: Viewer) -> Iterator[str]:
    """Parts of the view that only another player may have."""
    for name, player in part_of(frame, "players").items():
        if name != f"p{viewer}" and HIDDEN_OF_OTHERS & player.keys():
            yield f"{name}: {sorted(player)}"
    units = {unit.id: unit for p in table.players for row in p.rows for unit in row}
    for name, unit in part_of(frame, "units").items():
        true = units.get(name)
        if true and unit and not true.revealed and true.owner != viewer and unit.keys() - FACE_DOWN:
            yield f"{name}: {sorted(unit)}"
    for player in table.players:
        shown_essence = (part_of(frame, "players").get(f"p{player.seat}") or {}).get("essence")
        paid = sum(unit.paid for row in player.rows for unit in row if not unit.revealed)
        if player.seat != viewer and shown_essence not in (None, player.essence + paid):
            yield f"p{player.seat} has {shown_essence} Essence"
