"""Presence of friends over two processes: shown at the other one, and ended with one that dies."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from app.bus import notes, redis
from app.friends import online
from tests.app.conftest import QUICK
from tests.app.test_account_stream import account_stream
from tests.app.wire import arrive
from tests.forked import run_server
from tests.server_process import launch, wait_until_ready


def serve_with_short_waits(folder, environment, log):
    """A server that soon gives up an account without a stream, and a process that is silent."""
    online.GRACE_S, online.RENEW_EVERY_S = 0.2, 0.5
    notes.NOTE_TTL_S, redis.SWEEP_HEARTBEATS = 5.0, 1
    run_server(folder, environment, log)


@pytest.fixture
def processes(tmp_path, postgres_url, redis_url):
    """Two servers of one site."""
    settings = QUICK | {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    servers = []
    for name in ("first", "second"):
        log = tmp_path / f"{name}.log"
        servers.append(launch(tmp_path, log, settings, target=serve_with_short_waits))
        wait_until_ready(servers[-1])
    yield servers
    for server in servers:
        server.kill()


async def befriend(one, two):
    link = await one.get("/me/friend-link")
    await two.post(f"/friend-links/{link['code']}")


@asynccontextmanager
async def friends_stream(person):
    """A stream from which the list of friends has been read."""
    async with account_stream(person) as stream:
        await stream.kind("friends")
        yield stream


def friends_in(line):
    """The friends of whom a line tells: one that has changed, or all after a missed message."""
    if line["t"] == "friend":
        return [line["friend"]]
    return line["friends"]["items"] if line["t"] == "friends" else []


async def shown(stream, person, *, online):
    """Read until that is told of a friend; returns the friend."""
    while True:
        for friend in friends_in(await stream.next()):
            if (friend["account"]["id"], friend.get("online")) == (person.account, online):
                return friend


async def test_friend_at_another_process_comes_and_goes(processes):
    first, second = processes
    ann, bob = await arrive(first.url, "Ann"), await arrive(second.url, "Bob")
    await befriend(ann, bob)
    async with friends_stream(ann) as stream:
        async with account_stream(bob):
            assert "last_seen_at" not in await shown(stream, bob, online=True)
            [listed] = (await ann.get("/me/friends"))["items"]
            assert listed["online"] is True
        assert "last_seen_at" in await shown(stream, bob, online=False)


async def test_friend_whose_process_is_killed_is_seen_to_leave(processes):
    first, second = processes
    ann, bob = await arrive(first.url, "Ann"), await arrive(second.url, "Bob")
    await befriend(ann, bob)
    async with friends_stream(ann) as stream, account_stream(bob):
        await shown(stream, bob, online=True)
        second.kill()
        assert "last_seen_at" in await shown(stream, bob, online=False)
        [listed] = (await ann.get("/me/friends"))["items"]
        assert listed["online"] is False


async def test_hidden_presence_reaches_nobody_at_another_process(processes):
    """A friend of Eve's sees her come, later than Bob: what told of Bob would have come before."""
    first, second = processes
    ann, cid = [await arrive(first.url, name) for name in ("Ann", "Cid")]
    bob, eve = [await arrive(second.url, name) for name in ("Bob", "Eve")]
    for one, two in ((ann, bob), (ann, eve), (cid, eve)):
        await befriend(one, two)
    await bob.call("PATCH", "/me", {"privacy": {"see_online": "nobody"}})
    async with AsyncExitStack() as stack:
        watching = [
            await stack.enter_async_context(friends_stream(person)) for person in (ann, cid)
        ]
        for person in (bob, eve):
            await stack.enter_async_context(account_stream(person))
        for stream in watching:
            told = []
            while eve.account not in told:
                line = await stream.next()
                shown_online = [friend for friend in friends_in(line) if "online" in friend]
                told += [friend["account"]["id"] for friend in shown_online if friend["online"]]
            assert bob.account not in told
        for person in (ann, cid):
            profile = await person.get(f"/accounts/{bob.account}")
            assert not profile.keys() & {"online", "last_seen_at"}
