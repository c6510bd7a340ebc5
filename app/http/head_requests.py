"""HEAD requests: answers HEAD on every GET route, with the headers of GET and no body."""

from __future__ import annotations

from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class _HeadersSent(Exception):
    """Ends the request once the headers of a stream are sent."""


class HeadRequests:
    """Passes HEAD on as GET; uvicorn, which knows the original method, drops the body. A stream is
    not started at all.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_headers(message: Message) -> None:
            await send(message)
            if message["type"] == "http.response.start" and _is_stream(message):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                raise _HeadersSent

        with suppress(_HeadersSent):
            await self.app({**scope, "method": "GET"}, receive, send_headers)


def _is_stream(start: Message) -> bool:
    """Whether a response has no known length, so it may never end."""
    return all(name != b"content-length" for name, _ in start["headers"])
