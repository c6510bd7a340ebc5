"""Seats: the load generator's sockets, and the parts of a frame that they read."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from picows import WSFrame, WSListener, WSMsgType, WSTransport


class Choice(Struct):
    key: str


class Decision(Struct):
    id: str
    kind: str
    default: Any
    options: list[Choice] = []


class Frame(Struct):
    t: str
    ply: int = -1
    ref: int = -1
    decisions: list[Decision] | None = None
    problem: dict[str, Any] | None = None


_FRAME = msgspec.json.Decoder(Frame)


class FrameListener(Protocol):
    """The receiver of the frames of all seats."""

    over: bool
    closed: int
    refs: int
    random: Random
    pending: dict[int, PendingAnswer]

    def on_frame(self, seat: Seat, frame: Frame, size: int) -> None: ...


class PendingAnswer(Struct):
    """An unacknowledged answer: when it was due, and when it was sent."""

    match: Match
    seat: Seat
    due: float
    at: float


class Match:
    """A match: its seats, and its unacknowledged answer, if any."""

    __slots__ = ("at", "due", "is_queued", "pending", "seats")

    def __init__(self) -> None:
        self.seats: list[Seat] = []
        self.pending: PendingAnswer | None = None
        self.is_queued = False
        self.at: dict[int, tuple[PendingAnswer, bool]] = {}

    def seat_to_answer(self) -> Seat | None:
        """A seat that can answer now."""
        return next((seat for seat in self.seats if seat.decisions), None)


class Seat(WSListener):  # type: ignore[misc]
    """One socket: a seat, or a spectator, whose `number` is -1."""

    def __init__(self, load: FrameListener, match: Match, number: int) -> None:
        self.load = load
        self.match = match
        self.number = number
        self.decisions: list[Decision] = []
        self.transport: WSTransport | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.load.closed += not self.load.over
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("closed"))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            if frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()
            return
        raw = frame.get_payload_as_bytes()
        content = _FRAME.decode(raw)
        self.load.on_frame(self, content, len(raw))

    def answer(self, due: float) -> None:
        """Answer the first open question at random."""
        assert self.transport
        load, decision = self.load, self.decisions[0]
        self.decisions = []
        ref = load.refs = load.refs + 1
        command = {"t": "answer", "ref": ref, "decision": decision.id}
        command["answer"] = choose(decision, load.random)
        self.match.pending = load.pending[ref] = PendingAnswer(
            self.match, self, due, time.perf_counter()
        )
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(command))


def choose(decision: Decision, rng: Random) -> Any:
    """An answer: a random option of a single choice, else the default."""
    if decision.kind == "choose" and isinstance(decision.default, str) and decision.options:
        return rng.choice(decision.options).key
    return decision.default
