"""Absence: players who have gone (offline longer than the grace period), to be replaced."""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa

from app.container import Services
from app.matches.entry import waited_for
from app.matches.models import EntryRow
from app.matches.room import Room

MAX_ENTRIES = 1000
"""Newest entries searched for recent answers."""


async def gone_seats(services: Services, room: Room) -> set[int]:
    """The seats of people who have gone (presence neither here nor away, and no recent answer) and
    of account bots that have not answered for as long.

    None with a clock of days, whose deadlines decide instead. None while this process can't know:
    it has just started or slept, no process served for a while, a clock was set, or the match's bus
    is unavailable.
    """
    settings = services.settings
    await services.service_clock.be_sure()
    steady = services.service_clock.now() - services.service_clock.since
    if room.info.clock.kind == "days" or steady <= settings.gone_after * 1000:
        return set()
    if services.bus.shared and not services.bus.is_well(room.info.id):
        return set()
    shown = services.presence.of(room)["seats"]
    waiting = waited_for(room.playing)
    silent = {
        n
        for n, seat in enumerate(room.info.seats)
        if seat.account and (shown.get(str(n)) == "gone" if seat.kind == "human" else n in waiting)
    }
    return silent - await _active(services, room, silent) if silent else set()


async def _active(services: Services, room: Room, seats: set[int]) -> set[int]:
    """The seats that have answered recently without a socket, and bots asked recently; all of them
    if the match has just begun.
    """
    recently = services.service_clock.date() - timedelta(seconds=services.settings.gone_after)
    query = sa.select(EntryRow.seat).where(
        EntryRow.match == room.info.id,
        EntryRow.ply > room.ply - MAX_ENTRIES,
        EntryRow.kind != "timeout",
        EntryRow.at > recently,
    )
    async with services.database.reading() as session:
        acted = set((await session.scalars(query)).all())
    if None in acted:
        return seats
    bots = {n for n in seats if room.info.seats[n].kind == "bot"}
    return {n for n in seats if n in acted} | (bots if acted else set())
