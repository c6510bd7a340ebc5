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

SERVER_KEY_PREFIX = " "
"""Prefix of keys that the server generates; clients' keys have no spaces."""


def keyed(command: Command) -> Command:
    """The command with an idempotency key; a generated key has a form that clients can't send."""
    if command.key is not None:
        return command
    return msgspec.structs.replace(command, key=SERVER_KEY_PREFIX + secrets.token_hex(8))


class InFlight:
    """The commands with a key that are in progress in this process."""

    def __init__(self) -> None:
        self._under_way: Counter[tuple[str, int, str]] = Counter()

    @contextmanager
    def track(self, command: Command) -> Iterator[None]:
        """Track a command while it is in flight. A second one under the same key raises Unknown
        instead of NotWritten, since the first may still be written.
        """
        if command.key is None:
            yield
            return
        place = command.match, command.seat, command.key
        is_second = place in self._under_way
        self._under_way[place] += 1
        try:
            yield
        except NotWritten:
            if is_second:
                raise Unknown from None
            raise
        finally:
            self._under_way[place] -= 1
            if not self._under_way[place]:
                del self._under_way[place]


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
    if command.key.startswith(SERVER_KEY_PREFIX):
        return entry.ply
    same = (entry.kind, entry.decision) == (command.kind, command.decision)
    if not same or (command.kind != "undo" and entry.answer != plain(command.answer)):
        raise Problem("invalid-request", "This key was used for something else.")
    return entry.ply
