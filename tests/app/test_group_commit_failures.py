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


async def test_failing_lane_does_not_affect_the_other():
    disk = Disk(2)
    writer = Writer(disk, 0.05)
    writer.start()
    (lost,) = hand_in(writer, "a")
    await settle()
    (committed,) = hand_in(writer, "b")
    await settle()
    disk.verdicts[0].set_exception(ConnectionError())
    disk.end(1)
    assert await committed
    with pytest.raises(Problem) as raised:
        await lost
    assert raised.value.name == "unavailable"
    await writer.stop()


class Fenced(Disk):
    """A database that cuts off every commit; asked for verdicts later, it finds `busy` locked."""

    def __init__(self, *busy: str, written: set[str]) -> None:
        super().__init__(1)
        self.busy, self.written, self.fences = set(busy), written, list[set[str]]()

    async def write(self, batch: list[Any]) -> Written:
        raise ConnectionError

    async def fence(self, batch: list[Any]) -> Written:
        matches = {entry.match for entry in batch}
        self.fences.append(matches)
        return Written(matches & self.written - self.busy, matches & self.busy)


async def test_locked_row_leaves_only_its_own_match_in_doubt(monkeypatch):
    monkeypatch.setattr(writing, "RETRY_PAUSE_S", (0.001, 0.002))
    disk = Fenced("busy", written={"taken", "busy"})
    writer = Writer(disk, 60)
    writer.start()
    busy, taken, lost = hand_in(writer, "busy", "taken", "lost")
    assert await asyncio.wait_for(asyncio.gather(taken, lost), 30) == [True, False]
    assert await asyncio.wait_for(hand_in(writer, "later")[0], 30) is False
    assert not busy.done()
    disk.busy.clear()
    assert await asyncio.wait_for(busy, 30)
    assert disk.fences[0] == {"busy", "taken", "lost"}
    assert all(len(batch) == 1 for batch in disk.fences[1:])
    await writer.stop()


@pytest.mark.parametrize(("timeout_s", "drain_s"), [(0.05, 10), (60, 0.05)])
async def test_commit_of_a_locked_row_is_unknown_after_timeout_or_shutdown(timeout_s, drain_s):
    writer = Writer(Fenced("busy", written=set()), timeout_s, drain_s)
    writer.start()
    busy, other = hand_in(writer, "busy", "other")
    assert await asyncio.wait_for(other, 30) is False
    if timeout_s == 60:
        await asyncio.wait_for(writer.stop(), 30)
    with pytest.raises(Unknown):
        await asyncio.wait_for(busy, 30)
    await writer.stop()


async def test_writer_stops_although_the_database_never_answers():
    """What was sent is unknown; what was not sent is certainly not written."""
    disk = Disk(1)
    writer = Writer(disk, 30, drain_s=0.05)
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


async def test_entries_behind_a_silent_database_are_refused(monkeypatch):
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


async def test_no_entry_waits_for_all_retries_before_it(monkeypatch):
    monkeypatch.setattr(writing, "TIMEOUT_CHECK_S", 0.01)
    writer = Writer(Locked(2), 0.3)
    writer.start()
    answers = hand_in(writer, *(str(number) for number in range(200)))
    results = await asyncio.wait_for(asyncio.gather(*answers, return_exceptions=True), 5)
    assert {type(result) for result in results} == {NotWritten}
    await writer.stop()


async def test_refusal_is_reported_at_once_and_logged_once_per_second(monkeypatch):
    lines = []
    disk = Disk(1)
    writer = Writer(disk, 30)
    log = writer._refused._log
    monkeypatch.setattr(log, "warning", lambda event, **values: lines.append((event, values)))
    writer.start()
    answers = hand_in(writer, *(str(number) for number in range(100)))
    await settle()
    disk.verdicts[0].set_exception(Refusal("The database is read-only."))
    results = await asyncio.gather(*answers, return_exceptions=True)
    assert {type(result) for result in results} == {NotWritten}
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
