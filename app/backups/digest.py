"""Digest: what tells whether two databases hold the same rows.

The digest of a row is a hash of its table and values; that of several rows is the sum of theirs, so
it does not depend on their order, which differs between PostgreSQL and SQLite. Rows with a `match`
count to that match, others to their table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

BITS = 128
_ENCODER = msgspec.msgpack.Encoder(order="sorted")


class Digests(Struct):
    """The digests of a database's rows, in hexadecimal digits, and how many rows there are."""

    rows: dict[str, int] = {}
    """By table."""
    tables: dict[str, str] = {}
    """Of the rows that belong to no match."""
    matches: dict[str, str] = {}


class DigestOfDatabase:
    """Adds up the digests of rows."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}
        self._tables: dict[str, int] = {}
        self._matches: dict[str, int] = {}

    def add(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Add rows of a table, with their values in the order of `columns`."""
        key = "id" if table == "matches" else "match"
        place = columns.index(key) if key in columns else None
        for row in rows:
            self._rows[table] = self._rows.get(table, 0) + 1
            raw = _ENCODER.encode((table, sorted(zip(columns, row, strict=True))))
            number = int.from_bytes(blake2b(raw, digest_size=BITS // 8).digest())
            match = row[place] if place is not None else None
            sums, name = (self._tables, table) if match is None else (self._matches, match)
            sums[name] = (sums.get(name, 0) + number) % 2**BITS

    def total(self) -> Digests:
        """The digests of all rows added."""
        return Digests(
            rows=self._rows,
            tables={name: f"{number:032x}" for name, number in self._tables.items()},
            matches={name: f"{number:032x}" for name, number in self._matches.items()},
        )


def difference(expected: Digests, found: Digests) -> str | None:
    """The first match or table that differs, as a phrase; None if all are equal."""
    for kind, ours, theirs in (
        ("match", expected.matches, found.matches),
        ("table", expected.tables, found.tables),
        ("table", expected.rows, found.rows),
    ):
        for name in sorted({*ours, *theirs}):
            if ours.get(name) != theirs.get(name):
                return f"{kind} {name}"
    return None
