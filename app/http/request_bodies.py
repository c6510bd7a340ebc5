"""Request bodies: reads JSON strictly and within limits."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, TypeVar

import msgspec
from fastapi import HTTPException, Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http.content_encoding import compressing
from app.http.documented_routes import DocumentedRoute
from app.http.entity_tags import tagging
from app.http.problem_responses import respond
from app.infra.problems import Problem

T = TypeVar("T")

MAX_DEPTH = 32
MAX_DRAINED_BYTES = 1_000_000
"""How much of an oversized body is read and dropped: a client that gets the reply while it still
sends may lose the reply with the connection.
"""

_ANYTHING = msgspec.json.Decoder(Any)
_FRACTION = re.compile(rb"[\s,:\[]-?\d+[.eE]")
"""Matches wherever an object or array may contain a fractional number."""


def read_as(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    """JSON as the decoder's type, without NaN, lone surrogates, NUL, floats or unreasonable depth.

    Raises Problem invalid-request.
    """
    try:
        if not _is_plain(data):
            _check(_ANYTHING.decode(data), MAX_DEPTH)
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise Problem("invalid-request", str(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Problem("invalid-request", "The body is not JSON.") from None


def _is_plain(data: bytes) -> bool:
    """A quick check that JSON can hold nothing forbidden; most commands pass it."""
    return (
        data[:1] == b"{"
        and b"\\u0000" not in data
        and data.count(b"{") + data.count(b"[") < MAX_DEPTH
        and _FRACTION.search(data) is None
    )


def _check(value: Any, depth: int) -> None:
    if depth == 0:
        raise Problem("invalid-request", "The JSON is nested too deeply.")
    if isinstance(value, dict):
        for key, part in value.items():
            _check(key, depth - 1)
            _check(part, depth - 1)
    elif isinstance(value, list):
        for part in value:
            _check(part, depth - 1)
    elif isinstance(value, float):
        raise Problem("invalid-request", "Numbers must be whole: 1, not 1.0.")
    elif isinstance(value, str) and "\0" in value:
        raise Problem("invalid-request", "Strings must not contain NUL characters.")


class _BodyRefused(HTTPException):
    """A problem with a body: FastAPI hides any other exception raised while it reads one."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.status)
        self.problem = problem


class _JsonRequest(Request):
    async def body(self) -> bytes:
        try:
            return await super().body()
        except Problem as problem:
            raise _BodyRefused(problem) from None

    async def json(self) -> Any:
        body = await self.body()
        try:
            return read_as(_ANYTHING, body)
        except Problem as problem:
            raise _BodyRefused(problem) from None


class _Json(Response):
    media_type = "application/json"


class JsonRoute(DocumentedRoute):
    """A route that reads its body with `read_as`, encodes the wire type that its endpoint returns,
    tags its reply if its endpoint is marked `tagged`, and compresses it if it is `compressed`.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        encoded = {"response_model": None, "response_class": _Json}
        super().__init__(path, _encoding(endpoint), **options | encoded)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            try:
                return await handle(_JsonRequest(request.scope, request.receive))
            except _BodyRefused as refused:
                raise refused.problem from None

        return compressing(self.endpoint, tagging(self.endpoint, handle_strictly))


def _encoding(endpoint: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The endpoint, returning JSON text, which FastAPI passes through."""

    @wraps(endpoint)
    async def encode(**parameters: Any) -> Any:
        reply = await endpoint(**parameters)
        if reply is None or isinstance(reply, Response):
            return reply
        return msgspec.json.encode(reply).decode()

    return encode


class BodyLimit:
    """Middleware that refuses requests whose body is larger than `max_bytes` bytes."""

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self.app = app
        self.max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        received = 0

        async def receive_within() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.max_bytes:
                await _drop_rest(message, receive)
                raise self._too_large()
            return message

        if _announced(scope) > self.max_bytes:
            if _announced(scope) <= MAX_DRAINED_BYTES:
                await _drop_rest({"type": "http.request", "more_body": True}, receive)
            await respond(self._too_large(), scope)(scope, receive, send)
            return
        await self.app(scope, receive_within, send)

    def _too_large(self) -> Problem:
        return Problem("payload-too-large", f"At most {self.max_bytes} bytes.")


async def _drop_rest(message: Message, receive: Receive) -> None:
    """Read and drop the rest of a body, up to MAX_DRAINED_BYTES."""
    dropped = 0
    while message.get("more_body") and dropped < MAX_DRAINED_BYTES:
        message = await receive()
        dropped += len(message.get("body", b""))


def _announced(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and len(value) < 20:
            return int(value)
    return 0
