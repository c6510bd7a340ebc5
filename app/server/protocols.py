"""Protocols: what uvicorn speaks HTTP and websocket with.

Ours are made of the inside of uvicorn and websockets, which may change with any release. Lock files
and the bounds in `pyproject.toml` hold the releases that they were written for; where something
else is installed all the same, uvicorn's own protocols serve: slower, and without the limits on
requests that arrive slowly or with too large a head, which a proxy can set too.
"""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.metadata import version
from typing import NamedTuple

import structlog

WRITTEN_FOR = {"uvicorn": "0.54.", "websockets": "17."}
"""How their versions begin."""

log = structlog.get_logger("conclave")


class Protocols(NamedTuple):
    """What `uvicorn.run` takes as `http` and `ws`: a class, or the name of one of its own."""

    http: type[asyncio.Protocol] | str
    websocket: type[asyncio.Protocol] | str


STOCK = Protocols("auto", "auto")


@cache
def protocols() -> Protocols:
    """Our protocols, or with a warning uvicorn's own."""
    others = {
        name: found
        for name, beginning in WRITTEN_FOR.items()
        if not (found := version(name)).startswith(beginning)
    }
    if others:
        log.warning("stock protocols", installed=others, written_for=WRITTEN_FOR)
        return STOCK
    from app.server.http_protocol import BoundedHttpProtocol
    from app.server.websocket_protocol import CoalescingProtocol

    return Protocols(BoundedHttpProtocol, CoalescingProtocol)


def bound_requests(seconds: float) -> None:
    """How long a request may take to arrive, where our protocol serves."""
    http = protocols().http
    if isinstance(http, type):
        http.whole_seconds = seconds  # type: ignore[attr-defined]
