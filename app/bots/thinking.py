"""Thinking: what runs in a worker process. It gets a match as bytes and resamples it first."""

from __future__ import annotations

import secrets
import signal
from random import Random
from typing import Any

import msgspec

from engine import bots
from engine.core.match import Match
from engine.core.registry import games


def be_quiet() -> None:
    """Workers end with their parent, not by the keyboard."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    games()


def think(name: str, match: bytes, seat: int, decision: str) -> bytes:
    """The bot's answer to its open decision, as JSON."""
    own = Match.from_bytes(match)
    rng = Random(secrets.randbits(64))
    answer: Any = bots.think(name, games()[own.game], own, seat, decision, rng)
    return msgspec.json.encode(answer)
