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
from app.rate_limits.counter import REDIS_TIMEOUT_S, RateCounter
from app.realtime import hub
from app.realtime.account_listeners import AccountListener
from app.realtime.listener import Listener
from tests.app.conftest import QUICK
from tests.app.in_process import BOB, begin, in_process_server
from tests.app.wire import Person, Wire, two_at_tiny
from tests.proxy import Proxy

pytestmark = pytest.mark.redis
CHANNEL = channel_of("m_1", "0")
PROMPT_S = 3.0
"""Seconds within which everything is answered, even on a busy machine: a caller that waited
for Redis would take five or more.
"""


class BusRecorder:
    """A process's bus, and the messages it received."""

    def __init__(self, url: str) -> None:
        self.bus = RedisBus(url)
        self.received: list[bytes] = []
        self.missed: list[str] = []
        self.bus.on_message = lambda channel, message: self.received.append(message)
        self.bus.on_resync = lambda missed: self.missed.extend([CHANNEL] * (CHANNEL in missed))


@pytest.fixture
def proxy(redis_server) -> Iterator[Proxy]:
    with Proxy.to(redis_server) as proxy:
        yield proxy


@pytest.fixture
def short_heartbeats(monkeypatch) -> None:
    monkeypatch.setattr(redis, "HEARTBEAT_S", 0.2)
    monkeypatch.setattr(redis, "MAX_HEARTBEAT_AGE_S", 1.0)


@asynccontextmanager
async def connected_bus(url: str, *channels: str) -> AsyncIterator[BusRecorder]:
    recorder = BusRecorder(url)
    await recorder.bus.start()
    try:
        for channel in channels:
            recorder.bus.subscribe(channel)
        await until(lambda: recorder.bus.is_up() and all(map(recorder.bus.is_subscribed, channels)))
        recorder.missed.clear()
        yield recorder
    finally:
        await recorder.bus.stop()


async def until(condition) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("how", ["half_open", "black_hole", "cut"])
async def test_silent_connection_is_reopened_and_missed_channels_are_reported(
    redis_server, proxy, short_heartbeats, how
):
    async with (
        connected_bus(proxy.url, CHANNEL) as ours,
        connected_bus(redis_server, CHANNEL) as theirs,
    ):
        before = proxy.accepted
        getattr(proxy, how)()
        theirs.bus.publish(CHANNEL, b"while we were deaf")
        if how == "black_hole":
            await until(lambda: not ours.bus.is_up())
            proxy.pass_on()
        await until(lambda: CHANNEL in ours.missed and ours.bus.is_up())
        assert proxy.accepted > before
        theirs.bus.publish(CHANNEL, b"1 {}")
        await until(lambda: b"1 {}" in ours.received)
        ours.bus.publish(CHANNEL, b"2 {}")
        await until(lambda: b"2 {}" in theirs.received)


async def test_channel_of_an_unpublished_message_is_reported_to_others(
    redis_server, proxy, short_heartbeats
):
    async with connected_bus(proxy.url) as ours, connected_bus(redis_server, CHANNEL) as theirs:
        proxy.black_hole()
        ours.bus.publish(CHANNEL, b"lost")
        await until(lambda: not ours.bus.is_up())
        assert theirs.missed == []
        proxy.pass_on()
        await until(lambda: CHANNEL in theirs.missed)
        assert b"lost" not in theirs.received


async def test_bus_is_up_only_while_its_heartbeat_returns(redis_server, proxy, short_heartbeats):
    """Publishing still works, and receiving does not."""
    async with connected_bus(proxy.url) as ours:
        proxy.hold("down", new=True)
        await until(lambda: not ours.bus.is_up())
        proxy.release()
        await until(ours.bus.is_up)


async def test_note_reaches_connected_and_later_processes(redis_server):
    async with connected_bus(redis_server) as ours:
        ours.bus.note("m_1", "here")
        async with connected_bus(redis_server) as theirs:
            await until(lambda: theirs.bus.notes("m_1") == ["here"])
            notes = []
            theirs.bus._notes.on_note = lambda *note: notes.append(note)
            ours.bus.note("m_1", "away")
            await until(lambda: ("m_1", "here", "away") in notes)  # "here" may be said twice
            assert theirs.bus.notes("m_1") == ["away"]
        assert ours.bus.notes("m_1") == []


async def test_bus_reports_when_a_channel_is_subscribed(redis_server):
    async with connected_bus(redis_server) as ours:
        joined = []
        ours.bus.on_subscribed = lambda channel, seconds: joined.append(channel)
        ours.bus.subscribe(CHANNEL)
        ours.bus.unsubscribe(CHANNEL)
        ours.bus.subscribe(CHANNEL)
        await until(lambda: joined)
        assert joined == [CHANNEL]
        assert ours.bus.is_subscribed(CHANNEL)
        async with Redis.from_url(redis_server) as redis:
            assert (await redis.pubsub_numsub(CHANNEL))[0][1] == 1


