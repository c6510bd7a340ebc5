"""Sent away: players whose seats a host has freed. They come back only if they are invited."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.caller import Caller
from app.accounts.owners import owner_of
from app.infra.database import insert_or_not
from app.infra.problems import Problem
from app.matches.locked import LockedMatch
from app.matches.models import SeatRow, SentAwayRow


async def send_away(session: AsyncSession, match: str, account: str) -> None:
    """Keep the account from coming back to the table."""
    await insert_or_not(session, SentAwayRow, {"match": match, "account": account})


async def refuse_sent_away(locked: LockedMatch, seat: SeatRow | None, caller: Caller) -> None:
    """Raises Problem forbidden if the caller or their owner was sent away. A seat reserved for the
    caller is an invitation back, and ends that.
    """
    row = SentAwayRow
    if seat is not None and seat.invited == caller.account:
        own = row.match == locked.row.id, row.account == caller.account
        await locked.session.execute(sa.delete(row).where(*own))
        return
    query = sa.select(row.match).where(
        row.match == locked.row.id, row.account.in_([caller.account, owner_of(caller.account)])
    )
    if await locked.session.scalar(query.limit(1)) is not None:
        raise Problem("forbidden", "The host has freed your seat.")


async def sent_away_from(session: AsyncSession, account: str, matches: list[str]) -> set[str]:
    """Those of the matches from which the account was sent away."""
    query = sa.select(SentAwayRow.match).where(
        SentAwayRow.account == account, SentAwayRow.match.in_(matches)
    )
    return set((await session.scalars(query)).all()) if matches else set()
