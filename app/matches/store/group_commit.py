"""Group commit: writes the answers of many matches in one transaction.

While one commit is on its way to the disk, arriving changes gather for the next one; each gets its
own verdict. If the database takes several commits at once, the next one is sent as soon as enough
changes have gathered, and no commit takes the whole queue, so this process works while the disk
does.

A match whose row is locked by another transaction is left out of the commit and retried alone, so
no other match waits for it. A batch whose commit gets no reply is fenced before it is judged: from
then on its statement cannot commit, however late it arrives. Matches with locked rows cannot be
fenced yet: they are fenced again while the others get their verdicts.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import chain

from app.infra.database_errors import BUSY, ENDING, REFUSED, SLOW
from app.infra.logs import Recurring
from app.infra.metrics import BATCH, COMMIT, VERDICTS
from app.matches.entry import EntryWrite
from app.matches.store.waiting import CommandId, Store, Waiting, changes_of, command_id_of
from app.matches.verdicts import NotWritten, Refusal, Unknown, Written

MAX_BATCH = 256
"""Answers in one commit, at most."""
TARGET_BATCH = 32
"""Size of a commit, or a third of the queue if that is more: a larger batch would leave this
process idle, a smaller one costs more than the wait.
"""
MIN_CONCURRENT_BATCH = 16
"""Fewest answers for a second commit while one is under way: a small commit costs the database
nearly as much as a large one.
"""
IDLE_THRESHOLD = 4
"""Up to this many answers at once are no load: each may have its own commit, so none waits."""
RETRY_PAUSE_S = (0.02, 0.2)
"""Bounds of the random pause before a busy match is retried."""
REHEARSAL_PAUSE_S = 1.0
"""Pause between two rehearsals of a refused batch."""
TIMEOUT_CHECK_S = 0.5
"""Pause between two checks for answers that have waited too long."""


class Writer:
    """Commits batches, with one task per lane of the store."""

    def __init__(self, store: Store, timeout_s: float, drain_s: float = 10.0) -> None:
        self.store = store
        # how long to find out what became of a batch, and how long an answer waits for a database
        # that takes nothing
        self.timeout_s = timeout_s
        self.drain_s = drain_s  # how long `stop` may take
        # the last batch that was refused, until another is taken or a rehearsal succeeds
        self.refused: list[EntryWrite] | None = None
        self.on_refusal: Callable[[], None] = lambda: None  # called when a batch is refused
        self._reason = ""
        self._waiting: list[Waiting] = []
        self._alone: list[Waiting] = []
        self._pausing: set[Waiting] = set()
        self._sent: set[Waiting] = set()
        self._fencing: dict[asyncio.Task[None], list[Waiting]] = {}
        self._withdrawn: set[CommandId] = set()
        self._was_alone = False
        self._under_way = 0
        self._last_batch_size = 0
        self._last_verdict_at = time.monotonic()
        self._idle = asyncio.Event()
        self._idle.set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._refused = Recurring("conclave.store", "commit refused")
        self._doubted = Recurring("conclave.store", "commit in doubt")

    @property
    def is_calm(self) -> bool:
        """Whether so few answers come, the last batch included, that none waits for another."""
        return self._last_batch_size + self._under_way + len(self._waiting) <= IDLE_THRESHOLD

    @property
    def is_refused(self) -> bool:
        """Whether the database takes no answers, for a reason that concerns none of them."""
        return self.refused is not None and self._reason != REFUSED

    @property
    def is_stuck(self) -> bool:
        """Whether answers wait and none has had a verdict for half of `timeout_s`."""
        return (
            not self._idle.is_set()
            and time.monotonic() - self._last_verdict_at > self.timeout_s / 2
        )

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._keep_writing(), name=f"writer {lane}")
            for lane in range(self.store.lanes)
        ]
        self._tasks.append(asyncio.create_task(self._keep_timing_out(), name="writer timeouts"))
        self._tasks.append(asyncio.create_task(self._keep_rehearsing(), name="rehearsal"))

    async def stop(self) -> None:
        """Commit waiting changes, then end; changes sent but without a verdict are unknown."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.drain_s):
                await self._idle.wait()
        tasks = [*self._tasks, *self._fencing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._fail([*self._waiting, *self._alone, *self._pausing], ENDING)
        await self.store.close()

    async def commit(self, change: EntryWrite, arrived_at: float | None = None) -> bool:
        """Whether the change was taken; False if its ply was no longer the next one. The
        timeout counts from `arrived_at`, by the monotonic clock.

        Raises NotWritten or Unknown.
        """
        if self._withdrawn and command_id_of(change) in self._withdrawn:
            raise NotWritten(SLOW)
        verdict: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if self._idle.is_set():
            self._idle.clear()
            self._last_verdict_at = time.monotonic()
        self._waiting.append(Waiting(change, verdict, arrived_at or time.monotonic()))
        self._wake.set()
        return await verdict

    def withdraw(self, match: str, seat: int, key: str | None) -> bool:
        """Make sure that no change under this key is sent, until it is readmitted; False if one has
        been sent and has no verdict yet.
        """
        command_id = match, seat, key
        sent = chain(self._sent, *self._fencing.values())
        if any(command_id_of(item.change) == command_id for item in sent):
            return False
        self._withdrawn.add(command_id)
        for queue in (self._waiting, self._alone, self._pausing):
            for item in [item for item in queue if command_id_of(item.change) == command_id]:
                queue.remove(item)
                self._fail([item], SLOW)
        self._set_idle_if_done()
        return True

    def readmit(self, match: str, seat: int, key: str | None) -> None:
        """Changes under this key may be sent again."""
        self._withdrawn.discard((match, seat, key))

    async def _keep_writing(self) -> None:
        """Commit one batch after another in one lane."""
        while True:
            while not self._may_send_batch():
                self._wake.clear()
                await self._wake.wait()
            items = self._gather()
            self._under_way += len(items)
            self._sent.update(items)
            await self._write_items(items)
            self._sent.difference_update(items)
            self._under_way -= len(items)
            self._last_batch_size = len(items)
            self._wake.set()
            self._set_idle_if_done()

    def _set_idle_if_done(self) -> None:
        queued = self._waiting or self._alone or self._pausing
        if not (queued or self._under_way or self._fencing):
            self._idle.set()

    def _may_send_batch(self) -> bool:
        """Whether a batch is worth its own commit while others are under way."""
        waiting = len(self._waiting)
        if self._alone:
            return True
        if not self._under_way or self._under_way + waiting <= IDLE_THRESHOLD:
            return waiting > 0
        return waiting >= max(MIN_CONCURRENT_BATCH, self._under_way / 2)

    def _gather(self) -> list[Waiting]:
        """The next batch, sorted by match, with at most one change per match; alternates with
        changes that are retried alone.
        """
        self._was_alone = bool(self._alone) and not (self._was_alone and self._waiting)
        if self._was_alone:
            return [self._alone.pop(0)]
        by_match: dict[str, Waiting] = {}
        remaining: list[Waiting] = []
        share = max(TARGET_BATCH, len(self._waiting) // 3)
        max_size = MAX_BATCH if self.store.lanes == 1 else min(MAX_BATCH, share)
        for item in self._waiting:
            if item.change.match in by_match or len(by_match) >= max_size:
                remaining.append(item)
            else:
                by_match[item.change.match] = item
        self._waiting = remaining
        return [by_match[match] for match in sorted(by_match)]

    async def _write_items(self, items: list[Waiting]) -> None:
        """Write a batch and survive any failure: answers to other matches wait for the writer."""
        started = time.perf_counter()
        batch = changes_of(items)
        try:
            written = await self.store.write(batch)
        except Refusal as refusal:
            self.refused, self._reason = batch, refusal.reason
            self._fail(items, refusal.reason)
            self.on_refusal()
        except Exception as error:
            self._doubted.note(len(batch), error=type(error).__name__)
            await self._resolve_doubt(items)
        except BaseException:
            self._fail(items)
            raise
        else:
            self.refused = None if written.taken else self.refused
            self._judge(items, written)
        self._last_verdict_at = time.monotonic()
        COMMIT.observe(time.perf_counter() - started)
        BATCH.observe(len(items))

    async def _resolve_doubt(self, items: list[Waiting]) -> None:
        """Find out whether a cut-off batch was committed; fence busy matches outside the lane."""
        until = time.monotonic() + self.timeout_s
        if busy := await self._fence(items, until):
            task = asyncio.create_task(self._keep_fencing(busy, until), name="fence")
            self._fencing[task] = busy
            task.add_done_callback(lambda task: self._fenced(task, busy))

    async def _keep_fencing(self, busy: list[Waiting], until: float) -> None:
        """Fence until no match is busy, or until the timeout."""
        while busy and time.monotonic() < until:
            await asyncio.sleep(random.uniform(*RETRY_PAUSE_S))
            busy = await self._fence(busy, until)

    def _fenced(self, task: asyncio.Task[None], busy: list[Waiting]) -> None:
        """However fencing ended, give every change a verdict."""
        self._fencing.pop(task, None)
        self._fail([item for item in busy if not item.verdict.done()])
        self._last_verdict_at = time.monotonic()
        self._set_idle_if_done()

    async def _fence(self, items: list[Waiting], until: float) -> list[Waiting]:
        """Give all but busy changes their verdicts; returns the busy ones. A verdict that does not
        come in time is unknown.
        """
        try:
            async with asyncio.timeout_at(until):
                taken, busy = await self._fence_when_possible(changes_of(items))
        except TimeoutError:
            self._fail(items)
            return []
        except BaseException:
            self._fail(items)
            raise
        self._judge([item for item in items if item.change.match not in busy], Written(taken))
        return [item for item in items if item.change.match in busy]

    async def _fence_when_possible(self, batch: list[EntryWrite]) -> Written:
        """Fence a batch as soon as the database allows."""
        while True:
            try:
                return await self.store.fence(batch)
            except Exception:
                await asyncio.sleep(0.1)

    def _judge(self, items: list[Waiting], written: Written) -> None:
        taken, busy = written
        if len(taken) == len(items):
            VERDICTS.labels("taken").inc(len(items))
            for item in items:
                if not item.verdict.done():
                    item.verdict.set_result(True)
            return
        for item in items:
            match = item.change.match
            if item.verdict.done():
                continue
            if match in busy:
                self._retry_later(item)
            else:
                item.verdict.set_result(match in taken)
        VERDICTS.labels("taken").inc(len(taken))
        VERDICTS.labels("busy").inc(len(busy))
        VERDICTS.labels("lost").inc(len(items) - len(taken) - len(busy))

    def _fail(self, items: list[Waiting], reason: str | None = None) -> None:
        """Refuse for the reason; without one, the outcome is unknown."""
        if reason and items:
            self._refused.note(len(items), reason=reason)
        VERDICTS.labels("refused" if reason else "unknown").inc(len(items))
        for item in items:
            if not item.verdict.done():
                item.verdict.set_exception(NotWritten(reason) if reason else Unknown())

    def _retry_later(self, item: Waiting) -> None:
        """Retry a busy change alone after a random pause, until the timeout."""
        if time.monotonic() - item.arrived_at > self.timeout_s:
            self._fail([item], BUSY)
            return
        self._pausing.add(item)
        loop = asyncio.get_running_loop()
        loop.call_later(random.uniform(*RETRY_PAUSE_S), self._retry_alone, item)

    def _retry_alone(self, item: Waiting) -> None:
        if item in self._pausing:
            self._pausing.discard(item)
            self._alone.append(item)
            self._wake.set()

    async def _keep_timing_out(self) -> None:
        """Time out answers that wait too long: in the queue while no answer gets a verdict, or to
        be retried alone, since each answer before them may take seconds to fail.
        """
        while True:
            await asyncio.sleep(TIMEOUT_CHECK_S)
            oldest = time.monotonic() - self.timeout_s
            timed_out = [item for item in self._alone if item.arrived_at < oldest]
            self._alone = [item for item in self._alone if item.arrived_at >= oldest]
            if self._last_verdict_at < oldest:
                timed_out += [item for item in self._waiting if item.arrived_at < oldest]
                self._waiting = [item for item in self._waiting if item.arrived_at >= oldest]
            self._fail(timed_out, SLOW)
            self._set_idle_if_done()

    async def _keep_rehearsing(self) -> None:
        """Rehearse a refused batch until the database would take it, even if no answers arrive."""
        while True:
            await asyncio.sleep(REHEARSAL_PAUSE_S)
            if refused := self.refused:
                with suppress(Exception):
                    async with asyncio.timeout(self.timeout_s):
                        await self.store.rehearse(refused)
                    self.refused = None if self.refused is refused else self.refused
