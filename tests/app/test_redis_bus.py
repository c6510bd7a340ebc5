"""Redis bus: a process receives its own messages at once, and every process each message once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from app.bus.base import Frame
from app.bus.redis import RedisBus

pytestmark = pytest.mark.redis
Heard = list[tuple[str, bytes]]


@asynccontextmanager
async def listening(url: str, *channels: str) -> AsyncIterator[tuple[RedisBus, Heard]]:
    bus, heard = RedisBus(url), []
    bus.deliver = lambda channel, message: heard.append((channel, message))
    await bus.start()
    try:
        async with asyncio.timeout(20):
            while not bus.is_well():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await follow(bus, *channels)
        yield bus, heard
    finally:
        await bus.stop()


async def follow(bus: RedisBus, *channels: str) -> None:
    """Until what others publish arrives."""
    for channel in channels:
        bus.subscribe(channel)
    async with asyncio.timeout(20):
        while not all(map(bus.follows, channels)):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def hears(heard: Heard, *messages: bytes) -> None:
    async with asyncio.timeout(20):
        while len(heard) < len(messages):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert [message for _, message in heard] == list(messages)


async def test_everybody_hears_everything_once(redis_server):
    async with (
        listening(redis_server, "match:a:0") as (ours, we),
        listening(redis_server, "match:a:0") as (theirs, they),
    ):
        ours.publish("match:a:0", b"1 {}")
        assert we == [("match:a:0", b"1 {}")]
        await hears(they, b"1 {}")
        theirs.publish("match:a:0", b"2 {}")
        await hears(we, b"1 {}", b"2 {}")
        ours.publish("match:a:0", b"- {}")
        await hears(they, b"1 {}", b"2 {}", b"- {}")
        assert [message for _, message in we] == [b"1 {}", b"2 {}", b"- {}"]


async def test_a_channel_that_nobody_here_follows_is_not_heard_here(redis_server):
    async with (
        listening(redis_server) as (ours, we),
        listening(redis_server, "match:b:1") as (_, they),
    ):
        ours.publish("match:b:1", b"1 {}")
        await hears(they, b"1 {}")
        assert we == []


async def test_redis_sends_nothing_out_that_its_sender_alone_would_hear(private_redis, monkeypatch):
    async def sent_out() -> int:
        async with Redis.from_url(private_redis.url) as redis:
            told = await redis.info("commandstats")
        return told.get("cmdstat_publish", {"calls": 0})["calls"]

    monkeypatch.setattr(RedisBus, "_beat", lambda bus: None)
    monkeypatch.setattr(RedisBus, "_ask", lambda bus: None)
    monkeypatch.setattr(RedisBus, "is_well", lambda bus: bus._subscribed is not None)
    async with listening(private_redis.url, "match:d:0", "match:d:1") as (ours, we):
        ours.publish("match:d:0", b"1 {}")
        ours.publish("match:d:1", b"1 {}")
        await ours.sent.wait()
        assert (await sent_out(), len(we)) == (0, 2)
        assert ours.is_heard("match:d:0")
        async with listening(private_redis.url, "match:d:0") as (_, they):
            ours.publish("match:d:0", b"2 {}")
            ours.publish("match:d:1", b"2 {}")
            await hears(they, b"2 {}")
            await ours.sent.wait()
            assert (await sent_out(), len(we)) == (1, 4)


async def test_others_are_given_a_frame_in_short_until_it_is_known_that_they_listen(private_redis):
    channel = "match:e:0"
    async with listening(private_redis.url, channel) as (ours, we):
        frames = [Frame(ply, f'{{"ply":{ply}}}', "a", "b") for ply in range(4)]
        ours.publish(channel, frames[0])
        await ours.sent.wait()
        async with listening(private_redis.url, channel) as (_, they):
            ours.publish(channel, frames[1])
            await ours.sent.wait()
            ours.publish(channel, frames[2])
            await hears(they, b"1,, ", b'2,a,b {"ply":2}')
        ours.publish(channel, frames[3])
        assert [frame for _, frame in we] == frames


async def test_who_begins_to_listen_himself_does_not_take_others_for_himself(private_redis):
    channel = "match:f:0"
    async with (
        listening(private_redis.url) as (ours, _),
        listening(private_redis.url, channel) as (_, they),
    ):
        ours.publish(channel, Frame(1, "{}", "a", "b"))
        await hears(they, b"1,a,b {}")
        await ours.sent.wait()
        await follow(ours, channel)
        ours.publish(channel, Frame(2, "{}", "b", "c"))
        await hears(they, b"1,a,b {}", b"2,b,c {}")


async def test_the_bus_has_worked_since_it_last_connected(private_redis):
    async with listening(private_redis.url, "match:i:0") as (ours, _):
        await asyncio.sleep(0.2)
        before = ours.well_for("i")
        assert 0.2 <= before < 20
        async with Redis.from_url(private_redis.url) as redis:
            assert await redis.client_kill_filter(_type="pubsub")
        async with asyncio.timeout(20):
            while ours.well_for("i"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            lost = asyncio.get_running_loop().time()
            while not ours.well_for("i"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert ours.well_for("i") <= asyncio.get_running_loop().time() - lost


async def test_nothing_is_published_into_a_connection_that_redis_has_closed(private_redis):
    channel = "match:g:0"
    async with (
        listening(private_redis.url) as (ours, _),
        listening(private_redis.url, channel) as (_, they),
    ):
        ours.publish(channel, b"1 {}")
        await hears(they, b"1 {}")
        async with Redis.from_url(private_redis.url) as redis:
            assert await redis.client_kill_filter(_type="normal", skipme=True)
        await asyncio.sleep(0.2)
        ours.publish(channel, b"2 {}")
        await hears(they, b"1 {}", b"2 {}")


async def test_a_process_hears_itself_while_redis_is_away(private_redis):
    async with listening(private_redis.url, "match:c:0") as (bus, heard):
        private_redis.stop()
        bus.publish("match:c:0", b"1 {}")
        assert heard == [("match:c:0", b"1 {}")]
