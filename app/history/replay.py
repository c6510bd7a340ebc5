"""Replay: rebuilds a match as it stood after an entry, from the stored snapshots.

The checkpoint of the step then under way comes from the snapshot in which that step ended; only if
the whole step was undone, the step before it is re-run to get it. Then the answers of that step,
and no others, are re-run. So a match is shown as it was, whatever has been undone since, and later
fixes of the rules do not affect earlier steps.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.games.run_rules import RulesFailed, run_rules
from app.games.time_limit import EngineTimeout
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.infra.settings import Settings
from app.matches.entry import EntryEvents, decode_events, decode_step
from app.matches.horizon.public_horizon import PublicHorizon
from app.matches.match_info import MatchInfo, SeatInfo
from app.matches.models import EntryRow, SnapshotRow
from app.matches.presence import unknown
from app.matches.projection import (
    STOPPED,
    events_at,
    events_for,
    render_view,
    threats_of,
    viewer_view,
)
from app.matches.replay_metadata import ReplayMetadata, SeatAtEntry, Undone
from app.matches.room import RenderedView, Room
from app.wire import encoded
from app.wire.frames import FullFrame
from app.wire.play import Event
from engine.core import match as engine
from engine.core.errors import EngineError
from engine.core.event import Viewer
from engine.core.game import Game
from engine.core.match import Decision, Match
from engine.core.running_table import RunningTable
from engine.core.script import Question
from engine.core.step import Answer, Step, show_record


class Moment(Struct):
    """A match after one entry."""

    room: Room  # a room of its own
    match: Match
    running: RunningTable  # the table at its open questions
    telling: EntryEvents  # the events of the entry
    at: datetime  # when the entry was committed
    rest_rules: int  # the rules under which the step's checkpoint was saved

    def shown(self, viewer: Viewer) -> RenderedView:
        """The view that the viewer saw."""
        return render_view(self.room, self.room.info, self.match, self.running, viewer)

    def told(self, viewer: Viewer) -> list[Event]:
        """The events of the entry, as the viewer saw them."""
        return events_for(self.room.game, self.room.info, self.match.ply, self.telling, viewer)

    def frame(self, viewer: Viewer, spectators: int = 0) -> FullFrame:
        """A full frame of the view that the viewer saw, with the events of that entry alone."""
        shown = self.shown(viewer)
        return FullFrame(
            viewer=viewer_view(viewer),
            ply=shown.ply,
            at=events_at(self.at),
            view=encoded(shown.view),
            events=self.told(viewer),
            decisions=encoded(shown.decisions),
            waiting=encoded(shown.waiting),
            clock=STOPPED,
            presence=unknown(spectators),
            offers=[],
            hash=shown.hash,
            threats=threats_of(shown),
        )


class Record(Struct):
    """The stored rows of a match around one entry.

    `entries` are, by ply, that entry, the start, the one with which the step began, and those of
    the step since then or since the last undo.
    """

    ply: int
    entries: dict[int, EntryRow]
    before: SnapshotRow | None  # the last step that had ended and was not undone
    after: SnapshotRow | None  # the first step that ended later
    undo: EntryRow | None  # the last undo

    @property
    def begun(self) -> int:
        """The ply of the entry with which the step under way began."""
        return self.before.ply if self.before else 0

    @property
    def since(self) -> list[EntryRow]:
        """The entries with the step's answers, except those that the last undo left."""
        first = max(self.begun, self.left_at)
        return [entry for ply, entry in self.entries.items() if ply > first]

    @property
    def left_at(self) -> int:
        return self.undo.ply if self.undo else 0

    @property
    def left(self) -> Undone | None:
        """The answers that the last undo left, or those with which the match began."""
        told = self.undo.told if self.undo else self.entries[0].told
        return _trail(decode_events(told)).undone

    def telling(self, ply: int) -> EntryEvents:
        return decode_events(self.entries[ply].told)

    def trail(self, ply: int) -> ReplayMetadata:
        return _trail(self.telling(ply))

    @property
    def is_unbroken(self) -> bool:
        """Whether the step under way is the one that ended next, or has not ended."""
        before, after = self.before, self.after
        if before is None or before.undone is None:
            return True
        return after is not None and before.undone > after.ply


