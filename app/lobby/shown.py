"""Matches as a caller may see them: where the public sees late, as far as it may see by now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.database import now
from app.lobby.shapes import Late, shown_match
from app.matches.delay import (
    DELAYED,
    LONGEST,
    delay_of,
    draw_curtain,
    public_at,
    row_is_behind,
    sitting_at,
)
from app.matches.records import MatchRow, SeatRow
from app.matches.room import OVER
from app.ratings.records import ResultRow
from app.services import Services


async def shown_matches(
    services: Services, session: AsyncSession, rows: Sequence[MatchRow], caller: str | None
) -> list[dict[str, Any]]:
    """These matches, without those of games that are not here any more."""
    games = services.shelf.games
    here = [row for row in rows if row.game in games]
    seats = await seats_by_match(session, [row.id for row in here])
    after = await _ratings_after(session, [row.id for row in here if row.rated])
    found = []
    for row in here:
        late = await late_for(session, row, seats[row.id], caller)
        title, address = games[row.game].title, services.settings.address
        shown = shown_match(row, seats[row.id], title, caller, address, late)
        for seat in shown["seats"] if late is None else ():
            if rating := after.get((row.id, seat.get("account", ""))):
                seat["rating_after"] = rating
        found.append(shown)
    return found


async def _ratings_after(session: AsyncSession, matches: list[str]) -> dict[tuple[str, str], int]:
    """The ratings that matches led to, by match and account."""
    query = sa.select(ResultRow).where(ResultRow.match.in_(matches), ResultRow.after.is_not(None))
    rows = (await session.scalars(query)).all() if matches else ()
    return {(row.match, row.account): row.after for row in rows if row.after is not None}


async def seats_by_match(session: AsyncSession, matches: list[str]) -> dict[str, list[SeatRow]]:
    """The seats of each match, in order."""
    query = sa.select(SeatRow).where(SeatRow.match.in_(matches)).order_by(SeatRow.seat)
    found: dict[str, list[SeatRow]] = {match: [] for match in matches}
    for seat in (await session.scalars(query)).all():
        found[seat.match].append(seat)
    return found


async def late_for(
    session: AsyncSession, row: MatchRow, seats: list[SeatRow], caller: str | None
) -> Late | None:
    """How far somebody may see a match; None where he may see all that a match shows."""
    delay = delay_of(row)
    if delay is None or not row_is_behind(row):
        return None
    if caller and any(seat.account == caller for seat in seats):
        return None
    ended_at = row.ended_at if row.status in OVER else None
    curtain = await draw_curtain(session, row.id, delay, row.ply, ended_at)
    changed = any(seat.since >= 0 or seat.resigned or seat.stands_in for seat in seats)
    return Late(curtain.ply, await sitting_at(session, row.id, curtain.ply) if changed else None)


def public_again(row: MatchRow) -> datetime | None:
    """When a match that is over is all public, if it is not yet."""
    delay = delay_of(row)
    if delay is None or row.status not in OVER or row.ended_at is None or not row_is_behind(row):
        return None
    return public_at(delay, row.ended_at)


async def behind_the_curtain(session: AsyncSession) -> list[str]:
    """The matches that are over and still seem to be played to the public."""
    query = sa.select(MatchRow).where(
        MatchRow.spectators == DELAYED,
        MatchRow.status.in_(OVER),
        MatchRow.ended_at > now() - LONGEST,
    )
    return [row.id for row in (await session.scalars(query)).all() if row_is_behind(row)]


def status_is(status: str, own: str | None, behind: list[str]) -> sa.ColumnElement[bool]:
    """Matches that have this status as the caller sees them (`behind_the_curtain`)."""
    sits = sa.select(SeatRow.match).where(SeatRow.account == own)
    seen_late = sa.and_(MatchRow.spectators == DELAYED, MatchRow.id.not_in(sits))
    hidden = sa.and_(MatchRow.id.in_(behind), seen_late)
    paused = sa.and_(MatchRow.status == "paused", seen_late)
    if status == "playing":
        return sa.or_(MatchRow.status == status, hidden, paused)
    return sa.and_(MatchRow.status == status, sa.not_(hidden), sa.not_(paused))
