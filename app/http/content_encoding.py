"""Content encoding: negotiates a content coding with the client and compresses replies.

The length of a compressed reply reveals what a text in it has in common with a secret beside it
(BREACH). So each endpoint opts in with `compressed`; streams, and replies that carry a token, a
ticket, an invite code or text written by others (chat), never do.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Coroutine, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from fastapi import Request, Response

from app.infra.security import COOKIE

IDENTITY = "identity"
GZIP = "gzip"
LEAST_BYTES = 1024
"""Shorter replies gain nothing."""
LEVEL = 4
THREAD_BYTES = 65_536
"""Longer replies are compressed in a thread: they would block the event loop for 1 ms or more."""
MARK = "-gzip"
"""Suffix of the ETag of a compressed reply."""

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


def preferred(accepted: str | None, offered: Sequence[str]) -> str:
    """The coding of `offered`, best first, that an Accept-Encoding header prefers, or identity
    (RFC 9110, 12.5.3). Identity is also the fallback if no offered coding is acceptable.
    """
    weights = _weights(accepted or "")

    def weight(coding: str) -> float:
        return weights.get(coding, weights.get("*", 0.0))

    best = max(offered, key=weight, default=IDENTITY)
    if best == IDENTITY or not weight(best):
        return IDENTITY
    return best if weight(best) >= weights.get(IDENTITY, 0.0) else IDENTITY


def _weights(accepted: str) -> dict[str, float]:
    """The weight of each coding in the header, from 0 to 1."""
    found: dict[str, float] = {}
    for part in accepted.lower().split(","):
        coding, *parameters = (word.strip() for word in part.split(";"))
        if coding:
            found[coding.removeprefix("x-")] = min(map(_quality, parameters), default=1.0)
    return found


def _quality(parameter: str) -> float:
    name, _, value = parameter.partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        quality = float(value)
    except ValueError:
        return 0.0
    return quality if 0 <= quality <= 1 else 0.0


def etags(header: str | None) -> set[str]:
    """The tags of an If-None-Match header."""
    return {one.strip().removeprefix("W/") for one in (header or "").split(",")}


def accepted_by(request: Request) -> str:
    """The Accept-Encoding of a request, which may have several such headers."""
    return ",".join(request.headers.getlist("accept-encoding"))


class How(NamedTuple):
    """How the replies of an endpoint are compressed."""

    for_strangers: bool
    kept: bool


def compressed(
    *, for_strangers: bool = False, kept: bool = False
) -> Callable[[Endpoint], Endpoint]:
    """Mark an endpoint whose replies are compressed on request. `for_strangers`: only replies to
    requests without cookie or token, since others may hold an invite code; `kept`: cache the
    compressed form, for a few large replies that are always the same.
    """

    def mark(endpoint: Endpoint) -> Endpoint:
        endpoint.compressed = How(for_strangers, kept)  # type: ignore[attr-defined]
        return endpoint

    return mark


def compressing(endpoint: Callable[..., Any], handle: Handler) -> Handler:
    """A route's handler, wrapped to compress its replies if its endpoint is marked."""
    how: How | None = getattr(endpoint, "compressed", None)
    if how is None:
        return handle

    async def handle_and_compress(request: Request) -> Response:
        response = await handle(_without_mark(request))
        response.headers.add_vary_header("Accept-Encoding")
        if not how.for_strangers or _is_strange(request):
            await _compress(request, response, how)
        return response

    return handle_and_compress


def _is_strange(request: Request) -> bool:
    return "authorization" not in request.headers and COOKIE not in request.cookies


def _without_mark(request: Request) -> Request:
    """The request with the ETags of the uncompressed replies."""
    if "if-none-match" not in request.headers:
        return request
    mark = f'{MARK}"'.encode()
    headers = [
        (name, value.replace(mark, b'"') if name == b"if-none-match" else value)
        for name, value in request.scope["headers"]
    ]
    return Request({**request.scope, "headers": headers}, request.receive)


async def _compress(request: Request, response: Response, how: How) -> None:
    """Compress a reply that is long enough, if the client prefers gzip."""
    etag = response.headers.get("etag", "")
    marked = f'{etag[:-1]}{MARK}"'
    if response.status_code == 304 and marked in request.headers.get("if-none-match", ""):
        response.headers["etag"] = marked
    is_worth_it = response.status_code == 200 and len(response.body) >= LEAST_BYTES
    if not is_worth_it or preferred(accepted_by(request), [GZIP]) != GZIP:
        return
    body = bytes(response.body)
    response.body = packed_once(body) if how.kept else await packed(body)
    response.headers["content-encoding"] = GZIP
    response.headers["content-length"] = str(len(response.body))
    if etag:
        response.headers["etag"] = marked


async def packed(body: bytes) -> bytes:
    """The body, compressed with gzip."""
    if len(body) < THREAD_BYTES:
        return gzip.compress(body, LEVEL, mtime=0)
    return await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)


@lru_cache(maxsize=32)
def packed_once(body: bytes) -> bytes:
    """The body, compressed with gzip at the highest level; cached."""
    return gzip.compress(body, mtime=0)
