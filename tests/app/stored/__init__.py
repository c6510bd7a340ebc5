"""What version 787cd41 stored and sent, and what its clients were shown of it.

`rows.sqlite.xz` is its database with one match of each kind (`MATCHES`); `seen.json.xz` what REST
showed of it to each person and to nobody, their tokens, and the key of its hashes; `messages.json`
what it sent next over Redis, and the frames that its own sockets got then; `later.sql` what it had
committed for that. None of it is ever written anew: it stands for every database and process that
is older than today's names.
"""

from __future__ import annotations

import json
import lzma
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tests.app.wire import Person, anonymous

FOLDER = Path(__file__).parent
SEEN: dict[str, Any] = json.loads(lzma.decompress((FOLDER / "seen.json.xz").read_bytes()))
MESSAGES: dict[str, Any] = json.loads((FOLDER / "messages.json").read_text())
MATCHES: dict[str, dict[str, Any]] = SEEN["matches"]
SECRET_KEY: str = SEEN["secret_key"]
REVISION = "0008"
"""Of its tables."""
PATHS = {
    "match": "",
    "view": "/view",
    "log": "/log",
    "chat": "/chat",
    "replay": "/replay",
    "export": "/export",
    "all": "/replay?ply=3&as=all",
}
TIMES = {"now", "left_ms", "deadline"}
"""They go on."""
WHOLE = {"hash"}
"""It is of all that a view tells, additions with it."""
WORDS = {"title", "detail"}
"""Of a problem; they are for people."""
TILE = re.compile(r"\b((?:tile|dice show|from|to|is) )(\d)\b", re.IGNORECASE)


def reworded(text: str) -> str:
    """A sentence of then as it is said today: tiles have two digits."""
    return TILE.sub(r"\g<1>0\g<2>", text)


NOTHING_LAPSED = """
UPDATE matches SET changed_at = strftime('%Y-%m-%d %H:%M:%f', 'now') WHERE status = 'open';
UPDATE tokens SET expires_at = strftime('%Y-%m-%d %H:%M:%f', 'now', '+1 day')
WHERE expires_at IS NOT NULL;
"""
"""Tables are closed that nobody has touched for long, and sessions end."""


def write_sqlite(file: Path) -> None:
    """Its database, as if it had been stopped just now."""
    file.write_bytes(lzma.decompress((FOLDER / "rows.sqlite.xz").read_bytes()))
    with closing(sqlite3.connect(file)) as rows, rows:
        rows.executescript(NOTHING_LAPSED)


def write_later(file: Path) -> None:
    """What it committed before it sent its messages."""
    with closing(sqlite3.connect(file)) as rows, rows:
        rows.executescript((FOLDER / "later.sql").read_text())


def copy_rows(file: Path, postgres: sa.Connection) -> None:
    """Copy the rows of its database into the empty tables of that revision."""
    into = sa.MetaData()
    into.reflect(postgres)
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.connect() as sqlite:
        for table in into.sorted_tables:
            if table.name in ("alembic_version", "applied_migrations"):
                continue
            stored = sa.Table(table.name, sa.MetaData(), autoload_with=sqlite, resolve_fks=False)
            rows = [dict(row._mapping) for row in sqlite.execute(sa.select(stored))]
            postgres.execute(sa.delete(table))
            if rows:
                postgres.execute(sa.insert(table), [_in_utc(row) for row in rows])
            _count_on(postgres, table)
    engine.dispose()


def _in_utc(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value.replace(tzinfo=UTC) if isinstance(value, datetime) else value
        for name, value in row.items()
    }


def _count_on(postgres: sa.Connection, table: sa.Table) -> None:
    """Numbers that the database gives continue after those of the rows."""
    for column in table.primary_key:
        named = sa.func.pg_get_serial_sequence(table.name, column.name)
        if sequence := postgres.scalar(sa.select(named)):
            newest = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
            postgres.execute(sa.select(sa.func.setval(sequence, newest, False)))


def person(url: str, name: str) -> Person:
    """Somebody of the older version, with the token it gave them."""
    if name == "nobody":
        return anonymous(url)
    return Person(url, name, **SEEN["people"][name])


async def told(person: Person, path: str) -> dict[str, Any]:
    reply = await person.call("GET", path)
    return {"status": reply.status_code, "body": reply.json()}


def lost(old: Any, new: Any, place: str = "", ignored: frozenset[str] = frozenset()) -> list[str]:
    """Where something that was told is not told any more; additions are fine."""
    if isinstance(old, dict) and isinstance(new, dict):
        parts = [(key, old[key], new.get(key, "nothing")) for key in old if key not in ignored]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        parts = list(zip(range(len(old)), old, new, strict=True))
    else:
        said = place.endswith("/text") and isinstance(old, str) and new == reworded(old)
        return [] if old == new or said else [f"{place}: {old!r} is {new!r}"]
    return [
        found
        for key, before, after in parts
        for found in lost(before, after, f"{place}/{key}", ignored)
    ]
