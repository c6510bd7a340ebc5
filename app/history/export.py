"""Export: all data needed to replay and verify a match that is over."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from app.history.replay import Replays
from app.infra.database import Database
from app.matches.entry import decode_events
from app.matches.fork import write_start
from app.matches.match_info import lesson_in
from app.matches.models import EntryRow, MatchRow
from app.matches.projection import events_at
from app.matches.room import Room
from app.wire import UNSET, UnsetType, encoded
from app.wire.exports import Export, ExportedEntry
from app.wire.matches import Origin
from engine.core.match import Match


async def export(database: Database, replays: Replays, room: Room) -> Export:
    """The export of a match that is over.

    `start` is the step from which a fork or lesson began; `first_rules` are the rules under which
    a match began that continued under newer ones.

    Raises Problem match-not-started.
    """
    match = room.started_match
    query = sa.select(EntryRow).where(EntryRow.match == room.info.id).order_by(EntryRow.ply)
    async with database.reading() as session:
        row = await session.get_one(MatchRow, room.info.id)
        entries = (await session.scalars(query)).all()
    full_export = Export(
        match=room.info.id,
        game=room.game.id,
        rules=match.rules,
        first_rules=_first_rules(match, entries),
        options=match.options,
        origin=msgspec.convert(row.origin, Origin) if row.origin else UNSET,
        players=room.info.names,
        seed=match.seed.hex(),
        seed_hash=row.seed_hash or "",
        entries=[_exported_entry(entry) for entry in entries if entry.ply > 0],
        resigned=[n for n, seat in enumerate(room.info.seats) if seat.resigned],
        outcome=room.info.outcome,
    )
    if (full_export.origin and full_export.origin.fork) or lesson_in(room.info.seats):
        start_moment = await replays.moment(room, 0)
        step, rules = start_moment.match.step, start_moment.checkpoint_rules
        start = msgspec.structs.replace(step, rules=rules)
        full_export.start = write_start(start)
    return full_export


def _first_rules(match: Match, entries: Sequence[EntryRow]) -> int | UnsetType:
    """The rules under which the match began, if it continued under newer ones."""
    metadata = decode_events(entries[0].told).metadata
    return metadata.rules if metadata and metadata.rules != match.rules else UNSET


def _exported_entry(entry: EntryRow) -> ExportedEntry:
    assert entry.kind != "start"
    assert entry.seat is not None
    return ExportedEntry(
        ply=entry.ply,
        kind=entry.kind,
        seat=entry.seat,
        decision=entry.decision or "",
        answer=encoded(entry.answer or b"null"),
        at=events_at(entry.at),
    )
