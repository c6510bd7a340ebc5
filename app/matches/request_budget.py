"""Request budget: what becomes of a command when the wait budget of its request is spent.

A change that has not been sent to the database is withdrawn. One that has been sent is never
cancelled: the command goes on, and its request is answered without it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

from app.infra.wait_budget import WaitBudget, current_wait_budget
from app.matches.entry import EntryWrite
from app.matches.store.group_commit import Writer
from app.matches.verdicts import Unknown


class OutlivingCommands:
    """The commands that may outlive their requests."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[int]] = set()

    async def run(self, command: Coroutine[Any, Any, int]) -> int:
        """The ply of a command. Raises Unknown if its request may not wait for it any longer."""
        budget = current_wait_budget()
        if budget is None:
            return await command
        task = asyncio.create_task(command)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        either: list[asyncio.Future[Any]] = [task, budget.exhausted]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        either.clear()
        try:
            if not task.done():
                raise Unknown
            return task.result()
        finally:
            del task  # its exception refers to this frame: a reference cycle otherwise

    def _ended(self, task: asyncio.Task[int]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()


class WithdrawnWithBudget:
    """A commit that is withdrawn, or leaves its request, once the request's budget is spent."""

    __slots__ = ("_budget", "_change", "_started", "_timer", "_writer")

    def __init__(self, writer: Writer, change: EntryWrite) -> None:
        self._writer = writer
        self._change = change
        self._budget = current_wait_budget()

    def __enter__(self) -> None:
        if self._budget is not None:
            self._started = time.monotonic()
            left_s = max(0.0, self._budget.left_s)
            self._timer = asyncio.get_running_loop().call_later(left_s, self._let_go, self._budget)

    def __exit__(self, *_error: object) -> None:
        if self._budget is not None:
            self._timer.cancel()
            self._budget.left_s -= time.monotonic() - self._started

    def _let_go(self, budget: WaitBudget) -> None:
        command_id = self._change.match, self._change.seat, self._change.key
        if self._writer.withdraw(*command_id):
            self._writer.readmit(*command_id)
        else:
            budget.exhaust()
