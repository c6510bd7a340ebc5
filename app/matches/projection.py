"""Projection: renders one viewer's view of a match, as frames.

Everything passes the engine's gate (`engine.core.view`, `Game.view`); nothing else of a match
leaves the server.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from app.clocks.kinds import kind_of
from app.clocks.service_time import ServiceClock
from app.matches.automation import auto_pass_rules
from app.matches.automation.deadlines import datetime_of_ms, deadline
from app.matches.entry import EntryEvents, decode_events
from app.matches.match_info import MatchInfo, SeatInfo
from app.matches.offer_reads import offer_view
from app.matches.room import NO_THREATS, ClockView, RenderedView, Room, view_of
from app.matches.undo_view import undo_view
from app.wire import UNSET, encoded, given
from app.wire import play as wire
from app.wire.frames import DeltaFrame, EndFrame, FullFrame, encode
from app.wire.json_patch import Pieces, canonical, hash_of, patch_between, pieces
from app.wire.play import Clock, Decision, Event, Player, Presence, SeatClock, Threat, Waiting
from engine.core import view as gate
from engine.core.event import Public, Viewer
from engine.core.game import Game
from engine.core.match import Match
from engine.core.running_table import RunningTable
from engine.core.threat import Threat as EngineThreat

Deadlines = dict[int, str]
"""By seat."""
NO_CLOCK_VIEW = ClockView("none")
STOPPED = Clock(kind="none")


def render_view(
    room: Room, info: MatchInfo, match: Match, current: RunningTable, viewer: Viewer
) -> RenderedView:
    """What the viewer sees of a match at its open questions."""
    return ViewBuilder(room, info, match, current).render(viewer)


class ViewBuilder:
    """Renders a match at its open questions; the part that all viewers share is built once."""

    def __init__(self, room: Room, info: MatchInfo, match: Match, current: RunningTable) -> None:
        self.room = room
        self.info = info
        self.match = match
        self.running = current
        turn = msgspec.Raw(canonical(room.game.turn(current.table)))
        self._views = room.game.views(current.table)
        self._common = {**_frame(room, info, match.rules), "turn": turn}
        self._deadlines = deadlines_of(room, info)
        self._waiting = msgspec.json.encode(waiting(info, match, self._deadlines))
        self._clock = clock_view_of(room, info)
        self._threats = _threats(room, info, match, current)
        self._since: tuple[Pieces, dict[str, Any]] | None = None

    def frame(
        self, viewer: Viewer, before: RenderedView, entry_events: EntryEvents
    ) -> tuple[RenderedView, str]:
        """The viewer's view, and the delta frame from the view `before`."""
        after = self.render(viewer)
        events = events_for(self.room.game, self.info, after.ply, entry_events, viewer)
        patch = self._since_before(before)
        return after, delta(before, after, events, self.room.service_clock, patch)

    def _since_before(self, before: RenderedView) -> dict[str, Any]:
        """The patch of the shared part, cached for viewers with the same shared part before."""
        if self._since is None or self._since[0] is not before.common:
            self._since = before.common, patch_between(before.common, self._common)
        return self._since[1]

    def render(self, viewer: Viewer) -> RenderedView:
        """The viewer's view."""
        room, info, match, running = self.room, self.info, self.match, self.running
        table = pieces(self._views(viewer))
        seat = None if isinstance(viewer, Public) else viewer
        return RenderedView(
            match.ply,
            self._common,
            table,
            hash_of(view_of(self._common, table)),
            msgspec.json.encode(decisions(room, info, match, running, viewer, self._deadlines)),
            self._waiting,
            self._clock,
            None if seat is None else auto_pass_rules.chosen_term(info.times, seat),
            None if seat is None else info.times is not None and seat in info.times.answering,
            None if seat is None else undo_view(info, match, seat),
            self._visible_threats(viewer),
        )

    def _visible_threats(self, viewer: Viewer) -> bytes:
        if not self._threats:
            return NO_THREATS
        game, names = self.room.game, self.info.names
        return msgspec.json.encode(
            [gate.threat(game, threat, viewer, names, Threat) for threat in self._threats]
        )


