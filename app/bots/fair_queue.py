"""Fair queue: shares the bots' thinking time evenly among the accounts that wait for it.

The accounts that wait for a match's bots are its players', or its creator's if bots play alone; a
bot account counts as its owner's. The waiting account that has used the least time is next. An
account earns no credit while it does not wait; time used beyond the others counts until no bot
thinks. Hints get the places that no bot waits for.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

MAX_REMEMBERED = 1000
"""Accounts remembered before those that do not wait are forgotten."""


Tickets = dict[str, deque[asyncio.Future[str]]]
"""Waiting tickets by account; one of several accounts is listed under each of them."""


class FairQueue:
    """Lets `places` bots think at once; the others queue by account."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._places = self._free = places
        self._clock = clock
        self._waiting: Tickets = {}
        self._spare: Tickets = {}
        self._used: dict[str, float] = {}
        self._level = 0.0
        """Time used by the account served last; newcomers count as having used as much."""
        self._active_bots = 0
        """Bots that are waiting or thinking."""

    @asynccontextmanager
    async def turn(self, accounts: Sequence[str]) -> AsyncIterator[float]:
        """Wait for a place; the time spent inside is charged to the account whose turn it was.

        Yields the share of its usual time that a bot may use: places divided by bots that are
        waiting or thinking, at most 1.
        """
        with self._counted():
            async with self._place(self._waiting, accounts):
                yield self._share

    @asynccontextmanager
    async def spare_turn(self, accounts: Sequence[str]) -> AsyncIterator[float]:
        """The same with a place that no bot waits for. Waiting here reduces no bot's share."""
        async with self._place(self._spare, accounts):
            with self._counted():
                yield self._share

    @property
    def _share(self) -> float:
        return min(1.0, self._places / self._active_bots)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        self._active_bots += 1
        try:
            yield
        finally:
            self._active_bots -= 1

    @asynccontextmanager
    async def _place(self, waiting: Tickets, accounts: Sequence[str]) -> AsyncIterator[None]:
        account = await self._wait_for_turn(waiting, accounts)
        started = self._clock()
        try:
            yield
        finally:
            self._used[account] = self._used_by(account) + self._clock() - started
            self._free += 1
            self._next()

    async def _wait_for_turn(self, waiting: Tickets, accounts: Sequence[str]) -> str:
        ticket: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        for account in accounts:
            waiting.setdefault(account, deque()).append(ticket)
        self._next()
        try:
            return await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():
                self._free += 1
                self._next()
            raise

    def _next(self) -> None:
        """Give free places to the accounts that are next."""
        for waiting in (self._waiting, self._spare):
            while self._free and (account := self._least(waiting)) is not None:
                ticket = waiting[account].popleft()
                self._level = self._used[account] = self._used_by(account)
                self._free -= 1
                ticket.set_result(account)
        if self._free == self._places:
            self._used.clear()
        elif len(self._used) > MAX_REMEMBERED:
            waiting_accounts = self._waiting.keys() | self._spare.keys()
            self._used = {
                account: used for account, used in self._used.items() if account in waiting_accounts
            }

    def _least(self, waiting: Tickets) -> str | None:
        """The waiting account that has used the least time."""
        for account, tickets in list(waiting.items()):
            while tickets and tickets[0].done():
                tickets.popleft()
            if not tickets:
                del waiting[account]
        return min(waiting, key=self._used_by, default=None)

    def _used_by(self, account: str) -> float:
        return max(self._level, self._used.get(account, 0.0))
