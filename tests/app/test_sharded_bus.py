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
Two = tuple[PrivateServer, PrivateServer]


class Ear:
    """A process's bus, what it heard, and of which channels it may have missed something."""

    def __init__(self, urls: list[str]) -> None:
        self.bus = ShardedBus(urls)
        self.bus.deliver = lambda channel, message: self.heard.append((channel, message))
        self.bus.returned = lambda missed: self.missed.extend(missed)
        self.heard: list[tuple[str, bytes]] = []
        self.missed: list[str] = []

    def of(self, channel: str) -> list[bytes]:
        return [message for heard, message in self.heard if heard == channel]


@pytest.fixture
def two_redis() -> Iterator[Two]:
    with services.private_redis() as one, services.private_redis() as other:
        yield one, other


@asynccontextmanager
async def listening(servers: Two, *channels: str) -> AsyncIterator[Ear]:
    ear = Ear([server.url for server in servers])
    await ear.bus.start()
    try:
        await until(ear.bus.is_well)
        for channel in channels:
            ear.bus.subscribe(channel)
        await until(lambda: all(map(ear.bus.follows, channels)))
        yield ear
    finally:
        await ear.bus.stop()


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while True:
            found = true()
            if await found if asyncio.iscoroutine(found) else found:
                return
            await asyncio.sleep(0.01)


def a_match_on(server: PrivateServer, servers: Two) -> str:
    names = [redis_name(one.url) for one in servers]
    while True:
        match = secrets.token_hex(6)
        if server_for(match, names) == redis_name(server.url):
            return match


def test_a_further_server_takes_its_share_and_nothing_moves_between_the_others():
    matches = [f"m_{number}" for number in range(3000)]
    before = {match: server_for(match, ["a:6379", "b:6379"]) for match in matches}
    after = {match: server_for(match, ["c:6379", "b:6379", "a:6379"]) for match in matches}
    assert all(count > 1400 for count in Counter(before.values()).values())
    assert all(count > 900 for count in Counter(after.values()).values())
    assert {after[match] for match in matches if after[match] != before[match]} == {"c:6379"}


def test_everything_of_a_match_has_one_key_and_other_channels_their_own():
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
async def test_the_setting_says_which_bus(tmp_path, url, kind):
    async with in_process_server(tmp_path, redis_url=url) as parts:
        assert type(parts.bus) is kind


def test_a_server_is_named_without_what_opens_it():
    named = {redis_name(f"{kind}://me:secret@Cache.example/2?x=y") for kind in ("redis", "rediss")}
    assert named == {"cache.example:6379"}
    assert redis_name("unix:///run/redis.sock?password=secret") == "/run/redis.sock"


async def test_other_processes_hear_every_match_in_its_order(two_redis):
    channels = [channel_of(f"m_{number}", "0") for number in range(12)] + ["lobby:", "account:a"]
    async with listening(two_redis, *channels) as ours, listening(two_redis, *channels) as theirs:
        said = [b"%d {}" % ply for ply in range(50)]
        for message in said:
            for channel in channels:
                ours.bus.publish(channel, message)
        await until(lambda: len(theirs.heard) >= len(said) * len(channels))
        for channel in channels:
            assert theirs.of(channel) == ours.of(channel) == said


async def test_each_match_lands_on_one_server_and_both_have_some(two_redis):
    names = [redis_name(server.url) for server in two_redis]
    matches = [f"m_{number}" for number in range(20)]
    channels = [channel_of(match, viewers) for match in matches for viewers in ("0", "public")]
    async with listening(two_redis, *channels) as ear, listening(two_redis) as other:
        for match in matches:
            ear.bus.note(match, "here")
            await until(lambda match=match: other.bus.notes(match) == ["here"])
            assert ear.bus.notes(match) == []
        for server, name in zip(two_redis, names, strict=True):
            own = {match for match in matches if server_for(match, names) == name}
            assert 0 < len(own) < len(matches)
            async with Redis.from_url(server.url, decode_responses=True) as raw:
                assert set(await raw.pubsub_channels("match:*")) == {
                    channel_of(match, viewers) for match in own for viewers in ("0", "public")
                }


