"""Bot worker: a process that computes bots' answers, one decision after another. It gets the match
as bytes and never sees the database, other matches or the network.
"""

from __future__ import annotations

import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from random import Random

import msgspec
from msgspec import Struct

from engine import bots
from engine.bots.bot import installed_bots
from engine.bots.hint import Suggestion, hint
from engine.bots.plan import Plan, Thought
from engine.bots.position import Position
from engine.core.match import Match
from engine.core.registry import games

READY = b"ready"
"""A worker's first message: it has loaded the games and the bots."""


class Task(Struct, array_like=True, tag="answer"):
    """A decision that a bot is to make."""

    bot: str
    match: bytes  # `Match.to_bytes`
    seat: int
    decision: str
    seconds: float  # from the start of the thought
    plan: Plan | None = None  # of the seat's last thought


class HintTask(Struct, array_like=True, tag="hint"):
    """A decision for which a player requests a hint."""

    match: bytes
    seat: int
    decision: str
    seconds: float
    players: list[str]  # their names


class Reply(Struct, array_like=True):
    """The result of a task: a thought or a hint, or the type of the error that ended it."""

    thought: Thought | None = None
    error: str = ""
    hint: list[Suggestion] | None = None


_ENCODER = msgspec.msgpack.Encoder()
_TASK = msgspec.msgpack.Decoder(Task | HintTask)
_REPLY = msgspec.msgpack.Decoder(Reply)


def encode_task(task: Task | HintTask) -> bytes:
    return _ENCODER.encode(task)


def decode_reply(data: bytes) -> Reply:
    return _REPLY.decode(data)


def serve(tasks: Connection) -> None:
    """The worker process: reply to each task until the server ends."""
    prepare_process()
    try:
        tasks.send_bytes(READY)
        while True:
            tasks.send_bytes(_reply_to(tasks.recv_bytes()))
    except (EOFError, OSError):
        return


def prepare_process() -> None:
    """End this process with its parent, however that ends, ignore Ctrl-C, and load the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    games()
    installed_bots()


def _end_with_parent() -> None:
    """End with the parent: a thinking worker reads nothing, so it would not notice its death."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _reply_to(data: bytes) -> bytes:
    """Report errors by their type alone: their text may contain hidden information."""
    try:
        return _ENCODER.encode(_run_task(_TASK.decode(data)))
    except Exception as error:
        return _ENCODER.encode(Reply(error=type(error).__name__))


def _run_task(task: Task | HintTask) -> Reply:
    return Reply(think(task)) if isinstance(task, Task) else Reply(hint=suggest(task))


class TimeBudget:
    """A budget of `seconds` from now on, by the given clock."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.iterations: int | None = None
        self._clock = clock
        self._until = clock() + seconds

    def expired(self) -> bool:
        return self._clock() >= self._until


def think(task: Task) -> Thought:
    """The bot's thought about an open decision of its seat."""
    budget = TimeBudget(task.seconds)
    match = Match.from_bytes(task.match)
    rng = Random(secrets.randbits(64))
    game = games()[match.game]
    return bots.think(
        task.bot, game, match, task.seat, task.decision, rng, budget=budget, plan=task.plan
    )


def suggest(task: HintTask) -> list[Suggestion]:
    """The best moves at an open decision of the seat."""
    budget, trials = TimeBudget(task.seconds / 2), TimeBudget(task.seconds)
    match = Match.from_bytes(task.match)
    position = Position(games()[match.game], match, task.seat, task.decision)
    return hint(position, budget, trials, Random(secrets.randbits(64)), task.players)
