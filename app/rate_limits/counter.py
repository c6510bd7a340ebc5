"""Rate counter: counts attempts in fixed time windows, across all processes if there is a Redis.

While Redis is down each process counts for itself, as it always does in addition.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import structlog
from limits import RateLimitItem
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter

REDIS_TIMEOUT_S = 0.2
"""Seconds, in total, that a request waits for Redis."""
REDIS_RETRY_S = 5.0
"""After Redis did not answer, time until one request asks it again."""
log = structlog.get_logger("conclave.rate_counter")


class RateCounter:
    """Counts in this process, and in Redis if its URL is given."""

    def __init__(self, redis_url: str = "") -> None:
        self._local = FixedWindowRateLimiter(MemoryStorage())
        self._pool: Any = None
        self._shared: FixedWindowRateLimiter | None = None
        self._failures: tuple[type[Exception], ...] = (OSError, TimeoutError)
        self._retry_at = 0.0
        if redis_url:
            self._connect(redis_url)

    def _connect(self, redis_url: str) -> None:
        from limits.aio.storage import RedisStorage
        from redis.asyncio import BlockingConnectionPool
        from redis.exceptions import RedisError

        self._failures = (RedisError, OSError, TimeoutError)
        self._pool = BlockingConnectionPool.from_url(
            redis_url,
            max_connections=4,
            timeout=REDIS_TIMEOUT_S,
            socket_timeout=REDIS_TIMEOUT_S,
            socket_connect_timeout=REDIS_TIMEOUT_S,
        )
        # The pool has the address; of this URL only the scheme is read.
        storage = RedisStorage(
            "async+redis://", implementation="redispy", connection_pool=self._pool
        )
        self._shared = FixedWindowRateLimiter(storage)

    async def hit(self, item: RateLimitItem, *place: str) -> bool:
        """Count one attempt; returns whether it is within the limit."""
        within_local_limit = await self._local.hit(item, *place)
        return await self._within_shared_limit("hit", item, *place) and within_local_limit

    async def test(self, item: RateLimitItem, *place: str) -> bool:
        """Whether one more attempt would be within the limit."""
        if not await self._local.test(item, *place):
            return False
        return await self._within_shared_limit("test", item, *place)

    async def left(self, item: RateLimitItem, *place: str) -> tuple[int, float]:
        """How many attempts are left, and the seconds until the window ends: in this process, or
        in all of them if they can be asked.
        """
        stats = await self._local.get_window_stats(item, *place)
        if self._shared is not None and not self._retry_at:
            with suppress(*self._failures):
                async with asyncio.timeout(REDIS_TIMEOUT_S):
                    stats = await self._shared.get_window_stats(item, *place)
        return stats.remaining, max(0.0, stats.reset_time - time.time())

    async def _within_shared_limit(self, method: str, item: RateLimitItem, *place: str) -> bool:
        """Whether all processes together are within the limit; True while Redis is down."""
        if self._shared is None or self._retry_at > time.monotonic():
            return True
        if self._retry_at:
            self._retry_at = time.monotonic() + REDIS_RETRY_S
        try:
            async with asyncio.timeout(REDIS_TIMEOUT_S):
                within: bool = await getattr(self._shared, method)(item, *place)
        except self._failures as error:
            self._retry_at = time.monotonic() + REDIS_RETRY_S
            log.warning("rate limits fall back to this process", error=type(error).__name__)
            return True
        self._retry_at = 0.0
        return within

    async def close(self) -> None:
        if self._pool is not None:
            with suppress(*self._failures):
                await self._pool.disconnect()
