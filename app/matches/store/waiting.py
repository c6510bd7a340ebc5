"""Waiting changes: a change with its pending verdict, and the protocol of stores."""

from __future__ import annotations

import asyncio
from typing import Protocol

from app.matches.entry import EntryWrite
from app.matches.verdicts import Written

CommandId = tuple[str, int, str | None]
"""The match, seat and key of a command."""


class Waiting:
    """A change that waits for its verdict; `arrived_at` is when its command arrived."""

    __slots__ = ("arrived_at", "change", "verdict")

    def __init__(
        self, change: EntryWrite, verdict: asyncio.Future[bool], arrived_at: float
    ) -> None:
        self.change = change
        self.verdict = verdict
        self.arrived_at = arrived_at


class Store(Protocol):
    """Writes batches to one kind of database, which takes `lanes` commits at once."""

    lanes: int

    async def write(self, batch: list[EntryWrite]) -> Written:
        """Commit a batch with at most one change per match. Raises Refusal if certainly nothing was
        written; after any other exception that is unknown.
        """

    async def fence(self, batch: list[EntryWrite]) -> Written:
        """Make late statements of this batch fail. Taken are the matches whose change is in the
        database, by its receipt. The change of a lost match will never be there, even if its
        statement arrives later. Busy matches have no verdict yet.
        """

    async def rehearse(self, batch: list[EntryWrite]) -> None:
        """Try the write without committing. Raises what `write` does."""

    def give_up(self) -> None:
        """Fail all statements in flight at once: they will get no reply."""

    async def close(self) -> None: ...


def command_id_of(change: EntryWrite) -> CommandId:
    return change.match, change.seat, change.key


def changes_of(items: list[Waiting]) -> list[EntryWrite]:
    return [item.change for item in items]
