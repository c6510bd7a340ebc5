"""Logs: one JSON object a line, never with a secret, an answer or a hidden card."""

from __future__ import annotations

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
