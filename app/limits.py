"""Limits on requests: by account or address, counted across processes where there is a Redis."""

from __future__ import annotations

from contextlib import suppress

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage, Storage
from limits.aio.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError
from starlette.requests import HTTPConnection

from app.problems import Problem
from app.settings import Settings


class Limits:
    """Counts; where the counter is away, everything is let through."""

    def __init__(self, settings: Settings) -> None:
        self._counter = FixedWindowRateLimiter(_storage(settings))
        self._guests = RateLimitItemPerMinute(settings.guests_per_minute)
        self._requests = RateLimitItemPerMinute(settings.requests_per_minute)

    async def guest(self, connection: HTTPConnection) -> None:
        """One more guest from this address. Raises Problem rate-limited."""
        await self._hit(self._guests, "guest", address_of(connection))

    async def request(self, address: str) -> None:
        """One more request. Raises Problem rate-limited."""
        await self._hit(self._requests, "request", address)

    async def _hit(self, item: RateLimitItemPerMinute, what: str, who: str) -> None:
        with suppress(RedisError, OSError):
            if not await self._counter.hit(item, what, who):
                raise Problem("rate-limited", "Try again in a minute.")


def _storage(settings: Settings) -> Storage:
    return MemoryStorage()


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "nobody"
