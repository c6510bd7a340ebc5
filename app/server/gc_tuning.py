"""Garbage: when Python's cyclic collector looks at everything there is.

Most of what an answer leaves behind goes at once, and so do sockets; matches and scripts that run
leave cycles. A look at everything stops the process for the longer the more matches it has in
memory, so that it is taken once enough of them are put away; Python's own rule would take it
whenever much has come, which under load is every few seconds.
"""

from __future__ import annotations

import asyncio
import gc
import time

YOUNG = (2_000, 2)
"""Thresholds of the two younger generations: so that a look at one is short."""
NEVER = 1_000_000_000
LEFT = 500
"""So many things left behind are worth a look at everything: each is some 10 kB…"""
SELDOM = 600.0
"""… and after so many seconds there is one in any case."""
PAUSE = 60.0
"""Seconds between two looks at everything, at least…"""
SHARE = 0.005
"""… and the most of this process's time that they may take."""


class _Litter:
    """What this process has left behind since everything was looked at."""

    left = 0


_litter = _Litter()


def tune_gc() -> None:
    """What is there once everything is put together stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)


def note_released() -> None:
    """Something is put away that only the collector can take: a match, a script."""
    _litter.left += 1


async def keep_collecting() -> None:
    pause, looked = PAUSE, time.perf_counter()
    while True:
        await asyncio.sleep(pause)
        started = time.perf_counter()
        if _litter.left < LEFT and started - looked < SELDOM:
            continue
        _litter.left = 0
        gc.collect()
        looked = time.perf_counter()
        pause = max(PAUSE, (looked - started) / SHARE)
