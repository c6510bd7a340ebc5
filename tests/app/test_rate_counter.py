"""Rate counter: counting attempts, with and without the Redis that all processes share."""

from __future__ import annotations

import uuid

from limits import RateLimitItemPerHour

from app.rate_limits.counter import RateCounter
from devtools.services import free_port

TWO = RateLimitItemPerHour(2)


async def test_processes_share_one_count(redis_url):
    first, second, key = RateCounter(redis_url), RateCounter(redis_url), uuid.uuid4().hex
    assert [await first.hit(TWO, key), await second.test(TWO, key)] == [True, True]
    assert [await second.hit(TWO, key), await first.test(TWO, key)] == [True, False]
    assert [await first.hit(TWO, key), await second.hit(TWO, uuid.uuid4().hex)] == [False, True]
    for counter in (first, second):
        await counter.close()


async def test_each_process_counts_alone_while_redis_is_away():
    alone = RateCounter(f"redis://127.0.0.1:{free_port()}/0")
    assert [await alone.hit(TWO, "here") for _ in range(3)] == [True, True, False]
    assert not await alone.test(TWO, "here")
    assert await alone.test(TWO, "there")
    await alone.close()
