"""Pool bots: bots of accounts that find one another in pools, over the Python client, play a little
and come back.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from app.ratings.unrated import MIN_ANSWERS
from conclave_client import AsyncClient, calls
from conclave_client.problems import ConclaveError
from conclave_client.types import (
    AccountLine,
    DecisionLine,
    EndLine,
    MatchLine,
    PoolLine,
    ReadyCheckLine,
)


class PoolBot:
    """A bot that waits in pools whenever it plays no match; `played` are the matches that ended."""

    def __init__(self, server: str, account: str, owner: str, token: str, pools: list[str]) -> None:
        self.account = account
        self.owner = owner
        self.pools = pools
        self.client = AsyncClient(server, token, attempts=10)
        self.current: str | None = None
        self.played: list[str] = []
        self._answered = 0
        self._joining = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def live(self) -> None:
        """Until cancelled; servers may be killed meanwhile."""
        try:
            async for line in self.client.account_lines():
                self._start(line)
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self.client.close()

    def _start(self, line: AccountLine) -> None:
        task = asyncio.create_task(self._take(line))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take(self, line: AccountLine) -> None:
        with suppress(ConclaveError):  # another line, or the next one, makes up for it
            match line:
                case PoolLine() if self.current is None:
                    await self._join({ticket.pool.id for ticket in line.tickets})
                case ReadyCheckLine() if line.status == "open" and line.accept is None:
                    await self.client.send(calls.answer_ready_check(line.id, True))
                case MatchLine() if line.match.status == "playing":
                    if self.current != line.match.id:
                        self.current, self._answered = line.match.id, 0
                case DecisionLine():
                    await self._answer(line)
                case EndLine():
                    await self._end(line.match)

    async def _join(self, places: set[str]) -> None:
        """Take the places that are missing, unless that is under way."""
        if self._joining.locked():
            return
        async with self._joining:
            for pool in self.pools:
                if pool not in places:
                    await self.client.send(calls.join_pool(pool))

    async def _answer(self, line: DecisionLine) -> None:
        """Answer by default, and resign as soon as that is not an absence."""
        if self._answered >= MIN_ANSWERS:
            await self.client.send(calls.resign(line.match))
            return
        for decision in line.decisions:
            await self.client.send(calls.answer(line.match, decision.id, decision.default))
            self._answered += 1

    async def _end(self, match: str) -> None:
        if match not in self.played:
            self.played.append(match)
        if self.current in (match, None):
            self.current = None
            await self._join(set())
