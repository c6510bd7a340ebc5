"""Lesson verdicts: whether an answer solves or fails the lesson that a match is an attempt at.

A lesson's goal looks at all events that stand. They are read from the entries; which answers stand,
from the steps: an undo takes the others out.
"""

from __future__ import annotations

import sqlalchemy as sa
import structlog

from app.infra.database import Database
from app.matches.entry import decode_events
from app.matches.match_info import lesson_in
from app.matches.models import EntryRow
from app.matches.room import Room
from app.matches.undo_history import load_undo_history
from engine.core.event import Event
from engine.core.lessons import Verdict, attempt_at, begin_lesson, lessons_of, verdict
from engine.core.match import Match, Taken

LONGEST = 1000
"""Steps of an attempt that are looked at."""
log = structlog.get_logger("conclave.lessons")


async def verdict_after(
    database: Database, room: Room, match: Match, taken: Taken, kind: str
) -> Verdict | None:
    """The verdict once an entry of this kind led from `match` to `taken`; None while the lesson
    goes on, and in any other match. To take back an answer decides nothing: before it, nothing was
    decided.
    """
    id = lesson_in(room.info.seats)
    lesson = lessons_of(room.game).get(id) if id else None
    if lesson is None or kind in ("undo", "show"):
        return None
    history = await load_undo_history(database, match, room.info.id, LONGEST)
    steps = [*history.steps, *taken.settled, taken.match.step]
    standing = {(one.seat, one.decision) for step in steps for one in step.answers}
    events = [*await _told(database, room.info.id, match.ply, standing), *taken.events]
    answers = sum(seat == lesson.learner for seat, _ in standing)
    start = begin_lesson(room.game, lesson).running.table
    so_far = attempt_at(room.game, lesson, start, taken.running, events, answers)
    found = verdict(lesson, so_far)
    if found:
        log.info("lesson", match=room.info.id, lesson=lesson.id, verdict=found)
    return found


async def _told(
    database: Database, match: str, ply: int, standing: set[tuple[int, str]]
) -> list[Event]:
    """The events of the start and of the answers that stand, up to an entry."""
    query = sa.select(EntryRow).where(EntryRow.match == match, EntryRow.ply <= ply)
    async with database.reading() as session:
        entries = (await session.scalars(query.order_by(EntryRow.ply))).all()
    return [
        event
        for entry in entries
        if entry.kind == "start" or (entry.seat, entry.decision) in standing
        for event in decode_events(entry.told).events
    ]
