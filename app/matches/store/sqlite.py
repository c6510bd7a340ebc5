"""Group commit on SQLite: one transaction in the single writer thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.infra.database import Database
from app.infra.database_errors import reason_of
from app.infra.postgresql_timeouts import CLIENT_MARGIN_S
from app.matches.entry import EntryWrite, encode_times
from app.matches.verdicts import Refusal, Written

_UPDATE = """
UPDATE matches SET ply = ?, state = ?, status = ?, waiting = ?, due = ?, times = ?,
    outcome = coalesce(?, outcome), changed_at = ?, ended_at = ?
WHERE id = ? AND ply = ? AND edition = ? AND status = 'playing'
    AND NOT EXISTS (SELECT 1 FROM entries WHERE match = ? AND seat = ? AND key = ?)
"""
_ENTRY = """
INSERT INTO entries (match, ply, kind, seat, decision, answer, key, told, receipt, at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_SNAPSHOT = "INSERT INTO snapshots (match, ply, number, step) VALUES (?, ?, ?, ?)"
_UNSETTLE = """
UPDATE snapshots SET undone = ?
WHERE match = ? AND undone IS NULL AND (ply, number) >= (?, ?) AND ply < ?
"""
_FIND = "SELECT 1 FROM entries WHERE match = ? AND ply = ? AND receipt = ?"


class SqliteStore:
    """Writes changes to SQLite."""

    lanes = 1

    def __init__(self, database: Database) -> None:
        self.database = database

    async def write(self, batch: list[EntryWrite]) -> Written:
        def work(connection: sa.Connection) -> set[str]:
            return {change.match for change in batch if _write_change(connection, change)}

        try:
            return Written(await self._run(work))
        except DBAPIError as error:
            # A failed commit may have been written nevertheless.
            written = await self.fence(batch)
            if written.taken:
                return written
            if reason := reason_of(error):
                raise Refusal(reason) from error
            raise

    async def fence(self, batch: list[EntryWrite]) -> Written:
        """There is one thread, so once it has finished its queue, no statement can arrive late."""
        await self.database.writer_thread_is_through()
        async with self.database.reading() as session:
            connection = await session.connection()
            taken = {change.match for change in batch if await _is_there(connection, change)}
        return Written(taken)

    async def rehearse(self, batch: list[EntryWrite]) -> None:
        """Probe the database: a write that is rolled back would not reach the disk."""
        await self.database.probe()

    def give_up(self) -> None:
        """Nothing to cut: replies come from a thread of this process."""

    async def close(self) -> None:
        return

    async def _run(self, work: Callable[[sa.Connection], set[str]]) -> set[str]:
        """Raises TimeoutError if the disk does not respond."""
        async with asyncio.timeout(self.database.settings.database_seconds + CLIENT_MARGIN_S):
            return await self.database.in_writer_thread(work)


def _write_change(connection: sa.Connection, change: EntryWrite) -> bool:
    if connection.exec_driver_sql(_UPDATE, _match_row(change)).rowcount != 1:
        return False
    connection.exec_driver_sql(_ENTRY, _entry_row(change))
    if change.unsettled:
        place = (change.ply, change.match, *change.unsettled, change.ply)
        connection.exec_driver_sql(_UNSETTLE, place)
    for number, step in enumerate(change.snapshots):
        connection.exec_driver_sql(_SNAPSHOT, (change.match, change.ply, number, step))
    return True


async def _is_there(connection: AsyncConnection, change: EntryWrite) -> bool:
    place = (change.match, change.ply, change.receipt)
    return (await connection.exec_driver_sql(_FIND, place)).first() is not None


def _match_row(change: EntryWrite) -> tuple[Any, ...]:
    return (
        change.ply,
        change.state,
        change.status,
        change.waiting,
        _moment(change.due),
        encode_times(change.times),
        change.outcome.decode() if change.outcome else None,
        _moment(change.at),
        _moment(change.at) if change.status == "finished" else None,
        change.match,
        change.ply - 1,
        change.edition,
        change.match,
        change.seat,
        change.key,
    )


def _entry_row(change: EntryWrite) -> tuple[Any, ...]:
    return (
        change.match,
        change.ply,
        change.kind,
        change.seat,
        change.decision,
        change.answer,
        change.key,
        change.told,
        change.receipt,
        _moment(change.at),
    )


def _moment(at: Any) -> str | None:
    """A datetime as SQLAlchemy's own type writes it."""
    return at.strftime("%Y-%m-%d %H:%M:%S.%f") if at else None
