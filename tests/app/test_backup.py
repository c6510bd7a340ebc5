"""A backup taken while a match is played restores to a complete server."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
from contextlib import closing

import asyncpg

from tests import services
from tests.app.conftest import QUICK
from tests.app.wire import play_to_the_end, two_at_tiny


async def test_sqlite_is_copied_while_it_is_written(serve, tmp_path):
    server = serve(**QUICK)
    ann, bob, match = await two_at_tiny(server.url, turns=4)
    seen = await play_some(ann, match)
    copy = tmp_path / "copy.db"
    with (
        closing(sqlite3.connect(tmp_path / "conclave.db")) as running,
        closing(sqlite3.connect(copy)) as kept,
    ):
        running.backup(kept)
    await play_some(ann, match)
    restored = serve(**QUICK, DATABASE_URL=f"sqlite+aiosqlite:///{copy}")
    await goes_on(await ann.at(restored.url), await bob.at(restored.url), match, seen)


async def test_postgresql_is_dumped_and_restored_elsewhere(
    serve, postgres_url, postgres_server, redis_url, tmp_path
):
    server = serve(**QUICK, DATABASE_URL=postgres_url, REDIS_URL=redis_url)
    ann, bob, match = await two_at_tiny(server.url, turns=4)
    seen = await play_some(ann, match)
    dump, source = tmp_path / "conclave.dump", postgres_url.replace("+asyncpg", "")
    tool("pg_dump", "--format=custom", f"--file={dump}", source)
    await play_some(ann, match)
    admin = await asyncpg.connect(postgres_server)
    name = source.partition("?")[0].rsplit("/", 1)[1] + "_restored"
    await admin.execute(f'create database "{name}"')
    try:
        other = source.replace(f"/{name.removesuffix('_restored')}", f"/{name}")
        tool("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={other}", f"{dump}")
        settings = {"DATABASE_URL": other.replace("://", "+asyncpg://"), "REDIS_URL": redis_url}
        restored = serve(**QUICK, **settings)
        await goes_on(await ann.at(restored.url), await bob.at(restored.url), match, seen)
        restored.stop()
    finally:
        await admin.execute(f'drop database "{name}" with (force)')
        await admin.close()


async def play_some(person, match):
    """One more answer; returns what is seen then."""
    frame = await person.view(match)
    for decision in frame["decisions"]:
        await person.answer(match, decision["id"], decision["default"])
    return await person.view(match)


async def goes_on(ann, bob, match, seen):
    """Accounts, tokens and the match are as they were; it is played to its end."""
    frame = await ann.view(match)
    assert (frame["ply"], frame["view"]) == (seen["ply"], seen["view"])
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(1))
    log = await ann.get(f"/matches/{match}/log")
    assert [entry["ply"] for entry in log["entries"]] == list(range(11))


def tool(name: str, *arguments: str) -> None:
    """A program of PostgreSQL's, of the server's own version."""
    program = services.postgres_binaries() / name
    path = f"{program}" if os.access(program, os.X_OK) else shutil.which(name)
    assert path, f"no {name} here"
    done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
