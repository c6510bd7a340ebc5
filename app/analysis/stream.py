"""Analysis stream: how far the analysis of a match is, as JSON lines.

The bus only says that something has changed, and may lose that: every line is read from the
database, at the latest `POLL_S` after the one before.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Container

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from app.analysis.queue import QUEUE, AnalysisQueue, channel_of
from app.bus.base import Bus
from app.infra.metrics import SOCKETS
from app.realtime.connections import AdmitStream
from app.realtime.match_stream import KEEPALIVE_S
from app.wire.analysis import AnalysisProgress

POLL_S = 3.0
ENDED = ("none", "done", "failed")


class Follower:
    """One stream."""

    __slots__ = ("close", "wake")

    def __init__(self) -> None:
        self.close: int | None = None
        self.wake = asyncio.Event()

    def want_close(self, code: int) -> None:
        self.close = code
        self.wake.set()

    async def wait(self, seconds: float) -> None:
        """Wait for news, at most so long."""
        try:
            async with asyncio.timeout(seconds):
                await self.wake.wait()
        except TimeoutError:
            return
        finally:
            self.wake.clear()


class AnalysisStreams:
    """The analysis streams of this process, by channel. `asked` is called when an analysis
    waits that was asked for somewhere.
    """

    def __init__(self, bus: Bus, queue: AnalysisQueue, asked: Callable[[], None]) -> None:
        self.bus = bus
        self.queue = queue
        self.asked = asked
        self.empty = asyncio.Event()
        self.empty.set()
        self._by_channel: dict[str, set[Follower]] = {}

    async def lines(self, match: str, admit_stream: AdmitStream) -> AsyncIterator[bytes]:
        """How far the analysis is, now and after every change, until it ends."""
        follower, channel = Follower(), channel_of(match)
        with admit_stream(follower.want_close):
            self._join(channel, follower)
            SOCKETS.inc()
            try:
                told: AnalysisProgress | None = None
                said_at = time.monotonic()
                while follower.close is None:
                    progress = await self._read(match) or told
                    quiet = time.monotonic() - said_at
                    if progress is not None and progress != told:
                        yield msgspec.json.encode(progress) + b"\n"
                        told, said_at = progress, time.monotonic()
                        if progress.status in ENDED:
                            return
                    elif quiet >= KEEPALIVE_S:
                        yield b"\n"
                        said_at = time.monotonic()
                    await follower.wait(min(POLL_S, max(0.0, KEEPALIVE_S - quiet)))
            finally:
                SOCKETS.dec()
                self._leave(channel, follower)

    def close(self) -> None:
        """End every stream; clients are to reconnect."""
        for followers in self._by_channel.values():
            for follower in followers:
                follower.want_close(1012)

    def deliver(self, channel: str, message: bytes) -> None:
        """An analysis waits, or has changed."""
        if channel == QUEUE:
            self.asked()
        for follower in self._by_channel.get(channel, ()):
            follower.wake.set()

    def resync(self, missed: Container[str]) -> None:
        """The bus was down: look again."""
        for channel in (QUEUE, *self._by_channel):
            if channel in missed:
                self.deliver(channel, b"")

    def joined(self, channel: str, seconds: float) -> None:
        self.deliver(channel, b"")

    async def _read(self, match: str) -> AnalysisProgress | None:
        """None while the database can't be reached."""
        try:
            return await self.queue.progress(match)
        except (SQLAlchemyError, OSError):
            return None

    def _join(self, channel: str, follower: Follower) -> None:
        self._by_channel.setdefault(channel, set()).add(follower)
        self.empty.clear()
        self.bus.subscribe(channel)

    def _leave(self, channel: str, follower: Follower) -> None:
        followers = self._by_channel[channel]
        followers.discard(follower)
        if not followers:
            del self._by_channel[channel]
            self.bus.unsubscribe(channel)
        if not self._by_channel:
            self.empty.set()
