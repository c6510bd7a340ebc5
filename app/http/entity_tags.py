"""Entity tags: ETags for replies, and 304 for clients that have the current reply."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from hashlib import blake2b
from typing import Any, TypeVar

from fastapi import Request, Response

from app.http.content_encoding import etags

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


def tagged(endpoint: Endpoint) -> Endpoint:
    """Mark an endpoint whose ETag is a hash of the body, so it leaks nothing and changes exactly
    when the body does.
    """
    endpoint.tagged = True  # type: ignore[attr-defined]
    return endpoint


def tagging(endpoint: Callable[..., Any], handle: Handler) -> Handler:
    """A route's handler, wrapped to tag its replies if its endpoint is marked."""
    if not getattr(endpoint, "tagged", False):
        return handle

    async def handle_and_tag(request: Request) -> Response:
        response = await handle(request)
        if response.status_code != 200:
            return response
        etag = f'"{blake2b(response.body, digest_size=12).hexdigest()}"'
        headers = {
            "ETag": etag,
            "Cache-Control": "private, no-cache",
            "Vary": "Authorization, Cookie",
        }
        if etag in etags(request.headers.get("if-none-match")):
            return Response(status_code=304, headers=headers)
        response.headers.update(headers)
        return response

    return handle_and_tag
