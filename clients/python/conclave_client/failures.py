"""Failures: what goes wrong in a bot's code. The first of a kind is logged whole, others are
counted.
"""

from __future__ import annotations

import logging
import traceback
from collections import Counter

from conclave_client.problems import ConclaveError

log = logging.getLogger("conclave_client")
NOT_THE_AUTHORS = ("conclave_client", "concurrent", "asyncio", "importlib", "threading")
"""Packages whose frames say nothing about the bot."""


class Failures:
    """The answers asked of a bot's code in all of its matches, and the calls that failed."""

    def __init__(self) -> None:
        self.answers = 0
        self.failed_answers = 0
        self.failed_calls: Counter[str] = Counter()  # of other methods, by name
        self._known: set[tuple[str, type | None]] = set()

    def note(self, match: str, method: str, text: str, error: Exception | None = None) -> None:
        """A call of the bot's method failed, or its answer is illegal."""
        if method == "choose":
            self.failed_answers += 1
        else:
            self.failed_calls[method] += 1
        kind = (method, type(error) if error else None)
        if kind not in self._known:
            self._known.add(kind)
            log.error("%s: %s%s", match, text, f"\n{trace_of(error)}" if error else "")

    def __bool__(self) -> bool:
        return bool(self.failed_answers or self.failed_calls)

    def summary(self) -> str:
        """Such as `18 of 20 answers failed; notices failed 3 times`."""
        parts = [f"{self.failed_answers or 'none'} of {self.answers} answers failed"]
        for method, count in self.failed_calls.items():
            parts.append(f"{method} failed {'once' if count == 1 else f'{count} times'}")
        return "; ".join(parts)


def trace_of(error: Exception) -> str:
    """The traceback from the first frame of the bot's author on; only the sentence of our own
    errors.
    """
    if isinstance(error, ConclaveError):
        return str(error)
    frame = error.__traceback__
    while frame and _package(frame.tb_frame.f_globals.get("__name__")) in NOT_THE_AUTHORS:
        frame = frame.tb_next
    if frame is None:
        return "".join(traceback.format_exception_only(error)).rstrip()
    return "".join(traceback.format_exception(type(error), error, frame)).rstrip()


def _package(module: object) -> str:
    return str(module).partition(".")[0]
