"""Delay: how far behind the public is, where a match's spectators see it late.

All that the public is shown of a match (frames, list, log, chat, replay, presence, end) goes
through one ply: the newest one that is old enough, both in plies and in minutes. The start is
public at once. When the end is old enough in minutes, everything is public.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.database import now
from app.matches.change import decode_telling
from app.matches.records import EntryRow, MatchRow
from app.matches.room import OVER, Delay, Facts, Room
from app.matches.trail import Sitting
from app.services import Services

DELAYED = "delayed"
LONGEST = timedelta(days=1)
"""The longest delay that a match may have."""


class Curtain(Struct, frozen=True):
    """What the public sees while something is held back: entries up to `ply`, and what was said
    before `until`. `again` is when it may be more though nothing happens.
    """

    ply: int
    until: datetime
    again: datetime | None


def delay_of(row: MatchRow) -> Delay | None:
    """The delay of a match, if it has one."""
    if row.spectators != DELAYED or not row.spectator_delay:
        return None
    return Delay(**row.spectator_delay)


def public_at(delay: Delay, ended_at: datetime) -> datetime:
    """When everything of a match is public that ended then."""
    return ended_at + timedelta(minutes=delay.minutes)


def is_behind(delay: Delay | None, status: str, ended_at: datetime | None) -> bool:
    """Whether something of a match may be held back from the public."""
    if delay is None or status == "open":
        return False
    return status not in OVER or ended_at is None or public_at(delay, ended_at) > now()


def held_back(facts: Facts) -> bool:
    """`is_behind` of a room's match."""
    return is_behind(facts.delay, facts.status, facts.ended_at)


def row_is_behind(row: MatchRow) -> bool:
    """`is_behind` of a row."""
    return is_behind(delay_of(row), row.status, row.ended_at)


async def curtain_of(session: AsyncSession, facts: Facts, newest: int) -> Curtain:
    """What the public sees of a match that is behind and whose newest entry is this."""
    ended_at = facts.ended_at if facts.status in OVER else None
    return await draw_curtain(session, facts.id, facts.delay or Delay(), newest, ended_at)


async def draw_curtain(
    session: AsyncSession, match: str, delay: Delay, newest: int, ended_at: datetime | None
) -> Curtain:
    """`ended_at` is None while the match goes on."""
    minutes = timedelta(minutes=delay.minutes)
    latest = now() - minutes
    entries = sa.select(EntryRow.ply, EntryRow.at).where(EntryRow.match == match)
    old = entries.where(EntryRow.ply <= newest - delay.plies, EntryRow.at <= latest)
    seen = (await session.execute(old.order_by(EntryRow.ply.desc()).limit(1))).first()
    ply = seen.ply if seen else 0
    hidden = (await session.execute(entries.where(EntryRow.ply == ply + 1))).first()
    again = [ended_at + minutes] if ended_at else []
    if hidden and ply + 1 <= newest - delay.plies:
        again.append(hidden.at + minutes)
    until = min(latest, hidden.at) if hidden and ply < newest else latest
    return Curtain(ply, until, min(again, default=None))


async def sitting_at(session: AsyncSession, match: str, ply: int) -> list[Sitting]:
    """Who sat there after an entry."""
    query = sa.select(EntryRow.told).where(EntryRow.match == match, EntryRow.ply.in_((0, ply)))
    tellings = (await session.scalars(query.order_by(EntryRow.ply.desc()))).all()
    for told in tellings:
        trail = decode_telling(told).trail
        if trail and trail.seats:
            return trail.seats
    return []


async def public_ply(services: Services, room: Room) -> int | None:
    """The newest ply that the public sees; None where nothing is held back."""
    if room.match is None or not held_back(room.facts):
        return None
    async with services.database.reading() as session:
        return (await curtain_of(session, room.facts, room.ply)).ply
