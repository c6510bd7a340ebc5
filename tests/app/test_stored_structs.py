"""What is stored is read whole: no name that an older version wrote is dropped silently."""

from __future__ import annotations

import importlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import msgspec
import pytest

from app.clocks.kinds import clock_of
from app.clocks.state import read_state, write_state
from app.infra.database import Base
from app.matches.entry import decode_events, decode_step
from app.matches.public_versions import PublicSeat
from engine.core.match import Match
from engine.core.registry import games
from engine.core.step import decode_table, encode_table
from tests.app.stored import lost, write_sqlite


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    file = tmp_path_factory.mktemp("rows") / "rows.db"
    write_sqlite(file)
    with closing(sqlite3.connect(file)) as connection:
        yield connection


def plain(packed: bytes) -> Any:
    return msgspec.msgpack.decode(packed)


def round_trip(struct: Any) -> Any:
    return plain(msgspec.msgpack.encode(struct))


def column(rows: sqlite3.Connection, table: str, name: str) -> list[Any]:
    """All values of a column that are not null; there must be some."""
    values = [
        value for (value,) in rows.execute(f"SELECT {name} FROM {table} WHERE {name} IS NOT NULL")
    ]
    assert values, f"no {name} in {table}"
    return values


def test_match_states_and_tables_are_decoded_without_loss(rows: sqlite3.Connection):
    states = column(rows, "matches", "state")
    for state in states:
        match = Match.from_bytes(state)
        assert not lost(plain(state), plain(match.to_bytes()))
        game = games()[match.game]
        table = decode_table(game, match.step.checkpoint, match.step.rules or match.rules)
        if game.rules == (match.step.rules or match.rules):
            assert not lost(plain(match.step.checkpoint), plain(encode_table(table)))
    depths = [(plain(state)["reach"], Match.from_bytes(state).undo_depth) for state in states]
    assert any(stored for stored, _ in depths)
    assert all(stored == read for stored, read in depths)


def test_steps_in_snapshots_are_read(rows: sqlite3.Connection):
    for packed in column(rows, "snapshots", "step"):
        step = decode_step(packed)
        assert step.checkpoint
        assert step.rules


def test_events_and_metadata_of_entries_are_decoded_without_loss(rows: sqlite3.Connection):
    for events in column(rows, "entries", "told"):
        assert not lost(plain(events), round_trip(decode_events(events)))


def test_clocks_and_their_states_are_decoded_without_loss(rows: sqlite3.Connection):
    for times in column(rows, "matches", "times"):
        stored = msgspec.json.decode(times)
        assert not lost(stored, write_state(read_state(stored)))
    for clock in column(rows, "matches", "clock"):
        assert clock_of(msgspec.json.decode(clock)).kind == msgspec.json.decode(clock)["kind"]


def test_seats_of_public_versions_are_decoded_without_loss(rows: sqlite3.Connection):
    for version in column(rows, "bulletins", "told"):
        seats = msgspec.json.decode(version)["seats"]
        assert not lost(seats, msgspec.to_builtins(msgspec.convert(seats, list[PublicSeat])))


def test_every_column_is_mapped(rows: sqlite3.Connection):
    """A column that no class maps any more would be lost silently."""
    importlib.import_module("app.container")
    for (table,) in rows.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        if table == "alembic_version" or table.startswith("sqlite_"):
            continue
        stored = {name for _, name, *_ in rows.execute(f"PRAGMA table_info({table})")}
        assert stored <= set(Base.metadata.tables[table].columns.keys()), table
