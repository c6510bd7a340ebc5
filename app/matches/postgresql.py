"""Grouped commits on PostgreSQL: one statement for a whole batch, on connections of its own.

Entries and snapshots are inserted only from what the UPDATE returned, so that one lost race never
aborts the others. Rows are taken in the order of their ids (the batch is sorted, and the planner is
held to nested loops), so that two processes do not lock crosswise.

To plan the statement takes longer than to commit a few answers, so that a plan is kept for some
seconds (PLAN_SECONDS; a table that was small may have grown meanwhile). The status is compared in a
way that no index serves: to read all matches that are played is tempting where nobody has counted
them.

The statements go past SQLAlchemy to its driver: to begin one through its layers costs as much as to
send it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import asyncpg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import COMMITS, Database
from app.matches.change import Change, encode_times

_COLUMNS = (
    ("id", "text"),
    ("ply", "int"),
    ("edition", "int"),
    ("state", "bytea"),
    ("status", "text"),
    ("waiting", "int"),
    ("due", "timestamptz"),
    ("times", "text"),
    ("outcome", "text"),
    ("at", "timestamptz"),
    ("kind", "text"),
    ("seat", "int"),
    ("decision", "text"),
    ("answer", "bytea"),
    ("key", "text"),
    ("told", "bytea"),
    ("receipt", "bigint"),
    ("from_ply", "int"),
    ("from_number", "int"),
)
_ARRAYS = ", ".join(f"${n}::{kind}[]" for n, (_, kind) in enumerate(_COLUMNS, 1))
_NAMES = ", ".join(name for name, _ in _COLUMNS)
_WRITE = f"""
WITH given AS MATERIALIZED (
    SELECT * FROM unnest({_ARRAYS}) AS given ({_NAMES})
    WHERE key IS NULL OR NOT EXISTS (
        SELECT 1 FROM entries
        WHERE match = given.id AND entries.seat = given.seat AND entries.key = given.key)
), taken AS (
    UPDATE matches SET ply = given.ply, state = given.state, status = given.status,
        waiting = given.waiting, due = given.due, times = given.times::json,
        changed_at = given.at,
        ended_at = CASE WHEN given.status = 'finished' THEN given.at END,
        outcome = coalesce(given.outcome::json, matches.outcome)
    FROM given
    WHERE matches.id = given.id AND matches.ply = given.ply - 1
        AND matches.edition = given.edition AND matches.status IS NOT DISTINCT FROM 'playing'
    RETURNING given.id, given.ply, given.kind, given.seat, given.decision, given.answer, given.key,
        given.told, given.receipt, given.at, given.from_ply, given.from_number
), entered AS (
    INSERT INTO entries (match, ply, kind, seat, decision, answer, key, told, receipt, at)
    SELECT id, ply, kind, seat, decision, answer, key, told, receipt, at
    FROM taken
), kept AS (
    INSERT INTO snapshots (match, ply, number, step)
    SELECT step.id, step.ply, step.number, step.step
    FROM unnest($20::text[], $21::int[], $22::int[], $23::bytea[])
        AS step (id, ply, number, step)
    JOIN taken USING (id)
), unsettled AS (
    UPDATE snapshots SET undone = taken.ply
    FROM taken
    WHERE taken.from_ply IS NOT NULL AND snapshots.match = taken.id
        AND snapshots.undone IS NULL
        AND (snapshots.ply, snapshots.number) >= (taken.from_ply, taken.from_number)
)
SELECT id FROM taken
"""
_FIND = """
SELECT given.id
FROM unnest($1::text[], $2::int[], $3::bigint[]) AS given (id, ply, receipt)
JOIN entries ON match = given.id AND entries.ply = given.ply AND entries.receipt = given.receipt
"""
_PLAN = (
    "SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off; "
    "SET jit = off; SET plan_cache_mode = force_generic_plan; SET statement_timeout = '10s'"
)
_AGAIN = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
"""Nothing happened, the batch may go again."""
_Lane = tuple[AsyncConnection, asyncpg.Connection]
"""A connection as the pool knows it, and the driver's own."""


class PostgresqlStore:
    """Changes into PostgreSQL."""

    lanes = COMMITS

    def __init__(self, database: Database) -> None:
        self.database = database
        self._free: list[_Lane] = []

    async def write(self, batch: list[Change]) -> set[str]:
        arrays = _arrays(batch)
        try:
            return await self._ids(_WRITE, arrays)
        except _AGAIN:
            return await self._ids(_WRITE, arrays)

    async def find(self, batch: list[Change]) -> set[str]:
        places = [(change.match, change.ply, change.receipt) for change in batch]
        return await self._ids(_FIND, tuple(list(column) for column in zip(*places, strict=True)))

    async def close(self) -> None:
        while self._free:
            await _let_go(self._free.pop())

    async def _ids(self, statement: str, arguments: tuple[list[Any], ...]) -> set[str]:
        lane = self._free.pop() if self._free else await self._connect()
        try:
            rows = await lane[1].fetch(statement, *arguments)
        except _AGAIN:
            self._free.append(lane)
            raise
        except BaseException:
            await _let_go(lane)
            raise
        self._free.append(lane)
        return {row[0] for row in rows}

    async def _connect(self) -> _Lane:
        """A connection of the writer's own; every statement is a transaction."""
        connection = await self.database.engine.connect()
        raw = (await connection.get_raw_connection()).driver_connection
        assert raw is not None
        lane = connection, raw
        try:
            await raw.execute(_PLAN)
        except BaseException:
            await _let_go(lane)
            raise
        return lane


async def _let_go(lane: _Lane) -> None:
    """Close it; what it was set to and what may be wrong with it is not for others of the pool."""
    with suppress(DBAPIError, OSError):
        await lane[0].invalidate()
        await lane[0].close()


def _arrays(batch: list[Change]) -> tuple[list[Any], ...]:
    rows = [_row(change) for change in batch]
    steps = [
        (change.match, change.ply, number, step)
        for change in batch
        for number, step in enumerate(change.snapshots)
    ]
    columns = [_column(values) for values in zip(*rows, strict=True)]
    kept = [list(column) for column in zip(*steps, strict=True)] if steps else [[], [], [], []]
    return (*columns, *kept)


def _column(values: tuple[Any, ...]) -> list[Any]:
    """One column of a batch; `unnest` fills up what is missing with NULL."""
    return [] if values.count(None) == len(values) else list(values)


def _row(change: Change) -> tuple[Any, ...]:
    return (
        change.match,
        change.ply,
        change.edition,
        change.state,
        change.status,
        change.waiting,
        change.due,
        encode_times(change.times),
        change.outcome.decode() if change.outcome else None,
        change.at,
        change.kind,
        change.seat,
        change.decision,
        change.answer,
        change.key,
        change.told,
        change.receipt,
        *(change.unsettled or (None, None)),
    )
