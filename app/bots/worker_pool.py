"""Worker pool: the processes in which bots think, each with its own pipe.

A worker that is stuck or dies disturbs no other, since workers share nothing that it could leave
locked. Library pools share their queues: the death of any worker breaks `concurrent.futures`, and
the death of an idle one breaks `pebble` (5.2).
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TypeVar

from app.bots.worker import READY, serve

START_TIMEOUT_S = 60.0
"""How long a worker may take to load the games."""
EXIT_TIMEOUT_S = 5.0
"""How long to wait for a killed worker to exit."""
T = TypeVar("T")


class WorkerDied(Exception):
    """The worker process ended before it replied, or did not start."""


class Worker:
    """A process that runs `target` with its end of a pipe, and sends READY first. It is used by one
    thread at a time; only `kill` may be called from any thread.
    """

    def __init__(
        self, target: Callable[[Connection], None] = serve, name: str = "bot worker"
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, self._child_pipe = context.Pipe()
        self._process = context.Process(
            target=target, args=(self._child_pipe,), name=name, daemon=True
        )
        self._killed = False

    @property
    def pid(self) -> int | None:
        """None before it has started."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def start(self) -> None:
        """Block until it is ready. Raises WorkerDied."""
        self._process.start()
        self._child_pipe.close()
        if self._killed:
            self._process.kill()
        if not self._pipe.poll(START_TIMEOUT_S) or self.receive() != READY:
            raise WorkerDied

    def ask(self, task: bytes) -> bytes:
        """Block until it replies. Raises WorkerDied."""
        try:
            self._pipe.send_bytes(task)
        except OSError:
            raise WorkerDied from None
        return self.receive()

    def receive(self) -> bytes:
        """Block until it sends something. Raises WorkerDied."""
        try:
            return self._pipe.recv_bytes()
        except (EOFError, OSError):
            raise WorkerDied from None

    def kill(self) -> None:
        """Kill it, even in the middle of a task; a pending `ask` raises WorkerDied."""
        self._killed = True
        if self._process.pid is not None:
            self._process.kill()

    def join(self) -> None:
        """Block until a killed process has exited."""
        if self._process.pid is not None:
            self._process.join(EXIT_TIMEOUT_S)


class WorkerPool:
    """Up to `size` workers, one for each concurrent task, started when they are first needed."""

    def __init__(self, size: int) -> None:
        # a thread for each worker, and one for each that is being killed
        self._threads = ThreadPoolExecutor(2 * size, thread_name_prefix="bots")
        self.workers: set[Worker] = set()
        self._idle: list[Worker] = []

    async def ask(self, task: bytes, seconds: float) -> bytes:
        """A worker's reply within `seconds`, counted once the worker is ready.

        Raises WorkerDied or TimeoutError; that worker is then killed and replaced when needed.
        """
        worker = await self._acquire()
        try:
            async with asyncio.timeout(seconds):
                reply = await self._in_thread(worker.ask, task)
        except BaseException:
            self._discard(worker)
            raise
        self._idle.append(worker)
        return reply

    async def stop(self) -> None:
        """Kill every worker, even in the middle of a task."""
        self._idle.clear()
        ending = list(self.workers)
        for worker in ending:
            self._discard(worker)
        await asyncio.gather(*(self._in_thread(worker.join) for worker in ending))

    async def _acquire(self) -> Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            self._discard(worker)
        worker = Worker()
        self.workers.add(worker)
        try:
            await self._in_thread(worker.start)
        except BaseException:
            self._discard(worker)
            raise
        return worker

    def _discard(self, worker: Worker) -> None:
        self.workers.discard(worker)
        worker.kill()
        with suppress(RuntimeError):  # no more threads: the next start of a worker reaps it
            self._threads.submit(worker.join)

    async def _in_thread(self, call: Callable[..., T], *args: bytes) -> T:
        """Raises WorkerDied if the machine has no thread for it."""
        try:
            waiting = asyncio.get_running_loop().run_in_executor(self._threads, call, *args)
        except RuntimeError:
            raise WorkerDied from None
        return await waiting
