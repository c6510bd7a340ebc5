"""Quotas: how many tables and matches a person may have and begin, and how much they may chat.

A person and their bots share one quota; only the seats that an account takes count for the account.
Counting happens under the lock on the person's row, so two concurrent requests cannot exceed a
quota. That row is locked last, after matches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from app.accounts.models import Account
from app.accounts.owners import accounts_of, lock_person
from app.infra.problems import Problem
from app.infra.settings import LimitSettings
from app.infra.wall_clock import now
from app.matches.models import ChatRow, MatchRow, SeatRow, hosted_by

UNDER_WAY = ("playing", "paused")
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
AuthorAndTime = tuple[InstrumentedAttribute[str], InstrumentedAttribute[datetime]]
"""The columns that hold the creators and times of rows."""
TABLE_RETRY_S = 60
MATCH_RETRY_S = 60
BOTS_RETRY_S = 20
"""Seconds after which a retry may help, where that cannot be known."""
HAS_PEOPLE = (
    sa.select(SeatRow.match).where(SeatRow.match == MatchRow.id, SeatRow.account.is_not(None))
).exists()


async def require_match_quota(
    session: AsyncSession,
    settings: LimitSettings,
    account: str,
    row: MatchRow,
    seats: Sequence[SeatRow],
    *,
    sits: bool,
    begins: bool,
) -> None:
    """Enforce the limits on matches for an account that `sits` down in this one, or that created it
    if it `begins` among bots alone.

    Raises Problem too-many-matches or too-many-bot-matches.
    """
    is_bots_only = begins and not any(seat.account for seat in seats)
    if not (sits or is_bots_only):
        return
    await lock_open_account(session, account)
    if is_bots_only:
        await _require_bot_match_quota(session, settings, account, row.id)
    await require_unfinished_match_quota(session, settings, account, row.id)


async def require_open_table_quota(
    session: AsyncSession, settings: LimitSettings, account: str, match: str
) -> None:
    """Enforce the limit on open tables, this one included.

    Raises Problem too-many-tables.
    """
    await lock_open_account(session, account)
    tables = sa.select(MatchRow.id).where(
        hosted_by(accounts_of(account)),
        MatchRow.status == "open",
        MatchRow.id != match,
    )
    max_tables = settings.max_open_tables
    if await _count(session, tables) >= max_tables:
        detail = f"You have {max_tables} open tables. Close one, or wait until its seats are taken."
        raise Problem("too-many-tables", detail, wait=TABLE_RETRY_S)


async def lock_open_account(session: AsyncSession, account: str) -> None:
    """The same for the caller's account. Raises Problem unauthenticated if it has been closed:
    other processes may still accept its session.
    """
    await lock_person(session, account)
    closed = sa.select(Account.id).where(Account.id == account, Account.closed_at.is_not(None))
    if await session.scalar(closed) is not None:
        raise Problem("unauthenticated", "This account is closed.")


async def require_unfinished_match_quota(
    session: AsyncSession, settings: LimitSettings, account: str, match: str
) -> None:
    """Enforce the limit on unfinished matches: those the account plays in, plus bot-only ones its
    owner created. Lock the account first.

    Raises Problem too-many-matches.
    """
    sits = (
        sa.select(SeatRow.match)
        .join(MatchRow, MatchRow.id == SeatRow.match)
        .where(SeatRow.account == account, MatchRow.status.in_(("open", *UNDER_WAY)))
    )
    others = await _count(session, sits.where(SeatRow.match != match))
    others += await _count(session, _bot_only_matches(account, match))
    max_matches = settings.max_unfinished_matches
    if others >= max_matches:
        detail = f"You have {max_matches} unfinished matches. Finish or resign one of them first."
        raise Problem("too-many-matches", detail, wait=MATCH_RETRY_S)


async def _require_bot_match_quota(
    session: AsyncSession, settings: LimitSettings, account: str, match: str
) -> None:
    if not await may_start_bot_match(session, settings, account, match):
        max_matches = settings.max_bot_matches
        detail = (
            f"Bots alone play {max_matches} of your matches at a time. Wait for the end of one."
        )
        raise Problem("too-many-bot-matches", detail, wait=BOTS_RETRY_S)


async def may_start_bot_match(
    session: AsyncSession, settings: LimitSettings, account: str, match: str
) -> bool:
    """Whether the account may have one more match that bots alone play. Lock the account first."""
    return await _count(session, _bot_only_matches(account, match)) < settings.max_bot_matches


def _bot_only_matches(account: str, match: str) -> sa.Select[Any]:
    """The other matches that the account's person created and that bots alone play."""
    return sa.select(MatchRow.id).where(
        MatchRow.creator.in_(accounts_of(account)),
        MatchRow.status.in_(UNDER_WAY),
        MatchRow.id != match,
        ~HAS_PEOPLE,
    )


async def _count(session: AsyncSession, query: sa.Select[Any]) -> int:
    return await session.scalar(sa.select(sa.func.count()).select_from(query.subquery())) or 0


async def require_chat_quota(session: AsyncSession, settings: LimitSettings, account: str) -> None:
    """Enforce the person's limit on chat lines. Raises Problem too-much-chat."""
    await require_line_quota(session, settings, account, (ChatRow.account, ChatRow.at))


async def require_line_quota(
    session: AsyncSession, settings: LimitSettings, account: str, columns: AuthorAndTime
) -> None:
    """Enforce the person's limit on lines of one kind. Raises Problem too-much-chat."""
    max_lines = settings.chat_per_minute
    wait = await _wait(session, account, columns, max_lines, MINUTE)
    if wait:
        raise Problem("too-much-chat", f"At most {max_lines} lines a minute.", wait=wait)


async def require_new_match_quota(
    session: AsyncSession, settings: LimitSettings, account: str
) -> None:
    """Enforce the person's limit on new matches. Raises Problem rate-limited."""
    max_matches = settings.matches_per_hour
    if not max_matches:
        return
    wait = await _wait(session, account, (MatchRow.creator, MatchRow.created_at), max_matches, HOUR)
    if wait:
        detail = (
            f"You have begun {max_matches} matches within an hour; try again in {_minutes(wait)}."
        )
        raise Problem("rate-limited", detail, wait=wait)


def _minutes(seconds: int) -> str:
    minutes = math.ceil(seconds / 60)
    return "a minute" if minutes == 1 else f"{minutes} minutes"


async def _wait(
    session: AsyncSession,
    account: str,
    columns: AuthorAndTime,
    max_rows: int,
    within: timedelta,
) -> int:
    """Seconds until the account's person may create one more row, 0 if at once; `columns` hold the
    creators and times of the rows. Locks the account.

    Rows from before a clock was set back do not count: they seem to lie in the future.
    """
    await lock_open_account(session, account)
    (by, at), moment = columns, now()
    earlier = (
        sa.select(at)
        .where(by.in_(accounts_of(account)), at.between(moment - within, moment + within))
        .order_by(at.desc())
        .offset(max_rows - 1)
        .limit(1)
    )
    first = await session.scalar(earlier)
    if first is None:
        return 0
    left = math.ceil((first + within - moment).total_seconds())
    return min(int(within.total_seconds()), max(1, left))
