"""The statement that commits a batch: how PostgreSQL finds its rows."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from app.infra import postgresql_connections
from app.infra.database import Database
from app.infra.migrations import upgrade
from app.infra.read_settings import read_settings
from app.matches.store import postgresql
from app.matches.store.postgresql import PostgresqlStore


async def make_matches(connection, first, last):
    await connection.execute(
        "INSERT INTO matches (id, game, options, status, visibility, spectators, undo, clock,"
        " autostart, code, creator, created_at, changed_at, edition, ply, waiting)"
        " SELECT n::text, 'tiny', '{}', 'playing', 'public', 'live', 'off', '{}',"
        f" true, n::text, 'a', now(), now(), 0, 0, 0 FROM generate_series({first}, {last}) AS n"
    )


@pytest.fixture
async def connection(postgres_url):
    """Connects to a migrated database with one match, never ANALYZEd."""
    settings = read_settings(database_url=postgres_url, secret_key="x" * 32)
    await asyncio.to_thread(upgrade, settings)
    connection = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
    for table in ("matches", "entries", "snapshots"):
        await connection.execute(f"ALTER TABLE {table} SET (autovacuum_enabled = off)")
    await connection.execute(
        "INSERT INTO accounts (id, kind, name, folded, preferences, created_at)"
        " VALUES ('a', 'guest', 'Ann', 'ann', '{}', now())"
    )
    await make_matches(connection, 1, 1)
    yield connection
    await connection.close()


@pytest.mark.parametrize("analyzed", [False, True])
async def test_row_is_found_by_its_primary_key_with_or_without_statistics(connection, analyzed):
    """A scan of all running matches looks cheap on a table that was never ANALYZEd, or that held
    one match when it was.
    """
    if analyzed:
        await connection.execute("ANALYZE matches")
    await make_matches(connection, 2, 2_000)
    await connection.execute(postgresql._PLAN)
    await connection.execute(
        f"PREPARE written (json, bytea[], bytea[], bytea[], json, bytea[]) AS {postgresql._WRITE}"
    )
    nothing = "'[]', '{}', '{}', '{}', '[]', '{}'"
    plan_rows = await connection.fetch(f"EXPLAIN EXECUTE written ({nothing})")
    plan = [row[0].strip() for row in plan_rows]
    reads = [number for number, line in enumerate(plan) if " on matches " in line]
    assert len(reads) == 3
    first, update, search = reads
    assert plan[update].startswith("->  Update on matches")
    for read, source in ((first, "given"), (search, "held")):
        assert plan[read].startswith("->  Index Scan using matches_pkey on matches")
        assert plan[read + 1].startswith(f"Index Cond: ((id)::text = {source}")


async def test_cached_plan_expires(postgres_url, monkeypatch):
    """A small table may have grown meanwhile."""
    monkeypatch.setattr(postgresql_connections, "PLAN_LIFETIME_S", 0.3)
    settings = read_settings(database_url=postgres_url, secret_key="x" * 32)
    store = PostgresqlStore(Database(settings))
    try:
        first = await prepare_time(store)
        assert await prepare_time(store) == first
        await asyncio.sleep(0.5)
        assert await prepare_time(store) > first
    finally:
        await store.close()
        await store.connections.database.close()


async def prepare_time(store):
    """When the last statement was prepared."""
    await store.connections.fetch("SELECT id FROM unnest($1::text[]) AS id", [])
    driver = store.connections.free[-1][1]
    return await driver.fetchval(
        "SELECT max(prepare_time) FROM pg_prepared_statements WHERE statement LIKE 'SELECT id%'"
    )
