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
from app.infra.settings import PlaySettings
from app.matches.entry import EntryEvents, decode_events, decode_step
from app.matches.horizon.public_horizon import PublicHorizon
from app.matches.match_info import MatchInfo, SeatInfo
from app.matches.models import EntryRow, SnapshotRow
from app.matches.presence import hidden_presence
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
    checkpoint_rules: int  # the rules under which the step's checkpoint was saved

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
            presence=hidden_presence(spectators),
            offers=[],
            hash=view.hash,
            threats=threats_of(view),
        )


class StoredRows(Struct):
    """The stored rows of a match around one entry.

    `entries` are, by ply, that entry, the start, the one with which the step began, and those of
    the step since then or since the last undo.
    """

    ply: int
    entries: dict[int, EntryRow]
    previous_snapshot: SnapshotRow | None  # the last step that had ended and was not undone
    next_snapshot: SnapshotRow | None  # the first step that ended later
    last_undo: EntryRow | None

    @property
    def step_ply(self) -> int:
        """The ply of the entry with which the step under way began."""
        return self.previous_snapshot.ply if self.previous_snapshot else 0

    @property
    def step_entries(self) -> list[EntryRow]:
        """The entries with the step's answers since its beginning or the last undo."""
        first = max(self.step_ply, self.undo_ply)
        return [entry for ply, entry in self.entries.items() if ply > first]

    @property
    def undo_ply(self) -> int:
        return self.last_undo.ply if self.last_undo else 0

    @property
    def remaining(self) -> Undone | None:
        """The answers that remained after the last undo, or those with which the match began."""
        encoded_events = self.last_undo.told if self.last_undo else self.entries[0].told
        return _metadata(decode_events(encoded_events)).undone

    def entry_events(self, ply: int) -> EntryEvents:
        return decode_events(self.entries[ply].told)

    def metadata(self, ply: int) -> ReplayMetadata:
        return _metadata(self.entry_events(ply))

    @property
    def is_same_step(self) -> bool:
        """Whether the step under way is the one that ended next, or has not ended."""
        before, after = self.previous_snapshot, self.next_snapshot
        if before is None or before.undone is None:
            return True
        return after is not None and before.undone > after.ply


class Replays:
    """Rebuilds matches as they stood."""

    def __init__(self, database: Database, settings: PlaySettings) -> None:
        self.database = database
        self.settings = settings

    async def moment(self, room: Room, ply: int, horizon: PublicHorizon | None = None) -> Moment:
        """The match after the entry `ply`. At the newest entry, its status and seats are the
        current ones; at the newest entry before a horizon, those that the horizon shows.

        Raises Problem not-found, match-not-started or unavailable.
        """
        match = room.started_match
        if not 0 <= ply <= match.ply:
            raise not_found("entry")
        async with self.database.reading() as session:
            stored_rows = await _read(session, room.info.id, ply)
        try:
            rebuild = partial(_rebuild, room, match, stored_rows, horizon)
            return run_rules(rebuild, self.settings.engine_seconds, match=room.info.id)
        except (EngineError, EngineTimeout, RulesFailed):
            raise Problem("unavailable", "The rules can no longer show that moment.") from None


async def _read(session: AsyncSession, match: str, ply: int) -> StoredRows:
    """Read the next snapshot, then the previous one, then the last undo: in this order a step that
    ends or is undone meanwhile is noticed.
    """
    entries = sa.select(EntryRow).where(EntryRow.match == match)
    snapshots = sa.select(SnapshotRow).where(SnapshotRow.match == match)
    is_effective = sa.or_(SnapshotRow.undone.is_(None), SnapshotRow.undone > ply)
    order = SnapshotRow.ply, SnapshotRow.number
    later = snapshots.where(SnapshotRow.ply > ply)
    next_snapshot = await session.scalar(later.order_by(*order).limit(1))
    previous_snapshot = await session.scalar(
        snapshots.where(SnapshotRow.ply <= ply, is_effective)
        .order_by(*(column.desc() for column in order))
        .limit(1)
    )
    last_undo = await session.scalar(
        entries.where(EntryRow.ply <= ply, EntryRow.kind == "undo")
        .order_by(EntryRow.ply.desc())
        .limit(1)
    )
    step_ply = previous_snapshot.ply if previous_snapshot else 0
    first = max(step_ply, last_undo.ply if last_undo else 0)
    is_needed = sa.or_(EntryRow.ply.between(first, ply), EntryRow.ply.in_((0, step_ply)))
    rows = (await session.scalars(entries.where(is_needed).order_by(EntryRow.ply))).all()
    entries_by_ply = {entry.ply: entry for entry in rows}
    return StoredRows(ply, entries_by_ply, previous_snapshot, next_snapshot, last_undo)


