"""Garbage: when Python's cyclic collector looks at everything there is.

Most of what a match leaves behind goes by itself, little of it is in cycles. A look at everything
stops the process for as long as it has matches in memory, so that it is taken seldom and by the
clock; by itself Python would take it whenever much has come, which under load is every few seconds.
"""

from __future__ import annotations

import asyncio
import gc
import time

YOUNG = (10_000, 20)
"""Thresholds of the two younger generations, whose collection is short."""
NEVER = 1_000_000_000
PAUSE = 60.0
"""Seconds between two looks at everything, at least…"""
SHARE = 0.005
"""… and the most of this process's time that they may take."""


def begin_collecting_seldom() -> None:
    """What is there once everything is put together stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)


async def keep_collecting() -> None:
    pause = PAUSE
    while True:
        await asyncio.sleep(pause)
        started = time.perf_counter()
        gc.collect()
        pause = max(PAUSE, (time.perf_counter() - started) / SHARE)
