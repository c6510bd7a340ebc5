"""Logs: one JSON object a line, never with a secret, an answer or a hidden card."""

from __future__ import annotations

import asyncio
import logging
import sys

import structlog


def configure(level: str) -> None:
    """Log to the process's own standard output, whatever stands in for it, from this level on."""
    number = getattr(logging, level.upper())
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.__stdout__),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(stream=sys.stderr, level=max(number, logging.WARNING), force=True)


class Recurring:
    """A warning that may come thousands of times a second: one line at once, then one a second for
    each set of values, with `times`.
    """

    PAUSE = 1.0

    def __init__(self, name: str, event: str) -> None:
        self._log = structlog.get_logger(name)
        self._event = event
        self._times: dict[tuple[tuple[str, str], ...], int] = {}

    def note(self, times: int = 1, **values: str) -> None:
        """It has happened so many times more."""
        kind = tuple(sorted(values.items()))
        if kind in self._times:
            self._times[kind] += times
            return
        self._times[kind] = times
        self._tell(kind)

    def _tell(self, kind: tuple[tuple[str, str], ...]) -> None:
        """Log what has come together, and look again in a second until nothing has."""
        times = self._times[kind]
        if not times:
            del self._times[kind]
            return
        self._log.warning(self._event, **dict(kind), times=times)
        self._times[kind] = 0
        asyncio.get_running_loop().call_later(self.PAUSE, self._tell, kind)
