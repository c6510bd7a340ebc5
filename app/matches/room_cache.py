"""Room cache: the matches in this process's memory, loaded on demand and dropped when idle."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.clocks.service_time import ServiceClock
from app.games.catalogue import Catalogue
from app.infra.database import Database
from app.infra.fault_reports import report_fault
from app.infra.metrics import EVICTIONS, ROOMS
from app.infra.problems import Problem, not_found
from app.infra.settings import PlaySettings
from app.infra.wait_budget import context_without_budget, within_wait_budget
from app.matches.match_info import MatchInfo, info_of
from app.matches.models import EntryRow, MatchRow, SeatRow
from app.matches.offer_reads import read_changes, read_offers
from app.matches.public_versions import DELAYED, read_public_versions
from app.matches.room import TAIL_ENTRIES, Room
from engine.core.game import Game
from engine.core.match import Match
from engine.core.older_rules import renew_questions

if TYPE_CHECKING:
    from app.matches.store.version_reads import VersionReads

SWEEP_PAUSE_S = 15.0
TURN_ATTEMPTS = 6
"""Attempts to get a room's turn: a room may be dropped before its turn comes."""


class RoomCache:
    """Rooms by match. If `shared`, other processes may play on, so a room may lag."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        versions: VersionReads | None,
        settings: PlaySettings,
        service_clock: ServiceClock,
        *,
        shared: bool,
    ) -> None:
        self.database = database
        self.versions = versions
        self.service_clock = service_clock
        self.catalogue = catalogue
        self.settings = settings
        self.shared = shared
        self.on_release: Callable[[], None] = lambda: None
        """Called when a match or a script is dropped: only the garbage collector frees it."""
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}

    async def get(self, match: str) -> Room:
        """The room, possibly stale. Raises Problem not-found."""
        room = self._rooms.get(match)
        if room is None:
            return await self._load(match)
        if room.is_stale:
            await self.refresh(room)
        room.last_used_at = time.monotonic()
        return room

    async def peek(self, match: str) -> Room:
        """The room as it is in memory, however stale. Raises Problem not-found."""
        room = self._rooms.get(match)
        if room is None:
            return await self._load(match)
        room.last_used_at = time.monotonic()
        return room

    @asynccontextmanager
    async def turn(self, match: str, until: float) -> AsyncIterator[Room]:
        """The room, possibly stale, with the right to change it. Raises Problem not-found, or
        unavailable if too many wait or the turn has not come by `until`, on the loop's clock.
        """
        for _ in range(TURN_ATTEMPTS):
            room = await self.get(match)
            async with room.turn(self.settings.match_queue_size, until):
                if self._rooms.get(match) is room:
                    yield room
                    return
        raise Problem("unavailable", "The match could not be loaded; try again.")

    async def fresh(self, match: str) -> Room:
        """The room as the database has it now. Raises Problem not-found."""
        room = await self.get(match)
        if self.shared:
            await self.refresh(room)
        return room

    async def refresh(self, room: Room) -> bool:
        """Load newer rows from the database; returns whether there were any.

        Changes announced during the read may be missing from its result, so they keep the room
        stale.
        """
        announced, is_newer = room.announced_changes, False
        if self.versions is None or await self.versions.of(room.info.id) != room.version:
            is_newer = await self._read_newer(room)
        room.loaded_changes = max(room.loaded_changes, announced)
        return is_newer

    async def _read_newer(self, room: Room) -> bool:
        query = sa.select(MatchRow).where(
            MatchRow.id == room.info.id,
            sa.or_(MatchRow.ply != room.match_ply, MatchRow.edition != room.info.edition),
        )
        async with self.database.reading() as session:
            row = await session.scalar(query)
            if row and row.ply < room.match_ply and row.edition <= room.info.edition:
                row = None
            if row:
                await self._fill(session, room, row)
        return row is not None

    def note_ply(self, match: str, ply: int) -> None:
        """Note that the ply exists; a room that has not reached it is stale."""
        room = self._rooms.get(match)
        if room and room.ply < ply:
            room.announced_changes += 1

    def note_change(self, match: str) -> None:
        """Note a change of the match outside its log."""
        room = self._rooms.get(match)
        if room:
            room.announced_changes += 1

    def drop(self, match: str) -> None:
        """Drop a room that may differ from the database."""
        if self._rooms.pop(match, None):
            self.on_release()

    def deadlines_moved(self) -> None:
        """Drop rendered views of matches with clocks: their deadlines are wrong."""
        for room in self._rooms.values():
            if room.info.clock.runs:
                room.last_views.clear()

    def sweep(self) -> None:
        """Drop rooms that have been idle for a while, and the longest idle of too many."""
        oldest = time.monotonic() - self.settings.room_idle_seconds
        by_age = sorted(self._rooms.items(), key=lambda item: item[1].last_used_at)
        too_many = len(by_age) - self.settings.max_rooms
        for number, (match, room) in enumerate(by_age):
            if not room.queue_length and (room.last_used_at < oldest or number < too_many):
                del self._rooms[match]
                self.on_release()
                EVICTIONS.inc()
        ROOMS.set(len(self._rooms))

    async def close(self) -> None:
        """Close the connection for versions."""
        if self.versions is not None:
            await self.versions.close()

    async def keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_PAUSE_S)
            self.sweep()

    async def _load(self, match: str) -> Room:
        """Load once, however many callers wait."""
        loading = self._loading.get(match)
        if loading is None:
            loop, context = asyncio.get_running_loop(), context_without_budget()
            loading = loop.create_task(self._read(match), context=context)
            self._loading[match] = loading
            loading.add_done_callback(lambda done: self._loading.pop(match, None))
        try:
            async with within_wait_budget():
                return await asyncio.shield(loading)
        finally:
            del loading  # its exception refers to this frame: a reference cycle otherwise

    async def _read(self, match: str) -> Room:
        async with self.database.reading() as session:
            row = await session.get(MatchRow, match)
            if row is None or row.game not in self.catalogue.games:
                raise not_found("match")
            info = await read_info(session, row)
            game = self.catalogue.games[row.game]
            room = Room(game, info, None, self.service_clock, lambda: self.on_release())
            await self._fill(session, room, row, info)
        self._rooms[match] = room
        if len(self._rooms) > self.settings.max_rooms:
            self.sweep()
        ROOMS.set(len(self._rooms))
        return room

    async def _fill(
        self, session: AsyncSession, room: Room, row: MatchRow, info: MatchInfo | None = None
    ) -> None:
        match = _match_of(room, row)
        info = info or await read_info(session, row)
        tail = await _read_tail(session, row.id, row.ply)
        if info.edition < room.info.edition or row.ply < room.match_ply:
            return
        room.info = info
        room.owner = row.owner
        room.install(match)
        room.recent_events = tail
        room.last_views.clear()


def renew(game: Game[Any, Any], match: Match, id: str) -> Match:
    """The match with the questions of today's rules; unchanged if the rules fail."""
    try:
        return renew_questions(game, match)
    except Exception as error:
        report_fault(error, match=id)
        return match


