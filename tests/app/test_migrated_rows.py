"""Migrations of existing rows, on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa
from alembic import command
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession, create_async_engine

from app.infra.migrations import configuration
from app.matches.public_versions import PublicSeat, read_public_versions

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning", "ignore::UserWarning")
TIMEOUT_S = 60.0
"""Far longer than anything here may take."""
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
CHANGED = datetime(2026, 1, 2, tzinfo=UTC)
ACCOUNT = {"preferences": {}, "created_at": BEGUN, "folded": "", "skeleton": ""}
MATCH = {
    "game": "tiny",
    "options": {},
    "status": "playing",
    "visibility": "public",
    "spectators": "delayed",
    "spectator_delay": {"plies": 3, "minutes": 5},
    "undo": "off",
    "clock": {"kind": "none"},
    "autostart": True,
    "creator": "a_ann",
    "created_at": BEGUN,
    "changed_at": CHANGED,
    "edition": 4,
    "ply": 7,
    "waiting": 0,
    "rated": True,
}


async def upgrade_to(url: str, revision: str) -> None:
    await asyncio.to_thread(command.upgrade, configuration(url), revision)


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[AsyncConnection]:
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            yield connection
    finally:
        await engine.dispose()


async def insert(connection: AsyncConnection, table: str, *rows: dict[str, Any]) -> None:
    """Insert into the table with the columns of the current revision."""
    schema = sa.MetaData()
    reflected = await connection.run_sync(
        lambda sync: sa.Table(table, schema, autoload_with=sync, resolve_fks=False)
    )
    for row in rows:
        await connection.execute(sa.insert(reflected).values(row))


ANN = {"kind": "human", "account": "a_ann", "name": "Ann", "rating": 1500}
BOB = {"kind": "human", "account": "a_bob", "name": "Bob"}
BOT = {"kind": "bot", "bot": "greedy", "name": "Bob", "stands_in": True, "former": "a_bob"}
SAT = {"seat": 1, "since": -1, "account": "a_bob", "name": "Bob", "at": BEGUN}
NOW = {"seat": 1, "since": 5, "bot": "greedy", "name": "Bob", "at": CHANGED}
AT_THE_START = [
    PublicSeat("human", "a_ann", name="Ann", rating=1500),
    PublicSeat("human", "a_bob", name="Bob"),
]


async def insert_old_matches(connection: AsyncConnection) -> None:
    """Matches as the previous version left them."""
    people = [{"id": "a_ann", "kind": "guest", "name": "Ann"}]
    people += [{"id": "a_bob", "kind": "guest", "name": "Bob"}]
    await insert(connection, "accounts", *({**ACCOUNT, **account} for account in people))
    today = datetime.now(UTC)
    for id, changes in {
        "calm": {},
        "taken over": {},
        "parked": {"status": "paused", "paused_for": "agreed"},
        "just over": {"status": "finished", "ended_at": today - timedelta(hours=1)},
        "long over": {"status": "finished", "ended_at": today - timedelta(days=2)},
        "not begun": {"status": "open"},
        "seen at once": {"spectators": "all", "spectator_delay": None},
    }.items():
        await insert(connection, "matches", {**MATCH, "id": id, "code": id, **changes})
        seats = enumerate((ANN, BOT if id == "taken over" else BOB))
        await insert(connection, "seats", *({"match": id, "seat": n, **seat} for n, seat in seats))
    occupants = [{"match": "taken over", **occupant} for occupant in (SAT, NOW)]
    await insert(connection, "occupants", *occupants)


async def test_delayed_matches_get_their_public_versions(empty_database_url: str) -> None:
    """One of the start, with its original seats; one of the latest state, after the delay."""
    await upgrade_to(empty_database_url, "0005")
    async with connected(empty_database_url) as connection:
        await insert_old_matches(connection)
    await upgrade_to(empty_database_url, "head")
    ids = ["calm", "taken over", "parked", "just over", "long over", "not begun", "seen at once"]
    async with connected(empty_database_url) as connection:
        versions = await read_public_versions(AsyncSession(connection), ids)
    assert set(versions) == {"calm", "taken over", "parked", "just over"}
    for match_versions in versions.values():
        first = match_versions[0]
        assert (first.edition, first.seen_ply, first.seen_at) == (0, 0, BEGUN)
        assert (first.status, first.seats, first.paused_for) == ("playing", AT_THE_START, None)
        assert first.rated is True
    assert len(versions["calm"]) == len(versions["just over"]) == 1
    late = (4, 10, CHANGED + timedelta(minutes=5))
    (_, taken), (_, parked) = versions["taken over"], versions["parked"]
    assert (taken.edition, taken.seen_ply, taken.seen_at) == late
    assert (parked.edition, parked.seen_ply, parked.seen_at) == late
    bot = PublicSeat("bot", bot="greedy", name="Bob", stands_in=True, former="a_bob")
    assert (taken.status, taken.seats) == ("playing", [AT_THE_START[0], bot])
    assert (parked.status, parked.paused_for) == ("paused", "agreed")
    assert parked.seats == AT_THE_START


CHAT_LINES = {
    1: ("table", 0, None),
    2: ("spectators", None, None),
    3: ("table", 1, [0]),
    4: ("table", 0, [1]),
    5: ("table", 0, [0, 2]),
    25_000: ("table", 2, None),
    25_001: ("table", 2, [1, 0]),
}
"""By the id of a line: channel, seat, recipients; the ids are a batch size apart."""
CIRCLES = {1: 0, 2: -1, 3: 0b11, 4: 0b11, 5: 0b101, 25_000: 0, 25_001: 0b111}
OPENINGS = {3, 5, 25_001}


async def insert_old_chat(connection: AsyncConnection) -> None:
    await insert_old_matches(connection)
    line = {"match": "calm", "account": "a_ann", "name": "Ann", "text": "Well?", "at": BEGUN}
    for id, (channel, number, to) in CHAT_LINES.items():
        columns = {"id": id, "channel": channel, "seat": number, "to": to}
        await insert(connection, "chat", {**line, **columns})


async def circles(url: str) -> tuple[dict[int, int | None], set[int]]:
    async with connected(url) as connection:
        rows = (await connection.execute(sa.text("SELECT id, circle, opens FROM chat"))).all()
    return {row.id: row.circle for row in rows}, {row.id for row in rows if row.opens}


async def test_old_chat_lines_are_assigned_to_their_circles(empty_database_url: str) -> None:
    await upgrade_to(empty_database_url, "0006")
    async with connected(empty_database_url) as connection:
        await insert_old_chat(connection)
    await upgrade_to(empty_database_url, "head")
    assert await circles(empty_database_url) == (CIRCLES, OPENINGS)


@pytest.mark.postgres
async def test_chat_continues_during_the_backfill_and_an_interrupted_run_is_repeated(
    empty_postgres_url: str,
) -> None:
    """The first run blocks at the first line, where its connection is terminated."""
    await upgrade_to(empty_postgres_url, "0006")
    async with connected(empty_postgres_url) as connection:
        await insert_old_chat(connection)
    blocker = await asyncpg.connect(empty_postgres_url.replace("+asyncpg", ""))
    await blocker.execute(
        "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_advisory_xact_lock(77); RETURN NEW; END $$;"
        "CREATE TRIGGER wait BEFORE UPDATE ON chat FOR EACH ROW EXECUTE FUNCTION wait();"
        "SET lock_timeout = '10s'; SELECT pg_advisory_lock(77);"
    )
    migrating = asyncio.create_task(upgrade_to(empty_postgres_url, "head"))
    waits = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND NOT granted"
    async with asyncio.timeout(TIMEOUT_S):
        while not (blocked_pid := await blocker.fetchval(waits)):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    statement = "INSERT INTO chat (id, match, account, name, channel, text, at) VALUES "
    await blocker.execute(statement + "(6, 'calm', 'a_ann', 'Ann', 'table', 'Still?', now())")
    assert await blocker.fetchval("SELECT count(*) FROM chat") == len(CHAT_LINES) + 1
    await blocker.execute("SELECT pg_terminate_backend($1)", blocked_pid)
    with pytest.raises(SQLAlchemyError):
        await migrating
    await blocker.execute("SELECT pg_advisory_unlock(77)")
    await blocker.close()
    await upgrade_to(empty_postgres_url, "head")
    assert await circles(empty_postgres_url) == ({**CIRCLES, 6: 0}, OPENINGS)
