"""Time limit: a watchdog that interrupts a step of a game before it blocks the server.

A timer of the process's own CPU time interrupts the engine, even in a tight loop; load from other
processes does not count against a game. The timer keeps ticking as long as the process lives, since
setting it costs more than many steps do; a step that has seen too many ticks is out of time. It
works where signals do, in the main thread of a process; elsewhere the engine's own count of
operations is the only bound.
"""

from __future__ import annotations

import atexit
import signal
import threading
from types import FrameType, TracebackType

TICKS = 8
"""Ticks per time limit; a step is interrupted at the first tick after its last one."""


class EngineTimeout(Exception):
    """A step of the rules exceeded its time limit; nothing changed."""


class _Timer:
    """The process's one timer; counts its ticks since a step began, if one runs."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.ticks: int | None = None

    def begin(self, seconds: float) -> None:
        if seconds != self.seconds:
            self._set(seconds)
        self.ticks = 0

    def stop(self) -> None:
        """Stop ticking: once Python has removed its handlers, a tick would kill the process."""
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self.seconds = 0.0

    def _set(self, seconds: float) -> None:
        signal.signal(signal.SIGVTALRM, self._tick)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds / TICKS, seconds / TICKS)
        atexit.unregister(self.stop)
        atexit.register(self.stop)
        self.seconds = seconds

    def _tick(self, _signal: int, _frame: FrameType | None) -> None:
        if self.ticks is not None:
            self.ticks += 1
            if self.ticks > TICKS:
                raise EngineTimeout


_timer = _Timer()


class time_limit:  # noqa: N801 - reads like the block it guards
    """Limit a block to about `seconds` of CPU time. Raises EngineTimeout."""

    __slots__ = ("rings", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.rings = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        if self.rings:
            _timer.begin(self.seconds)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.rings:
            _timer.ticks = None
