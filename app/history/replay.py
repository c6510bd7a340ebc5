"""Replay: rebuilds a match as it stood after an entry, from the stored snapshots.

The snapshot in which a step ended has the checkpoint from which the step began; if the whole step
was undone, re-running the step before it yields the checkpoint. From there only the answers of that
step are re-run. So the match appears as it was, whatever has been undone since, and later fixes of
the rules do not affect earlier steps.
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
    entry_events: EntryEvents
    at: datetime  # when the entry was committed
    rest_rules: int  # the rules under which the step's checkpoint was saved

    def view(self, viewer: Viewer) -> RenderedView:
        """The view that the viewer saw."""
        return render_view(self.room, self.room.info, self.match, self.running, viewer)

    def events(self, viewer: Viewer) -> list[Event]:
        """The events of the entry, as the viewer saw them."""
        return events_for(self.room.game, self.room.info, self.match.ply, self.entry_events, viewer)

    def frame(self, viewer: Viewer, spectators: int = 0) -> FullFrame:
        """A full frame of the view that the viewer saw, with the events of that entry alone."""
        view = self.view(viewer)
        return FullFrame(
            viewer=viewer_view(viewer),
            ply=view.ply,
            at=events_at(self.at),
            view=encoded(view.view),
            events=self.events(viewer),
            decisions=encoded(view.decisions),
            waiting=encoded(view.waiting),
            clock=STOPPED,
            presence=unknown(spectators),
            offers=[],
            hash=view.hash,
            threats=threats_of(view),
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
    def step_ply(self) -> int:
        """The ply of the entry with which the step under way began."""
        return self.before.ply if self.before else 0

    @property
    def step_entries(self) -> list[EntryRow]:
        """The entries with the step's answers since its beginning or the last undo."""
        first = max(self.step_ply, self.undo_ply)
        return [entry for ply, entry in self.entries.items() if ply > first]

    @property
    def undo_ply(self) -> int:
        return self.undo.ply if self.undo else 0

    @property
    def remaining(self) -> Undone | None:
        """The answers that remained after the last undo, or those with which the match began."""
        encoded_events = self.undo.told if self.undo else self.entries[0].told
        return _metadata(decode_events(encoded_events)).undone

    def entry_events(self, ply: int) -> EntryEvents:
        return decode_events(self.entries[ply].told)

    def metadata(self, ply: int) -> ReplayMetadata:
        return _metadata(self.entry_events(ply))

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
        """The match after the entry `ply`. At the newest entry, its status and seats are the
        current ones; at the newest entry before a horizon, those that the horizon shows.

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
    """Read `after`, then `before`, then `undo`: in this order a step that ends or is undone
    meanwhile is noticed.
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
    step_ply = before.ply if before else 0
    first = max(step_ply, undo.ply if undo else 0)
    is_needed = sa.or_(EntryRow.ply.between(first, ply), EntryRow.ply.in_((0, step_ply)))
    rows = (await session.scalars(entries.where(is_needed).order_by(EntryRow.ply))).all()
    return Record(ply, {entry.ply: entry for entry in rows}, before, after, undo)


def _rebuild(room: Room, current: Match, record: Record, horizon: PublicHorizon | None) -> Moment:
    metadata = record.metadata(record.ply)
    remaining = record.remaining
    step = Step(_rest(room, current, record))
    if remaining and record.undo_ply >= record.step_ply:
        step.answers = remaining.answers
        step.draws, step.redraws = remaining.draws, remaining.redraws
    rules = record.metadata(record.step_ply).rules
    answers = [*step.answers, *map(_answer, record.step_entries)]
    match = msgspec.structs.replace(
        current,
        rules=rules,
        step=step,
        ply=record.ply,
        chance_floor=remaining.chance_floor if remaining else 0,
        undo_depth=0,
        undoable=metadata.undoable,
        decisions=current.decisions if record.ply == current.ply else [],
    )
    running = engine.replay(room.game, match, answers)
    match.rules, match.over = metadata.rules, running.over
    match.step = msgspec.structs.replace(step, answers=answers)
    match.decisions = _name_questions(room.game, match, metadata, running.open)
    info = _info_then(room, match, record, horizon)
    room_then = Room(room.game, info, match, room.service_clock)
    at = record.entries[record.ply].at
    return Moment(room_then, match, running, record.entry_events(record.ply), at, rules)


def _name_questions(
    game: Game[Any, Any], match: Match, metadata: ReplayMetadata, questions: list[Question]
) -> list[Decision]:
    """The questions with their original ids, or with new ids if the current rules may ask others.

    Questions that are open now keep their ids in any case.
    """
    if metadata.rules != game.rules:
        return engine.name_decisions(match, questions, match.ply)
    return [
        Decision(id, asked.seat, asked.kind, asked.prompt, asked.args, asked.optional)
        for id, asked in zip(metadata.ids, questions, strict=True)
    ]


def _metadata(entry_events: EntryEvents) -> ReplayMetadata:
    if entry_events.metadata is None:
        raise Problem("unavailable", "This was played before replays were stored.")
    return entry_events.metadata


def _rest(room: Room, current: Match, record: Record) -> bytes:
    """The checkpoint from which the step under way began."""
    if not record.is_unbroken:
        return _end_of(room, current, record)
    return decode_step(record.after.step).checkpoint if record.after else current.step.checkpoint


def _end_of(room: Room, current: Match, record: Record) -> bytes:
    """The checkpoint at the end of the step before, by re-running that step."""
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
    prompt = _metadata(decode_events(entry.told)).prompt
    return Answer(entry.seat, entry.decision, prompt, given)


def _info_then(
    room: Room, match: Match, record: Record, horizon: PublicHorizon | None
) -> MatchInfo:
    """The match info and occupants at that ply, without clocks and offers."""
    info = msgspec.structs.replace(room.info, times=None, offers=[])
    if horizon is not None and match.ply == horizon.ply:
        return horizon.info(info)
    if horizon is None and match.ply == room.ply:
        return info
    occupants = record.metadata(record.ply).seats or record.metadata(0).seats or []
    seats = [_seat_then(seat, then) for seat, then in zip(info.seats, occupants, strict=True)]
    return msgspec.structs.replace(info, status="playing", outcome=None, seats=seats, formers=[])


def _seat_then(seat: SeatInfo, then: SeatAtEntry) -> SeatInfo:
    """The seat as it was then; older entries without a stored rating show the current one."""
    changed: dict[str, Any] = {"kind": then.kind, "name": then.name}
    if then.rating is not None:
        changed["rating"] = then.rating
    return msgspec.structs.replace(
        seat, **changed, resigned=then.resigned, stands_in=then.stands_in
    )
