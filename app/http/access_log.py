"""Access log: one log line and one metric observation per request, and the request's id.

The id is taken from the proxy's `X-Request-ID`, or generated. The reply carries it, and so does
every log line that the request causes, even in another process that takes its command.
"""

from __future__ import annotations

import re
import secrets
import time

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.infra.metrics import REQUESTS
from app.infra.site_path import route_path
from app.wire.openapi import BASE

log = structlog.get_logger("conclave.requests")
QUIET = ("/healthz", "/readyz", "/metrics")
HEADER = b"x-request-id"
_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
OTHER = "other"
"""Metric label of unknown methods, and of requests that no route handles."""


class RequestLog:
    """Logs method, path, status and milliseconds; never a query, a header or a body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or route_path(scope) in QUIET:
            await self.app(scope, receive, send)
            return
        id = _id_of(scope)
        with structlog.contextvars.bound_contextvars(request_id=id):
            if scope["type"] == "http":
                await self._log(scope, receive, send, id)
            else:
                await self.app(scope, receive, send)

    async def _log(self, scope: Scope, receive: Receive, send: Send, id: str) -> None:
        started = time.perf_counter()
        status = 500

        async def send_noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (HEADER, id.encode())]
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        finally:
            seconds = time.perf_counter() - started
            method, path, ms = scope["method"], scope["path"], round(seconds * 1e3, 2)
            known = method if method in METHODS else OTHER
            REQUESTS.labels(known, _route_of(scope), str(status)).observe(seconds)
            log.info("request", method=method, path=path, status=status, ms=ms)


def _id_of(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == HEADER and _ID.fullmatch(value):
            return str(value.decode())
    return secrets.token_hex(8)


def _route_of(scope: Scope) -> str:
    """The route's template, such as `/api/v1/matches/{id}`: paths would be too many labels."""
    template: str = getattr(scope.get("route"), "path", OTHER)
    lacks_base = route_path(scope).startswith(f"{BASE}/") and not template.startswith("/api/")
    return BASE + template if lacks_base and template != OTHER else template
