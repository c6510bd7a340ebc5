"""Bot worker: runs in a worker process; gets a match as bytes, resamples it and picks an answer."""

from __future__ import annotations

import multiprocessing
import os
import secrets
import signal
import threading
import time
from random import Random
from typing import Any

import msgspec

from engine import bots
from engine.core.match import Match
from engine.core.registry import games


def initialise_worker() -> None:
    """End with the parent process, however it ends, and ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    games()


def _end_with_parent() -> None:
    """A worker holds both ends of its task queue, so a killed parent would not end it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class TimeBudget:
    """A budget of so many seconds from now on."""

    def __init__(self, seconds: float) -> None:
        self.iterations: int | None = None
        self._until = time.monotonic() + seconds

    def expired(self) -> bool:
        return time.monotonic() >= self._until


def think(name: str, match: bytes, seat: int, decision: str, seconds: float) -> bytes:
    """The bot's answer to an open decision of its seat, as JSON; it may think for so many
    seconds.
    """
    own = Match.from_bytes(match)
    rng = Random(secrets.randbits(64))
    budget = TimeBudget(seconds)
    answer: Any = bots.think(name, games()[own.game], own, seat, decision, rng, budget)
    return msgspec.json.encode(answer)
