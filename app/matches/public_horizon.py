"""Public horizon: how much of a delayed match outsiders (callers without a seat) may see so far.

Everything outsiders are shown (frames, lists, lobby, log, chat, replay, profiles, problems) lies
before it: entries up to one ply, the newest bulletin that is old enough, chat up to a time. Whether
an item is visible depends on its own age alone, in plies and in minutes, so neither what outsiders
see nor when they see it reveals anything beyond the horizon. `PublicHorizon` describes one match in
memory, `Late` a row of a list; `app.lobby.visibility` selects database rows by the same rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.infra.database import Database
from app.matches.match_info import MatchInfo, SeatInfo
from app.matches.models import EntryRow, MatchRow, SeatRow
from app.matches.public_versions import Delay, PublicVersion, Seated, delay_of, read_public_versions
from app.matches.room import Room
from app.matches.spectator_delay import public_at, public_now, row_is_behind, sees_late
from engine.core.event import Viewer


class PublicHorizon(Struct, frozen=True):
    """The point up to which outsiders see a delayed match."""

    ply: int  # entries up to this one
    bulletin: PublicVersion  # row and seats as of this version
    until: datetime  # chat before this time
    again: datetime | None  # when more may become visible though nothing happens
    number: int  # of the bulletin within the match

    @property
    def name(self) -> str:
        """The same as long as outsiders see the same; the edition also counts hidden changes."""
        return f"{self.ply}.{self.number}"

    def info(self, info: MatchInfo) -> MatchInfo:
        """A match's facts as outsiders may see them; former names of seats stay."""
        return msgspec.structs.replace(
            info,
            status=self.bulletin.status,
            paused_for=self.bulletin.paused_for,
            seats=[_seat_facts(seat) for seat in self.bulletin.seats],
            outcome=None,
            times=None,
            offers=[],
            rematch=None,
        )


class Late(Struct, frozen=True):
    """How much of a match in a list a caller without a seat may see."""

    ply: int  # entries up to this one
    bulletin: PublicVersion  # row and seats as of this version
    returning: list[int]  # seats that the caller left and may take back
    # when another bulletin, or the end, may become visible though nothing happens
    again: datetime | None


# One match


async def horizon(database: Database, room: Room, viewer: Viewer) -> PublicHorizon | None:
    """How far the viewer sees a match; None if nothing is held back from them."""
    if room.match is None or not sees_late(room.info, viewer):
        return None
    async with database.reading() as session:
        return await horizon_of(session, room.info, room.ply)


async def horizon_of(session: AsyncSession, info: MatchInfo, newest: int) -> PublicHorizon:
    """The horizon of a match that may hold something back and has its newest entry at `newest`."""
    delay = info.delay or Delay()
    moment = public_now()
    entries = sa.select(EntryRow.ply, EntryRow.at).where(EntryRow.match == info.id)
    minutes = timedelta(minutes=delay.minutes)
    old = entries.where(EntryRow.ply <= newest - delay.plies, EntryRow.at <= moment - minutes)
    seen = (await session.execute(old.order_by(EntryRow.ply.desc()).limit(1))).first()
    ply = seen.ply if seen else 0
    young = max(0, newest - delay.plies + 1)
    near = entries.where(EntryRow.ply.in_((0, ply + 1, young)))
    at: dict[int, datetime] = {}
    at.update([(one.ply, one.at) for one in await session.execute(near)])
    again = _again(delay, info.bulletins, newest, info.ended_at, moment)
    if ply + 1 in at and ply + 1 <= newest - delay.plies:
        again.append(at[ply + 1] + minutes)
    until = min(moment - minutes, at.get(young, moment) if delay.plies else moment)
    bulletin = _newest(info.bulletins, newest, moment) or _unposted(info.seats, at[0])
    number = sum(one.edition <= bulletin.edition for one in info.bulletins)
    return PublicHorizon(ply, bulletin, max(at[0], until), min(again, default=None), number)


def _again(
    delay: Delay,
    bulletins: Sequence[PublicVersion],
    newest: int,
    ended_at: datetime | None,
    moment: datetime,
) -> list[datetime]:
    """When bulletins and the end become visible by age alone."""
    coming = [one.seen_at for one in bulletins if one.seen_ply <= newest and one.seen_at > moment]
    return [public_at(delay, ended_at), *coming] if ended_at else coming


