"""Wait budget: how long one request may wait for the database in all.

Each statement has its own time limit, but a request may run many. When its budget is spent, reads
are cancelled. A commit that has been sent is not: it goes on without the request, whose reply says
that it may have been written.

A budget belongs to one request or socket command; tasks that they leave running have none.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context, ContextVar, copy_context

from starlette.types import ASGIApp, Receive, Scope, Send

from app.infra.problems import Problem

COMMIT_UNKNOWN = "The database did not say in time whether it took this: look before you repeat it."


class WaitBudget:
    """The seconds for which one request may still wait."""

    __slots__ = ("exhausted", "is_replied", "left_s")

    def __init__(self, seconds: float) -> None:
        self.left_s = seconds
        self.is_replied = False  # the request has its reply
        self.exhausted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def exhaust(self) -> None:
        """Make the request reply without waiting further."""
        if not self.exhausted.done():
            self.exhausted.set_result(None)


_budget: ContextVar[WaitBudget | None] = ContextVar("wait_budget", default=None)


def current_wait_budget() -> WaitBudget | None:
    """The budget of the current request, if there is one."""
    budget = _budget.get()
    return None if budget is None or budget.is_replied else budget


@contextmanager
def wait_budget(seconds: float) -> Iterator[None]:
    """A request that waits for the database for at most `seconds` in all."""
    budget = WaitBudget(seconds)
    token = _budget.set(budget)
    try:
        yield
    finally:
        budget.is_replied = True
        _budget.reset(token)


@asynccontextmanager
async def within_wait_budget() -> AsyncIterator[None]:
    """A wait for the database. Raises TimeoutError when the request's budget is spent."""
    budget = current_wait_budget()
    if budget is None:
        yield
        return
    started = time.monotonic()
    try:
        async with asyncio.timeout(max(0.0, budget.left_s)):
            yield
    finally:
        budget.left_s -= time.monotonic() - started


def context_without_budget() -> Context:
    """This context without a budget, for a task that several requests wait for."""
    context = copy_context()
    context.run(_budget.set, None)
    return context


async def wait_for_commit(commit: asyncio.Task[None]) -> bool:
    """Wait for a commit while the request's budget lasts; False if the commit goes on."""
    budget, started = current_wait_budget(), time.monotonic()
    if budget is None:
        await asyncio.wait([commit])
        return True
    done, _ = await asyncio.wait([commit], timeout=max(0.0, budget.left_s))
    budget.left_s -= time.monotonic() - started
    return bool(done)


def commit_unknown() -> Problem:
    """The problem of a request whose commit goes on without it."""
    return Problem("unavailable", COMMIT_UNKNOWN)


class RequestWaitBudget:
    """Middleware that gives every request except streams a wait budget."""

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].endswith("/stream"):
            await self.app(scope, receive, send)
            return
        with wait_budget(self.seconds):
            await self.app(scope, receive, send)
