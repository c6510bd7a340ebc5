"""Public horizon: how much of a delayed match outsiders (callers without a seat) may see so far.

Everything outsiders see (frames, lists, lobby, log, chat, replay, profiles, problems) lies before
it: entries up to one ply, the newest public version that is old enough, chat up to a time. Whether
an item is visible depends on its own age alone, in plies and in minutes, so neither what outsiders
see nor when they see it reveals anything beyond the horizon. `PublicHorizon` describes one match in
memory, `ListedHorizon` a row of a list; `app.lobby.visibility` selects database rows by the same
rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.infra.database import Database
from app.matches.horizon.spectator_delay import public_at, public_now, row_is_behind, sees_late
from app.matches.match_info import MatchInfo, SeatInfo
from app.matches.models import EntryRow, MatchRow, SeatRow
from app.matches.public_versions import (
    Delay,
    PublicSeat,
    PublicVersion,
    delay_of,
    read_public_versions,
)
from app.matches.room import Room
from engine.core.event import Viewer


class PublicHorizon(Struct, frozen=True):
    """The point up to which outsiders see a delayed match."""

    ply: int  # entries up to this one
    version: PublicVersion  # row and seats as of this version
    until: datetime  # chat before this time
    next_change_at: datetime | None  # when more may become visible though nothing happens
    number: int  # of the version within the match

    @property
    def name(self) -> str:
        """Unchanged while outsiders see the same; the edition also counts hidden changes."""
        return f"{self.ply}.{self.number}"

    def info(self, info: MatchInfo) -> MatchInfo:
        """A match's facts as outsiders may see them; former names of seats stay."""
        return msgspec.structs.replace(
            info,
            status=self.version.status,
            paused_for=self.version.paused_for,
            seats=[_seat_info(seat) for seat in self.version.seats],
            outcome=None,
            times=None,
            offers=[],
            rematch=None,
        )


class ListedHorizon(Struct, frozen=True):
    """The horizon of a listed match, for a caller without a seat."""

    ply: int  # entries up to this one
    version: PublicVersion  # row and seats as of this version
    returning: list[int]  # seats that the caller left and may take back
    # when another version, or the end, may become visible though nothing happens
    next_change_at: datetime | None


# One match


async def horizon_for_viewer(
    database: Database, room: Room, viewer: Viewer
) -> PublicHorizon | None:
    """The horizon for a viewer; None if they see everything."""
    if room.match is None or not sees_late(room.info, viewer):
        return None
    async with database.reading() as session:
        return await horizon_of(session, room.info, room.ply)


async def horizon_of(session: AsyncSession, info: MatchInfo, newest: int) -> PublicHorizon:
    """The horizon of a delayed match whose newest entry is at ply `newest`."""
    delay = info.delay or Delay()
    moment = public_now()
    entries = sa.select(EntryRow.ply, EntryRow.at).where(EntryRow.match == info.id)
    minutes = timedelta(minutes=delay.minutes)
    old = entries.where(EntryRow.ply <= newest - delay.plies, EntryRow.at <= moment - minutes)
    last = (await session.execute(old.order_by(EntryRow.ply.desc()).limit(1))).first()
    ply = last.ply if last else 0
    young = max(0, newest - delay.plies + 1)
    near = entries.where(EntryRow.ply.in_((0, ply + 1, young)))
    at: dict[int, datetime] = {}
    at.update([(row.ply, row.at) for row in await session.execute(near)])
    next_change_at = _next_change_at(delay, info.public_versions, newest, info.ended_at, moment)
    if ply + 1 in at and ply + 1 <= newest - delay.plies:
        next_change_at.append(at[ply + 1] + minutes)
    until = min(moment - minutes, at.get(young, moment) if delay.plies else moment)
    version = _newest(info.public_versions, newest, moment) or _first_version(info.seats, at[0])
    number = sum(posted.edition <= version.edition for posted in info.public_versions)
    return PublicHorizon(ply, version, max(at[0], until), min(next_change_at, default=None), number)


def _next_change_at(
    delay: Delay,
    versions: Sequence[PublicVersion],
    newest: int,
    ended_at: datetime | None,
    moment: datetime,
) -> list[datetime]:
    """When versions and the end become visible by age alone."""
    times = [
        version.seen_at
        for version in versions
        if version.seen_ply <= newest and version.seen_at > moment
    ]
    return [public_at(delay, ended_at), *times] if ended_at else times


