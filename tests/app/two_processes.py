"""Two processes that share one PostgreSQL and one Redis, and what a match's rows say of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NoReturn

import asyncpg

from app.container import Container
from app.matches.commands import Command
from tests.app.in_process import ANN, BOB, in_process_server


@asynccontextmanager
async def pair(
    folder: Path, postgres_url: str, redis_url: str, **of_the_first: Any
) -> AsyncIterator[tuple[Container, Container]]:
    """Two processes on one PostgreSQL and Redis; the first one has Ann and Bob, and settings of its
    own.
    """
    settings = {"database_url": postgres_url, "redis_url": redis_url, "background": False}
    async with (
        in_process_server(folder, **settings | of_the_first) as first,
        in_process_server(folder, with_accounts=False, **settings) as second,
    ):
        for services in (first, second):
            await services.bus.start()
            await services.pipeline.start()
        async with asyncio.timeout(30):
            while not (first.bus.is_up() and second.bus.is_up()):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        yield first, second


async def said(
    services: Container, match: str, seat: int, key: str | None = None, **more: Any
) -> Command:
    """The usual answer to the seat's open question, by its holder."""
    await services.rooms.fresh(match)
    asked = json.loads(await services.pipeline.decisions(match, seat))[0]
    by = (ANN, BOB)[seat].account
    return Command("answer", match, seat, asked["id"], asked["default"], key, by=by, **more)


async def answer(services: Container, match: str, seat: int, **more: Any) -> int:
    """The process takes that answer, or has the owner take it; returns the ply."""
    command = await said(services, match, seat, **more)
    return await asyncio.wait_for(services.pipeline.take(command), 30)


async def rows(url: str, query: str, *arguments: Any) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        return await connection.fetch(query, *arguments)
    finally:
        await connection.close()


async def owner_of(url: str, match: str) -> str | None:
    (row,) = await rows(url, "SELECT owner FROM matches WHERE id = $1", match)
    return row["owner"]


async def keys_of(url: str, match: str) -> list[str | None]:
    query = "SELECT key FROM entries WHERE match = $1 AND ply > 0 ORDER BY ply"
    return [row["key"] for row in await rows(url, query, match)]


def silence(services: Container) -> list[tuple[Any, ...]]:
    """The process receives, and nothing comes from it; returns what it has received."""
    received = []
    services.bus._publisher.post = lambda *given: None
    services.bus.on_direct_message = lambda *given: received.append(given)
    return received


def fails(error: Exception) -> Callable[..., Coroutine[Any, Any, NoReturn]]:
    """Stands in for a coroutine function that raises the error."""

    async def fail(*_given: Any) -> NoReturn:
        raise error

    return fail
