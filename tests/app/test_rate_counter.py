"""Rate counter: counting attempts, with and without the Redis that all processes share."""

from __future__ import annotations

import uuid

from limits import RateLimitItemPerHour

from app.rate_limits.counter import RateCounter
from tests.server_process import free_port

TWO = RateLimitItemPerHour(2)


async def test_two_processes_count_together(redis_url):
    one, other, place = RateCounter(redis_url), RateCounter(redis_url), uuid.uuid4().hex
    assert [await one.hit(TWO, place), await other.test(TWO, place)] == [True, True]
    assert [await other.hit(TWO, place), await one.test(TWO, place)] == [True, False]
    assert [await one.hit(TWO, place), await other.hit(TWO, uuid.uuid4().hex)] == [False, True]
    for tally in (one, other):
        await tally.close()


async def test_while_redis_is_away_each_counts_alone():
    alone = RateCounter(f"redis://127.0.0.1:{free_port()}/0")
    assert [await alone.hit(TWO, "here") for _ in range(3)] == [True, True, False]
    assert not await alone.test(TWO, "here")
    assert await alone.test(TWO, "there")
    await alone.close()
