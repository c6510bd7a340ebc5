"""Analysis queue: one row per match, leased to the process that works on it.

Fair queueing: a group of requesters (owner or address) gets one analysis per round (`turn`), so a
group with many waiting analyses does not delay others. Within a round the oldest comes first. A
lease that its holder does not renew in time has ended; after `MAX_TRIES` leases that ended like
this or with a failure, without a new draft, the analysis has failed.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import undefer

from app.accounts.owners import accounts_of, owner_of
from app.analysis.models import AnalysisRow
from app.infra.database import Database, insert_or_not
from app.infra.leases import lease_rows, update_leased
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.matches.models import MatchRow
from app.matches.quotas import lock_open_account
from app.wire.analysis import AnalysisProgress

QUEUE = "analysis:"
"""The channel that announces waiting analyses to every process."""
LEASE_S = 15.0
"""How long a silent process keeps an analysis."""
MAX_TRIES = 3
QUOTA_RETRY_S = 60
"""Seconds after which an account with too many waiting analyses may ask again."""
END_VALUES = {"holder": None, "leased_until": None, "fairness_group": None, "draft": None}
REQUESTED = ("waiting", "running", "done")
UNFINISHED = ("waiting", "running")
NOT_REQUESTED = AnalysisProgress(status="none", done=0, total=0, ahead=0, seconds=None)


def channel_of(match: str) -> str:
    """The channel of one match, on which every change of its analysis is announced."""
    return f"{QUEUE}{match}"


class Requester(Struct, frozen=True):
    """The account that requests an analysis, and its fairness group: a hash of the address, or ""
    on the server's own machine, where the person behind the account is the group.
    """

    account: str
    fairness_group: str


class Lease(Struct, frozen=True):
    """The right to analyse a match; `holder` identifies the lease."""

    match: str
    holder: str
    rules: int  # of the game when the analysis was asked for
    draft: bytes | None  # what an earlier lease has found


class AnalysisQueue:
    """The analyses of all processes that share the database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def progress(self, match: str) -> AnalysisProgress:
        """The progress of the match's analysis; `none` if it was never requested."""
        other = sa.orm.aliased(AnalysisRow)
        earlier = sa.tuple_(other.turn, other.asked_at, other.match) < sa.tuple_(
            AnalysisRow.turn, AnalysisRow.asked_at, AnalysisRow.match
        )
        ahead = sa.select(sa.func.count()).select_from(other)
        ahead = ahead.where(
            other.status.in_(UNFINISHED), sa.or_(other.status == "running", earlier)
        )
        query = sa.select(
            AnalysisRow.status,
            AnalysisRow.done,
            AnalysisRow.total,
            AnalysisRow.seconds,
            sa.case((AnalysisRow.status == "waiting", ahead.scalar_subquery()), else_=0),
        )
        async with self.database.reading() as session:
            row = (await session.execute(query.where(AnalysisRow.match == match))).first()
        if row is None:
            return NOT_REQUESTED
        status, done, total, seconds, ahead_count = row
        return AnalysisProgress(
            status=status, done=done, total=total, ahead=ahead_count, seconds=seconds
        )

    async def result(self, match: str) -> bytes | None:
        """The result as it was stored; None unless the analysis is done."""
        query = sa.select(AnalysisRow.result)
        async with self.database.reading() as session:
            stored: bytes | None = await session.scalar(query.where(AnalysisRow.match == match))
            return stored

    async def add(self, match: str, rules: int, requester: Requester, max_waiting: int) -> bool:
        """Queue a match that is not queued, or whose analysis has failed; returns whether this call
        did. A person and their bots may have at most `max_waiting` analyses waiting.

        Raises Problem rate-limited.
        """
        async with self.database.writing() as session:
            await lock_open_account(session, requester.account)
            row = await session.get(AnalysisRow, match, with_for_update=True)
            if row is not None and row.status in REQUESTED:
                return False
            await _require_waiting_quota(session, requester.account, max_waiting)
            fairness_group = requester.fairness_group or await session.scalar(
                sa.select(owner_of(requester.account))
            )
            values = {
                "account": requester.account,
                "fairness_group": fairness_group,
                "turn": await _next_turn(session, fairness_group),
                "asked_at": now(),
                "rules": rules,
                "status": "waiting",
                "draft": None,
            }
            if row is None:
                fresh = {"tries": 0, "done": 0, "total": 0}
                await insert_or_not(session, AnalysisRow, {"match": match, **values, **fresh})
            else:
                _set(row, **values, tries=0, done=0, total=0)
            return True

    async def lease(self, rules: Mapping[str, int]) -> Lease | None:
        """Lease the next analysis that waits, or whose lease has ended; None if there is none.

        `rules` are those of this process's games. Matches of other games, and those asked for under
        newer rules, are left to other processes.
        """
        moment = now()
        next_free = (
            sa.select(AnalysisRow)
            .options(undefer(AnalysisRow.draft))
            .join(MatchRow, MatchRow.id == AnalysisRow.match)
            .where(AnalysisRow.status.in_(UNFINISHED))
            .where(sa.or_(AnalysisRow.status == "waiting", AnalysisRow.leased_until <= moment))
            .where(sa.or_(sa.false(), *(_fits(game, version) for game, version in rules.items())))
            .order_by(AnalysisRow.turn, AnalysisRow.asked_at, AnalysisRow.match)
            .limit(1)
        )
        until = moment + timedelta(seconds=LEASE_S)
        reserve = partial(_reserve, until=until)
        while leases := await lease_rows(self.database, AnalysisRow, next_free, reserve):
            if leases[0] is not None:
                return leases[0]
        return None

    async def renew(self, lease: Lease, done: int, total: int, draft: bytes | None = None) -> bool:
        """Renew the lease and store the progress; False if the lease was lost. A new draft resets
        the attempt counter.
        """
        until = now() + timedelta(seconds=LEASE_S)
        draft_values = {"draft": draft, "tries": 1} if draft else {}
        return await self._update(lease, leased_until=until, done=done, total=total, **draft_values)

    async def finish(self, lease: Lease, total: int, result: bytes, seconds: float) -> bool:
        """Store the result; False if the lease was lost."""
        values = {"result": result, "seconds": seconds, "done": total, "total": total}
        return await self._update(lease, status="done", **values, **END_VALUES)

    async def requeue(self, lease: Lease) -> None:
        """Let another process begin at once; this does not count as a try."""
        await self._requeue(lease, tries=AnalysisRow.tries - 1)

    async def fail(self, lease: Lease, *, is_lasting: bool = False) -> None:
        """Record a failed attempt; after MAX_TRIES, or at once with `is_lasting`, the analysis has
        failed.
        """
        if is_lasting:
            await self._update(lease, status="failed", **END_VALUES)
            return
        is_last = AnalysisRow.tries >= MAX_TRIES
        if not await self._update(lease, is_last, status="failed", **END_VALUES):
            await self._requeue(lease)

    async def waiting(self) -> int:
        """The number of analyses that wait."""
        query = sa.select(sa.func.count()).select_from(AnalysisRow)
        async with self.database.reading() as session:
            return await session.scalar(query.where(AnalysisRow.status == "waiting")) or 0

    async def _requeue(self, lease: Lease, **values: Any) -> None:
        await self._update(lease, status="waiting", holder=None, leased_until=None, **values)

    async def _update(self, lease: Lease, *where: sa.ColumnElement[bool], **values: Any) -> bool:
        """Change the row if the lease is still held."""
        own = AnalysisRow.match == lease.match, AnalysisRow.holder == lease.holder
        held = *own, AnalysisRow.status == "running", *where
        return await update_leased(self.database, AnalysisRow, *held, **values)


