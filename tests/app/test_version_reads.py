"""Version reads: whatever the driver raises, callers learn that the database did not answer."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from app.infra.database_errors import UNREACHABLE
from app.matches.store.version_reads import VersionReads
from app.matches.verdicts import Refusal


class Broken:
    """Connections on which every statement fails."""

    def __init__(self, error):
        self.error = error
        self.reading = None

    async def fetch(self, *_statement):
        self.reading = asyncio.current_task()
        raise self.error


@pytest.mark.parametrize(
    "error",
    [
        asyncpg.InternalClientError("cannot switch to state 12; another operation is in progress"),
        asyncpg.InterfaceError("the connection is closed"),
        asyncpg.CannotConnectNowError("the database system is shutting down"),
        ConnectionResetError(),
        TimeoutError(),
        Refusal(UNREACHABLE),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_failing_read_yields_nothing_and_leaves_no_error_behind(error):
    reads = VersionReads(None, connect_timeout_s=1.0)
    broken = reads.connections = Broken(error)
    assert await asyncio.gather(reads.of("one"), reads.of("two")) == [None, None]
    await broken.reading
    assert await reads.of("one") is None
