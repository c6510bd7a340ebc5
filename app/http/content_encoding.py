"""Content encoding: negotiates a content coding with the client and compresses replies.

The length of a compressed reply reveals how much a text in it has in common with a secret beside it
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
MIN_COMPRESSED_BYTES = 1024
"""Shorter replies are not compressed: they gain nothing."""
GZIP_LEVEL = 4
MIN_THREAD_BYTES = 65_536
"""Longer replies are compressed in a thread: they would block the event loop for 1 ms or more."""
ETAG_SUFFIX = "-gzip"
"""Suffix of the ETag of a compressed reply."""

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


def preferred(accepted: str | None, offered: Sequence[str]) -> str:
    """The coding that an Accept-Encoding header prefers among those `offered`, best first (RFC
    9110, 12.5.3); identity if none of them is acceptable.
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
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        coding, *parameters = (word.strip() for word in part.split(";"))
        if coding:
            weights[coding.removeprefix("x-")] = min(map(_quality, parameters), default=1.0)
    return weights


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
    return {tag.strip().removeprefix("W/") for tag in (header or "").split(",")}


def accepted_by(request: Request) -> str:
    """The Accept-Encoding of a request, which may have several such headers."""
    return ",".join(request.headers.getlist("accept-encoding"))


class CompressionPolicy(NamedTuple):
    """How the replies of an endpoint are compressed."""

    for_strangers: bool
    cached: bool


def compressed(
    *, for_strangers: bool = False, cached: bool = False
) -> Callable[[Endpoint], Endpoint]:
    """Mark an endpoint whose replies are compressed on request. `for_strangers`: only for requests
    without cookie or token, since other replies may hold an invite code; `cached`: cache the
    compressed form, for a few large replies that are always the same.
    """

    def mark(endpoint: Endpoint) -> Endpoint:
        endpoint.compressed = CompressionPolicy(for_strangers, cached)  # type: ignore[attr-defined]
        return endpoint

    return mark


def compressing(endpoint: Callable[..., Any], handle: Handler) -> Handler:
    """A route's handler, wrapped to compress its replies if its endpoint is marked."""
    policy: CompressionPolicy | None = getattr(endpoint, "compressed", None)
    if policy is None:
        return handle

    async def handle_and_compress(request: Request) -> Response:
        response = await handle(_without_mark(request))
        response.headers.add_vary_header("Accept-Encoding")
        if not policy.for_strangers or _is_anonymous(request):
            await _compress(request, response, policy)
        return response

    return handle_and_compress


def _is_anonymous(request: Request) -> bool:
    return "authorization" not in request.headers and COOKIE not in request.cookies


def _without_mark(request: Request) -> Request:
    """The request with the ETags of the uncompressed replies."""
    if "if-none-match" not in request.headers:
        return request
    mark = f'{ETAG_SUFFIX}"'.encode()
    headers = [
        (name, value.replace(mark, b'"') if name == b"if-none-match" else value)
        for name, value in request.scope["headers"]
    ]
    return Request({**request.scope, "headers": headers}, request.receive)


async def _compress(request: Request, response: Response, policy: CompressionPolicy) -> None:
    """Compress a reply that is long enough, if the client prefers gzip."""
    etag = response.headers.get("etag", "")
    marked = f'{etag[:-1]}{ETAG_SUFFIX}"'
    if response.status_code == 304 and marked in request.headers.get("if-none-match", ""):
        response.headers["etag"] = marked
    is_worth_it = response.status_code == 200 and len(response.body) >= MIN_COMPRESSED_BYTES
    if not is_worth_it or preferred(accepted_by(request), [GZIP]) != GZIP:
        return
    body = bytes(response.body)
    response.body = packed_once(body) if policy.cached else await packed(body)
    response.headers["content-encoding"] = GZIP
    response.headers["content-length"] = str(len(response.body))
    if etag:
        response.headers["etag"] = marked


async def packed(body: bytes) -> bytes:
    """The body, compressed with gzip."""
    if len(body) < MIN_THREAD_BYTES:
        return gzip.compress(body, GZIP_LEVEL, mtime=0)
    return await asyncio.to_thread(gzip.compress, body, GZIP_LEVEL, mtime=0)


@lru_cache(maxsize=32)
def packed_once(body: bytes) -> bytes:
    """The body, compressed with gzip at the highest level; cached."""
    return gzip.compress(body, mtime=0)
