"""Fair queue: shares the bots' thinking time evenly among the accounts that wait for it.

The accounts that wait for a match's bots are its players', or its creator's if bots play alone;
a bot account counts as its owner's. Of all waiting accounts, the one that has used the least time
is next. An account earns no credit while it does not wait; what it used beyond the others counts
until no bot thinks.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

MAX_REMEMBERED = 1000
"""Accounts remembered before those that do not wait are forgotten."""


class FairQueue:
    """Lets `places` bots think at once; the others wait, by account."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._places = self._free = places
        self._clock = clock
        self._waiting: dict[str, deque[asyncio.Future[str]]] = {}
        self._had: dict[str, float] = {}
        self._level = 0.0
        """Time used by the account served last; newcomers count as having used as much."""

    @asynccontextmanager
    async def turn(self, accounts: Sequence[str]) -> AsyncIterator[None]:
        """Wait for a place; the time spent inside is charged to the account whose turn it was."""
        account = await self._come(accounts)
        begun = self._clock()
        try:
            yield
        finally:
            self._had[account] = self._had_by(account) + self._clock() - begun
            self._free += 1
            self._next()

    async def _come(self, accounts: Sequence[str]) -> str:
        ticket: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        for account in accounts:
            self._waiting.setdefault(account, deque()).append(ticket)
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
        while self._free and (account := self._least()) is not None:
            ticket = self._waiting[account].popleft()
            self._level = self._had[account] = self._had_by(account)
            self._free -= 1
            ticket.set_result(account)
        if self._free == self._places:
            self._had.clear()
        elif len(self._had) > MAX_REMEMBERED:
            self._had = {one: had for one, had in self._had.items() if one in self._waiting}

    def _least(self) -> str | None:
        """The waiting account that has used the least time."""
        for account, tickets in list(self._waiting.items()):
            while tickets and tickets[0].done():
                tickets.popleft()
            if not tickets:
                del self._waiting[account]
        return min(self._waiting, key=self._had_by, default=None)

    def _had_by(self, account: str) -> float:
        return max(self._level, self._had.get(account, 0.0))
