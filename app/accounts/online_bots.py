"""Online bots: bots that have an open stream and have declared what they accept."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from app.accounts.caller import Caller
from app.accounts.models import AcceptRow, Account, Relation
from app.accounts.names import folded
from app.infra.background_tasks import TaskSet
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.wire import people

STAMP_PAUSE_S = 30.0
"""How often an open stream says so."""
ONLINE_WINDOW = timedelta(seconds=3 * STAMP_PAUSE_S)
"""For how long a bot counts as online whose process has said nothing more."""


class OnlineBots:
    """The bots whose streams this process serves, and the list of all that are online."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.local_streams: Counter[str] = Counter()
        self._stamping = TaskSet()

    async def accept(self, caller: Caller, accepts: people.Accepts) -> None:
        """Store what the bot accepts; from then on it is listed while it is online. Raises Problem
        forbidden for people.
        """
        _require_bot(caller)
        stored: dict[str, Any] = msgspec.to_builtins(accepts)
        async with self.database.writing() as session:
            row = await session.get(AcceptRow, caller.account)
            if row is None:
                row = AcceptRow(account=caller.account)
                session.add(row)
            row.accepts = stored
            if caller.account in self.local_streams:
                row.seen_at = now()

    async def withdraw(self, caller: Caller) -> None:
        """Take the bot off the list. Raises Problem forbidden for people."""
        _require_bot(caller)
        async with self.database.writing() as session:
            await session.execute(sa.delete(AcceptRow).where(AcceptRow.account == caller.account))

    async def page(
        self, caller: Caller | None, game: str | None, after: str, limit: int
    ) -> people.OnlineBots:
        """Online bots by name, after the name `after`; with `game`, only bots that accept it.
        Bots that have a block with the caller, either way, are left out.
        """
        reader = caller.account if caller else ""
        async with self.database.reading() as session:
            rows = (await session.execute(_online(reader, after))).all()
        bots = []
        for row, account in rows:
            accepts = msgspec.convert(row.accepts, people.Accepts)
            if game is None or not accepts.games or game in accepts.games:
                bots.append(people.OnlineBot(id=account.id, name=account.name, accepts=accepts))
        page = people.OnlineBots(items=bots[:limit])
        if len(bots) > limit:
            page.next = bots[limit - 1].name
        return page

    def stream_of(self, caller: Caller) -> BotStream:
        """A context that keeps the caller online while its stream is open."""
        return BotStream(self, caller)

    def stream_ended(self, account: str) -> None:
        """Record that the bot's last stream here has ended. Runs as a task of its own: the caller
        is cancelled when its client disconnects.
        """
        self._stamping.start(self.stamp(account))

    async def stamp(self, account: str) -> None:
        """Record whether a listed bot is online here. Streams continue while the database is down;
        the list then shows the bot late, or drops it once its stamp is old.
        """
        listed = sa.select(AcceptRow.account).where(AcceptRow.account == account)
        query = sa.update(AcceptRow).where(AcceptRow.account == account)
        with suppress(SQLAlchemyError, OSError):
            async with self.database.reading() as session:
                if await session.scalar(listed) is None:
                    return
            async with self.database.writing() as session:
                seen_at = now() if account in self.local_streams else None
                await session.execute(query.values(seen_at=seen_at))


class BotStream:
    """One open stream. Used in `async with`; `renew` is called every few seconds."""

    def __init__(self, bots: OnlineBots, caller: Caller) -> None:
        self.bots = bots
        self.account = caller.account if caller.kind == "bot" else ""
        self._stamped = 0.0

    async def __aenter__(self) -> BotStream:
        if self.account:
            self.bots.local_streams[self.account] += 1
            await self.renew()
        return self

    async def __aexit__(self, *error: object) -> None:
        if self.account:
            self.bots.local_streams[self.account] -= 1
            if not self.bots.local_streams[self.account]:
                del self.bots.local_streams[self.account]
                self.bots.stream_ended(self.account)

    async def renew(self) -> None:
        """Renew the stamp of the bot if it is old."""
        if self.account and time.monotonic() - self._stamped >= STAMP_PAUSE_S:
            self._stamped = time.monotonic()
            await self.bots.stamp(self.account)


def _online(reader: str, after: str) -> sa.Select[AcceptRow, Account]:
    """The bots that are online and that the reader may meet, by name."""
    by_bot = Relation.account == Account.id
    of_bot = sa.or_(Relation.other == Account.id, Relation.other == Account.owner)
    block = sa.exists().where(
        Relation.kind == "block",
        sa.or_(by_bot & (Relation.other == reader), of_bot & (Relation.account == reader)),
    )
    return (
        sa.select(AcceptRow, Account)
        .join(Account, Account.id == AcceptRow.account)
        .where(AcceptRow.seen_at > now() - ONLINE_WINDOW, Account.closed_at.is_(None), ~block)
        .where(Account.folded > folded(after) if after else sa.true())
        .order_by(Account.folded)
    )


def _require_bot(caller: Caller) -> None:
    if caller.kind != "bot":
        raise Problem("forbidden", "Only bots say what they accept.")
