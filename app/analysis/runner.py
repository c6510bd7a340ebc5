"""Analysis runner: works on the queue of analyses, with one worker process per analysis.

The event loop only passes messages on. While a worker runs, the runner renews its lease and stores
its progress about once a second; a lost lease ends the worker.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NoReturn, TypeVar

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.analysis import worker
from app.analysis.queue import LEASE_S, QUEUE, AnalysisQueue, Lease, channel_of
from app.analysis.worker import Failed, Finished, Step, Task, decode_message, encode_task
from app.bots.worker_pool import Worker, WorkerDied
from app.bus.base import Bus
from app.history.export import export
from app.history.replay import Replays
from app.infra.database import Database
from app.infra.fault_reports import report_fault
from app.infra.metrics import ANALYSES, ANALYSES_RUNNING, ANALYSES_WAITING, ANALYSIS_SECONDS
from app.infra.problems import Problem
from app.infra.settings import BotSettings
from app.infra.shutdown import cancel_all
from app.matches.room_cache import RoomCache

POLL_PAUSE_S = 5.0
"""Pause between two checks of the queue: the bus may lose the announcement of a request."""
RENEWAL_PAUSE_S = 1.0
"""Pause between two renewals of a lease, each of which stores the progress."""
SILENCE_TIMEOUT_S = 300.0
"""A worker that sends nothing for this long is stuck."""
STORE_PAUSES_S = (1.0, 2.0, 4.0)
"""Pauses after attempts to store a result; the lease lasts longer than all of them."""
ERROR_PAUSE_S = 2.0
"""Pause after the database could not be reached."""
log = structlog.get_logger("conclave.analysis")
T = TypeVar("T")


class LeaseLost(Exception):
    """Another process holds the analysis now, or its match is gone."""


class AnalysisFailed(Exception):
    """Ended without a result; `name` says why, `is_lasting` that retries are useless."""

    def __init__(self, name: str, *, is_lasting: bool = False) -> None:
        super().__init__(name)
        self.name = name
        self.is_lasting = is_lasting


class Run:
    """A running worker: its progress, when it last reported it, by the monotonic clock, and its
    newest draft until that is stored.
    """

    def __init__(self) -> None:
        self.step = Step(0, 0)
        self.draft: bytes | None = None
        self.received_at = time.monotonic()

    def receive(self, step: Step) -> None:
        self.step, self.received_at = step, time.monotonic()
        self.draft = step.draft or self.draft


class AnalysisRunner:
    """Runs the analyses of this process; worker processes run `target`."""

    def __init__(
        self,
        queue: AnalysisQueue,
        database: Database,
        rooms: RoomCache,
        replays: Replays,
        bus: Bus,
        settings: BotSettings,
        *,
        background: bool,
    ) -> None:
        self.queue = queue
        self.database = database
        self.rooms = rooms
        self.replays = replays
        self.bus = bus
        self.seconds = settings.analysis_seconds
        self.worker_count = settings.analysis_workers if background else 0
        self.target: Callable[[Connection], None] = worker.serve
        self.workers: set[Worker] = set()
        self._wake = asyncio.Event()
        self._loops: list[asyncio.Task[None]] = []
        # a thread for each worker, and one for each that is being killed
        self._threads = ThreadPoolExecutor(
            max(1, 2 * self.worker_count), thread_name_prefix="analyses"
        )

    def start(self) -> None:
        """Work on the queue, if this process analyses anything."""
        if self.worker_count:
            self.bus.subscribe(QUEUE)
        self._loops = [
            asyncio.create_task(self._keep_analysing()) for _ in range(self.worker_count)
        ]

    async def stop(self) -> None:
        """Kill every worker and give its analysis back."""
        loops, self._loops = self._loops, []
        await cancel_all(loops)

    def wake(self) -> None:
        """Look at the queue now."""
        self._wake.set()

    async def _keep_analysing(self) -> None:
        while True:
            try:
                if await self.analyse():
                    continue
                pause = POLL_PAUSE_S
            except (SQLAlchemyError, OSError) as error:
                log.warning("analysis queue failed", error=type(error).__name__)
                pause = ERROR_PAUSE_S
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()
            self._wake.clear()

    async def analyse(self) -> bool:
        """Analyse the next match of the queue; returns whether there was one."""
        rules = {id: game.rules for id, game in self.rooms.catalogue.games.items()}
        lease = await self.queue.lease(rules)
        ANALYSES_WAITING.set(await self.queue.waiting())
        if lease is None:
            return False
        with ANALYSES_RUNNING.track_inprogress():
            await self._work(lease)
        return True

    async def _work(self, lease: Lease) -> None:
        """Analyse the match of a lease; any failure ends the lease."""
        self._announce(lease)
        result, is_lasting = "failed", False
        try:
            await self._run(lease)
            result = "done"
        except asyncio.CancelledError:
            await self._requeue(lease)
            raise
        except LeaseLost:
            result = "lost"
            log.warning("analysis lost", match=lease.match)
        except (AnalysisFailed, Problem, WorkerDied, SQLAlchemyError, OSError) as error:
            is_lasting = isinstance(error, AnalysisFailed) and error.is_lasting
            log.warning("analysis failed", match=lease.match, error=_name_of(error))
        except Exception as error:
            report_fault(error, match=lease.match)
        ANALYSES.labels(result).inc()
        if result == "failed":
            await self.queue.fail(lease, is_lasting=is_lasting)
        self._announce(lease)

    async def _requeue(self, lease: Lease) -> None:
        """Put the analysis back into the queue, so another process may begin at once."""
        ANALYSES.labels("given-back").inc()
        try:
            await self.queue.requeue(lease)
        except (SQLAlchemyError, OSError) as error:
            log.warning("analysis not given back", match=lease.match, error=_name_of(error))
        self._announce(lease)
        self.bus.publish(QUEUE, b"")

    async def _run(self, lease: Lease) -> None:
        """Raises LeaseLost, AnalysisFailed, WorkerDied, Problem, SQLAlchemyError or OSError."""
        task = encode_task(await self._task(lease))
        process = Worker(self.target, "analysis worker")
        self.workers.add(process)
        try:
            await self._in_thread(process.start)
            finished = await self._watch(lease, process, task)
        finally:
            self.workers.discard(process)
            process.kill()
            self._threads.submit(process.join)
        await self._store(lease, finished)
        ANALYSIS_SECONDS.observe(finished.seconds)
        log.info("match analysed", match=lease.match, seconds=round(finished.seconds, 1))

    async def _task(self, lease: Lease) -> Task:
        room = await self.rooms.fresh(lease.match)
        if lease.rules != room.game.rules:
            raise AnalysisFailed("OlderRules", is_lasting=True)
        full_export = await export(self.database, self.replays, room)
        return Task(msgspec.json.encode(full_export), self.seconds, lease.draft)

    async def _watch(self, lease: Lease, process: Worker, task: bytes) -> Finished:
        """Wait for the worker's result, and renew the lease meanwhile."""
        run = Run()
        result_task = asyncio.create_task(self._receive_result(process, task, run))
        renewal_task = asyncio.create_task(self._keep_renewing(lease, run))
        try:
            await asyncio.wait((result_task, renewal_task), return_when=asyncio.FIRST_COMPLETED)
            return await (result_task if result_task.done() else renewal_task)
        finally:
            process.kill()
            await cancel_all([result_task, renewal_task])

    async def _receive_result(self, process: Worker, task: bytes, run: Run) -> Finished:
        """Follow the worker until it has the result. Raises AnalysisFailed or WorkerDied."""
        message = decode_message(await self._in_thread(process.ask, task))
        while isinstance(message, Step):
            run.receive(message)
            message = decode_message(await self._in_thread(process.receive))
        if isinstance(message, Failed):
            raise AnalysisFailed(message.error, is_lasting=message.is_lasting)
        return message

    async def _keep_renewing(self, lease: Lease, run: Run) -> NoReturn:
        """Raises LeaseLost, or TimeoutError if the worker is stuck."""
        renewed_at, reported = time.monotonic(), run.step
        while True:
            await asyncio.sleep(RENEWAL_PAUSE_S)
            if time.monotonic() > run.received_at + SILENCE_TIMEOUT_S:
                raise TimeoutError
            asked_at, before, reported, draft = time.monotonic(), reported, run.step, run.draft
            try:
                is_held = await self.queue.renew(lease, reported.done, reported.total, draft)
            except (SQLAlchemyError, OSError) as error:
                log.warning("lease not renewed", match=lease.match, error=_name_of(error))
                is_held = asked_at < renewed_at + LEASE_S
            else:
                renewed_at = asked_at
                run.draft = None if run.draft is draft else run.draft
            if not is_held:
                raise LeaseLost
            if reported is not before:
                self._announce(lease)

    async def _store(self, lease: Lease, finished: Finished) -> None:
        """Store the result. Raises LeaseLost, or the database's error at the last attempt."""
        for pause in STORE_PAUSES_S:
            with suppress(SQLAlchemyError, OSError):
                await self._finish(lease, finished)
                return
            await asyncio.sleep(pause)
        await self._finish(lease, finished)

    async def _finish(self, lease: Lease, finished: Finished) -> None:
        if not await self.queue.finish(lease, finished.total, finished.result, finished.seconds):
            raise LeaseLost

    def _announce(self, lease: Lease) -> None:
        """Make all streams read the progress of the analysis."""
        self.bus.publish(channel_of(lease.match), b"")

    async def _in_thread(self, call: Callable[..., T], *args: bytes) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call, *args)


def _name_of(error: Exception) -> str:
    return error.name if isinstance(error, AnalysisFailed | Problem) else type(error).__name__
