"""Patience: one request's time budget for the database.

Each statement has its own time limit, but a request may run many. When its patience ends, reads are
cancelled. A commit that has been sent is not: it goes on without the request, whose reply says that
it may have been written.

Patience belongs to one request or socket command; tasks that they leave running have none.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context, ContextVar, copy_context

from starlette.types import ASGIApp, Receive, Scope, Send

from app.infra.problems import Problem

UNSURE = "The database did not say in time whether it took this: look before you repeat it."


class Patience:
    """The seconds left to one request."""

    __slots__ = ("ended", "is_over", "left")

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self.is_over = False  # the request has its answer
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def end(self) -> None:
        """Make the request reply without waiting further."""
        if not self.ended.done():
            self.ended.set_result(None)


_of_this_request: ContextVar[Patience | None] = ContextVar("patience", default=None)


def patience() -> Patience | None:
    """The patience of the current request, if there is one."""
    own = _of_this_request.get()
    return None if own is None or own.is_over else own


@contextmanager
def patient(seconds: float) -> Iterator[None]:
    """A request that waits for the database for at most `seconds` in all."""
    own = Patience(seconds)
    token = _of_this_request.set(own)
    try:
        yield
    finally:
        own.is_over = True
        _of_this_request.reset(token)


@asynccontextmanager
async def waiting() -> AsyncIterator[None]:
    """A wait for the database. Raises TimeoutError when the request's patience ends."""
    own = patience()
    if own is None:
        yield
        return
    started = time.monotonic()
    try:
        async with asyncio.timeout(max(0.0, own.left)):
            yield
    finally:
        own.left -= time.monotonic() - started


def of_no_request() -> Context:
    """This context without patience, for a task that several requests wait for."""
    context = copy_context()
    context.run(_of_this_request.set, None)
    return context


async def settled(commit: asyncio.Task[None]) -> bool:
    """Wait for a commit while the request's patience lasts; False if the commit goes on."""
    own, started = patience(), time.monotonic()
    if own is None:
        await asyncio.wait([commit])
        return True
    done, _ = await asyncio.wait([commit], timeout=max(0.0, own.left))
    own.left -= time.monotonic() - started
    return bool(done)


def unsure() -> Problem:
    """The problem of a request whose commit goes on without it."""
    return Problem("unavailable", UNSURE)


class RequestPatience:
    """Middleware that gives every request except streams its patience."""

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].endswith("/stream"):
            await self.app(scope, receive, send)
            return
        with patient(self.seconds):
            await self.app(scope, receive, send)
