"""Writer: many matches' answers in one commit.

While one commit is on its way to the disk, the changes that arrive meanwhile gather and go with the
next one; each has its own verdict. Where the database takes several commits at once, the next one
goes as soon as enough have gathered, and none takes all there are, so that this process works while
the disk does.

A match whose row something else holds is left out of the commit and goes again alone, so that no
other waits for it. A batch that nobody answers for is fenced before it is judged: from then on its
statement can't commit any more, however late it arrives. Matches whose row something else holds
can't be fenced yet: they are fenced again, while the others have their verdicts.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from app.infra.database_errors import BUSY, ENDING, REFUSED, SLOW
from app.infra.logs import Recurring
from app.infra.metrics import BATCH, COMMIT, commit_verdicts
from app.matches.entry import EntryWrite
from app.matches.store.verdicts import NotWritten, Refusal, Unknown, Written

MOST = 256
"""The most answers in one commit."""
HANDY = 32
"""So many go at once, or a third of what waits: a larger part would leave this process without
work, a smaller one costs more than the wait.
"""
WORTH = 16
"""The fewest answers for a second commit while one is under way: a commit of few costs the
database nearly as much as one of many.
"""
FEW = 4
"""So few answers at once are no load: each may have a commit of its own, so that none waits."""
PAUSES = (0.02, 0.2)
"""Seconds, at least and at most, after which a busy match goes again."""
AGAIN = 1.0
"""Seconds between two rehearsals of what was refused."""
LOOK = 0.5
"""Seconds between two looks at what waits for too long."""


class Waiting:
    """A change that waits for its verdict, since the command came."""

    __slots__ = ("change", "since", "verdict")

    def __init__(self, change: EntryWrite, verdict: asyncio.Future[bool], since: float) -> None:
        self.change = change
        self.verdict = verdict
        self.since = since


class Store(Protocol):
    """How a batch reaches one kind of database, which takes so many commits at once (`lanes`)."""

    lanes: int

    async def write(self, batch: list[EntryWrite]) -> Written:
        """Commit. At most one change a match. Raises Refusal if certainly nothing was written;
        after any other exception that is unknown.
        """

    async def fence(self, batch: list[EntryWrite]) -> Written:
        """Taken are the matches whose change is in the database, by its receipt; the change of one
        that is lost never will be, even if the statement that should have written it arrives
        later. Nothing is known yet of those that are busy.
        """

    async def rehearse(self, batch: list[EntryWrite]) -> None:
        """Try to write without a commit. Raises what `write` does."""

    async def close(self) -> None: ...


class Writer:
    """Tasks that commit; `patience` is how long one tries to learn what became of a batch, and how
    long an answer waits for a database that takes nothing; `drain` is how long the end may take.
    `refused` is the last batch that was, until another one is taken or it would be; `on_refusal` is
    called when one is.
    """

    def __init__(self, store: Store, patience: float, drain: float = 10.0) -> None:
        self.store = store
        self.patience = patience
        self.drain = drain
        self.refused: list[EntryWrite] | None = None
        self.on_refusal: Callable[[], None] = lambda: None
        self._reason = ""
        self._waiting: list[Waiting] = []
        self._alone: list[Waiting] = []
        self._resting: set[Waiting] = set()
        self._fencing: set[asyncio.Task[None]] = set()
        self._was_alone = False
        self._under_way = 0
        self._lately = 0
        self._moved = time.monotonic()
        self._idle = asyncio.Event()
        self._idle.set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._refused = Recurring("conclave.writer", "commit refused")
        self._doubted = Recurring("conclave.writer", "commit in doubt")

    @property
    def is_calm(self) -> bool:
        """Whether so few answers come that none waits for another; the last ones count too."""
        return self._lately + self._under_way + len(self._waiting) <= FEW

    @property
    def is_refused(self) -> bool:
        """Whether the database takes no answers for a reason that is about none of them."""
        return self.refused is not None and self._reason != REFUSED

    @property
    def is_stuck(self) -> bool:
        """Whether answers wait and none has had a verdict for some seconds."""
        return not self._idle.is_set() and time.monotonic() - self._moved > self.patience / 2

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._keep_writing(), name=f"writer {lane}")
            for lane in range(self.store.lanes)
        ]
        self._tasks.append(asyncio.create_task(self._keep_looking(), name="writer's patience"))
        self._tasks.append(asyncio.create_task(self._keep_rehearsing(), name="rehearsal"))

    async def stop(self) -> None:
        """Commit what waits, then end; what has been sent and has no verdict by then is unknown."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.drain):
                await self._idle.wait()
        tasks = [*self._tasks, *self._fencing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._settle([*self._waiting, *self._alone, *self._resting], ENDING)
        await self.store.close()

    async def commit(self, change: EntryWrite, came: float | None = None) -> bool:
        """Whether the change was taken; False if its ply was no longer the next one. Patience
        counts from when it `came`, by the monotonic clock.

        Raises NotWritten or Unknown.
        """
        verdict: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if self._idle.is_set():
            self._idle.clear()
            self._moved = time.monotonic()
        self._waiting.append(Waiting(change, verdict, came or time.monotonic()))
        self._wake.set()
        return await verdict

    async def _keep_writing(self) -> None:
        """One lane."""
        while True:
            while not self._may_go():
                self._wake.clear()
                await self._wake.wait()
            some = self._gather()
            self._under_way += len(some)
            await self._write_some(some)
            self._under_way -= len(some)
            self._lately = len(some)
            self._wake.set()
            self._rest_if_done()

    def _rest_if_done(self) -> None:
        queued = self._waiting or self._alone or self._resting
        if not (queued or self._under_way or self._fencing):
            self._idle.set()

    def _may_go(self) -> bool:
        """Whether a batch is worth a commit of its own while others are under way."""
        waiting = len(self._waiting)
        if self._alone:
            return True
        if not self._under_way or self._under_way + waiting <= FEW:
            return waiting > 0
        return waiting >= max(WORTH, self._under_way / 2)

    def _gather(self) -> list[Waiting]:
        """The next batch, by match, with at most one change of each; in turns with those that go
        alone.
        """
        self._was_alone = bool(self._alone) and not (self._was_alone and self._waiting)
        if self._was_alone:
            return [self._alone.pop(0)]
        some: dict[str, Waiting] = {}
        rest: list[Waiting] = []
        most = MOST if self.store.lanes == 1 else min(MOST, max(HANDY, len(self._waiting) // 3))
        for item in self._waiting:
            if item.change.match in some or len(some) >= most:
                rest.append(item)
            else:
                some[item.change.match] = item
        self._waiting = rest
        return [some[match] for match in sorted(some)]

    async def _write_some(self, some: list[Waiting]) -> None:
        """Whatever fails, the writer lives: answers to other matches wait for it."""
        started = time.perf_counter()
        batch = _changes(some)
        try:
            written = await self.store.write(batch)
        except Refusal as refusal:
            self.refused, self._reason = batch, refusal.reason
            self._settle(some, refusal.reason)
            self.on_refusal()
        except Exception as error:
            self._doubted.note(len(batch), error=type(error).__name__)
            await self._make_sure(some)
        except BaseException:
            self._settle(some)
            raise
        else:
            self.refused = None if written.taken else self.refused
            self._judge(some, written)
        self._moved = time.monotonic()
        COMMIT.observe(time.perf_counter() - started)
        BATCH.observe(len(some))

    async def _make_sure(self, some: list[Waiting]) -> None:
        """Learn what became of a batch that was cut off; of what is busy, beside the lane."""
        until = time.monotonic() + self.patience
        if busy := await self._fence(some, until):
            task = asyncio.create_task(self._keep_fencing(busy, until), name="fence")
            self._fencing.add(task)
            task.add_done_callback(lambda task: self._fenced(task, busy))

    async def _keep_fencing(self, busy: list[Waiting], until: float) -> None:
        """Until none is busy any more, or patience ends."""
        while busy and time.monotonic() < until:
            await asyncio.sleep(random.uniform(*PAUSES))
            busy = await self._fence(busy, until)

    def _fenced(self, task: asyncio.Task[None], busy: list[Waiting]) -> None:
        """However it ended, none waits on."""
        self._fencing.discard(task)
        self._settle([item for item in busy if not item.verdict.done()])
        self._moved = time.monotonic()
        self._rest_if_done()

    async def _fence(self, some: list[Waiting], until: float) -> list[Waiting]:
        """Judge all of them but those that are busy, which it returns. What can't be learnt in
        time is unknown.
        """
        try:
            async with asyncio.timeout_at(until):
                taken, busy = await self._ask(_changes(some))
        except TimeoutError:
            self._settle(some)
            return []
        except BaseException:
            self._settle(some)
            raise
        self._judge([item for item in some if item.change.match not in busy], Written(taken))
        return [item for item in some if item.change.match in busy]

    async def _ask(self, batch: list[EntryWrite]) -> Written:
        """Fence it as soon as the database lets us."""
        while True:
            try:
                return await self.store.fence(batch)
            except Exception:
                await asyncio.sleep(0.1)

    def _judge(self, some: list[Waiting], written: Written) -> None:
        taken, busy = written
        if len(taken) == len(some):
            commit_verdicts("taken").inc(len(some))
            for item in some:
                if not item.verdict.done():
                    item.verdict.set_result(True)
            return
        for item in some:
            match = item.change.match
            if item.verdict.done():
                continue
            if match in busy:
                self._put_off(item)
            else:
                item.verdict.set_result(match in taken)
        commit_verdicts("taken").inc(len(taken))
        commit_verdicts("busy").inc(len(busy))
        commit_verdicts("lost").inc(len(some) - len(taken) - len(busy))

    def _settle(self, some: list[Waiting], reason: str | None = None) -> None:
        """Refused for a reason, or else unknown."""
        if reason and some:
            self._refused.note(len(some), reason=reason)
        commit_verdicts("refused" if reason else "unknown").inc(len(some))
        for item in some:
            if not item.verdict.done():
                item.verdict.set_exception(NotWritten(reason) if reason else Unknown())

    def _put_off(self, item: Waiting) -> None:
        """A busy one goes again, alone and by chance later, for as long as there is patience."""
        if time.monotonic() - item.since > self.patience:
            self._settle([item], BUSY)
            return
        self._resting.add(item)
        loop = asyncio.get_running_loop()
        loop.call_later(random.uniform(*PAUSES), self._go_alone, item)

    def _go_alone(self, item: Waiting) -> None:
        if item in self._resting:
            self._resting.discard(item)
            self._alone.append(item)
            self._wake.set()

    async def _keep_looking(self) -> None:
        """Nobody waits for ever for others: neither to be sent while nothing has a verdict, nor for
        his turn to go alone, which each that comes before may take seconds to lose.
        """
        while True:
            await asyncio.sleep(LOOK)
            oldest = time.monotonic() - self.patience
            late = [one for one in self._alone if one.since < oldest]
            self._alone = [one for one in self._alone if one.since >= oldest]
            if self._moved < oldest:
                late += [one for one in self._waiting if one.since < oldest]
                self._waiting = [one for one in self._waiting if one.since >= oldest]
            self._settle(late, SLOW)
            self._rest_if_done()

    async def _keep_rehearsing(self) -> None:
        """Learn of it when the database would take what it refused, also where nobody answers."""
        while True:
            await asyncio.sleep(AGAIN)
            if refused := self.refused:
                with suppress(Exception):
                    async with asyncio.timeout(self.patience):
                        await self.store.rehearse(refused)
                    self.refused = None if self.refused is refused else self.refused


def _changes(some: list[Waiting]) -> list[EntryWrite]:
    return [item.change for item in some]
