"""A fake database for the tests of the writer; the test decides when its commits end."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from app.matches.store.group_commit import Writer
from app.matches.verdicts import Written


@dataclass(frozen=True)
class Entry:
    """As much of a change as the writer looks at."""

    match: str
    ply: int = 1
    seat: int = 0
    key: str | None = None


class Disk:
    """It keeps what it is given to commit."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        self.batches: list[list[Entry]] = []
        self.verdicts: list[asyncio.Future[Written]] = []

    async def write(self, batch: list[Any]) -> Written:
        self.batches.append(batch)
        self.verdicts.append(asyncio.get_running_loop().create_future())
        return await self.verdicts[-1]

    async def fence(self, batch: list[Any]) -> Written:
        raise OSError

    async def rehearse(self, batch: list[Any]) -> None:
        raise OSError

    async def close(self) -> None:
        assert all(verdict.done() for verdict in self.verdicts)

    def end(self, number: int, *busy: str) -> None:
        """The commit is done, but for the matches that something else holds."""
        matches = {entry.match for entry in self.batches[number]}
        self.verdicts[number].set_result(Written(matches - set(busy), set(busy)))

    def sizes(self) -> list[int]:
        return [len(batch) for batch in self.batches]


async def settle() -> None:
    """Let every task do what it can do by now."""
    for _ in range(10):
        await asyncio.sleep(0)


def hand_in(writer: Writer, *matches: str) -> list[asyncio.Task[bool]]:
    return [asyncio.create_task(writer.commit(Entry(match))) for match in matches]  # type: ignore[arg-type]
