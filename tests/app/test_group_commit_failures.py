"""Group commit on a database that fails, refuses or falls silent: the fate of waiting answers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.infra.database_errors import SLOW
from app.infra.problems import Problem
from app.matches.store import group_commit as writing
from app.matches.store.group_commit import Writer
from app.matches.verdicts import NotWritten, Refusal, Unknown, Written
from tests.app.disk import Disk, hand_in, settle

pytestmark = pytest.mark.usefixtures("few_are_enough")


async def test_a_lane_that_fails_costs_the_other_nothing():
    disk = Disk(2)
    writer = Writer(disk, 0.05)
    writer.start()
    (lost,) = hand_in(writer, "a")
    await settle()
    (kept,) = hand_in(writer, "b")
    await settle()
    disk.verdicts[0].set_exception(ConnectionError())
    disk.end(1)
    assert await kept
    with pytest.raises(Problem) as told:
        await lost
    assert told.value.name == "unavailable"
    await writer.stop()


class Fenced(Disk):
    """A database whose every commit is cut off; of what it is asked afterwards, `held` is busy."""

    def __init__(self, *held: str, there: set[str]) -> None:
        super().__init__(1)
        self.held, self.there, self.fences = set(held), there, list[set[str]]()

    async def write(self, batch: list[Any]) -> Written:
        raise ConnectionError

    async def fence(self, batch: list[Any]) -> Written:
        matches = {entry.match for entry in batch}
        self.fences.append(matches)
        return Written(matches & self.there - self.held, matches & self.held)


async def test_a_held_row_leaves_only_its_own_match_in_doubt(monkeypatch):
    monkeypatch.setattr(writing, "RETRY_PAUSE_S", (0.001, 0.002))
    disk = Fenced("held", there={"taken", "held"})
    writer = Writer(disk, 60)
    writer.start()
    held, taken, lost = hand_in(writer, "held", "taken", "lost")
    assert await asyncio.wait_for(asyncio.gather(taken, lost), 30) == [True, False]
    assert await asyncio.wait_for(hand_in(writer, "later")[0], 30) is False
    assert not held.done()
    disk.held.clear()
    assert await asyncio.wait_for(held, 30)
    assert disk.fences[0] == {"held", "taken", "lost"}
    assert all(len(batch) == 1 for batch in disk.fences[1:])
    await writer.stop()


@pytest.mark.parametrize(("patience", "drain"), [(0.05, 10), (60, 0.05)])
async def test_what_stays_held_is_unknown_when_patience_or_the_server_ends(patience, drain):
    writer = Writer(Fenced("held", there=set()), patience, drain)
    writer.start()
    held, other = hand_in(writer, "held", "other")
    assert await asyncio.wait_for(other, 30) is False
    if patience == 60:
        await asyncio.wait_for(writer.stop(), 30)
    with pytest.raises(Unknown):
        await asyncio.wait_for(held, 30)
    await writer.stop()


async def test_the_end_does_not_wait_for_a_database_that_never_answers():
    """What was sent is unknown; what was not is certainly not there."""
    disk = Disk(1)
    writer = Writer(disk, 30, drain=0.05)
    writer.start()
    (sent,) = hand_in(writer, "a")
    await settle()
    (waiting,) = hand_in(writer, "b")
    await settle()
    await asyncio.wait_for(writer.stop(), 30)
    with pytest.raises(Unknown):
        await sent
    with pytest.raises(NotWritten):
        await waiting


async def test_what_waits_behind_a_silent_database_is_refused(monkeypatch):
    monkeypatch.setattr(writing, "TIMEOUT_CHECK_S", 0.01)
    disk = Disk(1)
    writer = Writer(disk, 0.1)
    writer.start()
    (sent,) = hand_in(writer, "a")
    await settle()
    (waiting,) = hand_in(writer, "b")
    with pytest.raises(NotWritten):
        await asyncio.wait_for(waiting, 30)
    assert writer.is_stuck
    disk.end(0)
    assert await sent
    assert not writer.is_stuck
    await writer.stop()


class Locked(Disk):
    """A database with a locked table: every statement ends at its deadline."""

    async def write(self, batch: list[Any]) -> Written:
        await asyncio.sleep(0.1)
        if len(batch) > 1:
            return Written(set(), {entry.match for entry in batch})
        raise Refusal(SLOW)


async def test_nobody_waits_for_all_that_go_alone_before_him(monkeypatch):
    monkeypatch.setattr(writing, "TIMEOUT_CHECK_S", 0.01)
    writer = Writer(Locked(2), 0.3)
    writer.start()
    answers = hand_in(writer, *(str(number) for number in range(200)))
    told = await asyncio.wait_for(asyncio.gather(*answers, return_exceptions=True), 5)
    assert {type(one) for one in told} == {NotWritten}
    await writer.stop()


async def test_a_refusal_is_told_at_once_and_logged_once_a_second(monkeypatch):
    lines = []
    disk = Disk(1)
    writer = Writer(disk, 30)
    said = writer._refused._log
    monkeypatch.setattr(said, "warning", lambda event, **values: lines.append((event, values)))
    writer.start()
    answers = hand_in(writer, *(str(number) for number in range(100)))
    await settle()
    disk.verdicts[0].set_exception(Refusal("The database is read-only."))
    told = await asyncio.gather(*answers, return_exceptions=True)
    assert {type(one) for one in told} == {NotWritten}
    for _ in range(3):
        (again,) = hand_in(writer, "a")
        await settle()
        disk.verdicts[-1].set_exception(Refusal("The database is read-only."))
        with pytest.raises(NotWritten):
            await again
    values = {"reason": "The database is read-only.", "times": 100}
    assert lines == [("commit refused", values)]
    async with asyncio.timeout(30):
        while len(lines) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert lines[1] == ("commit refused", {"reason": "The database is read-only.", "times": 3})
    await writer.stop()
