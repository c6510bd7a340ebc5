"""Absence: players who have gone (offline longer than the grace period), to be replaced."""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa

from app.bus.base import Bus
from app.clocks.service_time import ServiceClock
from app.infra.database import Database
from app.infra.settings import PlaySettings
from app.matches.entry import waited_for
from app.matches.models import EntryRow
from app.matches.presence import Presence
from app.matches.room import Room

MAX_ENTRIES = 1000
"""Newest entries searched for recent answers."""


class Absence:
    """Determines which players have gone."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        presence: Presence,
        service_clock: ServiceClock,
        settings: PlaySettings,
    ) -> None:
        self.database = database
        self.bus = bus
        self.presence = presence
        self.service_clock = service_clock
        self.settings = settings

    async def absent_seats(self, room: Room) -> set[int]:
        """The seats of closed accounts, and of players who do not answer (`_silent`)."""
        closed = {n for n, seat in enumerate(room.info.seats) if seat.account_closed}
        return closed | await self._silent(room)

    async def _silent(self, room: Room) -> set[int]:
        """The seats of people who have gone (presence neither here nor away, and no recent answer)
        and of account bots without a recent answer.

        Empty for correspondence clocks, and while presence is unreliable: after a start, sleep,
        clock change or bus outage.
        """
        await self.service_clock.ensure_synced()
        steady = self.service_clock.now() - self.service_clock.since
        if room.info.clock.is_of_days or steady <= self.settings.gone_after * 1000:
            return set()
        if self.bus.uptime() < self.settings.gone_after:
            return set()
        presence = self.presence.of(room).seats
        waiting = waited_for(room.started_match)
        silent = {
            n
            for n, seat in enumerate(room.info.seats)
            if seat.account
            and (presence.get(str(n)) == "gone" if seat.kind == "human" else n in waiting)
        }
        return silent - await self._active(room, silent) if silent else set()

    async def _active(self, room: Room, seats: set[int]) -> set[int]:
        """The seats that have answered recently without a socket, and those of bots asked recently;
        all seats if the match has just begun.
        """
        recently = self.service_clock.date() - timedelta(seconds=self.settings.gone_after)
        query = sa.select(EntryRow.seat).where(
            EntryRow.match == room.info.id,
            EntryRow.ply > room.ply - MAX_ENTRIES,
            EntryRow.kind != "timeout",
            EntryRow.at > recently,
        )
        async with self.database.reading() as session:
            acted = set((await session.scalars(query)).all())
        if None in acted:
            return seats
        bots = {n for n in seats if room.info.seats[n].kind == "bot"}
        return {n for n in seats if n in acted} | (bots if acted else set())
