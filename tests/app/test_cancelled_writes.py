"""A write that is cancelled leaves SQLite free for the next one."""

from __future__ import annotations

import asyncio
import gc
from random import Random

import pytest
import sqlalchemy as sa

from app.infra.database import Database
from app.infra.settings import Settings

CANCELLED_WRITES = 150
MAX_DELAY_S = 0.004
"""The longest delay before a write is cancelled: about as long as it takes."""


@pytest.fixture
def uncollected_cursors():
    """Cursors of cancelled statements stay alive, as they may for a while in tracebacks."""
    gc.disable()
    yield
    gc.enable()


async def test_write_succeeds_after_a_cancelled_write(tmp_path, uncollected_cursors):
    database, rng = (
        Database(Settings(database_url=f"sqlite+aiosqlite:///{tmp_path}/x.db")),
        Random(1),
    )
    try:
        async with database.writing() as session:
            await session.execute(sa.text("CREATE TABLE counts (n INTEGER)"))
            await session.execute(sa.text("INSERT INTO counts VALUES (0)"))
        counted = 0
        for _ in range(CANCELLED_WRITES):
            writing = asyncio.create_task(count(database))
            await asyncio.sleep(rng.random() * MAX_DELAY_S)
            writing.cancel()
            await asyncio.wait([writing])
            now = await count(database)
            assert now - counted in (1, 2), "a cancelled write is applied whole or not at all"
            counted = now
    finally:
        await database.close()


async def count(database: Database) -> int:
    async with database.writing() as session:
        counted = await session.execute(sa.text("UPDATE counts SET n = n + 1 RETURNING n"))
        return counted.scalar_one()
