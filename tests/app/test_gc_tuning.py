"""GC tuning: a full collection runs once enough objects have been released, and never more
often.
"""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from app.tuning import gc_tuning


class Ring:
    """A reference cycle, which only the collector can free."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def restored_gc():
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


@pytest.fixture
def old_ring(monkeypatch) -> weakref.ref[Ring]:
    """Garbage that only a full collection frees."""
    monkeypatch.setattr(gc_tuning, "MIN_FULL_INTERVAL_S", 0.01)
    monkeypatch.setattr(gc_tuning._released, "since_full", 0)
    gc_tuning.tune_gc()
    ring = Ring()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(ring)


async def test_full_collection_runs_after_enough_releases(old_ring):
    collecting = asyncio.create_task(gc_tuning.keep_collecting())
    try:
        await asyncio.sleep(0.04)
        gc.collect(1)
        assert old_ring() is not None, "young collections do not find it, and little was released"
        for _ in range(600):
            gc_tuning.note_released()
        await is_collected(old_ring)
    finally:
        collecting.cancel()


async def test_full_collection_runs_after_the_longest_pause(old_ring, monkeypatch):
    monkeypatch.setattr(gc_tuning, "MAX_FULL_INTERVAL_S", 0.05)
    collecting = asyncio.create_task(gc_tuning.keep_collecting())
    try:
        await is_collected(old_ring)
    finally:
        collecting.cancel()


async def is_collected(ring: weakref.ref[Ring]) -> None:
    async with asyncio.timeout(20):
        while ring() is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def test_allocations_alone_start_no_full_collection(monkeypatch):
    gc_tuning.tune_gc()
    before = gc.get_stats()[2]["collections"]
    allocated = [
        [number]
        for number in range(gc_tuning.YOUNG_THRESHOLDS[0] * gc_tuning.YOUNG_THRESHOLDS[1] * 100)
    ]
    assert allocated
    assert gc.get_stats()[2]["collections"] == before
