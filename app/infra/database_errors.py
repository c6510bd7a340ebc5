"""Database errors: translates drivers' errors into one sentence for people."""

from __future__ import annotations

import sqlite3

READ_ONLY = "The database is read-only."
FULL = "The database's disk is full."
STARTING = "The database is starting or stopping."
UNREACHABLE = "The database can't be reached."
SLOW = "The database is too slow."
BUSY = "Another transaction has locked this match in the database."
AHEAD = "An earlier answer to this match is still being processed."
LOCKED = "Another program has locked the database."
DISK = "The database's disk is failing."
CROWDED = "The database has no room for more connections or memory."
ENDING = "This server is stopping."
REFUSED = "The database refused this."
QUEUED = "Too many requests wait for the database."

_BY_STATE = {
    "25006": READ_ONLY,
    "53100": FULL,
    "53200": CROWDED,
    "53300": CROWDED,
    "53400": CROWDED,
    "57014": SLOW,
    "57P01": STARTING,
    "57P02": STARTING,
    "57P03": STARTING,
    "58030": DISK,
}
"""By SQLSTATE. None of them concerns a single row or value."""
_BY_CODE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: DISK,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_CANTOPEN: "The database's file can't be opened.",
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: "The database's file is damaged.",
    sqlite3.SQLITE_NOTADB: "The database's file is damaged.",
}
"""By SQLite's primary result code."""


class QueueTimeout(TimeoutError):
    """There was no turn in the queue for the database in time; nothing was sent to it."""


def reason_of(error: BaseException) -> str | None:
    """The reason for a driver's error, bare or wrapped by SQLAlchemy; None if it does not concern
    the database as a whole.
    """
    error = getattr(error, "orig", None) or error
    if isinstance(error, QueueTimeout):
        return QUEUED
    if state := getattr(error, "sqlstate", None):
        return _BY_STATE.get(state)
    if code := getattr(error, "sqlite_errorcode", None):
        return _BY_CODE.get(code & 0xFF)
    return UNREACHABLE if isinstance(error, OSError) else None
