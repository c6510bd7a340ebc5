"""Log: the committed entries and events of a match, as one viewer may see them."""

from __future__ import annotations

import sqlalchemy as sa
from msgspec.structs import asdict

from app.games.translated import Translator
from app.infra.database import Database
from app.matches.entry import decode_events
from app.matches.models import EntryRow
from app.matches.projection import events_at, events_for
from app.matches.room import Room
from app.wire import given
from app.wire.play import Entry, Log, LoggedEvent
from engine.core.event import Viewer
from engine.core.translation import translation_of


async def read_log(
    database: Database,
    room: Room,
    viewer: Viewer,
    after: int,
    limit: int,
    last: int | None = None,
    lang: str | None = None,
) -> Log:
    """Entries with seat and time, and events in order, up to `last`, in a language of the game.

    Answers are left out; events contain the part of them that the viewer may know.
    """
    query = (
        sa.select(EntryRow)
        .where(EntryRow.match == room.info.id, EntryRow.ply > after)
        .order_by(EntryRow.ply)
        .limit(limit + 1)
    )
    if last is not None:
        query = query.where(EntryRow.ply <= last)
    async with database.reading() as session:
        rows = list((await session.scalars(query)).all())
    page = Log(entries=[], events=[])
    messages = translation_of(room.game, lang).messages
    for row in rows[:limit]:
        translator = Translator(messages, room.info.names_at(row.ply), viewer)
        at = events_at(row.at)
        page.entries.append(Entry(ply=row.ply, kind=row.kind, at=at, seat=given(row.seat)))
        for event in events_for(room.game, room.info, row.ply, decode_events(row.told), viewer):
            if lang:
                by_other = event.by_other is True
                event.text = translator.event(event.key, event.args, by_other=by_other)
            page.events.append(LoggedEvent(**asdict(event), ply=row.ply, at=at))
    if len(rows) > limit:
        page.next = rows[limit - 1].ply
    return page
