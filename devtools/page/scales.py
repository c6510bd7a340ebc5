"""Scales: count every byte that a browser receives, in transferred bodies and socket frames."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import CDPSession, Page

QUIET_S = 1.0
"""A page is settled when nothing has arrived for this long."""
MAX_SHOWN = 160
"""Letters of an address in a report."""


class Scales:
    """Counts what a page receives, by address."""

    def __init__(self, session: CDPSession) -> None:
        self.session = session
        self.addresses: dict[str, str] = {}
        self.weights: dict[str, float] = {}
        self.moved = asyncio.Event()

    async def begin(self) -> None:
        await self.session.send("Network.enable")
        self.session.on("Network.requestWillBeSent", self._requested)
        self.session.on("Network.webSocketCreated", self._connected)
        self.session.on("Network.loadingFinished", self._finished)
        self.session.on("Network.dataReceived", self._streamed)
        self.session.on("Network.webSocketFrameReceived", self._framed)

    async def settle(self) -> None:
        """Wait until nothing has arrived for a while."""
        while True:
            self.moved.clear()
            try:
                await asyncio.wait_for(self.moved.wait(), QUIET_S)
            except TimeoutError:
                return

    @property
    def total(self) -> float:
        return sum(self.weights.values())

    def report(self) -> str:
        """The heaviest first."""
        by_weight = sorted(self.weights.items(), key=lambda item: -item[1])
        lines = [
            f"{weight:9.0f}  {self.addresses.get(id, id)[:MAX_SHOWN]}" for id, weight in by_weight
        ]
        return "\n".join([f"{self.total:9.0f}  in all", *lines])

    def _requested(self, event: dict[str, Any]) -> None:
        self.addresses[event["requestId"]] = event["request"]["url"]

    def _connected(self, event: dict[str, Any]) -> None:
        self.addresses[event["requestId"]] = event["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        """A complete response: its headers and body as transferred."""
        self._put(event["requestId"], event["encodedDataLength"])

    def _streamed(self, event: dict[str, Any]) -> None:
        """A part of a response; a stream never finishes."""
        so_far = self.weights.get(event["requestId"], 0.0)
        self._put(event["requestId"], so_far + event["encodedDataLength"])

    def _framed(self, event: dict[str, Any]) -> None:
        so_far = self.weights.get(event["requestId"], 0.0)
        self._put(event["requestId"], so_far + len(event["response"]["payloadData"].encode()))

    def _put(self, id: str, weight: float) -> None:
        self.weights[id] = weight
        self.moved.set()


@asynccontextmanager
async def scales(page: Page) -> AsyncIterator[Scales]:
    session = await page.context.new_cdp_session(page)
    weighing = Scales(session)
    await weighing.begin()
    yield weighing
    await session.detach()
