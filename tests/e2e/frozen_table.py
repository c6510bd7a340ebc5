"""Frozen table: a page that gets the first full view of its match, then only what a test sends."""

from __future__ import annotations

import json
from typing import Any

from playwright.async_api import Page, WebSocketRoute

from tests.e2e.line import SOCKET

BOT = {"kind": "bot", "bot": "greedy"}


class FrozenTable:
    """Passes the server's first full frame and its pongs on, and no other frame of the match."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.first_frame: dict[str, Any] = {}
        self._page_end: WebSocketRoute | None = None

    async def freeze(self) -> None:
        """Take the connection over; call it before the match is opened."""
        await self.page.route_web_socket(SOCKET, self._connect)

    def send(self, frame: dict[str, Any]) -> None:
        """Send a frame to the page as if from the server."""
        assert self._page_end
        self._page_end.send(json.dumps(frame))

    def _connect(self, page_end: WebSocketRoute) -> None:
        self._page_end = page_end
        page_end.connect_to_server().on_message(self._from_server)

    def _from_server(self, message: str | bytes) -> None:
        frame = json.loads(message)
        if frame["t"] == "full":
            if self.first_frame:
                return
            self.first_frame = frame
        if frame["t"] == "pong" and self.first_frame:
            frame["ply"] = self.first_frame["ply"]
        if frame["t"] in ("hello", "full", "pong"):
            self.send(frame)
