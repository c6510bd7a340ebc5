"""Protocols: chooses the HTTP protocol class that uvicorn runs.

Ours build on internals of uvicorn and websockets, which may change with any release. Lock files and
the bounds in `pyproject.toml` hold the releases that they were written for. With other releases
installed, uvicorn's own protocols serve instead: slower, and without limits on slow requests and
large heads, which a proxy can set too.
"""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.metadata import version

import structlog

WRITTEN_FOR = {"uvicorn": "0.54.", "websockets": "17."}
"""The prefixes of the versions that our protocols were written for."""
STOCK = "auto"
"""uvicorn's name for its own protocols."""

log = structlog.get_logger("conclave")


@cache
def fits_installed() -> bool:
    """Whether our protocols were written for what is installed; warns if not."""
    others = {
        name: installed
        for name, beginning in WRITTEN_FOR.items()
        if not (installed := version(name)).startswith(beginning)
    }
    if others:
        log.warning("stock protocols", installed=others, written_for=WRITTEN_FOR)
    return not others


def http_protocol() -> type[asyncio.Protocol] | str:
    """The `http` argument of `uvicorn.run`: our protocol, or the name of uvicorn's own."""
    if not fits_installed():
        return STOCK
    from app.server.http_protocol import BoundedHttpProtocol

    return BoundedHttpProtocol


def bound_requests(seconds: float) -> None:
    """Limit how long a request may take to arrive, if our protocol serves."""
    http = http_protocol()
    if isinstance(http, type):
        http.request_timeout_s = seconds  # type: ignore[attr-defined]
