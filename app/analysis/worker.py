"""Analysis worker: a process with the lowest priority that analyses one match and reports its
progress. It gets the match's export and never sees the database or the network.

It measures its effort in processor time, so a busy machine makes an analysis slower, not worse.
Every `DRAFT_PAUSE_S` it sends a draft of its findings, from which another worker can continue.
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

from app.bots.worker import READY, TimeBudget, prepare_process
from app.history.verify import NotVerified, verify_mainline
from engine.bots.mainline import Mainline
from engine.core.game import Game
from engine.core.registry import games
from engine.lab.explain import Effort, ExplainedMove, Explanation, explain

SECOND_PASS_FACTOR = 3
"""How many times as long as the search a second pass may take."""
LOWEST_PRIORITY = 19
PROGRESS_PAUSE_S = 0.2
"""Pause between two messages about the progress."""
DRAFT_PAUSE_S = 5.0
"""Pause between two drafts: the most work that a worker's death loses, besides the current move."""
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


class Finished(Struct, array_like=True, tag="found"):
    """The analysis, as compressed JSON, and the processor time that it took."""

    result: bytes
    total: int
    seconds: float


class Failed(Struct, array_like=True, tag="failed"):
    """The type of the error that ended the analysis; `is_lasting`: retries would end the same."""

    error: str
    is_lasting: bool


_ENCODER = msgspec.msgpack.Encoder()
_TASK = msgspec.msgpack.Decoder(Task)
_DRAFT = msgspec.msgpack.Decoder(Draft)
_MESSAGE: msgspec.msgpack.Decoder[Step | Finished | Failed] = msgspec.msgpack.Decoder(
    Step | Finished | Failed
)


def encode_task(task: Task) -> bytes:
    return _ENCODER.encode(task)


def decode_message(data: bytes) -> Step | Finished | Failed:
    return _MESSAGE.decode(data)


def serve(pipe: Connection) -> None:
    """The worker process: analyse one match, until the server goes."""
    os.nice(LOWEST_PRIORITY)
    prepare_process()
    try:
        pipe.send_bytes(READY)
        task = _TASK.decode(pipe.recv_bytes())
        pipe.send_bytes(_ENCODER.encode(_analyse(task, pipe)))
    except (EOFError, OSError):
        return


def _analyse(task: Task, pipe: Connection) -> Finished | Failed:
    """Analyse the match of a task; like bots' errors, errors are reported by their type alone."""
    try:
        export = msgspec.json.decode(task.export)
        game = games()[export["game"]]
        line = verify_mainline(game, export)
        draft = decode_draft(task.draft)
        steps = Steps(pipe, sum(len(step.answers) for step in line.steps) - line.inherited, draft)
        explanation = _explain(game, line, export, task.seconds, draft, steps)
        result = zlib.compress(msgspec.json.encode(explanation))
    except OSError:
        raise
    except Exception as error:
        return Failed(type(error).__name__, isinstance(error, NotVerified))
    return Finished(result, steps.total, steps.seconds)


def _explain(
    game: Game[Any, Any],
    line: Mainline,
    export: dict[str, Any],
    seconds: float,
    draft: Draft,
    steps: Steps,
) -> Explanation:
    effort = Effort(
        partial(TimeBudget, seconds, time.process_time),
        partial(TimeBudget, SECOND_PASS_FACTOR * seconds, time.process_time),
    )
    winners, players = export["outcome"]["ranks"][0], export["players"]
    return explain(game, line, winners, players, effort, earlier=draft.moves, on_answer=steps.add)


def encode_draft(draft: Draft) -> bytes:
    return zlib.compress(_ENCODER.encode(draft))


def decode_draft(data: bytes | None) -> Draft:
    """Decode a draft; an empty draft if there is none, or if another version wrote it."""
    try:
        return _DRAFT.decode(zlib.decompress(data)) if data else Draft([], 0.0)
    except (zlib.error, msgspec.DecodeError):
        return Draft([], 0.0)


class Steps:
    """Sends progress to the server at once and every `PROGRESS_PAUSE_S`, and drafts every
    `DRAFT_PAUSE_S`.
    """

    def __init__(self, pipe: Connection, total: int, draft: Draft) -> None:
        self.total = total
        self._pipe = pipe
        self._done = 0
        self._before = draft.seconds
        self._draft_moves = len(draft.moves)
        self._drafted_at = time.monotonic()
        self._send(Step(0, total))

    @property
    def seconds(self) -> float:
        """The processor time of this analysis, with that of earlier workers."""
        return self._before + time.process_time()

    def add(self, moves: list[ExplainedMove]) -> None:
        """One more answer or show is analysed; `moves` are those explained so far."""
        self._done += 1
        now = time.monotonic()
        if now >= self._drafted_at + DRAFT_PAUSE_S and len(moves) > self._draft_moves:
            self._drafted_at, self._draft_moves = now, len(moves)
            data = encode_draft(Draft(moves, self.seconds))
            self._send(Step(self._done, self.total, data if len(data) <= MAX_DRAFT_BYTES else None))
        elif now >= self._sent_at + PROGRESS_PAUSE_S:
            self._send(Step(self._done, self.total))

    def _send(self, step: Step) -> None:
        self._sent_at = time.monotonic()
        self._pipe.send_bytes(_ENCODER.encode(step))
