"""Analysis worker: a process of the lowest priority that analyses one match, and says how far it
is. It gets the match's export and never sees the database or the network.

It counts its effort in processor time, so a busy machine makes an analysis slower, not worse. Every
`DRAFT_S` it sends what it has found: a draft, with which another worker goes on if it ends.
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
from engine.lab.explain import Effort, Explained, ExplainedMove, explain

SECOND_PASS = 3
"""How many times as long as the search a second pass may take."""
LOWEST_PRIORITY = 19
PAUSE_S = 0.2
"""Between two messages about the progress."""
DRAFT_S = 5.0
"""Between two drafts: what the death of a worker costs at most, besides the move it was at."""
MAX_DRAFT_BYTES = 1_000_000
"""A larger draft is not kept; that of a long match for four has 50,000."""


class Task(Struct, array_like=True):
    """A match to analyse."""

    export: bytes  # JSON
    seconds: float  # of a processor, to search each move
    draft: bytes | None = None  # of a worker that ended before


class Draft(Struct, array_like=True):
    """The moves explained so far, and the processor time that they took."""

    moves: list[ExplainedMove]
    seconds: float


class Step(Struct, array_like=True, tag="step"):
    """Answers and shows analysed so far, and in all; now and then with an encoded draft."""

    done: int
    total: int
    draft: bytes | None = None


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
_DRAFT = msgspec.msgpack.Decoder(Draft)
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
    try:
        export = msgspec.json.decode(task.export)
        game = games()[export["game"]]
        line = verified_line(game, export)
        draft = decode_draft(task.draft)
        steps = Steps(pipe, sum(len(step.answers) for step in line.steps) - line.inherited, draft)
        explained = _explained(game, line, export, task.seconds, draft, steps)
        result = zlib.compress(msgspec.json.encode(explained))
    except OSError:
        raise
    except Exception as error:
        return Failed(type(error).__name__, isinstance(error, NotVerified))
    return Found(result, steps.total, steps.seconds)


def _explained(
    game: Game[Any, Any],
    line: Line,
    export: dict[str, Any],
    seconds: float,
    draft: Draft,
    steps: Steps,
) -> Explained:
    effort = Effort(
        partial(TimeBudget, seconds, time.process_time),
        partial(TimeBudget, SECOND_PASS * seconds, time.process_time),
    )
    winners, players = export["outcome"]["ranks"][0], export["players"]
    return explain(game, line, winners, players, effort, earlier=draft.moves, on_answer=steps.add)


def encode_draft(draft: Draft) -> bytes:
    return zlib.compress(_ENCODER.encode(draft))


def decode_draft(data: bytes | None) -> Draft:
    """An empty draft without data, and if the data are those of another version."""
    try:
        return _DRAFT.decode(zlib.decompress(data)) if data else Draft([], 0.0)
    except (zlib.error, msgspec.DecodeError):
        return Draft([], 0.0)


class Steps:
    """Tells the server how far the analysis is, at once and then every `PAUSE_S`, and every
    `DRAFT_S` what it has found.
    """

    def __init__(self, pipe: Connection, total: int, draft: Draft) -> None:
        self.total = total
        self._pipe = pipe
        self._done = 0
        self._before = draft.seconds
        self._kept = len(draft.moves)
        self._drafted_at = time.monotonic()
        self._tell(Step(0, total))

    @property
    def seconds(self) -> float:
        """The processor time of this analysis, with that of earlier workers."""
        return self._before + time.process_time()

    def add(self, moves: list[ExplainedMove]) -> None:
        """One more answer or show is analysed; `moves` are those explained so far."""
        self._done += 1
        now = time.monotonic()
        if now >= self._drafted_at + DRAFT_S and len(moves) > self._kept:
            self._drafted_at, self._kept = now, len(moves)
            data = encode_draft(Draft(moves, self.seconds))
            self._tell(Step(self._done, self.total, data if len(data) <= MAX_DRAFT_BYTES else None))
        elif now >= self._told_at + PAUSE_S:
            self._tell(Step(self._done, self.total))

    def _tell(self, step: Step) -> None:
        self._told_at = time.monotonic()
        self._pipe.send_bytes(_ENCODER.encode(step))
