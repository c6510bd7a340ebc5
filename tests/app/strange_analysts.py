"""What worker processes run instead of an analysis. A process that misbehaves imports no server."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection
from typing import Any

import msgspec

SOME = msgspec.msgpack.encode(["step", 1, 5])
"""One of five answers is analysed."""


def quick(pipe: Connection) -> None:
    """The usual worker, with few playouts, at the priority of the test."""
    from app.analysis import worker
    from engine.bots import analysis, luck

    worker.LOWEST_PRIORITY = 0
    analysis.MIN_FRESH_WORLDS = 2
    luck.MAX_RERUNS, luck.MAX_WORLDS, luck.MIN_RERUNS = 2, 4, 1
    worker.serve(pipe)


def stalls(pipe: Connection) -> None:
    """Gets no further than the first answer."""
    pipe.send_bytes(b"ready")
    pipe.recv_bytes()
    pipe.send_bytes(SOME)
    signal.pause()


def stalls_inside(pipe: Connection) -> None:
    """The usual worker, which gets no further either."""
    from app.analysis import worker

    def stall(_task: Any, pipe: Connection) -> None:
        pipe.send_bytes(SOME)
        signal.pause()

    worker._analyse = stall
    worker.serve(pipe)


def stops_half_way(pipe: Connection) -> None:
    """A quick worker that makes a draft after each answer, and gets no further than the fifth
    move.
    """
    from app.analysis import worker

    given = worker.Steps.add

    def add(steps: Any, moves: Any) -> None:
        given(steps, moves)
        if len(moves) == 5:
            signal.pause()

    worker.DRAFT_PAUSE_S, worker.Steps.add = 0.0, add
    quick(pipe)


def leaves_its_mark(pipe: Connection) -> None:
    """A quick worker that judges 4000 worlds, as it says."""
    from engine.lab import explain

    given = explain.judge

    def judge(*args: Any) -> Any:
        return msgspec.structs.replace(given(*args), worlds=4000)

    explain.judge = judge
    quick(pipe)


def dies(_pipe: Connection) -> None:
    os._exit(1)
