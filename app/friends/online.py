"""Online accounts: whose streams are open, at any process, and when the last one ended.

Each process shares a note of every account whose stream it serves, and renews it; the notes of a
process that dies expire in the others. When an account comes or goes, its friends alone are told;
nothing else is written, and nothing that happens in a match counts. A stream that ends and opens
again, by a page that loads, changes nothing.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.bus.base import Bus
from app.friends.models import FriendshipRow
from app.friends.notes import tell_friend
from app.infra.background_tasks import TaskSet
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.wall_clock import now

PREFIX = "account:"
HERE, LEFT, STOPPED = "here", "left", ""
"""What a note says: a stream is open; the last one ended, and the friends know; or the process
stopped, and they don't."""
GRACE_S = 10.0
"""How long an account stays online without a stream: its page may be loading the next one."""
NOTE_LEAD_S = 0.1
"""How long before the friends the other processes are told."""
MAX_BATCH = 1000
"""Accounts in one statement."""
RENEW_EVERY_S = 30.0
"""A note is renewed this often, well before it expires in the other processes."""


class OnlineAccounts:
    """Counts this process's streams by account, and adds the notes of the others."""

    def __init__(self, bus: Bus, database: Database) -> None:
        self.bus = bus
        self.database = database
        self.grace_s = GRACE_S
        self._streams: Counter[str] = Counter()
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._telling = TaskSet()

    @contextmanager
    def stream_of(self, caller: Caller) -> Iterator[None]:
        """While it is open, the account is online; bots are listed elsewhere."""
        if caller.kind == "bot":
            yield
            return
        self._arrive(caller.account)
        try:
            yield
        finally:
            self._depart(caller.account)

    def is_online(self, account: str) -> bool:
        """Whether a stream of the account is open, or has just ended."""
        if account in self._streams or account in self._leaving:
            return True
        return HERE in self.bus.notes(PREFIX + account)

    def note_changed(self, subject: str, before: str, after: str) -> None:
        """Handle another process's note: one that stopped, or is silent, has told no friends."""
        if before == HERE and after == STOPPED:
            later = asyncio.get_running_loop().call_later
            later(self.grace_s, self._tell_if_gone, subject.removeprefix(PREFIX))

    def tell_soon(self, account: str) -> None:
        """Have the friends of an account that is online look at it again."""
        if self.is_online(account):
            self._telling.start(self._tell(account))

    async def tell_friends(self, account: str) -> None:
        """Have the streams of the account's friends look at it again."""
        query = sa.select(FriendshipRow.other).where(FriendshipRow.account == account)
        async with self.database.reading() as session:
            friends = (await session.scalars(query)).all()
        for friend in friends:
            tell_friend(self.bus, friend, account)

    async def keep_renewing(self) -> None:
        """Renew this process's notes."""
        while True:
            await asyncio.sleep(RENEW_EVERY_S)
            for account in list(self._streams):
                self._note(account, HERE)

    async def stop(self) -> None:
        """Write when the accounts were last seen whose streams have just ended."""
        left = list(self._leaving)
        for timer in self._leaving.values():
            timer.cancel()
        self._leaving.clear()
        for account in left:
            self._note(account, STOPPED)
        if left:
            await self._write_last_seen(left)
        await self._telling.cancel()

    def _arrive(self, account: str) -> None:
        was_online = self.is_online(account)
        self._streams[account] += 1
        if timer := self._leaving.pop(account, None):
            timer.cancel()
        if self._streams[account] == 1:
            self._note(account, HERE)
        if not was_online:
            self._telling.start(self._tell(account))

    def _depart(self, account: str) -> None:
        self._streams[account] -= 1
        if not self._streams[account]:
            del self._streams[account]
            later = asyncio.get_running_loop().call_later
            self._leaving[account] = later(self.grace_s, self._leave, account)

    def _leave(self, account: str) -> None:
        del self._leaving[account]
        self._note(account, LEFT)
        self._tell_if_gone(account)

    def _tell_if_gone(self, account: str) -> None:
        if not self.is_online(account):
            self._telling.start(self._tell_gone(account))

    async def _tell_gone(self, account: str) -> None:
        with suppress(Problem, SQLAlchemyError, OSError):
            await self._write_last_seen([account])
        await self._tell(account)

    async def _tell(self, account: str) -> None:
        await asyncio.sleep(NOTE_LEAD_S if self.bus.shared else 0)
        with suppress(Problem, SQLAlchemyError, OSError):
            await self.tell_friends(account)

    async def _write_last_seen(self, accounts: list[str]) -> None:
        async with self.database.writing() as session:
            for first in range(0, len(accounts), MAX_BATCH):
                batch = accounts[first : first + MAX_BATCH]
                changed = sa.update(Account).where(Account.id.in_(batch))
                await session.execute(changed.values(last_seen_at=now()))

    def _note(self, account: str, note: str) -> None:
        if self.bus.shared:
            self.bus.note(PREFIX + account, note)
