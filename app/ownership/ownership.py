"""Ownership: which process takes the answers of a match.

The owner of a match is the process that committed its last entry, as the match's row says. It has
the current match in memory, so the other processes forward answers to it instead of reading what it
has written. Ownership is an optimisation only: commits are compare-and-set, so two owners, or none,
lose nothing.

An owner is written as `<database>-<process>`: a database that was restored from a dump beside the
original, on the same Redis, names owners that serve the original. (A physical copy can't be told
from its original: it needs a Redis of its own.)
"""

from __future__ import annotations

import time

from app.bus.base import Bus
from app.infra.database import Database
from app.infra.metrics import MOVED
from app.matches.commands import Command
from app.matches.entry import EntryWrite
from app.matches.hooks import Committed
from app.matches.room import Room

SUSPECT_S = 2.0
"""How long the other processes take a silent process's answers without forwarding them."""
LEAVING_S = 600.0
"""The same for a stopping process: longer than a stop may take."""
MAX_CLAIMED = 10_000
"""Matches handed over to this process in which it has not committed an entry yet."""


class Ownership:
    """Decides which process takes a command, and which owner an entry stores."""

    def __init__(self, bus: Bus, database: Database) -> None:
        self.bus = bus
        self.database = database
        self._database_prefix = ""
        self._suspects: dict[str, float] = {}
        self._claimed: set[str] = set()

    async def start(self) -> None:
        """Learn which database this is; until then nothing is owned or forwarded."""
        if self.bus.shared and not self.database.is_sqlite:
            self._database_prefix = f"{await self.database.identity()}-"

    @property
    def name(self) -> str | None:
        """This process as an owner."""
        return self._database_prefix + self.bus.name if self._database_prefix else None

    def other_owner(self, room: Room) -> str | None:
        """The other process that takes the match's answers, if any."""
        owner, match = room.owner, room.info.id
        if owner is None or owner == self.name or match in self._claimed:
            return None
        if (
            not self._database_prefix
            or not owner.startswith(self._database_prefix)
            or not self.bus.is_up()
        ):
            return None
        process = owner.removeprefix(self._database_prefix)
        return None if self._suspects.get(process, 0.0) > time.monotonic() else process

    def assign_owner(self, room: Room, command: Command, change: EntryWrite) -> None:
        """Set the owner to store with an entry; bots and timers never acquire a match."""
        if command.by is not None or room.owner == self.name:
            change.owner = self.name

    def committed(self, event: Committed) -> None:
        """An entry was committed here."""
        room, change = event.room, event.change
        if room.owner not in (None, change.owner):
            MOVED.inc()
        if room.ply == change.ply:
            room.owner = change.owner
        self._claimed.discard(room.info.id)

    def process_left(self, process: str) -> None:
        """Note that the process stops: its matches go to the process that takes their next
        command.
        """
        self.suspect(process, LEAVING_S)

    def suspect(self, process: str, seconds: float = SUSPECT_S) -> None:
        """Take a silent process's answers here for `seconds`."""
        now = time.monotonic()
        self._suspects = {name: until for name, until in self._suspects.items() if until > now}
        until = max(now + seconds, self._suspects.get(process, 0.0))
        self._suspects[process] = until

    def claim(self, match: str) -> None:
        """Note that the owner handed the match over: this process takes its next answer."""
        if len(self._claimed) >= MAX_CLAIMED:
            self._claimed.clear()
        self._claimed.add(match)
