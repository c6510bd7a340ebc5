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


@pytest.mark.parametrize("counted", [False, True])
async def test_a_row_is_found_by_its_id_whatever_is_known_of_the_table(connection, counted):
    """Reading all running matches looks cheap on a table that was never ANALYZEd, or when it held
    one match.
    """
    if counted:
        await connection.execute("ANALYZE matches")
    await make_matches(connection, 2, 2_000)
    await connection.execute(postgresql._PLAN)
    await connection.execute(
        f"PREPARE written (json, bytea[], bytea[], bytea[], json, bytea[]) AS {postgresql._WRITE}"
    )
    nothing = "'[]', '{}', '{}', '{}', '[]', '{}'"
    explained = await connection.fetch(f"EXPLAIN EXECUTE written ({nothing})")
    plan = [row[0].strip() for row in explained]
    reads = [number for number, line in enumerate(plan) if " on matches " in line]
    assert len(reads) == 3
    first, update, search = reads
    assert plan[update].startswith("->  Update on matches")
    for read, source in ((first, "given"), (search, "held")):
        assert plan[read].startswith("->  Index Scan using matches_pkey on matches")
        assert plan[read + 1].startswith(f"Index Cond: ((id)::text = {source}")


async def test_a_plan_is_forgotten_after_some_seconds(postgres_url, monkeypatch):
    """A table that was small may have grown meanwhile."""
    monkeypatch.setattr(postgresql_connections, "PLAN_SECONDS", 0.3)
    settings = read_settings(database_url=postgres_url, secret_key="x" * 32)
    store = PostgresqlStore(Database(settings))
    try:
        first = await planned(store)
        assert await planned(store) == first
        await asyncio.sleep(0.5)
        assert await planned(store) > first
    finally:
        await store.close()
        await store.connections.database.close()


async def planned(store):
    """When the statement that was just sent was prepared."""
    await store.connections.fetch("SELECT id FROM unnest($1::text[]) AS id", [])
    driver = store.connections.free[-1][1]
    return await driver.fetchval(
        "SELECT max(prepare_time) FROM pg_prepared_statements WHERE statement LIKE 'SELECT id%'"
    )
