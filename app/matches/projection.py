"""Projection: what one viewer is shown of a match, as frames.

Everything passes the engine's gate (`engine.core.view`, `Game.view`); nothing else of a match
leaves the server.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from app.clocks.service_time import Served
from app.matches import auto_pass_rules
from app.matches.deadlines import deadline, moment
from app.matches.entry import Telling, decode_telling
from app.matches.offer_reads import shown_offer
from app.matches.room import Face, Facts, Room, SeatFacts, Shown, view_of
from app.matches.undo_view import shown_undo
from app.wire.json_patch import Pieces, canonical, encode, hash_of, patch_between, pieces
from engine.core import view as gate
from engine.core.event import Public, Viewer
from engine.core.game import Game
from engine.core.live import Live
from engine.core.match import Match


def show(room: Room, facts: Facts, match: Match, current: Live, viewer: Viewer) -> Shown:
    """What the viewer sees of a match at its open questions."""
    return Scene(room, facts, match, current).shown(viewer)


class Scene:
    """A match at its open questions; what all viewers see alike is made once."""

    def __init__(self, room: Room, facts: Facts, match: Match, current: Live) -> None:
        self.room = room
        self.facts = facts
        self.match = match
        self.live = current
        turn = msgspec.Raw(canonical(room.game.turn(current.table)))
        self._views = room.game.views(current.table)
        self._common = {**_frame(room, facts, match.rules), "turn": turn}
        self._waiting = msgspec.json.encode(waiting(room, facts, match))
        self._face = face(room, facts)
        self._since: tuple[Pieces, dict[str, Any]] | None = None

    def since(self, before: Shown) -> dict[str, Any]:
        """The patch of what all viewers see alike; who saw the same before needs the same."""
        if self._since is None or self._since[0] is not before.common:
            self._since = before.common, patch_between(before.common, self._common)
        return self._since[1]

    def shown(self, viewer: Viewer) -> Shown:
        """What the viewer sees of it."""
        room, facts, match, live = self.room, self.facts, self.match, self.live
        table = pieces(self._views(viewer))
        seat = None if isinstance(viewer, Public) else viewer
        return Shown(
            match.ply,
            self._common,
            table,
            hash_of(view_of(self._common, table)),
            msgspec.json.encode(decisions(room, facts, match, live, viewer)),
            self._waiting,
            self._face,
            None if seat is None else auto_pass_rules.shown(facts.times, seat),
            None if seat is None else facts.times is not None and seat in facts.times.answering,
            None if seat is None else shown_undo(facts, match, seat),
        )


def show_open(room: Room) -> Shown:
    """What everybody sees of a match that has not started."""
    turn = pieces({"turn": {"round": 0, "phase": "open", "seats": []}})
    common = _frame(room, room.facts, room.game.rules) | turn
    hashed = hash_of(view_of(common, {}))
    return Shown(0, common, {}, hashed, b"[]", b"[]", face(room, room.facts))


def _frame(room: Room, facts: Facts, rules: int) -> Pieces:
    """What of a view hardly ever changes from one answer to the next; made once until it does."""
    if room.frame is not None:
        seats, status, under, frame = room.frame
        if seats is facts.seats and status == facts.status and under == rules:
            return frame
    players = [
        _player(number, seat, name)
        for number, (seat, name) in enumerate(zip(facts.seats, facts.names, strict=True))
    ]
    frame = pieces(
        {
            "match": facts.id,
            "game": room.game.id,
            "rules": rules,
            "status": facts.status,
            "players": players,
        }
    )
    room.frame = facts.seats, facts.status, rules, frame
    return frame


def _player(number: int, seat: SeatFacts, name: str) -> dict[str, Any]:
    """`stands_in`: a bot plays on for the person of that name; `resigned`: the seat is given up."""
    shown: dict[str, Any] = {"seat": number, "name": name, "kind": seat.kind}
    if seat.rating is not None:
        shown["rating"] = seat.rating
    if seat.stands_in:
        shown["stands_in"] = True
    if seat.resigned:
        shown["resigned"] = True
    return shown


def decisions(
    room: Room, facts: Facts, match: Match, current: Live, viewer: Viewer
) -> list[dict[str, Any]]:
    """The open questions of the viewer's seat, in their wire form."""
    if isinstance(viewer, Public) or facts.status != "playing":
        return []
    undo = facts.undo != "off" and viewer in match.undoable
    until = deadlines(room, facts).get(viewer, {})
    return [
        gate.decision(room.game, question, known.id, undo, facts.names)
        | ({} if known.optional else until)
        for known, question in zip(match.decisions, current.open, strict=True)
        if known.seat == viewer
    ]


def waiting(room: Room, facts: Facts, match: Match) -> list[dict[str, Any]]:
    """Who is waited for, and until when; nobody while the match is paused, or after its end."""
    if facts.status != "playing":
        return []
    seats = sorted({known.seat for known in match.decisions if not known.optional})
    until = deadlines(room, facts)
    return [{"seat": seat, **until.get(seat, {})} for seat in seats]


def deadlines(room: Room, facts: Facts) -> dict[int, dict[str, str]]:
    """`{"deadline": …}` of each seat whose clock runs."""
    if facts.times is None:
        return {}
    return {
        seat: {"deadline": moment(deadline(facts.clock, room.served, until)).isoformat()}
        for seat, until in facts.times.until.items()
    }


