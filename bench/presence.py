"""Presence: what a sign-in costs by the number of friends, with few and with many people online.

Two sites are measured in turns, one with 100 people online and one with 10,000. Each has a
PostgreSQL and a Redis of its own, and the services of two server processes without HTTP, both in
one process of this bench: people sign in at the one, all others have their streams at the other.
The streams of the first 100 are read line by line, as a page does; those of further people are only
registered, since nothing is to reach them.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from statistics import median
from typing import Any, NamedTuple

import msgspec
import uvloop

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.container import Container
from app.friends.models import FriendshipRow
from app.friends.online import HERE, NOTE_LEAD_S, PREFIX
from app.infra.database import insert_or_not
from app.infra.migrations import upgrade
from app.infra.read_settings import read_settings
from app.infra.wall_clock import now
from app.process import Process
from app.realtime.account_listeners import AccountListener
from bench.measure import spread
from bench.server import databases

ONLINE = (100, 10_000)
FRIENDS = (0, 10, 100)
READ_STREAMS = 100
ROUNDS = 3
SIGN_INS = 4
"""Sign-ins in a row, of each number of friends."""
WINDOW_S = 0.6
"""For how long processor time is taken after a sign-in; `NOTE_LEAD_S` of it is a pause."""
ARRIVALS = 100
"""How many people come online at once while a site is made."""
SETTLE_S = 1.0
TIMEOUT_S = 60.0
NO_SIGN_IN = -1


class Sample(NamedTuple):
    """One sign-in, in milliseconds: processor time of both server processes while it is handled,
    and when the account's own list and the last friend's line were there.
    """

    processor: float
    own_list: float
    friends_notified: float


class Site:
    """People who are online at one process, and friends of theirs who sign in at another."""

    def __init__(self, here: Container, there: Container, online: int) -> None:
        self.here = here
        self.there = there
        self.online = online
        self._streams = ExitStack()
        self._readers: list[asyncio.Task[None]] = []
        self._seen: dict[str, dict[str, bool]] = {}
        self._changed = asyncio.Event()

    async def open(self) -> None:
        """Create the accounts and friendships, and bring people online."""
        async with self.here.database.writing() as session:
            names = [*(_person(n) for n in range(max(ONLINE))), *map(_visitor, FRIENDS)]
            session.add_all(_account(name) for name in names)
            await session.flush()
            pairs = [(_visitor(count), _person(n)) for count in FRIENDS for n in range(count)]
            sides = pairs + [(other, one) for one, other in pairs]
            rows = [{"account": one, "other": other, "at": now()} for one, other in sides]
            await insert_or_not(session, FriendshipRow, *rows)
        for number in range(self.online):
            caller = _caller(_person(number))
            if number < READ_STREAMS:
                self._readers.append(asyncio.create_task(self._read(caller)))
            else:
                self.there.account_listeners.join(AccountListener(caller))
                self._streams.enter_context(self.there.online.stream_of(caller))
            if number % ARRIVALS == 0:
                await asyncio.sleep(2 * NOTE_LEAD_S)
                # It queues for the database behind what the arrivals have begun.
                await self.there.friend_views.of(caller.account)
        last = _person(self.online - 1)
        while HERE not in self.here.bus.notes(PREFIX + last):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        await asyncio.sleep(SETTLE_S)

    async def close(self) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)

    async def sample(self, kind: int) -> Sample:
        return await (self.stand_still() if kind == NO_SIGN_IN else self.sign_in(kind))

    async def sign_in(self, friends: int) -> Sample:
        """A visitor with that many friends comes, and goes again."""
        visitor = _visitor(friends)
        started_at, processor = time.perf_counter(), time.process_time()
        listed: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        staying = asyncio.create_task(self._stay(visitor, listed))
        own_list_at = await listed
        await self._until_seen(visitor, friends, online=True)
        told_at = time.perf_counter()
        await asyncio.sleep(started_at + WINDOW_S - told_at)
        processor = time.process_time() - processor
        staying.cancel()
        await asyncio.gather(staying, return_exceptions=True)
        await self._until_seen(visitor, friends, online=False)
        await asyncio.sleep(WINDOW_S / 2)
        times = (processor, own_list_at - started_at, told_at - started_at)
        return Sample(*(seconds * 1e3 for seconds in times))

    async def stand_still(self) -> Sample:
        """The same time without a sign-in."""
        processor = time.process_time()
        await asyncio.sleep(WINDOW_S)
        return Sample((time.process_time() - processor) * 1e3, 0.0, 0.0)

    async def _stay(self, account: str, listed: asyncio.Future[float]) -> None:
        async for line in self.here.account_streams.lines(_caller(account), _admit):
            is_first = line.startswith((b'{"t":"friends"', b'{"t":"pool"'))
            if is_first and not listed.done():
                listed.set_result(time.perf_counter())

    async def _read(self, caller: Caller) -> None:
        """Note whom this person sees online."""
        async for line in self.there.account_streams.lines(caller, _admit):
            if line.startswith(b'{"t":"friend",'):
                friend = msgspec.json.decode(line)["friend"]
                seen = self._seen.setdefault(friend["account"]["id"], {})
                seen[caller.account] = friend["online"]
                self._changed.set()

    async def _until_seen(self, account: str, count: int, *, online: bool) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while sum(seen is online for seen in self._seen.get(account, {}).values()) < count:
                self._changed.clear()
                await self._changed.wait()


def measure() -> dict[str, Any]:
    """The sign-ins of both sites, in turns; returns date, machine and the figures of each."""
    kinds = (NO_SIGN_IN, *FRIENDS)
    samples: dict[tuple[int, int], list[Sample]] = {}
    with ExitStack() as stack:
        sites = {online: stack.enter_context(_site(online)) for online in ONLINE}
        for number in range(ROUNDS):
            for online in ONLINE if number % 2 else reversed(ONLINE):
                for kind in kinds:
                    sites[online].send(kind)
                    samples.setdefault((online, kind), []).extend(sites[online].recv())
    figures = {
        _title(kind): _figures([samples[online, kind] for online in ONLINE]) for kind in kinds
    }
    return {"date": datetime.now(UTC).date().isoformat(), "found": figures}


def _title(kind: int) -> str:
    return "no sign-in" if kind == NO_SIGN_IN else f"sign-in with {kind} friends online"


def _figures(of_sites: list[list[Sample]]) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for field, title in (
        ("processor", "processor"),
        ("own_list", "own list is there"),
        ("friends_notified", "last friend notified"),
    ):
        times = [[getattr(sample, field) for sample in samples] for samples in of_sites]
        if not any(map(any, times)):
            continue
        for online, values in zip(ONLINE, times, strict=True):
            figures[f"{title}, {online:,} online"] = f"{spread(values, 1)} ms"
        figures[f"{title}, ratio"] = round(median(times[1]) / median(times[0]), 2)
    return figures


@contextmanager
def _site(online: int) -> Iterator[Connection]:
    """A site in a process of its own; it answers a number of friends with samples."""
    context = multiprocessing.get_context("spawn")
    with databases() as services:
        ours, theirs = context.Pipe()
        settings = {name.lower(): value for name, value in services.settings.items()}
        process = context.Process(target=_serve, args=(theirs, settings, online))
        process.start()
        theirs.close()
        ours.recv()
        yield ours
        ours.close()
        process.join(30)


def _serve(orders: Connection, databases: dict[str, str], online: int) -> None:
    uvloop.run(_answer(orders, databases, online))


async def _answer(orders: Connection, databases: dict[str, str], online: int) -> None:
    waits = {"database_seconds": 60, "commit_seconds": 60}
    settings = read_settings(
        secret_key="x" * 32, background=False, log_level="error", **waits, **databases
    )
    await asyncio.to_thread(upgrade, settings)
    here, there = Container(settings), Container(settings)
    processes = [Process(here), Process(there)]
    for process in processes:
        await process.start()
    here.online.grace_s = 0.0
    site = Site(here, there, online)
    await site.open()
    orders.send(None)
    try:
        while True:
            kind = await asyncio.to_thread(orders.recv)
            orders.send([await site.sample(kind) for _ in range(SIGN_INS)])
    except EOFError:
        await site.close()
    for process in processes:
        await process.stop()


def _admit(_close: object) -> AbstractContextManager[None]:
    return nullcontext()


def _person(number: int) -> str:
    return f"a_person{number:05}"


def _visitor(friends: int) -> str:
    return f"a_visitor{friends:03}"


def _caller(account: str) -> Caller:
    return Caller(account, account, "guest", f"t_{account}", ())


def _account(id: str) -> Account:
    return Account(id=id, kind="guest", name=id, preferences={}, created_at=now())
