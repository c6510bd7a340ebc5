"""Resilient clients: each reconnects to another process, retries what was not acknowledged under
the same key, and detects missed messages by heartbeat.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from contextlib import suppress
from typing import Any

import websockets

from tests.app.random_answers import pick
from tests.app.wire import OVERTAKEN, Person, Wire

LOST = (OSError, TimeoutError, ConnectionError, websockets.WebSocketException)
PASSING = (*OVERTAKEN, "unavailable", "rate-limited")
"""Problems that may be met while things break."""
HEARTBEAT = 3.0


class ResilientClient:
    """One viewer of one match: a seat that plays, or a spectator.

    `acknowledged` is every answer that was acknowledged, by ply: its decision and key; `late` are
    the keys of those that came too late.
    """

    def __init__(
        self, person: Person, match: str, urls: list[str], rng: random.Random, pause: float
    ) -> None:
        self.person = person
        self.match = match
        self.urls = urls
        self.rng = rng
        self.pause = pause
        self.wire: Wire | None = None
        self.acknowledged: dict[int, tuple[str, str]] = {}
        self.late: set[str] = set()
        self.keys: dict[str, tuple[str, Any]] = {}
        self.playing = True
        self.closes: list[int] = []
        self.problems: set[str] = set()
        self._number = itertools.count()

    def cut(self) -> None:
        """The network is gone, without a word."""
        if self.wire and self.wire.socket:
            self.wire.cut()

    async def live(self) -> None:
        """Be there until cancelled."""
        while True:
            wire = await self._open()
            try:
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(self._beat(wire))
                    if self.person.token:
                        tasks.create_task(self._play(wire))
                    tasks.create_task(self._leave_when_closed(wire))
            except* LOST:
                pass
            finally:
                await self._close(wire)

    async def _open(self) -> Wire:
        while True:
            person = await self.person.at(self.rng.choice(self.urls))
            wire = Wire(person, self.match)
            with suppress(*LOST):
                async with asyncio.timeout(20):
                    await wire.open()
                if wire.closed is None:
                    self.wire = wire
                    return wire
            await self._close(wire)
            await asyncio.sleep(self.rng.uniform(0.1, 1.0))

    async def _close(self, wire: Wire) -> None:
        """What went wrong in the reading (a view that is not what was promised) is raised."""
        if wire.socket:
            wire.socket.transport.abort()
        if wire.reading:
            await wire.reading

    async def _leave_when_closed(self, wire: Wire) -> None:
        await wire.until(lambda: wire.closed is not None, seconds=1e6)
        self.closes.append(wire.closed or 0)
        raise ConnectionError

    async def _beat(self, wire: Wire) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT * self.rng.uniform(0.5, 1.5))
            heard = len(wire.frames)
            await wire.send({"t": "ping"})
            await asyncio.sleep(HEARTBEAT / 2)
            pongs = [frame["ply"] for frame in wire.frames[heard:] if frame["t"] == "pong"]
            if pongs and pongs[-1] > wire.ply:
                await wire.send({"t": "resync"})
            del wire.frames[:-1], wire.recorded[:-1]

    async def _play(self, wire: Wire) -> None:
        while True:
            await asyncio.sleep(self.rng.uniform(0.2, 1.8) * self.pause)
            if not wire.decisions or not self.playing:
                continue
            decision = self.rng.choice(wire.decisions)
            own = (f"{self.person.account}/{next(self._number)}", pick(decision, self.rng))
            key, answer = self.keys.setdefault(decision["id"], own)
            reply = await wire.answer(answer, decision["id"], key=key)
            if reply["t"] == "ack":
                self.acknowledged[reply["ply"]] = (decision["id"], key)
                await wire.reaches(reply["ply"])
            else:
                problem = reply["problem"]["type"].removeprefix("/problems/")
                self.problems.add(problem)
                if problem in OVERTAKEN:
                    self.late.add(key)
                if not self.problems <= set(PASSING):
                    raise AssertionError(f"refused: {reply}")
                await wire.send({"t": "resync"})
