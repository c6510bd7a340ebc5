"""Export: everything about a person in one ZIP archive, written while it is sent.

Of a match it holds what the person's seat shows at that moment: log and newest frame; of one that
is public as a whole also the export with seed and answers.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import sqlalchemy as sa

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.history.export import export
from app.history.log import read_log
from app.history.replay import Replays
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.matches.horizon.access import is_over, viewer_for
from app.matches.horizon.public_horizon import horizon_for_viewer
from app.matches.room_cache import RoomCache
from app.personal_data.records import matches_of, records_of
from engine.core.event import PUBLIC

LOG_PAGE = 500
"""Entries of a log read at a time."""
README = """What Conclave stores about {name} ({id}), on {date}.

account.json          name, address, settings
*.json                friends, messages, chat, ratings and the like, a list of rows each; empty
                      lists are left out. Secrets, and what others keep about you, are not included.
matches/ID/log.json   what has happened, as your seat may know it
matches/ID/frame.json the table as your seat sees it
matches/ID/match.json the whole match with its seed, once it is over and public as a whole;
                      `conclave verify` checks it
bots/NAME/            the same for each of your bots

Texts are UTF-8, times are UTC. docs/privacy.md of the server's source explains every table.
"""


class Exports:
    """Writes the archive of a person."""

    def __init__(self, database: Database, rooms: RoomCache, replays: Replays) -> None:
        self.database = database
        self.rooms = rooms
        self.replays = replays

    async def archive(self, account: str) -> AsyncIterator[bytes]:
        """The archive, in pieces."""
        sink = _Sink()
        with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
            async with self.database.reading() as session:
                person = await session.get_one(Account, account)
                query = sa.select(Account).where(Account.owner == account).order_by(Account.name)
                bots = (await session.scalars(query)).all()
            date = now().isoformat(timespec="seconds")
            archive.writestr("README.txt", README.format(name=person.name, id=person.id, date=date))
            for owned, folder in ((person, ""), *((bot, f"bots/{bot.name}/") for bot in bots)):
                async for name, content in self._files(owned):
                    archive.writestr(folder + name, content)
                    yield sink.take()
        yield sink.take()

    async def _files(self, account: Account) -> AsyncIterator[tuple[str, bytes]]:
        async with self.database.reading() as session:
            records = await records_of(session, account)
            matches = await matches_of(session, account.id)
        for name, rows in records.items():
            if rows:
                yield f"{name}.json", _json(rows)
        caller = Caller(account.id, account.name, account.kind, "", ())
        for match in matches:
            try:
                async for name, content in self._match_files(match, caller):
                    yield f"matches/{match}/{name}", content
            except Problem as problem:  # its game is not installed, or it has no spectators
                yield f"matches/{match}/left-out.txt", f"{problem.title}\n".encode()

    async def _match_files(self, match: str, caller: Caller) -> AsyncIterator[tuple[str, bytes]]:
        room = await self.rooms.fresh(match)
        viewer = viewer_for(room, caller)
        if room.match is None:
            return
        horizon = await horizon_for_viewer(self.database, room, viewer)
        last = horizon.ply if horizon else room.match_ply
        after, entries, events = -1, [], []
        while True:
            page = await read_log(self.database, room, viewer, after, LOG_PAGE, last)
            entries += page.entries
            events += page.events
            if not isinstance(page.next, int):
                break
            after = page.next
        yield "log.json", _json({"entries": entries, "events": events})
        moment = await self.replays.moment(room, last, *([horizon] if horizon else []))
        yield "frame.json", _json(moment.frame(viewer))
        if is_over(room, PUBLIC):
            yield "match.json", _json(await export(self.database, self.replays, room))


class _Sink(io.RawIOBase):
    """Where the archive is written: holds what has not been sent yet."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        return len(self._pieces[-1])

    def take(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1)
