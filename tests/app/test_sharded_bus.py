"""Sharded bus: each match uses one of several Redis servers and is affected by that one alone."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from app.bus.base import MemoryBus, channel_of
from app.bus.redis import RedisBus
from app.bus.sharded import ShardedBus, key_of, server_for
from app.infra.settings import redis_name
from app.realtime.account_listeners import AccountListener
from app.realtime.feed import Feed
from app.realtime.listener import Listener
from tests import services
from tests.app.conftest import QUICK
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.wire import Person, play_to_the_end, two_at_tiny
from tests.services import PrivateServer

pytestmark = pytest.mark.redis
RedisPair = tuple[PrivateServer, PrivateServer]


class BusRecorder:
    """A process's bus, the messages it received, and the channels where it may have missed some."""

    def __init__(self, urls: list[str]) -> None:
        self.bus = ShardedBus(urls)
        self.bus.on_message = lambda channel, message: self.received.append((channel, message))
        self.bus.on_resync = lambda missed: self.missed.extend(missed)
        self.received: list[tuple[str, bytes]] = []
        self.missed: list[str] = []

    def of(self, channel: str) -> list[bytes]:
        return [message for name, message in self.received if name == channel]


@pytest.fixture
def two_redis() -> Iterator[RedisPair]:
    with services.private_redis() as first, services.private_redis() as second:
        yield first, second


@asynccontextmanager
async def connected_bus(servers: RedisPair, *channels: str) -> AsyncIterator[BusRecorder]:
    recorder = BusRecorder([server.url for server in servers])
    await recorder.bus.start()
    try:
        await until(recorder.bus.is_up)
        for channel in channels:
            recorder.bus.subscribe(channel)
        await until(lambda: all(map(recorder.bus.is_subscribed, channels)))
        yield recorder
    finally:
        await recorder.bus.stop()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while True:
            result = condition()
            if await result if asyncio.iscoroutine(result) else result:
                return
            await asyncio.sleep(0.01)


def match_id_on(server: PrivateServer, servers: RedisPair) -> str:
    names = [redis_name(shard.url) for shard in servers]
    while True:
        match = secrets.token_hex(6)
        if server_for(match, names) == redis_name(server.url):
            return match


def test_added_server_takes_its_share_without_other_moves():
    matches = [f"m_{number}" for number in range(3000)]
    before = {match: server_for(match, ["a:6379", "b:6379"]) for match in matches}
    after = {match: server_for(match, ["c:6379", "b:6379", "a:6379"]) for match in matches}
    assert all(count > 1400 for count in Counter(before.values()).values())
    assert all(count > 900 for count in Counter(after.values()).values())
    assert {after[match] for match in matches if after[match] != before[match]} == {"c:6379"}


def test_channels_of_a_match_share_one_key():
    assert {key_of(channel_of("m_1", viewers)) for viewers in ("0", "1", "public")} == {"m_1"}
    for channel in ("account:a_1", "lobby:", "ended:tokens"):
        assert key_of(channel) == channel


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("", MemoryBus),
        ("redis://a", RedisBus),
        ("redis://a,rediss://:secret@b:6380/0", ShardedBus),
        (" redis://a\n redis://b ", ShardedBus),
    ],
)
async def test_redis_setting_selects_the_bus(tmp_path, url, kind):
    async with in_process_server(tmp_path, redis_url=url) as services:
        assert type(services.bus) is kind


def test_server_is_named_without_its_credentials():
    names = {redis_name(f"{kind}://me:secret@Cache.example/2?x=y") for kind in ("redis", "rediss")}
    assert names == {"cache.example:6379"}
    assert redis_name("unix:///run/redis.sock?password=secret") == "/run/redis.sock"


async def test_other_processes_receive_every_match_in_order(two_redis):
    channels = [channel_of(f"m_{number}", "0") for number in range(12)] + ["lobby:", "account:a"]
    async with (
        connected_bus(two_redis, *channels) as ours,
        connected_bus(two_redis, *channels) as theirs,
    ):
        messages = [b"%d {}" % ply for ply in range(50)]
        for message in messages:
            for channel in channels:
                ours.bus.publish(channel, message)
        await until(lambda: len(theirs.received) >= len(messages) * len(channels))
        for channel in channels:
            assert theirs.of(channel) == ours.of(channel) == messages


