"""Limits on requests, counted by this process: guests and wrong codes an address, commands an
account.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from limits import RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection

from app.problems import Problem
from app.settings import Settings


class Limits:
    """Counts what came in the current window."""

    def __init__(self, settings: Settings) -> None:
        self._counter = FixedWindowRateLimiter(MemoryStorage())
        self._guests = RateLimitItemPerMinute(settings.guests_per_minute)
        self._guesses = RateLimitItemPerMinute(settings.guesses_per_minute)
        seconds = max(1, round(settings.commands_at_once / settings.commands_per_second))
        self._commands = RateLimitItemPerSecond(settings.commands_at_once, seconds)

    async def guest(self, connection: HTTPConnection) -> None:
        """One more guest from this address. Raises Problem rate-limited."""
        if not await self._counter.hit(self._guests, "guest", _address(connection)):
            raise _in_a_minute("Too many new guests")

    @asynccontextmanager
    async def guessing(self, connection: HTTPConnection) -> AsyncIterator[None]:
        """Count the wrong codes from this address. Raises Problem rate-limited after too many."""
        place = ("guess", _address(connection))
        if not await self._counter.test(self._guesses, *place):
            raise _in_a_minute("Too many wrong codes")
        try:
            yield
        except Problem as problem:
            if problem.name in ("wrong-code", "not-found"):
                await self._counter.hit(self._guesses, *place)
            raise

    async def command(self, account: str) -> None:
        """One more command by this account. Raises Problem rate-limited."""
        if not await self._counter.hit(self._commands, "command", account):
            raise Problem("rate-limited", "Too many commands.")


def _in_a_minute(what: str) -> Problem:
    problem = Problem("rate-limited", f"{what}; try again in a minute.")
    problem.wait = 60
    return problem


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "nobody"
