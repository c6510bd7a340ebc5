"""Group commit on PostgreSQL: one statement for a whole batch, on dedicated connections.

Entries and snapshots are inserted only for the rows that the UPDATE returned, so one lost race
never aborts the others. The statement locks the matches' rows first and skips those already locked,
so one locked row delays no other match. (The row lock is that of the UPDATE itself: stronger ones
would wait for transactions that only reference the match, such as a line of chat.)

A statement whose connection was lost may still arrive. The fence raises `edition` of the matches
whose ply is not taken, on a new connection, so the late statement finds nothing to update. If that
statement is under way, or another transaction locks the row, the fence skips the match, which is
neither taken nor lost yet. Only after the fence is it certain what the database holds for the
others.

Planning the statement takes longer than committing a few answers, so a plan is kept for some
seconds (PLAN_LIFETIME_S; a small table may have grown meanwhile). The status comparison
deliberately matches no index: on a table without statistics the planner would be tempted to read
all matches in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from app.clocks.state import ClockState
from app.infra.database import MAX_CONCURRENT_COMMITS, Database
from app.infra.database_errors import REFUSED, SLOW, reason_of
from app.infra.postgresql_driver import RETRIED_ERRORS, PostgresError, is_rolled_back
from app.matches.entry import EntryWrite
from app.matches.store.direct_connections import DirectConnections
from app.matches.verdicts import Refusal, Written

_FACTS = (
    ("id", "text"),
    ("ply", "int"),
    ("edition", "int"),
    ("status", "text"),
    ("waiting", "int"),
    ("due", "timestamptz"),
    ("times", "json"),
    ("outcome", "json"),
    ("at", "timestamptz"),
    ("kind", "text"),
    ("seat", "int"),
    ("decision", "text"),
    ("key", "text"),
    ("receipt", "bigint"),
    ("from_ply", "int"),
    ("from_number", "int"),
    ("owner", "text"),
)
_NAMES = ", ".join(name for name, _ in _FACTS)
_WRITE = f"""
WITH given AS MATERIALIZED (
    SELECT * FROM ROWS FROM (
        json_to_recordset($1::json) AS ({", ".join(f"{name} {kind}" for name, kind in _FACTS)}),
        unnest($2::bytea[]), unnest($3::bytea[]), unnest($4::bytea[])
    ) AS given ({_NAMES}, state, answer, told)
    WHERE key IS NULL OR NOT EXISTS (
        SELECT 1 FROM entries
        WHERE match = given.id AND entries.seat = given.seat AND entries.key = given.key)
), held AS MATERIALIZED (
    SELECT given.* FROM given JOIN matches ON matches.id = given.id
    FOR NO KEY UPDATE OF matches SKIP LOCKED
), taken AS (
    UPDATE matches SET ply = held.ply, state = held.state, status = held.status,
        waiting = held.waiting, due = held.due, times = held.times,
        changed_at = held.at, owner = held.owner,
        ended_at = CASE WHEN held.status = 'finished' THEN held.at END,
        outcome = coalesce(held.outcome, matches.outcome)
    FROM held
    WHERE matches.id = held.id AND matches.ply = held.ply - 1
        AND matches.edition = held.edition AND matches.status IS NOT DISTINCT FROM 'playing'
    RETURNING held.id, held.ply, held.kind, held.seat, held.decision, held.answer, held.key,
        held.told, held.receipt, held.at, held.from_ply, held.from_number
), entered AS (
    INSERT INTO entries (match, ply, kind, seat, decision, answer, key, told, receipt, at)
    SELECT id, ply, kind, seat, decision, answer, key, told, receipt, at
    FROM taken
), kept AS (
    INSERT INTO snapshots (match, ply, number, step)
    SELECT step.id, step.ply, step.number, step.step
    FROM ROWS FROM (
        json_to_recordset($5::json) AS (id text, ply int, number int), unnest($6::bytea[])
    ) AS step (id, ply, number, step)
    JOIN taken USING (id)
), unsettled AS (
    UPDATE snapshots SET undone = taken.ply
    FROM taken
    WHERE taken.from_ply IS NOT NULL AND snapshots.match = taken.id
        AND snapshots.undone IS NULL
        AND (snapshots.ply, snapshots.number) >= (taken.from_ply, taken.from_number)
)
SELECT id, FALSE FROM taken
UNION ALL
SELECT id, TRUE FROM given WHERE id NOT IN (SELECT id FROM held)
"""
_FENCE = """
WITH given AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) AS given (id, ply, edition)
), held AS MATERIALIZED (
    SELECT given.* FROM given JOIN matches ON matches.id = given.id
    FOR NO KEY UPDATE OF matches SKIP LOCKED
), fenced AS (
    UPDATE matches SET edition = matches.edition + 1
    FROM held
    WHERE matches.id = held.id AND matches.ply = held.ply - 1 AND matches.edition = held.edition
)
SELECT given.id FROM given JOIN matches USING (id) WHERE given.id NOT IN (SELECT id FROM held)
"""
_FIND = """
SELECT given.id
FROM unnest($1::text[], $2::int[], $3::bigint[]) AS given (id, ply, receipt)
JOIN entries ON match = given.id AND entries.ply = given.ply AND entries.receipt = given.receipt
"""
_PLAN = (
    "SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off; "
    "SET jit = off; SET plan_cache_mode = force_generic_plan"
)


class PostgresqlStore:
    """Writes changes to PostgreSQL."""

    lanes = MAX_CONCURRENT_COMMITS

    def __init__(self, database: Database, connect_timeout_s: float = 5.0) -> None:
        self.connections = DirectConnections(database, connect_timeout_s, _PLAN)

    async def write(self, batch: list[EntryWrite]) -> Written:
        try:
            rows = await self.connections.fetch(_WRITE, *_arguments(batch))
        except PostgresError as error:
            return _excused(error, batch)
        return Written({row[0] for row in rows if not row[1]}, {row[0] for row in rows if row[1]})

    async def fence(self, batch: list[EntryWrite]) -> Written:
        """Receipts are looked up after the fence is in place."""
        fetch = self.connections.fetch
        busy = {row[0] for row in await fetch(_FENCE, *_columns(batch, "match", "ply", "edition"))}
        taken = {row[0] for row in await fetch(_FIND, *_columns(batch, "match", "ply", "receipt"))}
        return Written(taken, busy - taken)

    async def rehearse(self, batch: list[EntryWrite]) -> None:
        """Like `write`, in a transaction that is rolled back, on a separate connection."""
        async with self.connections.another() as driver:
            try:
                transaction = driver.transaction()
                await transaction.start()
                await driver.fetch(_WRITE, *_arguments(batch))
                await transaction.rollback()
            except PostgresError as error:
                _excused(error, batch)

    def give_up(self) -> None:
        self.connections.give_up()

    async def close(self) -> None:
        await self.connections.close()


def _excused(error: PostgresError, batch: list[EntryWrite]) -> Written:
    """The verdict on a failed statement: all changes are busy if one of them may be the cause, so
    each is retried alone. Raises Refusal, or the error if the statement may have been committed.
    """
    if not is_rolled_back(error):
        raise error
    reason = reason_of(error)
    if isinstance(error, RETRIED_ERRORS) or (len(batch) > 1 and reason in (None, SLOW)):
        return Written(set(), {change.match for change in batch})
    raise Refusal(reason or REFUSED) from error


def _columns(batch: list[EntryWrite], *names: str) -> tuple[list[Any], ...]:
    """Some columns of a batch."""
    return tuple([getattr(change, name) for change in batch] for name in names)


class _Facts(Struct, omit_defaults=True):
    """An entry's values besides bytes; see _FACTS."""

    id: str
    ply: int
    edition: int
    status: str
    waiting: int
    at: datetime
    kind: str
    seat: int
    decision: str
    receipt: int
    due: datetime | None = None
    times: ClockState | None = None
    outcome: msgspec.Raw | None = None
    key: str | None = None
    from_ply: int | None = None
    from_number: int | None = None
    owner: str | None = None


class _Place(Struct):
    """The key of a snapshot."""

    id: str
    ply: int
    number: int


def _arguments(batch: list[EntryWrite]) -> tuple[str | list[bytes], ...]:
    """The arguments of _WRITE: the driver encodes one JSON text in a fraction of the time that it
    takes for a dozen arrays.
    """
    places = [
        _Place(change.match, change.ply, number)
        for change in batch
        for number in range(len(change.snapshots))
    ]
    return (
        _json([_facts(change) for change in batch]),
        *_columns(batch, "state", "answer", "told"),
        _json(places),
        [step for change in batch for step in change.snapshots],
    )


def _json(rows: Sequence[Struct]) -> str:
    return msgspec.json.encode(rows).decode()


def _facts(change: EntryWrite) -> _Facts:
    from_ply, from_number = change.unsettled or (None, None)
    return _Facts(
        change.match,
        change.ply,
        change.edition,
        change.status,
        change.waiting,
        change.at,
        change.kind,
        change.seat,
        change.decision,
        change.receipt,
        change.due,
        change.times,
        msgspec.Raw(change.outcome) if change.outcome else None,
        change.key,
        from_ply,
        from_number,
        change.owner,
    )
