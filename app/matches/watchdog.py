"""Watchdog: no step of a game holds the server up.

A timer of the process's own processor time interrupts the engine, even in a tight loop; that a
machine is busy elsewhere does not count against a game. It works where signals do: in the main
thread of a process; elsewhere the engine's own count of operations is the only bound.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType


class EngineTimeout(Exception):
    """The rules took too long; nothing changed."""


_armed = False
_ready = False


def _ring(_signal: int, _frame: FrameType | None) -> None:
    if _armed:
        raise EngineTimeout


class watched:  # noqa: N801 - reads like the block it guards
    """Run a block for at most so many seconds of processor time. Raises EngineTimeout."""

    __slots__ = ("rings", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.rings = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        global _armed, _ready
        if not self.rings:
            return
        if not _ready:
            signal.signal(signal.SIGVTALRM, _ring)
            _ready = True
        _armed = True
        signal.setitimer(signal.ITIMER_VIRTUAL, self.seconds)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        global _armed
        if self.rings:
            _armed = False
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
