"""Store factory: what a server needs for its kind of database. PostgreSQL's parts, and its driver,
are loaded only where it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.infra.database import Database
from app.matches.store.sqlite import SqliteStore
from app.matches.store.waiting import Store

if TYPE_CHECKING:
    from app.matches.store.pulse import Pulse
    from app.matches.store.version_reads import VersionReads


class Stores(NamedTuple):
    """The store, and for PostgreSQL the reads of versions and the pulse."""

    store: Store
    versions: VersionReads | None = None
    pulse: Pulse | None = None


def open_stores(database: Database, commit_seconds: float) -> Stores:
    """The parts for this database."""
    if database.is_sqlite:
        return Stores(SqliteStore(database))
    from app.matches.store.postgresql import PostgresqlStore
    from app.matches.store.pulse import Pulse
    from app.matches.store.version_reads import VersionReads

    return Stores(
        PostgresqlStore(database, commit_seconds),
        VersionReads(database, commit_seconds),
        Pulse(database),
    )
