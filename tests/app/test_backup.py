"""A backup taken while a match is played restores to a complete server."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
from contextlib import closing

import asyncpg
import pytest

from devtools import services
from tests.app.conftest import QUICK
from tests.app.wire import play_to_the_end, two_at_tiny

pytestmark = pytest.mark.programs


async def test_sqlite_copy_taken_during_writes_restores(serve, tmp_path):
    server = serve(**QUICK)
    ann, bob, match = await two_at_tiny(server.url, turns=4)
    before = await answer_all(ann, match)
    copy = tmp_path / "copy.db"
    with (
        closing(sqlite3.connect(tmp_path / "conclave.db")) as running,
        closing(sqlite3.connect(copy)) as target,
    ):
        running.backup(target)
    await answer_all(ann, match)
    restored = serve(**QUICK, DATABASE_URL=f"sqlite+aiosqlite:///{copy}")
    await check_and_finish(await ann.at(restored.url), await bob.at(restored.url), match, before)


async def test_postgresql_dump_restores_into_another_database(
    serve, postgres_url, postgres_server, redis_url, tmp_path
):
    server = serve(**QUICK, DATABASE_URL=postgres_url, REDIS_URL=redis_url)
    ann, bob, match = await two_at_tiny(server.url, turns=4)
    before = await answer_all(ann, match)
    dump, source = tmp_path / "conclave.dump", postgres_url.replace("+asyncpg", "")
    run_tool("pg_dump", "--format=custom", f"--file={dump}", source)
    await answer_all(ann, match)
    admin = await asyncpg.connect(postgres_server)
    name = source.partition("?")[0].rsplit("/", 1)[1] + "_restored"
    await admin.execute(f'create database "{name}"')
    try:
        other = source.replace(f"/{name.removesuffix('_restored')}", f"/{name}")
        run_tool("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={other}", f"{dump}")
        settings = {"DATABASE_URL": other.replace("://", "+asyncpg://"), "REDIS_URL": redis_url}
        restored = serve(**QUICK, **settings)
        await check_and_finish(
            await ann.at(restored.url), await bob.at(restored.url), match, before
        )
        restored.stop()
    finally:
        await admin.execute(f'drop database "{name}" with (force)')
        await admin.close()


async def answer_all(person, match):
    """Answer every open decision; returns the frame afterwards."""
    frame = await person.view(match)
    for decision in frame["decisions"]:
        await person.answer(match, decision["id"], decision["default"])
    return await person.view(match)


async def check_and_finish(ann, bob, match, expected):
    """Check that accounts, tokens and the match are unchanged; play it to its end."""
    frame = await ann.view(match)
    assert (frame["ply"], frame["view"]) == (expected["ply"], expected["view"])
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(1))
    log = await ann.get(f"/matches/{match}/log")
    assert [entry["ply"] for entry in log["entries"]] == list(range(11))


def run_tool(name: str, *arguments: str) -> None:
    """Run a PostgreSQL program of the server's version."""
    program = services.postgres_binaries() / name
    path = f"{program}" if os.access(program, os.X_OK) else shutil.which(name)
    assert path, f"no {name} here"
    result = subprocess.run([path, *arguments], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
