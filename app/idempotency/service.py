"""Idempotency service: stores the replies to requests with an idempotency key, and repeats them.

A reply is stored in the transaction that creates its resource: both are committed, or neither.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.idempotency.models import StoredReplyRow
from app.idempotency.sealing import KeyedRequest, StoredReply
from app.infra.database import Database, insert_or_not
from app.infra.problems import Problem
from app.infra.wall_clock import now

T = TypeVar("T")
REPLY_TTL = timedelta(hours=24)
"""How long a reply is repeated."""
PRUNE_BATCH = 1000
"""Rows deleted in one statement, which has a timeout."""


class StoreReply(Protocol):
    """Stores a reply in the transaction of a session, as its last statement."""

    async def __call__(self, session: AsyncSession, reply: Any) -> None: ...


async def store_nothing(session: AsyncSession, reply: Any) -> None:
    """Store no reply: the request has no idempotency key."""


class IdempotencyKeys:
    """The replies stored under idempotency keys."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._in_progress: set[str] = set()

    async def run_once(
        self, request: KeyedRequest, create: Callable[[], Awaitable[T]]
    ) -> T | StoredReply:
        """Carry out a request, which stores its reply; or return the reply that is stored already.

        Raises Problem request-in-progress, invalid-request if the key was used for another request.
        """
        if (known := await self._find(request)) is not None:
            return known
        if request.id in self._in_progress:
            raise in_progress()
        self._in_progress.add(request.id)
        try:
            return await create()
        except Problem:
            # Another process may have been ahead with the same request.
            if (known := await self._find(request)) is not None:
                return known
            raise
        finally:
            self._in_progress.discard(request.id)

    async def _find(self, request: KeyedRequest) -> StoredReply | None:
        query = sa.select(StoredReplyRow).where(
            StoredReplyRow.id == request.id, StoredReplyRow.expires_at > now()
        )
        async with self.database.reading() as session:
            row = await session.scalar(query)
        if row is None:
            return None
        reply = request.unseal(row.reply) if row.request == request.request else None
        if reply is None:
            raise Problem("invalid-request", "This key was used for something else.")
        return reply

    async def store(
        self, session: AsyncSession, request: KeyedRequest, account: str, reply: StoredReply
    ) -> None:
        """Store a reply, to be committed with its resource. Waits for a transaction that stores a
        reply under the same key. Raises Problem request-in-progress if that one is committed.
        """
        await session.flush()
        own = StoredReplyRow.id == request.id
        await session.execute(
            sa.delete(StoredReplyRow).where(own, StoredReplyRow.expires_at <= now())
        )
        sealed = request.seal(reply)
        row = {"id": request.id, "account": account, "request": request.request, "reply": sealed}
        await insert_or_not(session, StoredReplyRow, {**row, "expires_at": now() + REPLY_TTL})
        if await session.scalar(sa.select(StoredReplyRow.reply).where(own)) != sealed:
            raise in_progress()

    async def prune(self) -> None:
        """Delete expired replies."""
        is_past = StoredReplyRow.expires_at <= now()
        while True:
            async with self.database.reading() as session:
                ids = (await session.scalars(_some(is_past))).all()
            if not ids:
                return
            async with self.database.writing() as session:
                which = StoredReplyRow.id.in_(ids), is_past
                await session.execute(sa.delete(StoredReplyRow).where(*which))


def _some(which: sa.ColumnElement[bool]) -> sa.Select[str]:
    return sa.select(StoredReplyRow.id).where(which).order_by(StoredReplyRow.id).limit(PRUNE_BATCH)


def in_progress() -> Problem:
    """The problem of a request whose key belongs to one still in progress."""
    problem = Problem("request-in-progress", "The first request under this key is still going on.")
    problem.headers = {"Retry-After": "1"}
    return problem
