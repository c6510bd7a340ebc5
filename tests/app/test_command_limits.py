"""Rate limits on commands, per account and per address: in one process and in several."""

from __future__ import annotations

import asyncio
import json
from itertools import cycle
from types import SimpleNamespace

import pytest
from starlette.requests import HTTPConnection
from structlog.testing import capture_logs

from app.api.socket import MAX_FLOOD_S, SocketSession
from app.bus.redis import RedisBus
from app.infra.problems import Problem
from app.infra.read_settings import read_settings
from app.rate_limits.command_buckets import CHANNEL, MAX_WAIT_S, CommandBuckets
from app.rate_limits.limits import RateLimits, address_of, public_address_of
from app.realtime.listener import Listener
from engine.core.event import PUBLIC
from tests.app.conftest import QUICK
from tests.app.wire import anonymous, arrive, two_at_tiny


class FakeClock:
    """A clock that a test advances."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class FakeBus:
    """A bus in memory; what is published while it is cut is lost."""

    shared = True

    def __init__(self):
        self.parts = []
        self.cut = False

    def publish(self, channel, message):
        for part in [] if self.cut else self.parts:
            part.deliver(channel, message)


def settings(**more):
    usual = {"commands_per_second": 10.0, "command_burst": 20}
    return read_settings(secret_key="x" * 32, database_url="sqlite+aiosqlite:///x", **usual | more)


def connection(host, port=1):
    return HTTPConnection({"type": "http", "client": (host, port), "headers": []})


def free_commands(buckets, account, address="1.1.1.1", limit=1000):
    """The number of commands of the account that need not wait now."""
    for count in range(limit):
        if buckets.consume(account, address):
            return count
    return limit


def test_all_sockets_of_an_account_share_one_allowance():
    clock = FakeClock()
    buckets = CommandBuckets(settings(), clock)
    assert [buckets.consume("ann", "1.1.1.1") for _ in range(20)] == [0.0] * 20
    waits = [buckets.consume("ann", f"1.1.1.{n}") for n in range(30)]
    assert waits == pytest.approx([n / 10 for n in range(1, 31)])
    assert buckets.consume("bob", "1.1.1.1") == 0
    assert buckets.consume("ann", "1.1.1.99") > MAX_WAIT_S
    clock.now += 1
    assert buckets.consume("ann", "1.1.1.99") == pytest.approx(2.1)
    clock.now += 60
    assert free_commands(buckets, "ann") == 20


def test_ipv6_prefix_counts_as_one_address_with_a_larger_allowance():
    clock = FakeClock()
    buckets = CommandBuckets(settings(address_command_factor=3), clock)
    places = [address_of(connection(f"2001:db8:1:2::{n:x}")) for n in range(5)]
    assert set(places) == {"2001:db8:1:2::/64"}
    free = [free_commands(buckets, f"a{n}", place) for n, place in enumerate(places)]
    assert (sum(free), free[0]) == (3 * 20 - 2, 20)  # two that had to wait were taken too
    assert free_commands(buckets, "else", address_of(connection("2001:db8:1:3::1"))) == 20
    assert free_commands(buckets, None, "2.2.2.2") == 60
    assert address_of(connection("::ffff:3.3.3.3")) == address_of(connection("3.3.3.3"))


def test_address_of_a_possible_proxy_is_not_counted():
    buckets = CommandBuckets(settings(), FakeClock())
    for host in ("127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1"):
        assert public_address_of(connection(host)) == ""
    assert public_address_of(connection("10.0.0.1")) == "10.0.0.1"
    assert free_commands(buckets, None, "") == 1000
    assert free_commands(buckets, "ann", "") == 20


def test_excess_over_several_processes_is_slowed_within_three_seconds():
    """One account sends commands to ten processes without pause."""
    clock, bus = FakeClock(), FakeBus()
    bus.parts = [CommandBuckets(settings(), clock) for _ in range(10)]
    ready = dict.fromkeys(range(10), clock.now)
    seconds = []
    for _ in range(15):
        accepted = 0
        for _ in range(100):
            clock.now += 0.01
            for number, part in enumerate(bus.parts):
                if ready[number] <= clock.now:
                    wait = part.consume("ann", f"{number}.1.1.1")
                    accepted += wait <= MAX_WAIT_S
                    ready[number] = clock.now + min(wait, MAX_WAIT_S)
        seconds.append(accepted)
        for part in bus.parts:
            part.exchange(bus)
    assert seconds[0] > 200
    assert max(seconds[1:4]) <= 10
    assert sum(seconds[1:]) <= 14 * 10 * 1.5
    assert 0 < max(seconds[-5:]) <= 12


def test_slowed_accounts_are_logged_once_per_second():
    clock, bus = FakeClock(), FakeBus()
    buckets = CommandBuckets(settings(), clock)
    with capture_logs() as lines:
        free_commands(buckets, "bob", "2.2.2.2")
        for _ in range(30):
            buckets.consume("ann", "1.1.1.1")
        buckets.exchange(bus)
        buckets.exchange(bus)
    assert [(line["place"], line["taken"]) for line in lines] == [
        ("account bob", 21),
        ("account ann", 30),
    ]


def test_processes_count_separately_without_the_bus():
    clock, bus = FakeClock(), FakeBus()
    first, second = bus.parts = [CommandBuckets(settings(), clock) for _ in range(2)]
    bus.cut = True
    for part in bus.parts:
        assert free_commands(part, "ann") == 20
        part.exchange(bus)
    clock.now += 1
    assert [free_commands(part, "ann") for part in bus.parts] == [9, 9]
    bus.cut = False
    clock.now += 60
    free_commands(first, "ann")
    first.exchange(bus)
    assert free_commands(second, "ann") == 0
    assert free_commands(second, "bob") == 20


def test_idle_accounts_are_forgotten():
    clock, bus = FakeClock(), FakeBus()
    first, second = bus.parts = [CommandBuckets(settings(), clock) for _ in range(2)]
    free_commands(first, "ann")
    first.consume("bob", "1.1.1.1")
    clock.now += 0.5
    first.drop_full()
    assert list(first._buckets) == ["account ann"]
    clock.now += 10
    first.drop_full()
    assert first._buckets == second._buckets == {}


@pytest.mark.redis
async def test_processes_share_counts_over_redis(redis_url):
    parts = [CommandBuckets(settings()) for _ in range(2)]
    buses = [RedisBus(redis_url) for _ in parts]
    try:
        for part, bus in zip(parts, buses, strict=True):
            bus.on_message = part.deliver
            await bus.start()
            bus.subscribe(CHANNEL)
        async with asyncio.timeout(30):
            while not parts[1].consume("ann", "2.2.2.2"):
                free_commands(parts[0], "ann")
                parts[0].exchange(buses[0])
                await asyncio.sleep(0.3)
        assert parts[1].consume("bob", "2.2.2.2") == 0
    finally:
        for bus in buses:
            await bus.stop()


def test_opening_a_socket_costs_an_account_several_commands():
    clock = FakeClock()
    buckets = CommandBuckets(settings(), clock)
    assert [buckets.consume("ann", "1.1.1.1", 4) for _ in range(5)] == [0.0] * 5
    assert buckets.consume("ann", "1.1.1.1") == pytest.approx(0.1)
    assert [buckets.consume(None, "2.2.2.2", 4) for _ in range(100)] == [0.0] * 100


async def test_request_waits_briefly_before_it_is_refused():
    groups = settings(commands_per_second=1000.0, command_burst=1)
    limits = RateLimits(groups, groups, "")
    place = connection("1.1.1.1")
    start = asyncio.get_running_loop().time()
    for _ in range(20):
        await limits.command(place, "ann")
    assert asyncio.get_running_loop().time() - start > 0.01
    limits.commands = CommandBuckets(settings(), FakeClock())
    while limits.commands.consume("ann", "1.1.1.1") <= MAX_WAIT_S:
        pass
    with pytest.raises(Problem) as caught:
        await limits.command(place, "ann")
    assert (caught.value.name, caught.value.wait) == ("rate-limited", 4)
    await limits.close()


async def send_repeatedly(wire, text):
    for _ in range(1000):
        await wire.send(text)


async def test_socket_that_floods_a_late_process_is_closed(monkeypatch):
    """A process that is late finds a full bucket now and then; the backlog says what goes on."""
    clock = FakeClock()
    monkeypatch.setattr("app.api.socket.time.monotonic", clock)
    waits_s = cycle((0.05, 0.05, 0.0))

    async def pass_time(seconds):
        clock.now += seconds

    monkeypatch.setattr("app.api.socket.asyncio.sleep", pass_time)
    session = object.__new__(SocketSession)
    session.caller, session.address, session.flooding = None, "1.1.1.1", None
    commands = SimpleNamespace(consume=lambda account, address: next(waits_s))
    session.limits = SimpleNamespace(commands=commands)
    session.listener = Listener("m_1", PUBLIC, 10)
    backlog = 3
    session.waiting = lambda: backlog
    while session.listener.close_code is None and clock.now < 200:
        await session._turn()
    assert session.listener.close_code == 1008
    assert 2 * MAX_FLOOD_S < clock.now - 100 < 2 * MAX_FLOOD_S + 1
    backlog = 0
    await session._turn()
    assert session.flooding is None


@pytest.mark.timed
async def test_flooding_socket_is_not_read(serve):
    server = serve(**QUICK | {"COMMANDS_PER_SECOND": "20", "COMMAND_BURST": "10"})
    ann, _bob, match = await two_at_tiny(server.url)
    wire, other = await ann.wire(match), await ann.wire(match)
    flood = json.dumps({"t": "chat", "ref": 1, "text": "x" * 60_000})
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(send_repeatedly(wire, flood), 2)
    start = asyncio.get_running_loop().time()
    assert (await other.command("chat", text="Hello"))["t"] == "ack"
    assert asyncio.get_running_loop().time() - start < 20
    wire.cut()
    cid = await arrive(server.url, "Cid")
    assert await cid.get(f"/matches/{match}")
    assert (await anonymous(server.url).get(f"/matches/{match}"))["id"] == match
    await other.close()


async def test_client_that_awaits_each_ack_is_slowed_but_never_refused(serve):
    server = serve(**QUICK | {"COMMANDS_PER_SECOND": "10", "COMMAND_BURST": "5"})
    ann, _bob, match = await two_at_tiny(server.url)
    wires = [await ann.wire(match) for _ in range(6)]
    loop = asyncio.get_running_loop()
    start, replies = loop.time(), []

    async def say(wire):
        while loop.time() < start + 3:
            replies.append((await wire.command("chat", text="Hello"))["t"])

    await asyncio.gather(*map(say, wires))
    assert set(replies) == {"ack"}
    assert len(replies) <= 5 + 10 * (loop.time() - start) + 6
    assert all(wire.closed is None for wire in wires)
    for wire in wires:
        await wire.close()
