"""Grouped commits on SQLite: one transaction in the one writer thread."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.database import Database
from app.matches.change import Change, encode_times

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
    """Changes into SQLite."""

    lanes = 1

    def __init__(self, database: Database) -> None:
        self.database = database

    async def write(self, batch: list[Change]) -> set[str]:
        def work(connection: sa.Connection) -> set[str]:
            return {change.match for change in batch if _take(connection, change)}

        return await self.database.in_writer_thread(work)

    async def find(self, batch: list[Change]) -> set[str]:
        def work(connection: sa.Connection) -> set[str]:
            return {change.match for change in batch if _is_there(connection, change)}

        return await self.database.in_writer_thread(work)

    async def close(self) -> None:
        return


def _take(connection: sa.Connection, change: Change) -> bool:
    if connection.exec_driver_sql(_UPDATE, _match_row(change)).rowcount != 1:
        return False
    connection.exec_driver_sql(_ENTRY, _entry_row(change))
    if change.unsettled:
        place = (change.ply, change.match, *change.unsettled, change.ply)
        connection.exec_driver_sql(_UNSETTLE, place)
    for number, step in enumerate(change.snapshots):
        connection.exec_driver_sql(_SNAPSHOT, (change.match, change.ply, number, step))
    return True


def _is_there(connection: sa.Connection, change: Change) -> bool:
    place = (change.match, change.ply, change.receipt)
    return connection.exec_driver_sql(_FIND, place).first() is not None


def _match_row(change: Change) -> tuple[Any, ...]:
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


def _entry_row(change: Change) -> tuple[Any, ...]:
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
    """A moment as SQLAlchemy's own type writes it."""
    return at.strftime("%Y-%m-%d %H:%M:%S.%f") if at else None
