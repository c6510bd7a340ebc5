"""Logs: one JSON object per line, never a secret, an answer or a hidden card."""

from __future__ import annotations

import asyncio
import logging
import sys

import structlog


def configure(level: str) -> None:
    """Log to the process's original standard output, even if redirected, from this level up."""
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


def request_id() -> str:
    """The id of the request that is being served, if any (see `app.http.access_log`)."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


class Recurring:
    """A rate-limited warning for events that may occur thousands of times per second: one line at
    once, then one per second and set of values, with the count in `times`.
    """

    PAUSE_S = 1.0

    def __init__(self, name: str, event: str) -> None:
        self._log = structlog.get_logger(name)
        self._event = event
        self._times: dict[tuple[tuple[str, str], ...], int] = {}

    def note(self, times: int = 1, **values: str) -> None:
        """Count `times` more occurrences."""
        kind = tuple(sorted(values.items()))
        if kind in self._times:
            self._times[kind] += times
            return
        self._times[kind] = times
        self._log_count(kind)

    def _log_count(self, kind: tuple[tuple[str, str], ...]) -> None:
        """Log the occurrences counted so far; repeat every second until there are none."""
        times = self._times[kind]
        if not times:
            del self._times[kind]
            return
        self._log.warning(self._event, **dict(kind), times=times)
        self._times[kind] = 0
        asyncio.get_running_loop().call_later(self.PAUSE_S, self._log_count, kind)