def _newest(bulletins: Sequence[PublicVersion], ply: int, moment: datetime) -> PublicVersion | None:
    return next((one for one in reversed(bulletins) if one.may_be_read(ply, moment)), None)


def _unposted(seats: Sequence[SeatInfo | SeatRow], at: datetime) -> PublicVersion:
    """The version of a match without a bulletin: its seats, with status playing."""
    sitting = [Seated(one.kind, one.account, one.bot, one.name, one.rating) for one in seats]
    return PublicVersion(0, 0, at, "playing", sitting)


def _seat_facts(seat: Seated) -> SeatInfo:
    return SeatInfo(
        seat.kind, seat.account, seat.bot, seat.name, seat.resigned, seat.stands_in, seat.rating
    )


def comes_into_sight(info: MatchInfo, ply: int) -> bool:
    """Whether the entry at a ply makes a bulletin old enough in plies."""
    return any(bulletin.seen_ply == ply for bulletin in info.bulletins)


async def seen_late(
    session: AsyncSession, row: MatchRow, seats: Sequence[SeatRow]
) -> PublicVersion | None:
    """What outsiders see of row and seats; None if nothing is held back from them."""
    if not row_is_behind(row):
        return None
    bulletins = (await read_public_versions(session, [row.id])).get(row.id, [])
    return _newest(bulletins, row.ply, public_now()) or _unposted(seats, row.created_at)


def sat_there(bulletins: Sequence[PublicVersion], account: str) -> bool:
    """Whether the account has ever held a seat."""
    return any(seat.account == account for one in bulletins for seat in one.seats)


# Rows of a list


async def late_rows(
    session: AsyncSession,
    rows: Sequence[MatchRow],
    seats: dict[str, list[SeatRow]],
    caller: str | None,
) -> dict[str, Late]:
    """How much the caller may see of those matches that they see late."""
    late = {
        row.id: row
        for row in rows
        if row_is_behind(row)
        and not (caller and any(seat.account == caller for seat in seats[row.id]))
    }
    if not late:
        return {}
    moment = public_now()
    plies = await _plies(session, list(late.values()), moment)
    bulletins = await read_public_versions(session, late)
    return {
        id: _late(row, seats[id], plies.get(id) or 0, bulletins.get(id, []), caller, moment)
        for id, row in late.items()
    }


def _late(
    row: MatchRow,
    seats: Sequence[SeatRow],
    ply: int,
    bulletins: list[PublicVersion],
    caller: str | None,
    moment: datetime,
) -> Late:
    seen = _newest(bulletins, row.ply, moment) or _unposted(seats, row.created_at)
    hidden = [one for one in bulletins if one.edition >= seen.edition]
    returning = {number for one in hidden if caller for number in one.may_return(caller)}
    again = _again(delay_of(row) or Delay(), bulletins, row.ply, row.ended_at, moment)
    return Late(ply, seen, sorted(returning), min(again, default=None))


async def _plies(
    session: AsyncSession, rows: Sequence[MatchRow], moment: datetime
) -> dict[str, int | None]:
    """For each match, the last ply that outsiders see."""
    limits = {
        one.minutes: sa.literal(moment - timedelta(minutes=one.minutes), EntryRow.at.type)
        for one in map(_delay, rows)
    }
    latest = sa.case(limits, value=wait("minutes"))
    newest = (
        sa.select(EntryRow.ply)
        .where(
            EntryRow.match == MatchRow.id,
            EntryRow.ply <= MatchRow.ply - wait("plies"),
            EntryRow.at <= latest,
        )
        .order_by(EntryRow.ply.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = sa.select(MatchRow.id, newest).where(MatchRow.id.in_([row.id for row in rows]))
    found: dict[str, int | None] = {}
    found.update([(id, ply) for id, ply in await session.execute(query)])
    return found


def _delay(row: MatchRow) -> Delay:
    return delay_of(row) or Delay()


def wait(unit: str, match: type[MatchRow] = MatchRow) -> sa.ColumnElement[int]:
    """A database expression: the delay of a match in plies or minutes."""
    return sa.func.coalesce(match.spectator_delay[unit].as_integer(), 0)
