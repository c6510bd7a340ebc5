"""Farewell: what this process still does, before uvicorn closes its connections."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any

from app.infra.background_tasks import TaskSet

END_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def run_before_shutdown(farewell: Callable[[], Awaitable[None]]) -> None:
    """When a signal ends this process, run `farewell` before uvicorn closes the connections.

    Call it while uvicorn starts the application, in the event loop that serves.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in END_SIGNALS:
        close: Any = signal.getsignal(number)
        if callable(close):
            signal.signal(number, _after(farewell, close, loop))


def _after(
    farewell: Callable[[], Awaitable[None]],
    close: Callable[[int, FrameType | None], Any],
    loop: asyncio.AbstractEventLoop,
) -> Callable[[int, FrameType | None], None]:
    farewells = TaskSet()

    async def say_farewell(number: int) -> None:
        await farewell()
        close(number, None)

    def on_signal(number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(lambda: farewells.start(say_farewell(number)))

    return on_signal