def _threats(
    room: Room, info: MatchInfo, match: Match, current: RunningTable
) -> list[EngineThreat]:
    """Threats on the table to end the match; none once it is over."""
    goes_on = info.status in ("playing", "paused") and not match.over
    return room.game.threats(current.table) if goes_on else []


def render_open_table(room: Room) -> RenderedView:
    """The view of a match that has not started, the same for every viewer."""
    turn = pieces({"turn": {"round": 0, "phase": "open", "seats": []}})
    common = _frame(room, room.info, room.game.rules) | turn
    hashed = hash_of(view_of(common, {}))
    return RenderedView(0, common, {}, hashed, b"[]", b"[]", clock_view_of(room, room.info))


def _frame(room: Room, info: MatchInfo, rules: int) -> Pieces:
    """The part of a view that rarely changes between answers; cached until it does."""
    if room.cached_common is not None:
        seats, status, under, frame = room.cached_common
        if seats is info.seats and status == info.status and under == rules:
            return frame
    players = [
        _player(number, seat, name)
        for number, (seat, name) in enumerate(zip(info.seats, info.names, strict=True))
    ]
    frame = pieces(
        {
            "match": info.id,
            "game": room.game.id,
            "rules": rules,
            "status": info.status,
            "players": players,
        }
    )
    room.cached_common = info.seats, info.status, rules, frame
    return frame


def _player(number: int, seat: SeatInfo, name: str) -> Player:
    return Player(
        seat=number,
        name=name,
        kind=seat.kind,
        rating=given(seat.rating),
        stands_in=seat.stands_in or UNSET,
        resigned=seat.resigned or UNSET,
    )


def decisions(
    room: Room,
    info: MatchInfo,
    match: Match,
    current: RunningTable,
    viewer: Viewer,
    deadlines: Deadlines,
) -> list[Decision]:
    """The open questions of the viewer's seat."""
    if isinstance(viewer, Public) or info.status != "playing":
        return []
    own = [
        (decision, question)
        for decision, question in zip(match.decisions, current.open, strict=True)
        if decision.seat == viewer
    ]
    if not own:
        return []
    undo, names = info.undo != "off" and viewer in match.undoable, info.names
    until = deadlines.get(viewer, UNSET)
    return [
        Decision(
            **gate.decision(room.game, question, decision.id, undo, names),
            deadline=UNSET if decision.optional else until,
        )
        for decision, question in own
    ]


def waiting(info: MatchInfo, match: Match, deadlines: Deadlines) -> list[Waiting]:
    """The seats waited for, with deadlines; none while the match is paused or after its end."""
    if info.status != "playing":
        return []
    seats = sorted({decision.seat for decision in match.decisions if not decision.optional})
    return [Waiting(seat=seat, deadline=deadlines.get(seat, UNSET)) for seat in seats]


def deadlines_of(room: Room, info: MatchInfo) -> Deadlines:
    """The deadline of each seat whose clock runs."""
    if info.times is None:
        return {}
    return {
        seat: datetime_of_ms(deadline(info.clock, room.service_clock, until)).isoformat()
        for seat, until in info.times.until.items()
    }


def clock_view_of(room: Room, info: MatchInfo) -> ClockView:
    """The clocks, as every viewer may see them."""
    clock, times = info.clock, info.times
    if not clock.runs:
        return NO_CLOCK_VIEW
    if times is None:
        return ClockView(clock.kind, clock.on_timeout)
    until = {seat: deadline(clock, room.service_clock, at) for seat, at in times.until.items()}
    keeps_time = kind_of(clock).keeps_time or info.status == "paused"
    left = {seat: ms for seat, ms in times.left.items() if keeps_time and seat not in until}
    return ClockView(clock.kind, clock.on_timeout, left, until)


def clock_view(clock: ClockView, service_clock: ServiceClock) -> Clock:
    """The time left now."""
    if clock.kind == "none":
        return STOPPED
    at = service_clock.reference()
    seats = {str(seat): SeatClock(left_ms=ms) for seat, ms in clock.left.items()}
    for seat, until in clock.until.items():
        seats[str(seat)] = SeatClock(left_ms=max(0, until - at), running=True)
    return Clock(
        kind=clock.kind,
        on_timeout=given(clock.on_timeout),
        now=datetime_of_ms(at).isoformat(timespec="milliseconds"),
        seats=seats,
    )