async def test_the_end_of_one_server_is_felt_by_its_matches_alone(two_redis):
    dead, alive = two_redis
    lost, well = a_match_on(dead, two_redis), a_match_on(alive, two_redis)
    of_lost, of_well = channel_of(lost, "0"), channel_of(well, "0")
    async with (
        listening(two_redis, of_lost, of_well) as ours,
        listening(two_redis, of_lost, of_well) as theirs,
    ):
        dead.stop()
        for ear in (ours, theirs):
            await until(lambda ear=ear: not ear.bus.is_well(lost))
            assert ear.bus.is_well(well)
            assert not ear.bus.is_well()
        ours.bus.publish(of_lost, b"1 {}")
        ours.bus.publish(of_well, b"1 {}")
        await until(lambda: theirs.of(of_well))
        assert ours.of(of_lost) == [b"1 {}"]
        assert theirs.of(of_lost) == []

        ours.missed.clear()
        theirs.missed.clear()
        dead.start()
        for ear in (ours, theirs):
            await until(ear.bus.is_well)
            assert set(ear.missed) == {of_lost}
        await until(lambda: arrives(ours, theirs, of_lost))
        ours.bus.publish(of_well, b"2 {}")
        await until(lambda: len(theirs.of(of_well)) == 2)
        assert theirs.of(of_well) == [b"1 {}", b"2 {}"]


async def arrives(ours: Ear, theirs: Ear, channel: str) -> bool:
    """Whether a message gets through; the first may go to a connection that is dead."""
    ours.bus.publish(channel, b"9 {}")
    await asyncio.sleep(0.05)
    return b"9 {}" in theirs.of(channel)


async def test_only_what_was_missed_is_loaded_anew(tmp_path):
    async with in_process_server(tmp_path) as parts:
        readers = {match: Listener(match, 0, 8) for match in ("m_1", "m_2")}
        for match, reader in readers.items():
            reader.took_full(0, "")
            channel = channel_of(match, "0")
            feed = parts.hub.feeds[channel] = Feed(channel, parts.rooms)
            feed.listeners.add(reader)
        followers = [AccountListener(ANN), AccountListener(BOB)]
        for follower in followers:
            parts.account_listeners.join(follower)
            follower.resend_all = False

        parts.bus.returned({channel_of("m_2", "0"), followers[0].channel})

        assert [reader.wants_full for reader in readers.values()] == [False, True]
        assert [follower.resend_all for follower in followers] == [True, False]
        for follower in followers:
            parts.account_listeners.leave(follower)


async def test_two_processes_on_two_servers_of_which_one_goes(serve, postgres_url, two_redis):
    """Ann and Bob are at different processes, in a match on either server."""
    dead, alive = two_redis
    urls = ",".join(server.url for server in two_redis)
    settings = QUICK | {"DATABASE_URL": postgres_url, "REDIS_URL": urls}
    here, there = serve(**settings), serve(**settings)
    ann, bob, lost = await a_match(here.url, dead, two_redis)
    ben, cid, well = await a_match(here.url, alive, two_redis)
    wires = [await ann.wire(lost), await (await bob.at(there.url)).wire(lost)]
    others = [await ben.wire(well), await (await cid.at(there.url)).wire(well)]

    dead.stop()
    await until(lambda: bus_is(ann, "away"))
    ply = (await one_round(lost, ann, await bob.at(there.url)))["ply"]
    await play_to_the_end(others, random.Random(4))
    for wire in others:
        assert wire.end

    dead.start()
    for wire in wires:
        await wire.until(lambda wire=wire: wire.ply >= ply)
    await play_to_the_end(wires, random.Random(5))
    await until(lambda: bus_is(ann, "ok"))


async def a_match(url: str, server: PrivateServer, servers: Two) -> tuple[Person, Person, str]:
    """Two guests in a match whose channels are on that server."""
    names = [redis_name(one.url) for one in servers]
    while True:
        ann, bob, match = await two_at_tiny(url, turns=4)
        if server_for(match, names) == redis_name(server.url):
            return ann, bob, match


async def bus_is(ann: Person, state: str) -> bool:
    """Whether the process serves, and says that of its bus."""
    ready = await ann.http.get(f"{ann.url}/readyz")
    assert ready.status_code == 200
    return bool(ready.json()["bus"] == state)


async def one_round(match: str, *people: Person) -> dict[str, int]:
    """Every player answers what they are asked; returns what is seen then."""
    for person in people:
        for decision in (await person.view(match))["decisions"]:
            await person.answer(match, decision["id"], decision["default"])
    seen: dict[str, int] = await people[0].view(match)
    return seen
