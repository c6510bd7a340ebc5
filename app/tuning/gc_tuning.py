"""GC tuning: decides when a full garbage collection runs; an optimisation that a friends' table
does not need.

Reference counting frees sockets, and most objects of an answer, at once; matches and running
scripts leave cycles. A full collection pauses the process, longer the more matches are in memory,
so it runs only after enough of them were released. Python's own rule would run one whenever many
objects were allocated, under load every few seconds.
"""

from __future__ import annotations

import asyncio
import gc
import time

YOUNG_THRESHOLDS = (10_000, 2)
"""Thresholds of the two younger generations: low, so their collections take some milliseconds, but
above the objects of a hundred answers in flight (some 60 each), which collections would scan again
and again without freeing any.
"""
NEVER = 1_000_000_000
RELEASED_BEFORE_FULL = 500
"""Released objects (some 10 kB each) after which a full collection runs."""
MAX_FULL_INTERVAL_S = 600.0
"""Longest time between two full collections."""
MIN_FULL_INTERVAL_S = 60.0
"""Shortest time between two full collections."""
MAX_TIME_SHARE = 0.005
"""The largest share of this process's time that full collections may take."""


class _Released:
    """Objects released since the last full collection."""

    since_full = 0


_released = _Released()


def tune_gc() -> None:
    """Exempt the objects that exist once the application is assembled; set the thresholds."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG_THRESHOLDS, NEVER)


def note_released() -> None:
    """Count a released object that only the collector can free: a match, a script."""
    _released.since_full += 1


async def keep_collecting() -> None:
    pause, last_full = MIN_FULL_INTERVAL_S, time.perf_counter()
    while True:
        await asyncio.sleep(pause)
        started = time.perf_counter()
        if (
            _released.since_full < RELEASED_BEFORE_FULL
            and started - last_full < MAX_FULL_INTERVAL_S
        ):
            continue
        _released.since_full = 0
        gc.collect()
        last_full = time.perf_counter()
        pause = max(MIN_FULL_INTERVAL_S, (last_full - started) / MAX_TIME_SHARE)
