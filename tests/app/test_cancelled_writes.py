"""A write that is cancelled leaves SQLite free for the next one."""

from __future__ import annotations

import asyncio
import gc
from random import Random

import pytest
import sqlalchemy as sa

from app.infra.database import Database
from app.infra.settings import Settings

CANCELLED = 150
LONGEST_S = 0.004
"""After which a write is cancelled at the latest: about as long as it takes."""


@pytest.fixture
def lingering():
    """Cursors of cancelled statements live on, as they may for a while in tracebacks."""
    gc.disable()
    yield
    gc.enable()


async def test_whenever_a_write_is_cancelled_the_next_one_succeeds(tmp_path, lingering):
    database, rng = (
        Database(Settings(database_url=f"sqlite+aiosqlite:///{tmp_path}/x.db")),
        Random(1),
    )
    try:
        async with database.writing() as session:
            await session.execute(sa.text("CREATE TABLE counts (n INTEGER)"))
            await session.execute(sa.text("INSERT INTO counts VALUES (0)"))
        counted = 0
        for _ in range(CANCELLED):
            writing = asyncio.create_task(count(database))
            await asyncio.sleep(rng.random() * LONGEST_S)
            writing.cancel()
            await asyncio.wait([writing])
            now = await count(database)
            assert now - counted in (1, 2), "a cancelled write is there whole or not at all"
            counted = now
    finally:
        await database.close()


async def count(database: Database) -> int:
    async with database.writing() as session:
        counted = await session.execute(sa.text("UPDATE counts SET n = n + 1 RETURNING n"))
        return counted.scalar_one()