def _rebuild(
    room: Room, current: Match, stored_rows: StoredRows, horizon: PublicHorizon | None
) -> Moment:
    metadata = stored_rows.metadata(stored_rows.ply)
    remaining = stored_rows.remaining
    step = Step(_checkpoint(room, current, stored_rows))
    if remaining and stored_rows.undo_ply >= stored_rows.step_ply:
        step.answers = remaining.answers
        step.draws, step.redraws = remaining.draws, remaining.redraws
    rules = stored_rows.metadata(stored_rows.step_ply).rules
    answers = [*step.answers, *map(_answer, stored_rows.step_entries)]
    match = msgspec.structs.replace(
        current,
        rules=rules,
        step=step,
        ply=stored_rows.ply,
        chance_floor=remaining.chance_floor if remaining else 0,
        undo_depth=0,
        undoable=metadata.undoable,
        decisions=current.decisions if stored_rows.ply == current.ply else [],
    )
    running = engine.replay(room.game, match, answers)
    match.rules, match.over = metadata.rules, running.over
    match.step = msgspec.structs.replace(step, answers=answers)
    match.decisions = _name_questions(room.game, match, metadata, running.open)
    info = _info_at_entry(room, match, stored_rows, horizon)
    past_room = Room(room.game, info, match, room.service_clock)
    at = stored_rows.entries[stored_rows.ply].at
    return Moment(past_room, match, running, stored_rows.entry_events(stored_rows.ply), at, rules)


def _name_questions(
    game: Game[Any, Any], match: Match, metadata: ReplayMetadata, questions: list[Question]
) -> list[Decision]:
    """The questions with their original ids, or with new ids if the current rules may ask others.

    Questions that are open now keep their ids in any case.
    """
    if metadata.rules != game.rules:
        return engine.name_decisions(match, questions, match.ply)
    return [
        Decision(
            id, question.seat, question.kind, question.prompt, question.args, question.optional
        )
        for id, question in zip(metadata.ids, questions, strict=True)
    ]


def _metadata(entry_events: EntryEvents) -> ReplayMetadata:
    if entry_events.metadata is None:
        raise Problem("unavailable", "This was played before replays were stored.")
    return entry_events.metadata


def _checkpoint(room: Room, current: Match, stored_rows: StoredRows) -> bytes:
    """The checkpoint from which the step under way began."""
    if not stored_rows.is_same_step:
        return _checkpoint_by_replay(room, current, stored_rows)
    after = stored_rows.next_snapshot
    return decode_step(after.step).checkpoint if after else current.step.checkpoint


def _checkpoint_by_replay(room: Room, current: Match, stored_rows: StoredRows) -> bytes:
    """The checkpoint at the end of the step before, by re-running that step."""
    assert stored_rows.previous_snapshot is not None
    step = decode_step(stored_rows.previous_snapshot.step)
    match = msgspec.structs.replace(current, step=step)
    ended = engine.replay(room.game, match, step.answers)
    assert ended.step is not None
    return ended.step.checkpoint


def _answer(entry: EntryRow) -> Answer:
    """The answer of an entry, or the card that it showed."""
    assert entry.seat is not None
    assert entry.decision is not None
    content = msgspec.json.decode(entry.answer or b"null")
    if entry.kind == "show":
        return show_record(entry.seat, content["card"], content["to"], entry.ply)
    prompt = _metadata(decode_events(entry.told)).prompt
    return Answer(entry.seat, entry.decision, prompt, content)


def _info_at_entry(
    room: Room, match: Match, stored_rows: StoredRows, horizon: PublicHorizon | None
) -> MatchInfo:
    """The match info and occupants at that ply, without clocks and offers."""
    info = msgspec.structs.replace(room.info, times=None, offers=[])
    if horizon is not None and match.ply == horizon.ply:
        return horizon.info(info)
    if horizon is None and match.ply == room.ply:
        return info
    occupants = stored_rows.metadata(stored_rows.ply).seats or stored_rows.metadata(0).seats or []
    seats = [
        _seat_at_entry(seat, occupant) for seat, occupant in zip(info.seats, occupants, strict=True)
    ]
    return msgspec.structs.replace(info, status="playing", outcome=None, seats=seats, formers=[])


def _seat_at_entry(seat: SeatInfo, occupant: SeatAtEntry) -> SeatInfo:
    """The seat as it was then; older entries without a stored rating show the current one."""
    changes: dict[str, Any] = {"kind": occupant.kind, "name": occupant.name}
    if occupant.rating is not None:
        changes["rating"] = occupant.rating
    return msgspec.structs.replace(
        seat, **changes, resigned=occupant.resigned, stands_in=occupant.stands_in
    )
