"""Projection: what one viewer is shown of a match, as frames.

Everything passes the engine's gate (`engine.core.view`, `Game.view`); nothing else of a match
leaves the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from app.live.frames import canonical, encode, hash_of, merge_patch
from app.matches.change import Telling
from app.matches.room import Facts, Room, Shown
from engine.core import view as gate
from engine.core.event import Public, Viewer
from engine.core.game import Game
from engine.core.live import Live
from engine.core.match import Match

NO_CLOCK = {"kind": "none"}


def show(room: Room, facts: Facts, match: Match, current: Live, viewer: Viewer) -> Shown:
    """What the viewer sees of a match at its open questions."""
    view = canonical(
        {
            **_common(room.game, facts, match.rules),
            "table": room.game.view(current.table, viewer),
            "turn": room.game.turn(current.table),
        }
    )
    return Shown(
        match.ply,
        view,
        hash_of(view),
        msgspec.json.encode(decisions(room.game, facts, match, current, viewer)),
        msgspec.json.encode(waiting(match)),
    )


def show_open(room: Room) -> Shown:
    """What everybody sees of a match that has not started."""
    turn = {"round": 0, "phase": "open", "seats": []}
    view = canonical({**_common(room.game, room.facts, room.game.rules), "table": {}, "turn": turn})
    return Shown(0, view, hash_of(view), b"[]", b"[]")


def _common(game: Game[Any, Any], facts: Facts, rules: int) -> dict[str, Any]:
    return {
        "match": facts.id,
        "game": game.id,
        "rules": rules,
        "status": facts.status,
        "players": [
            {"seat": number, "name": name, "kind": seat.kind}
            for number, (seat, name) in enumerate(zip(facts.seats, facts.names, strict=True))
        ],
    }


def decisions(
    game: Game[Any, Any], facts: Facts, match: Match, current: Live, viewer: Viewer
) -> list[dict[str, Any]]:
    """The open questions of the viewer's seat, in their wire form."""
    if isinstance(viewer, Public) or facts.status != "playing":
        return []
    undo = facts.undo != "off" and viewer in match.undoable
    return [
        gate.decision(game, question, known.id, undo, facts.names)
        for known, question in zip(match.decisions, current.open, strict=True)
        if known.seat == viewer
    ]


def waiting(match: Match) -> list[dict[str, Any]]:
    """Who is waited for."""
    seats = sorted({known.seat for known in match.decisions if not known.optional})
    return [{"seat": seat} for seat in seats]


def told(
    game: Game[Any, Any], names: Sequence[str], telling: Telling, viewer: Viewer
) -> list[dict[str, Any]]:
    """The events of one entry in the form that the viewer is told."""
    id = telling.before[-1 if isinstance(viewer, Public) else viewer]
    seen = []
    for event in telling.events:
        happening = gate.happening(game, event, viewer, id, names)
        if happening is not None:
            seen.append(happening)
            id += 1
    return seen


def full(room: Room, shown: Shown, viewer: Viewer, presence: dict[str, Any]) -> dict[str, Any]:
    """A full frame: enough to play without anything earlier."""
    names = room.facts.names
    return {
        "t": "full",
        "viewer": described(viewer),
        "ply": shown.ply,
        "view": msgspec.Raw(shown.view),
        "events": [one for telling in room.tail for one in told(room.game, names, telling, viewer)],
        "decisions": msgspec.Raw(shown.decisions),
        "waiting": msgspec.Raw(shown.waiting),
        "clock": NO_CLOCK,
        "presence": presence,
        "offers": [],
        "hash": shown.hash,
    }


def delta(before: Shown, after: Shown, events: list[dict[str, Any]]) -> str:
    """A delta frame from what the viewer saw at the ply before."""
    frame: dict[str, Any] = {
        "t": "delta",
        "ply": after.ply,
        "base": before.ply,
        "patch": _patch(before.view, after.view),
        "events": events,
        "hash": after.hash,
    }
    if before.decisions != after.decisions:
        frame["decisions"] = msgspec.Raw(after.decisions)
    if before.waiting != after.waiting:
        frame["waiting"] = msgspec.Raw(after.waiting)
    return encode(frame)


def _patch(before: bytes, after: bytes) -> dict[str, Any]:
    if before == after:
        return {}
    return merge_patch(msgspec.json.decode(before), msgspec.json.decode(after))


def end(facts: Facts, match: Match) -> dict[str, Any]:
    """The last frame of a match: how it ended, and the seed for whoever wants to check it."""
    return {"t": "end", "outcome": facts.outcome, "seed": match.seed.hex()}


def described(viewer: Viewer) -> dict[str, Any]:
    return {"public": True} if isinstance(viewer, Public) else {"seat": viewer}
