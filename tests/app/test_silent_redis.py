"""Redis falls silent: no caller waits for it, and the server reconnects."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from limits import RateLimitItemPerMinute
from redis.asyncio import Redis

from app.bus import redis
from app.bus.base import channel_of
from app.bus.outbox import EVERYTHING, MAX_MISSED_CHANNELS, MAX_WAITING, Outbox
from app.bus.redis import RedisBus
from app.matches.commands import Command
from app.matches.publisher import current_view
from app.rate_limits.counter import ANSWERS_WITHIN, RateCounter
from app.realtime import hub
from app.realtime.account_listeners import AccountListener
from app.realtime.listener import Listener
from tests.app.conftest import QUICK
from tests.app.in_process import BOB, begin, in_process_server
from tests.app.wire import Person, Wire, two_at_tiny
from tests.proxy import Proxy

pytestmark = pytest.mark.redis
CHANNEL = channel_of("m_1", "0")
PROMPT = 3.0
"""Seconds within which everything is answered, on a machine that has much else to do: who waited
for Redis took five and more.
"""


class Ear:
    """A process's bus, and the messages it received."""

    def __init__(self, url: str) -> None:
        self.bus = RedisBus(url)
        self.heard: list[bytes] = []
        self.missed: list[str] = []
        self.bus.deliver = lambda channel, message: self.heard.append(message)
        self.bus.returned = lambda missed: self.missed.extend([CHANNEL] * (CHANNEL in missed))


@pytest.fixture
def proxy(redis_server) -> Iterator[Proxy]:
    with Proxy.to(redis_server) as proxy:
        yield proxy


@pytest.fixture
def quick(monkeypatch) -> None:
    monkeypatch.setattr(redis, "HEARTBEAT_S", 0.2)
    monkeypatch.setattr(redis, "HEALTHY_S", 1.0)


@asynccontextmanager
async def listening(url: str, *channels: str) -> AsyncIterator[Ear]:
    ear = Ear(url)
    await ear.bus.start()
    try:
        for channel in channels:
            ear.bus.subscribe(channel)
        await until(lambda: ear.bus.is_well() and all(map(ear.bus.follows, channels)))
        ear.missed.clear()
        yield ear
    finally:
        await ear.bus.stop()


async def until(true) -> None:
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("how", ["half_open", "black_hole", "cut"])
async def test_a_silent_connection_is_made_anew_and_what_was_missed_is_told(
    redis_server, proxy, quick, how
):
    async with listening(proxy.url, CHANNEL) as ours, listening(redis_server, CHANNEL) as theirs:
        before = proxy.accepted
        getattr(proxy, how)()
        theirs.bus.publish(CHANNEL, b"while we were deaf")
        if how == "black_hole":
            await until(lambda: not ours.bus.is_well())
            proxy.pass_on()
        await until(lambda: CHANNEL in ours.missed and ours.bus.is_well())
        assert proxy.accepted > before
        theirs.bus.publish(CHANNEL, b"1 {}")
        await until(lambda: b"1 {}" in ours.heard)
        ours.bus.publish(CHANNEL, b"2 {}")
        await until(lambda: b"2 {}" in theirs.heard)


async def test_others_look_again_at_what_could_not_be_published(redis_server, proxy, quick):
    async with listening(proxy.url) as ours, listening(redis_server, CHANNEL) as theirs:
        proxy.black_hole()
        ours.bus.publish(CHANNEL, b"lost")
        await until(lambda: not ours.bus.is_well())
        assert theirs.missed == []
        proxy.pass_on()
        await until(lambda: CHANNEL in theirs.missed)
        assert b"lost" not in theirs.heard


async def test_the_bus_is_well_only_while_its_own_beat_comes_back(redis_server, proxy, quick):
    """Publishing still works, and listening does not."""
    async with listening(proxy.url) as ours:
        proxy.hold("down", new=True)
        await until(lambda: not ours.bus.is_well())
        proxy.release()
        await until(ours.bus.is_well)


async def test_what_is_noted_is_known_to_others_and_to_who_comes_later(redis_server):
    async with listening(redis_server) as ours:
        ours.bus.note("m_1", "here")
        async with listening(redis_server) as theirs:
            await until(lambda: theirs.bus.notes("m_1") == ["here"])
            told = []
            theirs.bus._notes.noted = lambda *note: told.append(note)
            ours.bus.note("m_1", "away")
            await until(lambda: ("m_1", "here", "away") in told)  # "here" may be said twice
            assert theirs.bus.notes("m_1") == ["away"]
        assert ours.bus.notes("m_1") == []


async def test_a_channel_tells_when_it_is_heard(redis_server):
    async with listening(redis_server) as ours:
        joined = []
        ours.bus.joined = lambda channel, seconds: joined.append(channel)
        ours.bus.subscribe(CHANNEL)
        ours.bus.unsubscribe(CHANNEL)
        ours.bus.subscribe(CHANNEL)
        await until(lambda: joined)
        assert joined == [CHANNEL]
        assert ours.bus.follows(CHANNEL)
        async with Redis.from_url(redis_server) as redis:
            assert (await redis.pubsub_numsub(CHANNEL))[0][1] == 1


