"""GC tuning: an optimisation that a friends' table does not need; decides when a full garbage
collection runs.

Reference counting frees most objects of an answer, and sockets, at once; matches and running
scripts leave cycles. A full collection pauses the process, longer the more matches are in memory,
so it runs only after enough of them were released. Python's own rule would run one whenever many
objects were allocated, under load every few seconds.
"""

from __future__ import annotations

import asyncio
import gc
import time

YOUNG = (10_000, 2)
"""Thresholds of the two younger generations: low, so that their collections take some milliseconds,
but above what a hundred answers in flight hold until they are committed (some 60 objects each), or
a collection would run again and again and find nothing.
"""
NEVER = 1_000_000_000
RELEASED_BEFORE_FULL = 500
"""Released objects before a full collection; each is some 10 kB."""
MAX_PAUSE_S = 600.0
"""Time after which a full collection runs in any case."""
MIN_PAUSE_S = 60.0
"""Minimum time between two full collections."""
MAX_TIME_SHARE = 0.005
"""The largest share of this process's time that full collections may take."""


class _Litter:
    """Objects released since the last full collection."""

    left = 0


_litter = _Litter()


def tune_gc() -> None:
    """Exempt everything that exists once the application is assembled."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)


def note_released() -> None:
    """Count a released object that only the collector can free: a match, a script."""
    _litter.left += 1


async def keep_collecting() -> None:
    pause, looked = MIN_PAUSE_S, time.perf_counter()
    while True:
        await asyncio.sleep(pause)
        started = time.perf_counter()
        if _litter.left < RELEASED_BEFORE_FULL and started - looked < MAX_PAUSE_S:
            continue
        _litter.left = 0
        gc.collect()
        looked = time.perf_counter()
        pause = max(MIN_PAUSE_S, (looked - started) / MAX_TIME_SHARE)
