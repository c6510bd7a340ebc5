"""GC tuning: a full collection runs once enough objects have been released, and never more
often.
"""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from app.server import gc_tuning


class Ring:
    """Something that only the collector can take away."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def as_it_was():
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


@pytest.mark.parametrize(("seldom", "left"), [(gc_tuning.MAX_PAUSE_S, 600), (1.0, 0)])
async def test_what_grew_old_goes_once_enough_is_left_or_it_is_long_ago(monkeypatch, seldom, left):
    monkeypatch.setattr(gc_tuning, "MIN_PAUSE_S", 0.01)
    monkeypatch.setattr(gc_tuning, "MAX_PAUSE_S", seldom)
    monkeypatch.setattr(gc_tuning._litter, "left", 0)
    gc_tuning.tune_gc()
    ring = Ring()
    old = weakref.ref(ring)
    gc.collect(0)
    gc.collect(1)
    del ring
    gc.collect(1)
    assert old() is not None, "it is as old as it can be"
    looking = asyncio.create_task(gc_tuning.keep_collecting())
    try:
        await asyncio.sleep(0.04)
        assert old() is not None, "nothing is left behind yet"
        for _ in range(left):
            gc_tuning.note_released()
        async with asyncio.timeout(20):
            while old() is not None:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        looking.cancel()


def test_however_much_comes_it_is_not_looked_at_before(monkeypatch):
    gc_tuning.tune_gc()
    before = gc.get_stats()[2]["collections"]
    kept = [[number] for number in range(gc_tuning.YOUNG[0] * gc_tuning.YOUNG[1] * 100)]
    assert kept
    assert gc.get_stats()[2]["collections"] == before
