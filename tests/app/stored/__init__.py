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
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

FOLDER = Path(__file__).parent
SEEN: dict[str, Any] = json.loads(lzma.decompress((FOLDER / "seen.json.xz").read_bytes()))
MESSAGES: dict[str, Any] = json.loads((FOLDER / "messages.json").read_text())
MATCHES: dict[str, dict[str, Any]] = SEEN["matches"]
SECRET_KEY: str = SEEN["secret_key"]
REVISION = "0008"
"""Of its tables."""


def write_sqlite(file: Path) -> None:
    """Its database."""
    file.write_bytes(lzma.decompress((FOLDER / "rows.sqlite.xz").read_bytes()))


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
            if table.name == "alembic_version":
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
