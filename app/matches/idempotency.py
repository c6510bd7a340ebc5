"""Idempotency keys: a command repeated under its key has the same outcome."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import sqlalchemy as sa

from app.infra.database import Database
from app.infra.problems import Problem
from app.matches.commands import Command
from app.matches.entry import plain
from app.matches.models import EntryRow
from app.matches.verdicts import NotWritten, Unknown

MADE_HERE = " "
"""Begins the keys that the server makes; clients' keys have no spaces."""


def keyed(command: Command) -> Command:
    """The command with an idempotency key, of a form that clients can't send."""
    if command.key is not None:
        return command
    return msgspec.structs.replace(command, key=MADE_HERE + secrets.token_hex(8))


class Sendings:
    """The commands with a key that are in progress in this process."""

    def __init__(self) -> None:
        self._under_way: Counter[tuple[str, int, str]] = Counter()

    @contextmanager
    def one(self, command: Command) -> Iterator[None]:
        """Track one sending. A second one under the same key raises Unknown instead of NotWritten,
        since the first may still be written.
        """
        if command.key is None:
            yield
            return
        sent = command.match, command.seat, command.key
        is_second = sent in self._under_way
        self._under_way[sent] += 1
        try:
            yield
        except NotWritten:
            if is_second:
                raise Unknown from None
            raise
        finally:
            self._under_way[sent] -= 1
            if not self._under_way[sent]:
                del self._under_way[sent]


async def find_keyed(database: Database, command: Command) -> int | None:
    """The ply at which the command was taken before, if it was.

    Raises Problem invalid-request if the key was used for another command.
    """
    if command.key is None:
        return None
    query = sa.select(EntryRow).where(
        EntryRow.match == command.match,
        EntryRow.seat == command.seat,
        EntryRow.key == command.key,
    )
    async with database.reading() as session:
        entry = await session.scalar(query)
    if entry is None:
        return None
    if command.key.startswith(MADE_HERE):
        return entry.ply
    same = (entry.kind, entry.decision) == (command.kind, command.decision)
    if not same or (command.kind != "undo" and entry.answer != plain(command.answer)):
        raise Problem("invalid-request", "This key was used for something else.")
    return entry.ply
