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
"""What the page says when it has lost its line."""
GONE_AWAY = 3001
PATIENCE = 30


class Line:
    """Everything that a page says and hears. A deaf page hears nothing until the line is cut.

    `change` alters the frames that come to the page.
    """

    def __init__(self, change: Callable[[dict[str, Any]], None] = lambda frame: None) -> None:
        self.change = change
        self.answers: list[dict[str, Any]] = []
        self.acks = 0
        self.nacks = 0
        self.deaf = False
        self._changed = asyncio.Event()
        self._ends: list[WebSocketRoute] = []

    async def lay(self, page: Page) -> None:
        """Before the page is opened."""
        await page.route_web_socket(SOCKET, self._connect)

    async def cut(self) -> None:
        """What is on the way is lost; the page may dial again."""
        ends, self._ends = self._ends, []
        for end in ends:
            # Until 1.65 playwright closes the server's end and then awaits nothing.
            with contextlib.suppress(TypeError):
                await end.close(code=GONE_AWAY)
        self.deaf = False

    async def until_acks(self, count: int) -> None:
        """Wait until that many answers were taken."""
        await self._until(lambda: self.acks >= count)

    async def until_settled(self) -> None:
        """Until every answer that was sent was taken or refused."""
        await self._until(lambda: self.acks + self.nacks >= len(self.answers))

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._changed.clear()
                await self._changed.wait()

    def _connect(self, page_end: WebSocketRoute) -> None:
        server_end = page_end.connect_to_server()
        self._ends += [page_end, server_end]
        page_end.on_message(lambda message: self._said(server_end, message))
        server_end.on_message(lambda message: self._heard(page_end, message))

    def _said(self, server_end: WebSocketRoute, message: str | bytes) -> None:
        frame = json.loads(message)
        if frame["t"] == "answer":
            self.answers.append(frame)
        server_end.send(message)

    def _heard(self, page_end: WebSocketRoute, message: str | bytes) -> None:
        if self.deaf:
            return
        frame = json.loads(message)
        self.acks += frame["t"] == "ack"
        self.nacks += frame["t"] == "nack"
        self._changed.set()
        self.change(frame)
        page_end.send(json.dumps(frame))
