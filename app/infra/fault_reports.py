"""Fault reports: one log line per unexpected exception, with an id that users can quote.

The line names the exception's type, its location, the innermost stack frames and its causes, never
a message or a variable's value, which may contain user input or hidden information. Only the server
of an author, on their own machine, shows messages (`app.server.reload`).
"""

from __future__ import annotations

import secrets
import sys
import traceback
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import structlog

from app.infra.metrics import FAULTS
from engine.core.messages import Messages
from engine.core.registry import games

log = structlog.get_logger("conclave.faults")
MAX_FRAMES = 20
"""Frames of a trace in the log."""
MAX_MESSAGE = 500
"""Characters of an exception's message."""
_shows_messages = False


def show_messages() -> None:
    """From now on, show what exceptions say, in the log and to the client."""
    global _shows_messages
    _shows_messages = True


def spoken(error: Exception) -> str:
    """The exception's type, message and line as a sentence, where messages are shown; else empty,
    so nothing hidden leaves the server.
    """
    if not _shows_messages:
        return ""
    return f"{type(error).__name__}: {str(error)[:MAX_MESSAGE]} ({location_of(error)})."


def report_fault(error: Exception, event: str = "fault", **context: Any) -> str:
    """Log an unexpected exception with its context; returns the report's id."""
    id = secrets.token_hex(4)
    FAULTS.labels(type(error).__name__).inc()
    log.error(
        event,
        error=type(error).__name__,
        at=location_of(error),
        id=id,
        **({"says": spoken(error)} if _shows_messages else {}),
        trace=_frames(error),
        causes=[
            {"error": type(cause).__name__, "trace": _frames(cause)} for cause in _causes(error)
        ],
        **context,
    )
    return id


def _frames(error: BaseException) -> list[str]:
    """The innermost MAX_FRAMES frames, outermost first."""
    trace = traceback.extract_tb(error.__traceback__)[-MAX_FRAMES:]
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in trace]


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The exceptions that led to this one, as a traceback would show them."""
    seen_ids = {id(error)}
    while True:
        is_suppressed = error.__suppress_context__
        cause = error.__cause__ or (None if is_suppressed else error.__context__)
        if cause is None or id(cause) in seen_ids:
            return
        seen_ids.add(id(cause))
        yield cause
        error = cause


def location_of(error: Exception) -> str:
    """The file and line that raised it; the innermost frame of a game's package, if any."""
    trace = traceback.extract_tb(error.__traceback__)
    folders = tuple(_folders().values())
    game_frames = [frame for frame in trace if frame.filename.startswith(folders)]
    frame = (game_frames or trace)[-1]
    return f"{frame.filename}:{frame.lineno}"


def report_messages() -> None:
    """Log every message that can't be rendered, once each."""
    reported = set[str]()

    def report_once(messages: Messages, key: str, id: str, error: Exception) -> None:
        if id not in reported:
            reported.add(id)
            game = next(
                (candidate for candidate in games().values() if candidate.messages is messages),
                None,
            )
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
