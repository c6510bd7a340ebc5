"""Idempotency service: keeps the replies to requests with an idempotency key, and repeats them.

A reply is kept in the transaction that creates what it tells of: both are committed, or neither.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.idempotency.models import KeptReplyRow
from app.idempotency.sealing import KeptReply, KeyedRequest
from app.infra.database import Database, insert_or_not
from app.infra.problems import Problem
from app.infra.wall_clock import now

T = TypeVar("T")
KEPT = timedelta(hours=24)
"""How long a reply is repeated."""
PRUNE_BATCH = 1000
"""Rows deleted in one statement, which has a timeout."""


class Keep(Protocol):
    """Keeps a reply in the transaction of a session, as its last statement."""

    async def __call__(self, session: AsyncSession, reply: Any) -> None: ...


async def keep_nothing(session: AsyncSession, reply: Any) -> None:
    """Without an idempotency key."""


class IdempotencyKeys:
    """The replies kept under idempotency keys."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._in_progress: set[str] = set()

    async def once(self, sent: KeyedRequest, create: Callable[[], Awaitable[T]]) -> T | KeptReply:
        """Carry out a request, which keeps its reply; or return the reply that is kept already.

        Raises Problem request-in-progress, invalid-request if the key was used for another request.
        """
        if (known := await self._find(sent)) is not None:
            return known
        if sent.id in self._in_progress:
            raise in_progress()
        self._in_progress.add(sent.id)
        try:
            return await create()
        except Problem:
            # Another process may have been ahead with the same request.
            if (known := await self._find(sent)) is not None:
                return known
            raise
        finally:
            self._in_progress.discard(sent.id)

    async def _find(self, sent: KeyedRequest) -> KeptReply | None:
        query = sa.select(KeptReplyRow).where(
            KeptReplyRow.id == sent.id, KeptReplyRow.expires_at > now()
        )
        async with self.database.reading() as session:
            row = await session.scalar(query)
        if row is None:
            return None
        reply = sent.unseal(row.reply) if row.request == sent.request else None
        if reply is None:
            raise Problem("invalid-request", "This key was used for something else.")
        return reply

    async def keep(
        self, session: AsyncSession, sent: KeyedRequest, account: str, reply: KeptReply
    ) -> None:
        """Keep a reply, to be committed with what it tells of. Waits for a transaction that keeps
        one under the same key. Raises Problem request-in-progress if that one is committed.
        """
        await session.flush()
        own = KeptReplyRow.id == sent.id
        await session.execute(sa.delete(KeptReplyRow).where(own, KeptReplyRow.expires_at <= now()))
        sealed = sent.seal(reply)
        row = {"id": sent.id, "account": account, "request": sent.request, "reply": sealed}
        await insert_or_not(session, KeptReplyRow, {**row, "expires_at": now() + KEPT})
        if await session.scalar(sa.select(KeptReplyRow.reply).where(own)) != sealed:
            raise in_progress()

    async def prune(self) -> None:
        """Delete the replies that are no longer repeated."""
        is_past = KeptReplyRow.expires_at <= now()
        while True:
            async with self.database.reading() as session:
                ids = (await session.scalars(_some(is_past))).all()
            if not ids:
                return
            async with self.database.writing() as session:
                which = KeptReplyRow.id.in_(ids), is_past
                await session.execute(sa.delete(KeptReplyRow).where(*which))


def _some(which: sa.ColumnElement[bool]) -> sa.Select[str]:
    return sa.select(KeptReplyRow.id).where(which).order_by(KeptReplyRow.id).limit(PRUNE_BATCH)


def in_progress() -> Problem:
    """The first request under this key has not been answered yet."""
    problem = Problem("request-in-progress", "The first request under this key is still going on.")
    problem.headers = {"Retry-After": "1"}
    return problem
