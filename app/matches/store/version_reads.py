"""Version reads: check whether matches have moved on in PostgreSQL, at a tenth of a session's cost.

Requests that arrive while a statement is under way wait for the next one, which reads the versions
of all their matches.
"""

from __future__ import annotations

import asyncio

from app.infra.database import Database
from app.infra.postgresql_driver import DRIVER_ERRORS
from app.infra.wait_budget import context_without_budget, within_wait_budget
from app.matches.store.direct_connections import DirectConnections
from app.matches.verdicts import Refusal

_READ = "SELECT id, ply, edition FROM matches WHERE id = ANY($1::text[])"
_PLAN = "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan"

Version = tuple[int, int]
"""The ply and the edition in a match's row."""


class VersionReads:
    """Reads the versions of all requested matches, with one statement at a time."""

    def __init__(self, database: Database, connect_timeout_s: float) -> None:
        self.connections = DirectConnections(database, connect_timeout_s, _PLAN)
        self._next: dict[str, asyncio.Future[Version | None]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def of(self, match: str) -> Version | None:
        """The version as the database has it at some moment after the call; None if there is no
        such match, or the database did not reply.
        """
        future = self._next.get(match)
        if future is None:
            future = self._next[match] = asyncio.get_running_loop().create_future()
        if self._reading is None:
            self._reading = asyncio.create_task(self._read(), context=context_without_budget())
        async with within_wait_budget():
            return await asyncio.shield(future)

    async def _read(self) -> None:
        """Read until no version is requested."""
        try:
            while self._next:
                requests, self._next = self._next, {}
                versions: dict[str, Version] = {}
                try:
                    rows = await self.connections.fetch(_READ, list(requests))
                    versions = {row[0]: (row[1], row[2]) for row in rows}
                except (Refusal, *DRIVER_ERRORS, OSError):
                    pass  # the caller reads the row itself, and gets the error
                finally:
                    for match, future in requests.items():
                        future.set_result(versions.get(match))
        finally:
            self._reading = None
            for future in self._next.values():
                future.set_result(None)
            self._next = {}

    async def close(self) -> None:
        """Stop reading; open requests get None."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])
        await self.connections.close()
