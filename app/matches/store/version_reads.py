"""Version reads: whether a match has moved on in PostgreSQL, at a tenth of a session's cost.

Whoever asks while a statement is under way waits for the next one, which reads all their matches.
"""

from __future__ import annotations

import asyncio

from app.infra.database import Database
from app.infra.patience import of_no_request, waiting
from app.matches.store.direct_connections import DRIVER_ERRORS, DirectConnections
from app.matches.verdicts import Refusal

_READ = "SELECT id, ply, edition FROM matches WHERE id = ANY($1::text[])"
_PLAN = "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan"

Version = tuple[int, int]
"""The ply and the edition in a match's row."""


class VersionReads:
    """Reads the versions of all matches that are asked for with one statement at a time;
    `patience` is the connection timeout in seconds.
    """

    def __init__(self, database: Database, patience: float) -> None:
        self.connections = DirectConnections(database, patience, _PLAN)
        self._next: dict[str, asyncio.Future[Version | None]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def of(self, match: str) -> Version | None:
        """The version as the database has it at some moment after the call; None if there is no
        such match, or the database did not say.
        """
        asked = self._next.get(match)
        if asked is None:
            asked = self._next[match] = asyncio.get_running_loop().create_future()
        if self._reading is None:
            self._reading = asyncio.create_task(self._read(), context=of_no_request())
        async with waiting():
            return await asyncio.shield(asked)

    async def _read(self) -> None:
        """Read until no version is requested."""
        try:
            while self._next:
                asked, self._next = self._next, {}
                found: dict[str, Version] = {}
                try:
                    rows = await self.connections.fetch(_READ, list(asked))
                    found = {row[0]: (row[1], row[2]) for row in rows}
                except (Refusal, *DRIVER_ERRORS, OSError):
                    pass  # who asked reads the row itself, and learns why
                finally:
                    for match, one in asked.items():
                        one.set_result(found.get(match))
        finally:
            self._reading = None
            for one in self._next.values():
                one.set_result(None)
            self._next = {}

    async def close(self) -> None:
        """Stop reading: nothing more is said."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])
        await self.connections.close()