def _newest(versions: Sequence[PublicVersion], ply: int, moment: datetime) -> PublicVersion | None:
    return next(
        (version for version in reversed(versions) if version.is_readable(ply, moment)), None
    )


def _first_version(seats: Sequence[SeatInfo | SeatRow], at: datetime) -> PublicVersion:
    """The version of a match for which none was posted: its seats, with status playing."""
    public_seats = [
        PublicSeat(seat.kind, seat.account, seat.bot, seat.name, seat.rating) for seat in seats
    ]
    return PublicVersion(0, 0, at, "playing", public_seats)


def _seat_info(seat: PublicSeat) -> SeatInfo:
    return SeatInfo(
        seat.kind, seat.account, seat.bot, seat.name, seat.resigned, seat.stands_in, seat.rating
    )


def becomes_public(info: MatchInfo, ply: int) -> bool:
    """Whether the entry at a ply makes a public version old enough in plies."""
    return any(version.seen_ply == ply for version in info.public_versions)


async def public_version_of(
    session: AsyncSession, row: MatchRow, seats: Sequence[SeatRow]
) -> PublicVersion | None:
    """The version of row and seats that outsiders see; None if they see everything."""
    if not row_is_behind(row):
        return None
    versions = (await read_public_versions(session, [row.id])).get(row.id, [])
    return _newest(versions, row.ply, public_now()) or _first_version(seats, row.created_at)


def ever_had_seat(versions: Sequence[PublicVersion], account: str) -> bool:
    """Whether the account has ever held a seat."""
    return any(seat.account == account for version in versions for seat in version.seats)


# Rows of a list


async def listed_horizons(
    session: AsyncSession,
    rows: Sequence[MatchRow],
    seats: dict[str, list[SeatRow]],
    caller: str | None,
) -> dict[str, ListedHorizon]:
    """The horizons of those matches that the caller sees late, by match."""
    late = {
        row.id: row
        for row in rows
        if row_is_behind(row)
        and not (caller and any(seat.account == caller for seat in seats[row.id]))
    }
    if not late:
        return {}
    moment = public_now()
    plies = await _last_public_plies(session, list(late.values()), moment)
    versions = await read_public_versions(session, late)
    return {
        id: _listed_horizon(
            row, seats[id], plies.get(id) or 0, versions.get(id, []), caller, moment
        )
        for id, row in late.items()
    }


def _listed_horizon(
    row: MatchRow,
    seats: Sequence[SeatRow],
    ply: int,
    versions: list[PublicVersion],
    caller: str | None,
    moment: datetime,
) -> ListedHorizon:
    newest = _newest(versions, row.ply, moment) or _first_version(seats, row.created_at)
    hidden = [version for version in versions if version.edition >= newest.edition]
    returning = {number for version in hidden if caller for number in version.may_return(caller)}
    next_change_at = _next_change_at(
        delay_of(row) or Delay(), versions, row.ply, row.ended_at, moment
    )
    return ListedHorizon(ply, newest, sorted(returning), min(next_change_at, default=None))


async def _last_public_plies(
    session: AsyncSession, rows: Sequence[MatchRow], moment: datetime
) -> dict[str, int | None]:
    """The last ply that outsiders see, by match."""
    limits = {
        delay.minutes: sa.literal(moment - timedelta(minutes=delay.minutes), EntryRow.at.type)
        for delay in map(_delay, rows)
    }
    latest = sa.case(limits, value=delay_in("minutes"))
    newest = (
        sa.select(EntryRow.ply)
        .where(
            EntryRow.match == MatchRow.id,
            EntryRow.ply <= MatchRow.ply - delay_in("plies"),
            EntryRow.at <= latest,
        )
        .order_by(EntryRow.ply.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = sa.select(MatchRow.id, newest).where(MatchRow.id.in_([row.id for row in rows]))
    last_plies: dict[str, int | None] = {}
    last_plies.update([(id, ply) for id, ply in await session.execute(query)])
    return last_plies


def _delay(row: MatchRow) -> Delay:
    return delay_of(row) or Delay()


def delay_in(unit: str, match: type[MatchRow] = MatchRow) -> sa.ColumnElement[int]:
    """A database expression: the delay of a match in plies or minutes."""
    return sa.func.coalesce(match.spectator_delay[unit].as_integer(), 0)
