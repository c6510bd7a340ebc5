"""Redis bus: a process receives its own messages at once, and every process each message once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from app.bus.base import Frame, MemoryBus, channel_of
from app.bus.redis import RedisBus
from app.infra.settings import redis_name
from app.realtime.account_listeners import AccountListener
from app.realtime.feed import Feed
from app.realtime.listener import Listener
from tests.app.in_process import ANN, BOB, in_process_server

pytestmark = pytest.mark.redis
Messages = list[tuple[str, bytes]]


@asynccontextmanager
async def connected_bus(url: str, *channels: str) -> AsyncIterator[tuple[RedisBus, Messages]]:
    bus, received = RedisBus(url), []
    bus.on_message = lambda channel, message: received.append((channel, message))
    await bus.start()
    try:
        async with asyncio.timeout(20):
            while not bus.is_up():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await follow(bus, *channels)
        yield bus, received
    finally:
        await bus.stop()


async def follow(bus: RedisBus, *channels: str) -> None:
    """Subscribe, and wait until messages of other processes arrive."""
    for channel in channels:
        bus.subscribe(channel)
    async with asyncio.timeout(20):
        while not all(map(bus.is_subscribed, channels)):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def wait_for(received: Messages, *messages: bytes) -> None:
    async with asyncio.timeout(20):
        while len(received) < len(messages):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert [message for _, message in received] == list(messages)


async def test_every_bus_receives_every_message_once(redis_server):
    async with (
        connected_bus(redis_server, "match:a:0") as (bus, received),
        connected_bus(redis_server, "match:a:0") as (other_bus, other_received),
    ):
        bus.publish("match:a:0", b"1 {}")
        assert received == [("match:a:0", b"1 {}")]
        await wait_for(other_received, b"1 {}")
        other_bus.publish("match:a:0", b"2 {}")
        await wait_for(received, b"1 {}", b"2 {}")
        bus.publish("match:a:0", b"- {}")
        await wait_for(other_received, b"1 {}", b"2 {}", b"- {}")
        assert [message for _, message in received] == [b"1 {}", b"2 {}", b"- {}"]


async def test_channel_without_local_subscribers_is_not_received(redis_server):
    async with (
        connected_bus(redis_server) as (bus, received),
        connected_bus(redis_server, "match:b:1") as (_, other_received),
    ):
        bus.publish("match:b:1", b"1 {}")
        await wait_for(other_received, b"1 {}")
        assert received == []


async def test_message_that_only_its_sender_would_receive_is_not_published(
    private_redis, monkeypatch
):
    async def count_published() -> int:
        async with Redis.from_url(private_redis.url) as redis:
            stats = await redis.info("commandstats")
        return stats.get("cmdstat_publish", {"calls": 0})["calls"]

    monkeypatch.setattr(RedisBus, "_beat", lambda bus: None)
    monkeypatch.setattr(RedisBus, "_announce_connection", lambda bus: None)
    monkeypatch.setattr(RedisBus, "is_up", lambda bus: bus._subscribed_at is not None)
    async with connected_bus(private_redis.url, "match:d:0", "match:d:1") as (own_bus, received):
        own_bus.publish("match:d:0", b"1 {}")
        own_bus.publish("match:d:1", b"1 {}")
        await own_bus.sent.wait()
        assert (await count_published(), len(received)) == (0, 2)
        assert own_bus.has_subscribers("match:d:0")
        async with connected_bus(private_redis.url, "match:d:0") as (_, other_received):
            own_bus.publish("match:d:0", b"2 {}")
            own_bus.publish("match:d:1", b"2 {}")
            await wait_for(other_received, b"2 {}")
            await own_bus.sent.wait()
            assert (await count_published(), len(received)) == (1, 4)


async def test_only_a_short_frame_is_published_until_listeners_are_known(private_redis):
    channel = "match:e:0"
    async with connected_bus(private_redis.url, channel) as (bus, received):
        frames = [Frame(ply, f'{{"ply":{ply}}}', "a", "b") for ply in range(4)]
        bus.publish(channel, frames[0])
        await bus.sent.wait()
        async with connected_bus(private_redis.url, channel) as (_, other_received):
            bus.publish(channel, frames[1])
            await bus.sent.wait()
            bus.publish(channel, frames[2])
            await wait_for(other_received, b"1,, ", b'2,a,b {"ply":2}')
        bus.publish(channel, frames[3])
        assert [frame for _, frame in received] == frames


async def test_new_subscriber_does_not_mistake_others_for_itself(private_redis):
    channel = "match:f:0"
    async with (
        connected_bus(private_redis.url) as (bus, _),
        connected_bus(private_redis.url, channel) as (_, other_received),
    ):
        bus.publish(channel, Frame(1, "{}", "a", "b"))
        await wait_for(other_received, b"1,a,b {}")
        await bus.sent.wait()
        await follow(bus, channel)
        bus.publish(channel, Frame(2, "{}", "b", "c"))
        await wait_for(other_received, b"1,a,b {}", b"2,b,c {}")


async def test_uptime_counts_from_the_last_connection(private_redis):
    async with connected_bus(private_redis.url, "match:i:0") as (bus, _):
        await asyncio.sleep(0.2)
        before = bus.uptime()
        assert 0.2 <= before < 20
        async with Redis.from_url(private_redis.url) as redis:
            assert await redis.client_kill_filter(_type="pubsub")
        async with asyncio.timeout(20):
            while bus.uptime():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            lost = asyncio.get_running_loop().time()
            while not bus.uptime():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert bus.uptime() <= asyncio.get_running_loop().time() - lost


async def test_publish_avoids_a_connection_that_redis_has_closed(private_redis):
    channel = "match:g:0"
    async with (
        connected_bus(private_redis.url) as (bus, _),
        connected_bus(private_redis.url, channel) as (_, other_received),
    ):
        bus.publish(channel, b"1 {}")
        await wait_for(other_received, b"1 {}")
        async with Redis.from_url(private_redis.url) as redis:
            assert await redis.client_kill_filter(_type="normal", skipme=True)
        await asyncio.sleep(0.2)
        bus.publish(channel, b"2 {}")
        await wait_for(other_received, b"1 {}", b"2 {}")


async def test_process_receives_its_own_messages_while_redis_is_away(private_redis):
    async with connected_bus(private_redis.url, "match:c:0") as (bus, received):
        private_redis.stop()
        bus.publish("match:c:0", b"1 {}")
        assert received == [("match:c:0", b"1 {}")]


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("", MemoryBus),
        ("redis://a", RedisBus),
        ("rediss://:secret@b:6380/0", RedisBus),
    ],
)
async def test_redis_setting_selects_the_bus(tmp_path, url, kind):
    async with in_process_server(tmp_path, redis_url=url) as services:
        assert type(services.bus) is kind


def test_server_is_named_without_its_credentials():
    names = {redis_name(f"{kind}://me:secret@Cache.example/2?x=y") for kind in ("redis", "rediss")}
    assert names == {"cache.example:6379"}
    assert redis_name("unix:///run/redis.sock?password=secret") == "/run/redis.sock"


async def test_only_missed_channels_are_reloaded(tmp_path):
    async with in_process_server(tmp_path) as services:
        readers = {match: Listener(match, 0, 8) for match in ("m_1", "m_2")}
        for match, reader in readers.items():
            reader.note_full(0, "")
            channel = channel_of(match, "0")
            feed = services.hub.feeds[channel] = Feed(channel, services.rooms)
            feed.listeners.add(reader)
        followers = [AccountListener(ANN), AccountListener(BOB)]
        for follower in followers:
            services.account_listeners.join(follower)
            follower.resend_all = False

        services.bus.on_resync({channel_of("m_2", "0"), followers[0].channel})

        assert [reader.wants_full for reader in readers.values()] == [False, True]
        assert [follower.resend_all for follower in followers] == [True, False]
        for follower in followers:
            services.account_listeners.leave(follower)