async def test_what_happened_before_a_channel_was_heard_is_made_good(tmp_path):
    """Another process answered between the look at the match and Redis' word."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        listener = Listener(match, 0, 8)
        await services.hub.join(listener)
        listener.took_full(0, "")
        channel = channel_of(match, "0")
        services.hub.joined(channel, 0.0)
        await asyncio.gather(*services.hub._checks)
        assert not listener.wants_full
        services.hub.joined(channel, hub.CHAT_SAFE_S + 0.1)
        assert listener.wants_full, "lines of talk may be missed as well"

        listener.took_full(0, "")
        room = await services.rooms.get(match)
        await services.pipeline.take(Command("answer", match, 1, "0.1", default_of(room, 1)))
        listener.wants_full = False
        services.hub.joined(channel, 0.0)
        await asyncio.gather(*services.hub._checks)
        assert listener.wants_full
        services.hub.leave(listener)


async def test_a_stream_of_an_account_tells_again_only_what_it_missed(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        follower = AccountListener(BOB)
        lines = services.account_streams._lines(follower)
        told = [json.loads(await anext(lines))["t"] for _ in range(2)]
        assert told == ["match", "decision"]
        follower.doubt()
        nothing = asyncio.create_task(anext(lines))
        await until(lambda: not follower.must_check)
        room = await services.rooms.get(match)
        await services.pipeline.take(Command("answer", match, 0, "0.0", default_of(room, 0)))
        follower.waiting.clear()
        follower.doubt()
        assert json.loads(await asyncio.wait_for(nothing, 60))["t"] == "match"
        await lines.aclose()


def default_of(room, seat):
    """What this seat may well answer."""
    return json.loads(current_view(room, seat).decisions)[0]["default"]


def test_the_oldest_of_too_much_is_dropped_and_its_channel_remembered():
    outbox = Outbox(unmissed=("own",))
    for channel in ("own", "a", "b", *["c"] * (MAX_WAITING - 1)):
        outbox.post(channel, b"")
    assert outbox.take()[0][:2] == ("b", b"")
    assert outbox.take_missed() == ["a"]
    assert outbox.take_missed() == []
    outbox.miss([f"{number}" for number in range(MAX_MISSED_CHANNELS + 1)])
    assert outbox.take_missed() == [EVERYTHING]


def test_who_sends_to_one_process_hears_that_the_message_was_dropped():
    outbox, unheard = Outbox(unmissed=("own",)), []
    outbox.post("process:a", b"", partial(unheard.append, 1))
    for _ in range(MAX_WAITING):
        outbox.post("c", b"")
    assert unheard == [1]
    outbox.post("process:a", b"", partial(unheard.append, 2))
    outbox.lose(outbox.take())
    while posted := outbox.take():
        outbox.lose(posted)
    assert unheard == [1, 2]
    assert "process:a" not in outbox.take_missed()


@pytest.mark.timed
async def test_a_limit_waits_for_a_silent_redis_once_and_shortly(proxy):
    once = RateLimitItemPerMinute(1)
    tally = RateCounter(proxy.url)
    assert await tally.hit(once, "sign-in", "a")
    proxy.black_hole()
    started = time.monotonic()
    assert await tally.hit(once, "sign-in", "b")
    assert ANSWERS_WITHIN <= time.monotonic() - started < PROMPT
    attempts = proxy.accepted
    for _ in range(20):
        assert not await tally.hit(once, "sign-in", "b")
    assert proxy.accepted == attempts
    proxy.pass_on()
    tally._again = time.monotonic()
    assert await tally.hit(once, "sign-in", "c")
    assert tally._again == 0.0
    await tally.close()


@pytest.mark.timed
@pytest.mark.postgres
async def test_players_feel_little_of_a_redis_that_falls_silent(serve, postgres_url, proxy):
    """Ann is at the process whose Redis falls silent, Bob at another."""
    settings = QUICK | {"DATABASE_URL": postgres_url}
    here = serve(**settings, REDIS_URL=proxy.url)
    there = serve(**settings, REDIS_URL=f"unix://{proxy.host}?db=0")
    ann, bob, match = await two_at_tiny(here.url, turns=20)
    one, other = wires = [await ann.wire(match), await (await bob.at(there.url)).wire(match)]
    await answers(one, other)
    await answers(other, one)
    await answers(one, other)

    proxy.half_open()
    await answers(other, one)

    proxy.black_hole()
    await until_bus(ann, "away")
    async with prompt():
        await ann.view(match)
    async with prompt():
        late = await ann.wire(match)
        assert late.ply == one.ply
    async with prompt():
        await answers(one, late)
    async with prompt():
        await ann.get("/me")
    assert other.ply < one.ply
    proxy.pass_on()
    await until_bus(ann, "ok")
    await answers(other, *wires, late)


@asynccontextmanager
async def prompt() -> AsyncIterator[None]:
    started = time.monotonic()
    yield
    assert time.monotonic() - started < PROMPT


async def until_bus(ann: Person, state: str) -> None:
    async with asyncio.timeout(60):
        while (await ann.http.get(f"{ann.url}/readyz")).json()["bus"] != state:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def answers(wire: Wire, *others: Wire) -> None:
    """This seat answers once it is asked, and the others see it."""
    await wire.until(lambda: wire.decisions)
    ply = (await wire.answer(wire.decisions[0]["default"]))["ply"]
    for one in (wire, *others):
        await one.reaches(ply)
