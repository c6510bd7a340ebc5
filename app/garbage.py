"""Garbage: when Python's cyclic collector looks at everything there is.

What an answer leaves behind goes by itself, none of it is in cycles; what sockets and matches leave
behind is. A look at everything stops the process for the longer the more matches it has in memory,
so that it is taken once enough of them are gone; by itself Python would take it whenever much has
come, which under load is every few seconds.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

YOUNG = (5_000, 2)
"""Thresholds of the two younger generations: so that a look at one is short."""
NEVER = 1_000_000_000
GONE = 500
"""So many sockets, streams and matches gone are worth a look at everything: each leaves some 10 kB…
"""
SELDOM = 1800.0
"""… and after so many seconds there is one in any case."""
PAUSE = 60.0
"""Seconds between two looks at everything, at least…"""
SHARE = 0.005
"""… and the most of this process's time that they may take."""


def begin_collecting_seldom() -> None:
    """What is there once everything is put together stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)


async def keep_collecting(gone: Callable[[], int]) -> None:
    """`gone` says how many sockets, streams and matches there have been that are not here now."""
    pause, looked, known = PAUSE, time.perf_counter(), gone()
    while True:
        await asyncio.sleep(pause)
        started = time.perf_counter()
        if gone() - known < GONE and started - looked < SELDOM:
            continue
        gc.collect()
        looked, known = time.perf_counter(), gone()
        pause = max(PAUSE, (looked - started) / SHARE)