def face(room: Room, facts: Facts) -> Face:
    """The clocks, as everybody may see them."""
    clock, times = facts.clock, facts.times
    if not clock.runs:
        return _NO_FACE
    if times is None:
        return Face(clock.kind, clock.on_timeout)
    until = {seat: deadline(clock, room.served, at) for seat, at in times.until.items()}
    kept = clock.kind == "bank" or facts.status == "paused"
    left = {seat: ms for seat, ms in times.left.items() if kept and seat not in until}
    return Face(clock.kind, clock.on_timeout, left, until)


_NO_FACE = Face("none")


def told_clock(shown: Face, served: Served) -> dict[str, Any]:
    """`{kind, on_timeout, now, seats: {"0": {left_ms, running?}}}`: what is left at `now`, by the
    server's time; `{"kind": "none"}` where no time is kept.
    """
    if shown.kind == "none":
        return {"kind": "none"}
    at = served.reference()
    seats: dict[str, Any] = {str(seat): {"left_ms": ms} for seat, ms in shown.left.items()}
    for seat, until in shown.until.items():
        seats[str(seat)] = {"left_ms": max(0, until - at), "running": True}
    return {
        "kind": shown.kind,
        "on_timeout": shown.on_timeout,
        "now": moment(at).isoformat(timespec="milliseconds"),
        "seats": seats,
    }


def told(
    game: Game[Any, Any], facts: Facts, ply: int, telling: Telling, viewer: Viewer
) -> list[dict[str, Any]]:
    """The events of the entry at a ply in the form that the viewer is told."""
    names = facts.names_at(ply)
    yours = isinstance(viewer, int) and facts.held_at(ply, viewer)
    id = telling.before[-1 if isinstance(viewer, Public) else viewer]
    seen = []
    for event in telling.events:
        happening = gate.happening(game, event, viewer, id, names, yours=yours)
        if happening is not None:
            seen.append(happening)
            id += 1
    return seen


def full(room: Room, shown: Shown, viewer: Viewer, presence: dict[str, Any]) -> dict[str, Any]:
    """A full frame: enough to play without anything earlier."""
    frame: dict[str, Any] = {
        "t": "full",
        "viewer": described(viewer),
        "ply": shown.ply,
        "view": msgspec.Raw(shown.view),
        "events": recent(room, viewer),
        "decisions": msgspec.Raw(shown.decisions),
        "waiting": msgspec.Raw(shown.waiting),
        "clock": told_clock(shown.clock, room.served),
        "presence": presence,
        "offers": [shown_offer(offer) for offer in room.facts.offers],
        "hash": shown.hash,
    }
    if shown.auto_pass is not None:
        frame["auto_pass"] = shown.auto_pass
        frame["auto_answer"] = shown.auto_answer
    if shown.undo is not None:
        frame["undo"] = shown.undo
    return frame


def etag_of(room: Room, shown: Shown) -> str:
    """Names what a viewer sees; it changes with that alone, and not with what others keep to
    themselves.
    """
    offers = msgspec.json.encode([shown_offer(offer) for offer in room.facts.offers])
    parts = (shown.view, shown.decisions, shown.waiting, msgspec.json.encode(shown.clock), offers)
    own = f"{shown.auto_pass or ''} {shown.auto_answer}".encode()
    return f"{room.ply}.{hash_of(b' '.join((*parts, own)))}"


def told_at(at: datetime) -> str:
    """When an entry was made, as anybody is told: to the second, which says nothing of whether a
    person or a setting of theirs has answered.
    """
    return at.replace(microsecond=0).isoformat()


def recent(room: Room, viewer: Viewer) -> list[dict[str, Any]]:
    """The events of the last entries, as they were told."""
    first = room.ply - len(room.tail) + 1
    return [
        one
        for ply, record in enumerate(room.tail, first)
        for one in told(room.game, room.facts, ply, decode_telling(record), viewer)
    ]


def delta(
    before: Shown,
    after: Shown,
    events: list[dict[str, Any]],
    served: Served,
    common: dict[str, Any] | None = None,
) -> str:
    """A delta frame from what the viewer saw at the ply before; `common` is the patch of what all
    see alike, where it is known (`Scene.since`).
    """
    patch = patch_between(before.common, after.common) if common is None else common
    table = patch_between(before.table, after.table)
    frame: dict[str, Any] = {
        "t": "delta",
        "ply": after.ply,
        "base": before.ply,
        "patch": {**patch, "table": table} if table else patch,
        "events": events,
        "hash": after.hash,
    }
    if before.decisions != after.decisions:
        frame["decisions"] = msgspec.Raw(after.decisions)
    if before.waiting != after.waiting:
        frame["waiting"] = msgspec.Raw(after.waiting)
    if before.clock != after.clock:
        frame["clock"] = told_clock(after.clock, served)
    if before.auto_pass != after.auto_pass:
        frame["auto_pass"] = after.auto_pass
    if before.undo != after.undo:
        frame["undo"] = after.undo
    return encode(frame)


def end(facts: Facts, match: Match) -> dict[str, Any]:
    """The last frame of a match: how it ended, and the seed for whoever wants to check it."""
    frame = {"t": "end", "outcome": facts.outcome, "seed": match.seed.hex()}
    return {**frame, "unrated": facts.unrated} if facts.unrated else frame


def described(viewer: Viewer) -> dict[str, Any]:
    return {"public": True} if isinstance(viewer, Public) else {"seat": viewer}
