"""Access log: one log line and one metric observation per request."""

from __future__ import annotations

import time

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.infra.metrics import REQUESTS

log = structlog.get_logger("conclave.requests")
QUIET = ("/healthz", "/readyz", "/metrics")


class RequestLog:
    """Logs method, path, status and milliseconds; never a query, a header or a body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in QUIET:
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500

        async def send_noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        finally:
            seconds = time.perf_counter() - started
            REQUESTS.labels(scope["method"], str(status)).observe(seconds)
            path, ms = scope["path"], round(seconds * 1e3, 2)
            log.info("request", method=scope["method"], path=path, status=status, ms=ms)