async def test_each_match_uses_one_server_and_both_are_used(two_redis):
    names = [redis_name(server.url) for server in two_redis]
    matches = [f"m_{number}" for number in range(20)]
    channels = [channel_of(match, viewers) for match in matches for viewers in ("0", "public")]
    async with connected_bus(two_redis, *channels) as recorder, connected_bus(two_redis) as other:
        for match in matches:
            recorder.bus.note(match, "here")
            await until(lambda match=match: other.bus.notes(match) == ["here"])
            assert recorder.bus.notes(match) == []
        for server, name in zip(two_redis, names, strict=True):
            own = {match for match in matches if server_for(match, names) == name}
            assert 0 < len(own) < len(matches)
            async with Redis.from_url(server.url, decode_responses=True) as raw:
                assert set(await raw.pubsub_channels("match:*")) == {
                    channel_of(match, viewers) for match in own for viewers in ("0", "public")
                }


async def test_failed_server_affects_only_its_own_matches(two_redis):
    dead, alive = two_redis
    lost, well = match_id_on(dead, two_redis), match_id_on(alive, two_redis)
    of_lost, of_well = channel_of(lost, "0"), channel_of(well, "0")
    async with (
        connected_bus(two_redis, of_lost, of_well) as ours,
        connected_bus(two_redis, of_lost, of_well) as theirs,
    ):
        dead.stop()
        for recorder in (ours, theirs):
            await until(lambda recorder=recorder: not recorder.bus.is_up(lost))
            assert recorder.bus.is_up(well)
            assert not recorder.bus.is_up()
        ours.bus.publish(of_lost, b"1 {}")
        ours.bus.publish(of_well, b"1 {}")
        await until(lambda: theirs.of(of_well))
        assert ours.of(of_lost) == [b"1 {}"]
        assert theirs.of(of_lost) == []

        ours.missed.clear()
        theirs.missed.clear()
        dead.start()
        for recorder in (ours, theirs):
            await until(recorder.bus.is_up)
            assert set(recorder.missed) == {of_lost}
        await until(lambda: arrives(ours, theirs, of_lost))
        ours.bus.publish(of_well, b"2 {}")
        await until(lambda: len(theirs.of(of_well)) == 2)
        assert theirs.of(of_well) == [b"1 {}", b"2 {}"]


async def arrives(ours: BusRecorder, theirs: BusRecorder, channel: str) -> bool:
    """Whether a message gets through; the first may go to a connection that is dead."""
    ours.bus.publish(channel, b"9 {}")
    await asyncio.sleep(0.05)
    return b"9 {}" in theirs.of(channel)


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


async def test_matches_survive_the_loss_of_one_of_two_redis_servers(serve, postgres_url, two_redis):
    """Ann and Bob are at different processes, in a match on either server."""
    dead, alive = two_redis
    urls = ",".join(server.url for server in two_redis)
    settings = QUICK | {"DATABASE_URL": postgres_url, "REDIS_URL": urls}
    here, there = serve(**settings), serve(**settings)
    ann, bob, lost = await two_at_tiny_on(here.url, dead, two_redis)
    ben, cid, well = await two_at_tiny_on(here.url, alive, two_redis)
    wires = [await ann.wire(lost), await (await bob.at(there.url)).wire(lost)]
    others = [await ben.wire(well), await (await cid.at(there.url)).wire(well)]

    dead.stop()
    await until(lambda: bus_is(ann, "away"))
    ply = (await play_round(lost, ann, await bob.at(there.url)))["ply"]
    await play_to_the_end(others, random.Random(4))
    for wire in others:
        assert wire.end

    dead.start()
    for wire in wires:
        await wire.until(lambda wire=wire: wire.ply >= ply)
    await play_to_the_end(wires, random.Random(5))
    await until(lambda: bus_is(ann, "ok"))


async def two_at_tiny_on(
    url: str, server: PrivateServer, servers: RedisPair
) -> tuple[Person, Person, str]:
    """Two guests in a match whose channels are on that server."""
    names = [redis_name(shard.url) for shard in servers]
    while True:
        ann, bob, match = await two_at_tiny(url, turns=4)
        if server_for(match, names) == redis_name(server.url):
            return ann, bob, match


async def bus_is(ann: Person, state: str) -> bool:
    """Whether the process is ready and reports this state of its bus."""
    ready = await ann.http.get(f"{ann.url}/readyz")
    assert ready.status_code == 200
    return bool(ready.json()["bus"] == state)


async def play_round(match: str, *people: Person) -> dict[str, int]:
    """Answer all open questions of every player; return the view after that."""
    for person in people:
        for decision in (await person.view(match))["decisions"]:
            await person.answer(match, decision["id"], decision["default"])
    view: dict[str, int] = await people[0].view(match)
    return view
