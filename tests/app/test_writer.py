"""Many answers in one commit; a second commit goes while the first is on its way."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

import pytest

from app.matches import writer as writing
from app.matches.verdicts import NotWritten, Refusal, Unknown, Written
from app.matches.writer import Writer
from app.problems import Problem
from app.reasons import BUSY, SLOW


@dataclass(frozen=True)
class Entry:
    """As much of a change as the writer looks at."""

    match: str
    ply: int = 1


class Disk:
    """A database whose commits end when the test says so."""

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


@pytest.fixture(autouse=True)
def few_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "WORTH", 1)
    monkeypatch.setattr(writing, "FEW", 0)


async def settle() -> None:
    """Let everybody do what can be done by now."""
    for _ in range(10):
        await asyncio.sleep(0)


def hand_in(writer: Writer, *matches: str) -> list[asyncio.Task[bool]]:
    return [asyncio.create_task(writer.commit(Entry(match))) for match in matches]  # type: ignore[arg-type]


@pytest.mark.parametrize(("lanes", "sizes"), [(1, [1]), (2, [1, 3])])
async def test_the_second_lane_works_while_the_first_waits_for_the_disk(lanes, sizes):
    disk = Disk(lanes)
    writer = Writer(disk, 1)
    writer.start()
    hand_in(writer, "a")
    await settle()
    answers = hand_in(writer, "b", "c", "d")
    await settle()
    assert disk.sizes() == sizes
    disk.end(0)
    await settle()
    assert disk.sizes() == [1, 3]
    disk.end(1)
    assert await asyncio.gather(*answers) == [True] * 3
    await writer.stop()


async def test_few_wait_for_more_while_many_are_on_their_way():
    disk = Disk(2)
    writer = Writer(disk, 1)
    writer.start()
    answers = hand_in(writer, *"abcdef")
    await settle()
    answers += hand_in(writer, "g", "h")
    await settle()
    assert disk.sizes() == [6]
    answers += hand_in(writer, "i")
    await settle()
    assert disk.sizes() == [6, 3]
    disk.end(1)
    disk.end(0)
    assert all(await asyncio.gather(*answers))
    await writer.stop()


async def test_a_match_is_at_most_once_in_a_batch_and_keeps_its_order():
    disk = Disk(1)
    writer = Writer(disk, 1)
    writer.start()
    first, again, other = hand_in(writer, "a", "a", "b")
    await settle()
    assert [[entry.match for entry in batch] for batch in disk.batches] == [["a", "b"]]
    assert not again.done()
    disk.end(0)
    await settle()
    assert (first.done(), other.done(), again.done()) == (True, True, False)
    assert disk.sizes() == [2, 1]
    disk.end(1)
    assert await again
    await writer.stop()


async def test_what_waits_is_committed_before_the_end():
    disk = Disk(2)
    writer = Writer(disk, 1)
    writer.start()
    answers = hand_in(writer, "a", "b")
    await settle()
    ending = asyncio.create_task(writer.stop())
    await settle()
    assert not ending.done()
    disk.end(0)
    await ending
    assert await asyncio.gather(*answers) == [True, True]


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


async def test_where_there_are_few_at_all_none_waits_for_another(monkeypatch):
    monkeypatch.setattr(writing, "WORTH", 3)
    monkeypatch.setattr(writing, "FEW", 2)
    disk = Disk(2)
    writer = Writer(disk, 1)
    writer.start()
    answers = hand_in(writer, "a")
    await settle()
    answers += hand_in(writer, "b")
    await settle()
    assert disk.sizes() == [1, 1]
    answers += hand_in(writer, "c", "d")
    await settle()
    disk.end(0)
    await settle()
    assert disk.sizes() == [1, 1]
    disk.end(1)
    await settle()
    assert disk.sizes() == [1, 1, 2]
    disk.end(2)
    assert all(await asyncio.gather(*answers))
    await writer.stop()


async def test_a_second_commit_of_very_few_is_not_worth_it(monkeypatch):
    monkeypatch.setattr(writing, "WORTH", 3)
    disk = Disk(2)
    writer = Writer(disk, 1)
    writer.start()
    answers = hand_in(writer, "a")
    await settle()
    answers += hand_in(writer, "b", "c")
    await settle()
    assert disk.sizes() == [1]
    answers += hand_in(writer, "d")
    await settle()
    assert disk.sizes() == [1, 3]
    disk.end(0)
    disk.end(1)
    assert all(await asyncio.gather(*answers))
    await writer.stop()


async def test_of_very_many_a_part_goes_so_that_the_other_lane_has_work(monkeypatch):
    monkeypatch.setattr(writing, "HANDY", 3)
    disk = Disk(2)
    writer = Writer(disk, 1)
    writer.start()
    answers = hand_in(writer, *"abcdef")
    await settle()
    assert disk.sizes() == [3, 3]
    answers += hand_in(writer, *"ghijklmnopqr")
    await settle()
    disk.end(0)
    await settle()
    assert disk.sizes() == [3, 3, 4]
    disk.end(1)
    await settle()
    assert disk.sizes() == [3, 3, 4, 3]
    disk.end(2)
    disk.end(3)
    await settle()
    assert disk.sizes() == [3, 3, 4, 3, 3, 2]
    disk.end(4)
    disk.end(5)
    assert all(await asyncio.gather(*answers))
    await writer.stop()


async def test_a_busy_match_goes_again_alone_while_others_go_on(monkeypatch):
    """It is neither lost nor taken; who waits with it has a verdict at once."""
    monkeypatch.setattr(writing, "PAUSES", (0.001, 0.002))
    disk = Disk(1)
    writer = Writer(disk, 30)
    writer.start()
    held, other = hand_in(writer, "a", "b")
    await settle()
    disk.end(0, "a")
    assert await other
    assert not held.done()
    async with asyncio.timeout(30):
        while len(disk.batches) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    (third,) = hand_in(writer, "c")
    await settle()
    assert [entry.match for entry in disk.batches[1]] == ["a"]
    disk.end(1)
    assert await held
    await settle()
    disk.end(2)
    assert await third
    await writer.stop()


async def test_those_that_go_alone_take_turns_with_the_others(monkeypatch):
    monkeypatch.setattr(writing, "PAUSES", (0.0, 0.0))
    disk = Disk(1)
    writer = Writer(disk, 30)
    writer.start()
    answers = hand_in(writer, "a", "b", "c")
    await settle()
    answers += hand_in(writer, "d")
    await settle()
    disk.end(0, "a", "b", "c")
    await asyncio.sleep(0.01)
    for number in range(1, 5):
        disk.end(number)
        await asyncio.sleep(0.01)
    assert sorted(disk.sizes()) == [1, 1, 1, 1, 3]
    assert "d" in [disk.batches[number][0].match for number in (1, 2, 3)]
    assert all(await asyncio.gather(*answers))
    await writer.stop()


async def test_a_match_that_stays_busy_is_given_up():
    disk = Disk(1)
    writer = Writer(disk, -1)
    writer.start()
    (held,) = hand_in(writer, "a")
    await settle()
    disk.end(0, "a")
    with pytest.raises(NotWritten) as told:
        await held
    assert told.value.members == {"why": BUSY}
    await writer.stop()


async def test_patience_counts_from_when_the_command_came():
    """It has waited for its turn already."""
    disk = Disk(1)
    writer = Writer(disk, 60)
    writer.start()
    late = asyncio.create_task(writer.commit(Entry("a"), time.monotonic() - 61))  # type: ignore[arg-type]
    await settle()
    disk.end(0, "a")
    with pytest.raises(NotWritten):
        await asyncio.wait_for(late, 30)
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
    monkeypatch.setattr(writing, "PAUSES", (0.001, 0.002))
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
    monkeypatch.setattr(writing, "LOOK", 0.01)
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
    """A database whose table somebody holds: every statement ends at its deadline."""

    async def write(self, batch: list[Any]) -> Written:
        await asyncio.sleep(0.1)
        if len(batch) > 1:
            return Written(set(), {entry.match for entry in batch})
        raise Refusal(SLOW)


async def test_nobody_waits_for_all_that_go_alone_before_him(monkeypatch):
    monkeypatch.setattr(writing, "LOOK", 0.01)
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