def _fits(game: str, rules: int) -> sa.ColumnElement[bool]:
    return sa.and_(MatchRow.game == game, AnalysisRow.rules <= rules)


def _reserve(row: AnalysisRow, until: datetime) -> Lease | None:
    """Start a lease; None if the row has had MAX_TRIES, and the analysis has failed."""
    if row.tries >= MAX_TRIES:
        _set(row, status="failed", **END_VALUES)
        return None
    holder = secrets.token_hex(8)
    _set(row, status="running", holder=holder, leased_until=until, tries=row.tries + 1)
    return Lease(row.match, holder, row.rules, row.draft)


def _set(row: AnalysisRow, **values: Any) -> None:
    for name, value in values.items():
        setattr(row, name, value)


async def _next_turn(session: AsyncSession, fairness_group: str | None) -> int:
    """The round after the group's last one, or the current round of the queue if that is later."""
    turns = sa.select(
        sa.func.min(AnalysisRow.turn),
        sa.func.max(sa.case((AnalysisRow.fairness_group == fairness_group, AnalysisRow.turn + 1))),
    )
    query = turns.where(AnalysisRow.status.in_(UNFINISHED))
    current, own = (await session.execute(query)).one()
    return max(current or 0, own or 0)


async def _require_waiting_quota(session: AsyncSession, account: str, max_waiting: int) -> None:
    own = sa.select(sa.func.count()).select_from(AnalysisRow)
    own = own.where(AnalysisRow.account.in_(accounts_of(account)))
    waiting = await session.scalar(own.where(AnalysisRow.status == "waiting")) or 0
    if waiting >= max_waiting:
        detail = f"{max_waiting} of your analyses are waiting. Wait until one of them begins."
        raise Problem("rate-limited", detail, wait=QUOTA_RETRY_S)


async def count_unfinished(session: AsyncSession) -> int:
    """How many analyses wait or run."""
    unfinished = sa.select(sa.func.count()).where(AnalysisRow.status.in_(UNFINISHED))
    return await session.scalar(unfinished) or 0
