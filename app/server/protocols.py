"""Protocols: chooses the HTTP and websocket protocol classes that uvicorn runs.

Ours build on internals of uvicorn and websockets, which may change with any release. Lock files and
the bounds in `pyproject.toml` hold the releases that they were written for. With other releases
installed, uvicorn's own protocols serve instead: slower, and without limits on slow requests and
large heads, which a proxy can set too.
"""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.metadata import version
from typing import NamedTuple

import structlog

WRITTEN_FOR = {"uvicorn": "0.54.", "websockets": "17."}
"""The prefixes of the versions that our protocols were written for."""

log = structlog.get_logger("conclave")


class Protocols(NamedTuple):
    """The `http` and `ws` arguments of `uvicorn.run`: classes, or names of its own protocols."""

    http: type[asyncio.Protocol] | str
    websocket: type[asyncio.Protocol] | str


STOCK = Protocols("auto", "auto")


@cache
def protocols() -> Protocols:
    """Our protocols, or uvicorn's own after a warning."""
    others = {
        name: installed
        for name, beginning in WRITTEN_FOR.items()
        if not (installed := version(name)).startswith(beginning)
    }
    if others:
        log.warning("stock protocols", installed=others, written_for=WRITTEN_FOR)
        return STOCK
    from app.server.http_protocol import BoundedHttpProtocol
    from app.server.websocket_protocol import CoalescingProtocol

    return Protocols(BoundedHttpProtocol, CoalescingProtocol)


def bound_requests(seconds: float) -> None:
    """Limit how long a request may take to arrive, if our protocol serves."""
    http = protocols().http
    if isinstance(http, type):
        http.request_timeout_s = seconds  # type: ignore[attr-defined]
