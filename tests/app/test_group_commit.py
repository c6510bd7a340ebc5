"""Group commit: many answers in one commit, and a second commit while the first is in flight."""

from __future__ import annotations

import asyncio
import time

import pytest

from app.infra.database_errors import BUSY
from app.matches.store import group_commit as writing
from app.matches.store.group_commit import Writer
from app.matches.verdicts import NotWritten
from tests.app.disk import Disk, Entry, hand_in, settle

pytestmark = pytest.mark.usefixtures("few_are_enough")


@pytest.mark.parametrize(("lanes", "sizes"), [(1, [1]), (2, [1, 3])])
async def test_second_lane_commits_while_the_first_waits_for_the_disk(lanes, sizes):
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


async def test_few_entries_wait_for_more_while_many_are_in_flight():
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


async def test_withdrawn_entry_is_not_sent_until_it_is_readmitted():
    """Whether it waits already or has yet to come; what was sent can't be withdrawn."""
    disk = Disk(1)
    writer = Writer(disk, 60)
    writer.start()
    sent = [asyncio.create_task(writer.commit(Entry(match, key="k"))) for match in "ab"]
    await settle()
    assert disk.sizes() == [2]
    late = asyncio.create_task(writer.commit(Entry("b", ply=2, key="l")))
    await settle()
    assert not writer.withdraw("a", 0, "k")
    assert writer.withdraw("b", 0, "l")
    with pytest.raises(NotWritten):
        await late
    with pytest.raises(NotWritten):
        await writer.commit(Entry("b", ply=2, key="l"))
    writer.readmit("b", 0, "l")
    again = asyncio.create_task(writer.commit(Entry("b", ply=2, key="l")))
    disk.end(0)
    await settle()
    disk.end(1)
    assert await asyncio.gather(*sent, again) == [True] * 3
    assert [entry.key for entry in disk.batches[1]] == ["l"]
    await writer.stop()


async def test_match_is_at_most_once_in_a_batch_and_keeps_its_order():
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


async def test_waiting_entries_are_committed_before_the_writer_stops():
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


async def test_entries_do_not_wait_for_each_other_under_low_load(monkeypatch):
    monkeypatch.setattr(writing, "MIN_CONCURRENT_BATCH", 3)
    monkeypatch.setattr(writing, "IDLE_THRESHOLD", 2)
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


async def test_very_few_entries_start_no_second_commit(monkeypatch):
    monkeypatch.setattr(writing, "MIN_CONCURRENT_BATCH", 3)
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


async def test_large_backlog_is_split_between_the_lanes(monkeypatch):
    monkeypatch.setattr(writing, "TARGET_BATCH", 3)
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


async def test_busy_match_is_retried_alone_while_others_continue(monkeypatch):
    """It is neither lost nor taken; the rest of its batch has a verdict at once."""
    monkeypatch.setattr(writing, "RETRY_PAUSE_S", (0.001, 0.002))
    disk = Disk(1)
    writer = Writer(disk, 30)
    writer.start()
    busy, other = hand_in(writer, "a", "b")
    await settle()
    disk.end(0, "a")
    assert await other
    assert not busy.done()
    async with asyncio.timeout(30):
        while len(disk.batches) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    (third,) = hand_in(writer, "c")
    await settle()
    assert [entry.match for entry in disk.batches[1]] == ["a"]
    disk.end(1)
    assert await busy
    await settle()
    disk.end(2)
    assert await third
    await writer.stop()


async def test_new_entries_are_committed_between_retries(monkeypatch):
    monkeypatch.setattr(writing, "RETRY_PAUSE_S", (0.0, 0.0))
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


async def test_match_that_stays_busy_is_given_up():
    disk = Disk(1)
    writer = Writer(disk, -1)
    writer.start()
    (busy,) = hand_in(writer, "a")
    await settle()
    disk.end(0, "a")
    with pytest.raises(NotWritten) as raised:
        await busy
    assert raised.value.members == {"why": BUSY}
    await writer.stop()


async def test_timeout_counts_from_the_arrival_of_the_command():
    """The command has already waited for its turn."""
    disk = Disk(1)
    writer = Writer(disk, 60)
    writer.start()
    late = asyncio.create_task(writer.commit(Entry("a"), time.monotonic() - 61))  # type: ignore[arg-type]
    await settle()
    disk.end(0, "a")
    with pytest.raises(NotWritten):
        await asyncio.wait_for(late, 30)
    await writer.stop()
