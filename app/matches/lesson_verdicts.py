"""Lesson verdicts: whether an answer solves or fails the lesson that a match is an attempt at.

A lesson's goal examines the events of all answers that have not been undone: the steps say which
answers these are, the entries have their events.
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
from engine.core.match import Match, Transition

MAX_STEPS = 1000
"""The latest steps of an attempt that are examined."""
log = structlog.get_logger("conclave.lessons")


async def verdict_after(
    database: Database, room: Room, match: Match, transition: Transition, kind: str
) -> Verdict | None:
    """The verdict after an entry of this kind changed `match` by `transition`; None while the
    lesson continues, and in any other match. An undo decides nothing: before the answer that it
    takes back, nothing was decided.
    """
    id = lesson_in(room.info.seats)
    lesson = lessons_of(room.game).get(id) if id else None
    if lesson is None or kind in ("undo", "show"):
        return None
    history = await load_undo_history(database, match, room.info.id, MAX_STEPS)
    steps = [*history.steps, *transition.ended_steps, transition.match.step]
    effective_answers = {
        (answer.seat, answer.decision) for step in steps for answer in step.answers
    }
    events = [
        *await _effective_events(database, room.info.id, match.ply, effective_answers),
        *transition.events,
    ]
    answers = sum(seat == lesson.learner for seat, _ in effective_answers)
    start = begin_lesson(room.game, lesson).running.table
    attempt = attempt_at(room.game, lesson, start, transition.running, events, answers)
    result = verdict(lesson, attempt)
    if result:
        log.info("lesson", match=room.info.id, lesson=lesson.id, verdict=result)
    return result


async def _effective_events(
    database: Database, match: str, ply: int, effective_answers: set[tuple[int, str]]
) -> list[Event]:
    """The events of the start and of the answers not undone, up to an entry."""
    query = sa.select(EntryRow).where(EntryRow.match == match, EntryRow.ply <= ply)
    async with database.reading() as session:
        entries = (await session.scalars(query.order_by(EntryRow.ply))).all()
    return [
        event
        for entry in entries
        if entry.kind == "start" or (entry.seat, entry.decision) in effective_answers
        for event in decode_events(entry.told).events
    ]
