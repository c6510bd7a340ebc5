"""Fault reports: one log line per unexpected exception, with an id that users can quote.

The line names the exception's type and location, never its message, which may contain user input or
hidden information. At log level `debug` a second line lists every stack frame.
"""

from __future__ import annotations

import secrets
import sys
import traceback
from functools import cache
from pathlib import Path
from typing import Any

import structlog

from engine.core.messages import Messages
from engine.core.registry import games

log = structlog.get_logger("conclave.faults")


def report_fault(error: Exception, event: str = "fault", **context: Any) -> str:
    """Log an unexpected exception with its context; returns the report's id."""
    id = secrets.token_hex(4)
    trace = traceback.extract_tb(error.__traceback__)
    log.error(event, error=type(error).__name__, at=place_of(error), id=id, **context)
    log.debug("trace", id=id, frames=[f"{at.filename}:{at.lineno} {at.name}" for at in trace])
    return id


def place_of(error: Exception) -> str:
    """The file and line that raised it; the innermost frame of a game's package, if any."""
    trace = traceback.extract_tb(error.__traceback__)
    folders = tuple(_folders().values())
    in_a_game = [at for at in trace if at.filename.startswith(folders)]
    where = (in_a_game or trace)[-1]
    return f"{where.filename}:{where.lineno}"


def report_messages() -> None:
    """Make every message that can't be rendered be logged, once each."""
    reported = set[str]()

    def report_once(messages: Messages, key: str, id: str, error: Exception) -> None:
        if id not in reported:
            reported.add(id)
            game = next((one for one in games().values() if one.messages is messages), None)
            folder = _folders().get(game.id) if game else None
            log.error(
                "message arguments invalid", key=key, id=id, error=type(error).__name__, at=folder
            )

    Messages.on_failure = report_once


@cache
def _folders() -> dict[str, str]:
    """The folder of each game's package."""
    modules = {id: sys.modules[type(game).__module__] for id, game in games().items()}
    return {id: str(Path(str(module.__file__)).parent) for id, module in modules.items()}
