"""Watchdog: no step of a game holds the server up.

A real timer interrupts the engine, even in a tight loop. It works where signals do: in the main
thread of a process; elsewhere the engine's own count of operations is the only bound.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class EngineTimeout(Exception):
    """The rules took too long; nothing changed."""


_armed = False


def _ring(_signal: int, _frame: FrameType | None) -> None:
    if _armed:
        raise EngineTimeout


@contextmanager
def watched(seconds: float) -> Iterator[None]:
    """Run the block for at most so long. Raises EngineTimeout."""
    global _armed
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getsignal(signal.SIGALRM) is not _ring:
        signal.signal(signal.SIGALRM, _ring)
    _armed = True
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        _armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
