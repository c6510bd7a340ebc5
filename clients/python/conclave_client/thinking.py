"""Thinking: calls a bot's methods without holding up the connection."""

from __future__ import annotations

import asyncio
import inspect
import logging
from concurrent.futures import Executor
from typing import Any

from conclave_client.bot import Bot
from conclave_client.failures import Failures

log = logging.getLogger("conclave_client")


class Thinker:
    """The bot of a match, whose plain methods run in `threads`. `seconds` is the most that a call
    may take; `failures` counts those that fail.
    """

    def __init__(
        self, match: str, bot: Bot, threads: Executor, seconds: float, failures: Failures
    ) -> None:
        self.match = match  # its name
        self.bot = bot
        self.threads = threads
        self.seconds = seconds
        self.failures = failures
        self._last: asyncio.Task[Any] | None = None

    async def ask(self, name: str, *arguments: Any, otherwise: Any = None) -> Any:
        """The method's result; `otherwise` if it raises or takes too long, which is a failure.

        Calls run one after another. A late thread can't be stopped: until it returns, further calls
        wait and time out.
        """
        method, last = getattr(self.bot, name), self._last
        self.failures.answers += name == "choose"
        call = self._last = asyncio.create_task(self._call(last, method, arguments))
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.shield(call)
        except asyncio.CancelledError:
            call.cancel()
            raise
        except TimeoutError:
            self.failures.note(self.match, name, f"{name} took more than {self.seconds:g} s")
            if last is not None and not last.done():  # this call has not begun
                call.cancel()
                self._last = last
            elif inspect.iscoroutinefunction(method):
                call.cancel()
            else:
                call.add_done_callback(_is_late)
        except Exception as error:
            self.failures.note(self.match, name, f"{name} failed", error)
        return otherwise

    async def _call(
        self, last: asyncio.Task[Any] | None, method: Any, arguments: tuple[Any, ...]
    ) -> Any:
        if last is not None:
            await asyncio.wait([last])
        if inspect.iscoroutinefunction(method):
            return await method(*arguments)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, method, *arguments)


def _is_late(call: asyncio.Task[Any]) -> None:
    """Log the exception of a call that returned after its timeout."""
    if not call.cancelled() and call.exception() is not None:
        log.error("too late, and then: %r", call.exception())
