"""Analysis worker: a process of the lowest priority that analyses one match, and says how far it
is. It gets the match's export and never sees the database or the network.

It counts its effort in processor time, so a busy machine makes an analysis slower, not worse.
"""

from __future__ import annotations

import os
import time
import zlib
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import msgspec
from msgspec import Struct

from app.bots.worker import READY, TimeBudget, prepare
from app.history.verify import NotVerified, verified_line
from engine.bots.line import Line
from engine.core.game import Game
from engine.core.registry import games
from engine.lab.explain import Effort, explain

SECOND_PASS = 3
"""How many times as long as the search a second pass may take."""
LOWEST_PRIORITY = 19
PAUSE_S = 0.2
"""Between two messages about the progress."""


class Task(Struct, array_like=True):
    """A match to analyse."""

    export: bytes  # JSON
    seconds: float  # of a processor, to search each move


class Step(Struct, array_like=True, tag="step"):
    """Answers and shows analysed so far, and in all."""

    done: int
    total: int


class Found(Struct, array_like=True, tag="found"):
    """The analysis, as compressed JSON, and the processor time that it took."""

    result: bytes
    total: int
    seconds: float


class Failed(Struct, array_like=True, tag="failed"):
    """The type of the error that ended the analysis; `is_lasting`: it will end every other."""

    error: str
    is_lasting: bool


_ENCODER = msgspec.msgpack.Encoder()
_TASK = msgspec.msgpack.Decoder(Task)
_MESSAGE: msgspec.msgpack.Decoder[Step | Found | Failed] = msgspec.msgpack.Decoder(
    Step | Found | Failed
)


def encode_task(task: Task) -> bytes:
    return _ENCODER.encode(task)


def decode_message(data: bytes) -> Step | Found | Failed:
    return _MESSAGE.decode(data)


def serve(pipe: Connection) -> None:
    """The worker process: analyse one match, until the server goes."""
    os.nice(LOWEST_PRIORITY)
    prepare()
    try:
        pipe.send_bytes(READY)
        task = _TASK.decode(pipe.recv_bytes())
        pipe.send_bytes(_ENCODER.encode(_analysed(task, pipe)))
    except (EOFError, OSError):
        return


def _analysed(task: Task, pipe: Connection) -> Found | Failed:
    """Errors are named and not described, as those of bots."""
    begun = time.process_time()
    try:
        export = msgspec.json.decode(task.export)
        game = games()[export["game"]]
        line = verified_line(game, export)
        steps = Steps(pipe, sum(len(step.answers) for step in line.steps) - line.given)
        result = _explained(game, line, export, task.seconds, steps)
    except OSError:
        raise
    except Exception as error:
        return Failed(type(error).__name__, isinstance(error, NotVerified))
    return Found(zlib.compress(result), steps.total, time.process_time() - begun)


def _explained(
    game: Game[Any, Any], line: Line, export: dict[str, Any], seconds: float, steps: Steps
) -> bytes:
    effort = Effort(
        partial(TimeBudget, seconds, time.process_time),
        partial(TimeBudget, SECOND_PASS * seconds, time.process_time),
    )
    winners, players = export["outcome"]["ranks"][0], export["players"]
    return msgspec.json.encode(explain(game, line, winners, players, effort, on_answer=steps.add))


class Steps:
    """Tells the server how far the analysis is, at once and then every `PAUSE_S`."""

    def __init__(self, pipe: Connection, total: int) -> None:
        self.total = total
        self._pipe = pipe
        self._done = 0
        self._tell()

    def add(self) -> None:
        """One more answer or show is analysed."""
        self._done += 1
        if time.monotonic() >= self._told_at + PAUSE_S:
            self._tell()

    def _tell(self) -> None:
        self._told_at = time.monotonic()
        self._pipe.send_bytes(_ENCODER.encode(Step(self._done, self.total)))
