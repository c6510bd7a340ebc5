"""A connection between a page and its server that a test can count on and cut."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Callable
from typing import Any

from playwright.async_api import Page, WebSocketRoute

SOCKET = re.compile(r"/api/v1/matches/[^/]+/ws")
LOST = "Connection lost"
"""Shown by the page without a connection."""
CLOSE_CODE = 3001
TIMEOUT_S = 30


class Line:
    """All that a page sends and receives. A deaf page receives nothing until the line is cut.

    `change` alters the frames that come to the page.
    """

    def __init__(self, change: Callable[[dict[str, Any]], None] = lambda frame: None) -> None:
        self.change = change
        self.answers: list[dict[str, Any]] = []
        self.acks = 0
        self.nacks = 0
        self.frames = 0
        self.deaf = False
        self._changed = asyncio.Event()
        self._ends: list[WebSocketRoute] = []

    async def attach(self, page: Page) -> None:
        """Route the page's socket through this line; call before opening the page."""
        await page.route_web_socket(SOCKET, self._connect)

    async def cut(self) -> None:
        """Close the socket and lose what is in flight; the page may reconnect."""
        ends, self._ends = self._ends, []
        for end in ends:
            # Until 1.65 playwright closes the server's end and then awaits None.
            with contextlib.suppress(TypeError):
                await end.close(code=CLOSE_CODE)
        self.deaf = False

    async def until_connected(self) -> None:
        """Wait until the server has sent something through the socket."""
        await self._until(lambda: self.frames > 0)

    async def until_acks(self, count: int) -> None:
        """Wait for that many acknowledged answers."""
        await self._until(lambda: self.acks >= count)

    async def until_settled(self) -> None:
        """Wait until every answer sent is accepted or refused."""
        await self._until(lambda: self.acks + self.nacks >= len(self.answers))

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while not holds():
                self._changed.clear()
                await self._changed.wait()

    def _connect(self, page_end: WebSocketRoute) -> None:
        server_end = page_end.connect_to_server()
        self._ends += [page_end, server_end]
        page_end.on_message(lambda message: self._from_page(server_end, message))
        server_end.on_message(lambda message: self._from_server(page_end, message))

    def _from_page(self, server_end: WebSocketRoute, message: str | bytes) -> None:
        frame = json.loads(message)
        if frame["t"] == "answer":
            self.answers.append(frame)
        server_end.send(message)

    def _from_server(self, page_end: WebSocketRoute, message: str | bytes) -> None:
        if self.deaf:
            return
        frame = json.loads(message)
        self.frames += 1
        self.acks += frame["t"] == "ack"
        self.nacks += frame["t"] == "nack"
        self._changed.set()
        self.change(frame)
        page_end.send(json.dumps(frame))