class Replays:
    """Rebuilds matches as they stood."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings

    async def moment(self, room: Room, ply: int, horizon: PublicHorizon | None = None) -> Moment:
        """The match after the entry `ply`. After the newest entry its status and seats are the
        current ones; after the newest before a horizon, those that the horizon shows.

        Raises Problem not-found, match-not-started or unavailable.
        """
        match = room.playing
        if not 0 <= ply <= match.ply:
            raise not_found("entry")
        async with self.database.reading() as session:
            record = await _read(session, room.info.id, ply)
        try:
            rebuild = partial(_rebuild, room, match, record, horizon)
            return run_rules(rebuild, self.settings.engine_seconds, match=room.info.id)
        except (EngineError, EngineTimeout, RulesFailed):
            raise Problem("unavailable", "The rules can no longer show that moment.") from None


async def _read(session: AsyncSession, match: str, ply: int) -> Record:
    """Reads `after`, then `before`, then `undo`, so steps that end or are undone meanwhile are
    noticed.
    """
    entries = sa.select(EntryRow).where(EntryRow.match == match)
    snapshots = sa.select(SnapshotRow).where(SnapshotRow.match == match)
    stood = sa.or_(SnapshotRow.undone.is_(None), SnapshotRow.undone > ply)
    order = SnapshotRow.ply, SnapshotRow.number
    after = await session.scalar(snapshots.where(SnapshotRow.ply > ply).order_by(*order).limit(1))
    before = await session.scalar(
        snapshots.where(SnapshotRow.ply <= ply, stood)
        .order_by(*(column.desc() for column in order))
        .limit(1)
    )
    undo = await session.scalar(
        entries.where(EntryRow.ply <= ply, EntryRow.kind == "undo")
        .order_by(EntryRow.ply.desc())
        .limit(1)
    )
    begun = before.ply if before else 0
    since = max(begun, undo.ply if undo else 0)
    wanted = sa.or_(EntryRow.ply.between(since, ply), EntryRow.ply.in_((0, begun)))
    found = (await session.scalars(entries.where(wanted).order_by(EntryRow.ply))).all()
    return Record(ply, {entry.ply: entry for entry in found}, before, after, undo)


def _rebuild(room: Room, current: Match, record: Record, horizon: PublicHorizon | None) -> Moment:
    trail = record.trail(record.ply)
    left = record.left
    step = Step(_rest(room, current, record))
    if left and record.left_at >= record.begun:
        step.answers, step.draws, step.redraws = left.answers, left.draws, left.redraws
    rules = record.trail(record.begun).rules
    answers = [*step.answers, *map(_answer, record.since)]
    match = msgspec.structs.replace(
        current,
        rules=rules,
        step=step,
        ply=record.ply,
        chance_floor=left.chance_floor if left else 0,
        undo_depth=0,
        undoable=trail.undoable,
        decisions=current.decisions if record.ply == current.ply else [],
    )
    live = engine.replay(room.game, match, answers)
    match.rules, match.over = trail.rules, live.over
    match.step = msgspec.structs.replace(step, answers=answers)
    match.decisions = _named(room.game, match, trail, live.open)
    then = Room(room.game, _facts_then(room, match, record, horizon), match, room.service_clock)
    at = record.entries[record.ply].at
    return Moment(then, match, live, record.telling(record.ply), at, rules)


def _named(
    game: Game[Any, Any], match: Match, trail: ReplayMetadata, questions: list[Question]
) -> list[Decision]:
    """The questions with their original ids, or with new ids if today's rules may ask others.

    Those that are open now keep their ids in any case.
    """
    if trail.rules != game.rules:
        return engine.name(match, questions, match.ply)
    return [
        Decision(id, asked.seat, asked.kind, asked.prompt, asked.args, asked.optional)
        for id, asked in zip(trail.ids, questions, strict=True)
    ]


def _trail(telling: EntryEvents) -> ReplayMetadata:
    if telling.metadata is None:
        raise Problem("unavailable", "This was played before replays were stored.")
    return telling.metadata


def _rest(room: Room, current: Match, record: Record) -> bytes:
    """The checkpoint from which the step under way began."""
    if not record.is_unbroken:
        return _end_of(room, current, record)
    return decode_step(record.after.step).checkpoint if record.after else current.step.checkpoint


def _end_of(room: Room, current: Match, record: Record) -> bytes:
    """The checkpoint with which the step before ended, by re-running that step."""
    assert record.before is not None
    step = decode_step(record.before.step)
    match = msgspec.structs.replace(current, step=step)
    ended = engine.replay(room.game, match, step.answers)
    assert ended.step is not None
    return ended.step.checkpoint


def _answer(entry: EntryRow) -> Answer:
    """The answer of an entry, or the card that it showed."""
    assert entry.seat is not None
    assert entry.decision is not None
    given = msgspec.json.decode(entry.answer or b"null")
    if entry.kind == "show":
        return show_record(entry.seat, given["card"], given["to"], entry.ply)
    prompt = _trail(decode_events(entry.told)).prompt
    return Answer(entry.seat, entry.decision, prompt, given)


def _facts_then(
    room: Room, match: Match, record: Record, horizon: PublicHorizon | None
) -> MatchInfo:
    """The match info and occupants at that ply, without clocks and offers."""
    info = msgspec.structs.replace(room.info, times=None, offers=[])
    if horizon is not None and match.ply == horizon.ply:
        return horizon.info(info)
    if horizon is None and match.ply == room.ply:
        return info
    sitting = record.trail(record.ply).seats or record.trail(0).seats or []
    seats = [_seated(seat, then) for seat, then in zip(info.seats, sitting, strict=True)]
    return msgspec.structs.replace(info, status="playing", outcome=None, seats=seats, formers=[])


def _seated(seat: SeatInfo, then: SeatAtEntry) -> SeatInfo:
    """The seat as it was then; entries from before ratings were stored in them show today's."""
    changed: dict[str, Any] = {"kind": then.kind, "name": then.name}
    if then.rating is not None:
        changed["rating"] = then.rating
    return msgspec.structs.replace(
        seat, **changed, resigned=then.resigned, stands_in=then.stands_in
    )
