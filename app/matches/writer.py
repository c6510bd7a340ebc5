"""Writer: many matches' answers in one commit.

While one commit is on its way to the disk, the changes that arrive meanwhile gather and go with the
next one; each has its own verdict. Where the database takes several commits at once, the next one
goes as soon as enough have gathered, and none takes all there are, so that this process works while
the disk does.
"""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

import structlog

from app.matches.change import Change
from app.metrics import BATCH, COMMIT
from app.problems import Problem

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
log = structlog.get_logger("conclave.writer")


_Waiting = tuple[Change, asyncio.Future[bool]]


class Store(Protocol):
    """How a batch reaches one kind of database, which takes so many commits at once (`lanes`)."""

    lanes: int

    async def write(self, batch: list[Change]) -> set[str]:
        """Commit; returns the matches whose change was taken. At most one change a match."""

    async def find(self, batch: list[Change]) -> set[str]:
        """The matches whose change is in the database, by its receipt."""

    async def close(self) -> None: ...


class Writer:
    """Tasks that commit; `patience` is how long one tries to learn what became of a batch."""

    def __init__(self, store: Store, patience: float) -> None:
        self.store = store
        self.patience = patience
        self._waiting: list[_Waiting] = []
        self._under_way = 0
        self._lately = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_calm(self) -> bool:
        """Whether so few answers come that none waits for another; the last ones count too."""
        return self._lately + self._under_way + len(self._waiting) <= FEW

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._keep_writing(), name=f"writer {lane}")
            for lane in range(self.store.lanes)
        ]

    async def stop(self) -> None:
        """Commit what waits, then end."""
        await self._idle.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    async def commit(self, change: Change) -> bool:
        """Whether the change was taken; False if its ply was no longer the next one.

        Raises Problem unavailable if that can't be learnt.
        """
        verdict: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, verdict))
        self._idle.clear()
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
            if not (self._waiting or self._under_way):
                self._idle.set()

    def _may_go(self) -> bool:
        """Whether a batch is worth a commit of its own while others are under way."""
        waiting = len(self._waiting)
        if not self._under_way or self._under_way + waiting <= FEW:
            return waiting > 0
        return waiting >= max(WORTH, self._under_way / 2)

    async def _write_some(self, some: list[_Waiting]) -> None:
        started = time.perf_counter()
        taken = await self._write([change for change, _ in some])
        COMMIT.observe(time.perf_counter() - started)
        BATCH.observe(len(some))
        for change, verdict in some:
            if verdict.done():
                continue
            if taken is None:
                verdict.set_exception(Problem("unavailable", "The database does not answer."))
            else:
                verdict.set_result(change.match in taken)

    def _gather(self) -> list[_Waiting]:
        """The next batch, by match, with at most one change of each."""
        some: dict[str, _Waiting] = {}
        rest: list[_Waiting] = []
        most = MOST if self.store.lanes == 1 else min(MOST, max(HANDY, len(self._waiting) // 3))
        for item in self._waiting:
            if item[0].match in some or len(some) >= most:
                rest.append(item)
            else:
                some[item[0].match] = item
        self._waiting = rest
        return [some[match] for match in sorted(some)]

    async def _write(self, batch: list[Change]) -> set[str] | None:
        """The matches whose change was taken; None if that can't be learnt.

        Whatever fails, the writer lives: answers to other matches wait for it.
        """
        try:
            return await self.store.write(batch)
        except Exception as error:
            log.warning("commit failed", error=type(error).__name__, answers=len(batch))
        return await self._find_out(batch)

    async def _find_out(self, batch: list[Change]) -> set[str] | None:
        """Read back what became of a batch whose commit was cut off."""
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            try:
                return await self.store.find(batch)
            except Exception:
                await asyncio.sleep(0.1)
        return None
