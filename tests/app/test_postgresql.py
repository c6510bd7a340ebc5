"""The one statement that commits: how PostgreSQL finds its rows."""

from __future__ import annotations

import asyncio

import asyncpg

from app.matches import postgresql
from app.migrate import upgrade
from app.settings import read_settings

MANY = 2_000


async def test_a_row_is_found_by_its_id_though_nobody_ever_counted_them(postgres_url):
    """With a table that was never analysed, to read all matches that are played looks cheap."""
    settings = read_settings(database_url=postgres_url, secret_key="x" * 32)
    await asyncio.to_thread(upgrade, settings)
    connection = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
    try:
        await connection.execute("ALTER TABLE matches SET (autovacuum_enabled = off)")
        await connection.execute(
            "INSERT INTO accounts (id, kind, name, folded, preferences, created_at)"
            " VALUES ('a', 'guest', 'Ann', 'ann', '{}', now())"
        )
        await connection.execute(
            "INSERT INTO matches (id, game, options, status, visibility, spectators, undo, clock,"
            " autostart, code, creator, created_at, changed_at, edition, ply, waiting)"
            " SELECT n::text, 'tiny', '{}', 'playing', 'public', 'live', 'off', '{}',"
            f" true, n::text, 'a', now(), now(), 0, 0, 0 FROM generate_series(1, {MANY}) AS n"
        )
        await connection.execute(postgresql._PLAN)
        kinds = ", ".join(f"{kind}[]" for _, kind in postgresql._COLUMNS)
        await connection.execute(
            f"PREPARE written ({kinds}, text[], int[], int[], bytea[]) AS {postgresql._WRITE}"
        )
        nothing = ", ".join(["'{}'"] * (len(postgresql._COLUMNS) + 4))
        plan = "\n".join(
            row[0] for row in await connection.fetch(f"EXPLAIN EXECUTE written ({nothing})")
        )
    finally:
        await connection.close()
    assert "Index Scan using matches_pkey on matches" in plan
    assert "matches_by_status" not in plan
    assert "Seq Scan on matches" not in plan