async def test_change_before_a_subscription_took_effect_is_loaded(tmp_path):
    """Another process answered between the read of the match and Redis' confirmation."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        listener = Listener(match, 0, 8)
        await services.hub.join(listener)
        listener.note_full(0, "")
        channel = channel_of(match, "0")
        services.hub.subscribed(channel, 0.0)
        await asyncio.gather(*services.hub._checks)
        assert not listener.wants_full
        services.hub.subscribed(channel, hub.CHAT_SAFE_S + 0.1)
        assert listener.wants_full, "chat lines may be missed as well"

        listener.note_full(0, "")
        room = await services.rooms.get(match)
        await services.pipeline.take(Command("answer", match, 1, "0.1", default_of(room, 1)))
        listener.wants_full = False
        services.hub.subscribed(channel, 0.0)
        await asyncio.gather(*services.hub._checks)
        assert listener.wants_full
        services.hub.leave(listener)


async def test_account_stream_repeats_only_what_it_missed(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        follower = AccountListener(BOB)
        lines = services.account_streams._lines(follower)
        kinds = [json.loads(await anext(lines))["t"] for _ in range(3)]
        assert kinds == ["match", "decision", "pool"]
        follower.want_check()
        nothing = asyncio.create_task(anext(lines))
        await until(lambda: not follower.must_check)
        room = await services.rooms.get(match)
        await services.pipeline.take(Command("answer", match, 0, "0.0", default_of(room, 0)))
        follower.backlog.clear()
        follower.want_check()
        assert json.loads(await asyncio.wait_for(nothing, 60))["t"] == "match"
        await lines.aclose()


async def test_followed_answer_brings_no_second_full_frame(tmp_path):
    """The confirmation is checked after the answer's frame has arrived."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        listener = Listener(match, 0, 8)
        await services.hub.join(listener)
        listener.note_full(0, current_view(room, 0).mark)
        await services.pipeline.take(Command("answer", match, 1, "0.1", default_of(room, 1)))
        assert listener.ply == 1
        services.hub.subscribed(channel_of(match, "0"), 0.0)
        await asyncio.gather(*services.hub._checks)
        assert not listener.wants_full
        services.hub.leave(listener)


def default_of(room, seat):
    """The default answer of this seat."""
    return json.loads(current_view(room, seat).decisions)[0]["default"]


def test_full_outbox_drops_the_oldest_and_remembers_its_channel():
    outbox = Outbox(unmissed=("own",))
    for channel in ("own", "a", "b", *["c"] * (MAX_WAITING - 1)):
        outbox.post(channel, b"")
    assert outbox.next_batch()[0][:2] == ("b", b"")
    assert outbox.pop_missed() == ["a"]
    assert outbox.pop_missed() == []
    outbox.miss([f"{number}" for number in range(MAX_MISSED_CHANNELS + 1)])
    assert outbox.pop_missed() == [EVERYTHING]


def test_sender_to_one_process_learns_of_a_dropped_message():
    outbox, undelivered = Outbox(unmissed=("own",)), []
    outbox.post("process:a", b"", partial(undelivered.append, 1))
    for _ in range(MAX_WAITING):
        outbox.post("c", b"")
    assert undelivered == [1]
    outbox.post("process:a", b"", partial(undelivered.append, 2))
    outbox.lose(outbox.next_batch())
    while posted := outbox.next_batch():
        outbox.lose(posted)
    assert undelivered == [1, 2]
    assert "process:a" not in outbox.pop_missed()


@pytest.mark.timed
async def test_rate_limit_waits_for_a_silent_redis_once_and_briefly(proxy):
    once = RateLimitItemPerMinute(1)
    counter = RateCounter(proxy.url)
    assert await counter.hit(once, "sign-in", "a")
    proxy.black_hole()
    started = time.monotonic()
    assert await counter.hit(once, "sign-in", "b")
    assert REDIS_TIMEOUT_S <= time.monotonic() - started < PROMPT_S
    attempts = proxy.accepted
    for _ in range(20):
        assert not await counter.hit(once, "sign-in", "b")
    assert proxy.accepted == attempts
    proxy.pass_on()
    counter._retry_at = time.monotonic()
    assert await counter.hit(once, "sign-in", "c")
    assert counter._retry_at == 0.0
    await counter.close()


@pytest.mark.timed
@pytest.mark.postgres
async def test_players_barely_notice_a_silent_redis(serve, postgres_url, proxy):
    """Ann is at the process whose Redis falls silent, Bob at another."""
    settings = QUICK | {"DATABASE_URL": postgres_url}
    here = serve(**settings, REDIS_URL=proxy.url)
    there = serve(**settings, REDIS_URL=f"unix://{proxy.host}?db=0")
    ann, bob, match = await two_at_tiny(here.url, turns=20)
    ann_wire, bob_wire = wires = [
        await ann.wire(match),
        await (await bob.at(there.url)).wire(match),
    ]
    await answer_default(ann_wire, bob_wire)
    await answer_default(bob_wire, ann_wire)
    await answer_default(ann_wire, bob_wire)

    proxy.half_open()
    await answer_default(bob_wire, ann_wire)

    proxy.black_hole()
    await until_bus(ann, "away")
    async with promptly():
        await ann.view(match)
    async with promptly():
        late = await ann.wire(match)
        assert late.ply == ann_wire.ply
    async with promptly():
        await answer_default(ann_wire, late)
    async with promptly():
        await ann.get("/me")
    assert bob_wire.ply < ann_wire.ply
    proxy.pass_on()
    await until_bus(ann, "ok")
    await answer_default(bob_wire, *wires, late)


@asynccontextmanager
async def promptly() -> AsyncIterator[None]:
    started = time.monotonic()
    yield
    assert time.monotonic() - started < PROMPT_S


async def until_bus(ann: Person, state: str) -> None:
    async with asyncio.timeout(60):
        while (await ann.http.get(f"{ann.url}/readyz")).json()["bus"] != state:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def answer_default(wire: Wire, *others: Wire) -> None:
    """Answer the seat's next question with its default, and wait until the others see it."""
    await wire.until(lambda: wire.decisions)
    ply = (await wire.answer(wire.decisions[0]["default"]))["ply"]
    for each in (wire, *others):
        await each.reaches(ply)