def _match_of(room: Room, row: MatchRow) -> Match | None:
    """Raises Problem unavailable if a newer process has played on under newer rules."""
    match = Match.from_bytes(row.state) if row.state else None
    if match is not None and match.rules > room.game.rules:
        raise Problem("unavailable", "This match is played by newer rules; try again.")
    return match and renew(room.game, match, row.id)


async def read_info(session: AsyncSession, row: MatchRow) -> MatchInfo:
    """The facts of a match."""
    query = sa.select(SeatRow).where(SeatRow.match == row.id).order_by(SeatRow.seat)
    seats = (await session.scalars(query)).all()
    offers = await read_offers(session, row) if row.status in ("playing", "paused") else []
    info = info_of(row, seats, offers)
    if any(seat.since >= 0 for seat in seats):
        info.formers, info.seated_at = await read_changes(session, row)
    if row.spectators == DELAYED and row.status != "open":
        info.public_versions = (await read_public_versions(session, [row.id])).get(row.id, [])
    return info


async def _read_tail(session: AsyncSession, match: str, ply: int) -> list[bytes]:
    query = (
        sa.select(EntryRow.told)
        .where(EntryRow.match == match, EntryRow.ply <= ply, EntryRow.ply > ply - TAIL_ENTRIES)
        .order_by(EntryRow.ply)
    )
    return list((await session.scalars(query)).all())
