"""Load generator: a process of its own, `python -m bench.generator < order > report`.

Order and report are JSON (`Order`, `report`). Open loop (`rate` > 0): answers become due by a
Poisson process that waits for none of them, each at the next match that is ready, and their times
count from when they were due, so a server that stalls is charged for all answers due meanwhile.
Closed loop (`rate` 0): every seat answers as soon as it is asked.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import uvloop
from msgspec import Struct
from picows import WSMsgType, ws_connect

from bench.seats import Frame, Match, PendingAnswer, Seat

MAX_OPENING = 32
"""Limit on the sockets being opened at the same time."""
TICK_S = 0.001
ACK_TIMEOUT_S = 10.0
"""After this time an answer counts as never acknowledged."""


class Table(Struct):
    """A match with the tokens of its seats, in order; an empty one is not played."""

    match: str
    tokens: list[str]


class Order(Struct, kw_only=True):
    """The load to generate. `urls` are the servers; times are in seconds.

    The viewers of a match take the servers in turn, or all the same one if `affine`.
    `to_the_end`: measure from the first answer until every match is over, for `seconds` at most.
    """

    urls: list[str]
    tables: list[Table]
    affine: bool = False
    spectators: int = 0
    rate: float = 0.0
    warm_up: float = 3.0
    seconds: float = 10.0
    hold: float = 0.0
    to_the_end: bool = False
    seed: int = 1

    def url_of(self, table: int, viewer: int) -> str:
        """The server of a seat or spectator, both by number."""
        return self.urls[(table + (0 if self.affine else viewer)) % len(self.urls)]


class Load:
    """The state and the measurements of one run."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.random = Random(order.seed)
        self.matches: list[Match] = []
        self.ready: deque[Match] = deque()
        self.pending: dict[int, PendingAnswer] = {}
        self.refs = 0
        self.playing = self.measuring = self.over = False
        self.closed = 0
        self.refused: dict[str, int] = {}
        self.ended: set[Match] = set()
        self.all_ended = asyncio.Event()
        self.reset()

    def reset(self) -> None:
        self.acks: list[float] = []
        self.own: list[float] = []
        self.others: list[float] = []
        self.spectators: list[float] = []
        self.frames = self.bytes = self.fulls = 0

    # -- received frames

    def on_frame(self, seat: Seat, frame: Frame, size: int) -> None:
        self.frames += 1
        self.bytes += size
        if frame.t == "ack":
            self._on_ack(frame)
        elif frame.t == "nack":
            self._on_nack(seat, frame)
        elif frame.t == "delta":
            self._record_latency(seat, frame)
        elif frame.t == "end":
            self.ended.add(seat.match)
            if len(self.ended) == len(self.matches):
                self.all_ended.set()
        elif frame.t == "full":
            self.fulls += 1
            if not seat.ready.done():
                seat.ready.set_result(None)
        if frame.decisions is not None:
            seat.decisions = frame.decisions
            if seat.decisions:
                self._answer_when_due(seat)

    def _on_ack(self, frame: Frame) -> None:
        now = time.perf_counter()
        pending = self.pending.pop(frame.ref)
        if pending.match.pending is pending:
            pending.match.pending = None
        pending.match.at = {frame.ply: (pending, self.measuring)}
        if self.measuring:
            self.acks.append(now - pending.due)
        if seat := pending.match.seat_to_answer():
            self._answer_when_due(seat)

    def _on_nack(self, seat: Seat, frame: Frame) -> None:
        name = (frame.problem or {}).get("type", "?").rsplit("/", 1)[-1]
        self.refused[name] = self.refused.get(name, 0) + 1
        pending = self.pending.pop(frame.ref, None)
        if pending and pending.match.pending is pending:
            pending.match.pending = None
        assert seat.transport
        seat.transport.send(WSMsgType.TEXT, b'{"t":"resync"}')

    def _record_latency(self, seat: Seat, frame: Frame) -> None:
        pending, counts = seat.match.at.get(frame.ply, (None, False))
        if pending is None or not (counts and self.measuring):
            return
        latency = time.perf_counter() - pending.due
        if seat is pending.seat:
            self.own.append(latency)
        else:
            (self.others if seat.number >= 0 else self.spectators).append(latency)

    # -- sent answers

    def _answer_when_due(self, seat: Seat) -> None:
        """The seat can answer: now in a closed loop, when it is due in an open one."""
        match = seat.match
        if not self.playing or match.pending is not None or match.is_queued:
            return
        if not self.order.rate:
            seat.answer(time.perf_counter())
            return
        match.is_queued = True
        self.ready.append(match)

    async def _arrivals(self) -> None:
        due = time.perf_counter()
        while self.playing:
            while due <= time.perf_counter() and self.ready:
                match = self.ready.popleft()
                match.is_queued = False
                if seat := match.seat_to_answer():
                    seat.answer(due)
                    due += self.random.expovariate(self.order.rate)
            await asyncio.sleep(TICK_S)

    # -- the run

    async def run(self) -> dict[str, Any]:
        connection_figures = await self._open_all()
        if self.order.hold:
            _write_message({"held": True})
            await asyncio.sleep(self.order.hold)
        self.playing = True
        if self.order.to_the_end:
            self._begin_measuring()
        arrivals = asyncio.create_task(self._arrivals()) if self.order.rate else None
        for match in self.matches:
            if seat := match.seat_to_answer():
                self._answer_when_due(seat)
        if not self.order.to_the_end:
            await asyncio.sleep(self.order.warm_up)
            self._begin_measuring()
        started_at, cpu = time.perf_counter(), time.process_time()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.all_ended.wait(), self.order.seconds)
        elapsed = time.perf_counter() - started_at
        self.measuring = self.playing = False
        _write_message({"measured": True})
        unacknowledged = [
            pending
            for pending in self.pending.values()
            if pending.at < time.perf_counter() - ACK_TIMEOUT_S
        ]
        if arrivals:
            await arrivals
        self.over = True
        return {
            **connection_figures,
            "answers per second": len(self.acks) / elapsed,
            "ack": percentiles(self.acks),
            "own frame": percentiles(self.own),
            "other seat's frame": percentiles(self.others),
            "spectator's frame": percentiles(self.spectators),
            "frames per second": self.frames / elapsed,
            "full frames": self.fulls,
            "bytes per frame": self.bytes / max(1, self.frames),
            "generator's cores": (time.process_time() - cpu) / elapsed,
            "unanswered": len(unacknowledged),
            "closed": self.closed,
            "refused": self.refused,
            "ended": len(self.ended),
            "seconds": elapsed,
        }

    def _begin_measuring(self) -> None:
        self.reset()
        self.measuring = True
        _write_message({"measuring": True})

    async def _open_all(self) -> dict[str, Any]:
        started_at = time.perf_counter()
        opening_slots = asyncio.Semaphore(MAX_OPENING)
        jobs = []
        for number, table in enumerate(self.order.tables):
            match = Match()
            self.matches.append(match)
            for seat, token in enumerate(table.tokens):
                if token:
                    url = self.order.url_of(number, seat)
                    jobs.append(self._open(opening_slots, url, table.match, match, seat, token))
            for spectator in range(self.order.spectators):
                url = self.order.url_of(number, spectator)
                jobs.append(self._open(opening_slots, url, table.match, match, -1, ""))
        await asyncio.gather(*jobs)
        return {
            "sockets": len(jobs),
            "sockets per second": len(jobs) / (time.perf_counter() - started_at),
        }

    async def _open(
        self,
        opening_slots: asyncio.Semaphore,
        url: str,
        id: str,
        match: Match,
        number: int,
        token: str,
    ) -> None:
        seat = Seat(self, match, number)
        if number >= 0:
            match.seats.append(seat)
        address = f"{url.replace('http', 'ws', 1)}/api/v1/matches/{id}/ws"
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with opening_slots:
            await ws_connect(lambda: seat, address, extra_headers=headers)
            await asyncio.wait_for(seat.ready, 60)


def percentiles(seconds: Iterable[float]) -> dict[str, float]:
    """Milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return {}
    places = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    figures = {name: ordered[int(len(ordered) * share)] * 1e3 for name, share in places.items()}
    return {**figures, "most": ordered[-1] * 1e3, "count": len(ordered)}


def _write_message(message: dict[str, Any]) -> None:
    sys.stdout.write(msgspec.json.encode(message).decode() + "\n")
    sys.stdout.flush()


def main() -> None:
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)

    async def run() -> dict[str, Any]:
        return await Load(order).run()

    _write_message(uvloop.run(run()))


if __name__ == "__main__":
    main()