def events_for(
    game: Game[Any, Any], info: MatchInfo, ply: int, entry_events: EntryEvents, viewer: Viewer
) -> list[Event]:
    """The events of the entry at a ply, as the viewer sees them."""
    if not entry_events.events:
        return []
    names = info.names_at(ply)
    yours = isinstance(viewer, int) and info.held_at(ply, viewer)
    id = entry_events.before[-1 if isinstance(viewer, Public) else viewer]
    visible = []
    for event in entry_events.events:
        visible_event = gate.visible_event(game, event, viewer, id, names, Event, yours=yours)
        if visible_event is not None:
            if not yours and visible_event.args.get("seat") == viewer:
                visible_event.by_other = True
            visible.append(visible_event)
            id += 1
    return visible


def full(room: Room, rendered: RenderedView, viewer: Viewer, presence: Presence) -> FullFrame:
    """A full frame: enough to play without any earlier frame."""
    return FullFrame(
        viewer=viewer_view(viewer),
        ply=rendered.ply,
        view=encoded(rendered.view),
        events=recent(room, viewer),
        decisions=encoded(rendered.decisions),
        waiting=encoded(rendered.waiting),
        clock=clock_view(rendered.clock, room.service_clock),
        presence=presence,
        offers=[offer_view(offer) for offer in room.info.offers],
        hash=rendered.hash,
        auto_pass=given(rendered.auto_pass),
        auto_answer=given(rendered.auto_answer),
        undo=given(rendered.undo),
        threats=threats_of(rendered),
    )


def threats_of(rendered: RenderedView) -> Any:
    """The threats of a full frame."""
    return UNSET if rendered.threats == NO_THREATS else encoded(rendered.threats)


def etag_of(room: Room, rendered: RenderedView) -> str:
    """Identifies a view; information private to other seats does not change it."""
    offers = msgspec.json.encode([offer_view(offer) for offer in room.info.offers])
    parts = (
        rendered.view,
        rendered.decisions,
        rendered.waiting,
        msgspec.json.encode(rendered.clock),
        offers,
    )
    own = f"{rendered.auto_pass or ''} {rendered.auto_answer}".encode()
    return f"{room.ply}.{hash_of(b' '.join((*parts, own)))}"


def events_at(at: datetime) -> str:
    """The time of an entry as viewers see it: to the second, so it does not reveal whether a person
    or an automatic setting answered.
    """
    return at.replace(microsecond=0).isoformat()


def recent(room: Room, viewer: Viewer) -> list[Event]:
    """The events of the latest entries, as the viewer saw them."""
    first = room.ply - len(room.recent_events) + 1
    return [
        event
        for ply, record in enumerate(room.recent_events, first)
        for event in events_for(room.game, room.info, ply, decode_events(record), viewer)
    ]


def delta(
    before: RenderedView,
    after: RenderedView,
    events: list[Event],
    service_clock: ServiceClock,
    common: dict[str, Any] | None = None,
) -> str:
    """A delta frame from the viewer's previous view; `common` is the patch of the shared part, if
    known.
    """
    patch = patch_between(before.common, after.common) if common is None else common
    table = patch_between(before.table, after.table)
    frame = DeltaFrame(
        ply=after.ply,
        base=before.ply,
        patch={**patch, "table": table} if table else patch,
        events=events,
        hash=after.hash,
    )
    if before.decisions != after.decisions:
        frame.decisions = encoded(after.decisions)
    if before.waiting != after.waiting:
        frame.waiting = encoded(after.waiting)
    if before.clock != after.clock:
        frame.clock = clock_view(after.clock, service_clock)
    if before.auto_pass != after.auto_pass:
        frame.auto_pass = given(after.auto_pass)
    if before.undo != after.undo:
        frame.undo = given(after.undo)
    if before.threats != after.threats:
        frame.threats = encoded(after.threats)
    return encode(frame)


def end(info: MatchInfo, match: Match) -> EndFrame:
    """The last frame of a match: how it ended, and the seed, so anyone can check it."""
    return EndFrame(outcome=info.outcome, seed=match.seed.hex(), unrated=given(info.unrated))


def viewer_view(viewer: Viewer) -> wire.Viewer:
    return wire.Viewer(public=True) if isinstance(viewer, Public) else wire.Viewer(seat=viewer)
