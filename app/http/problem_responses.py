"""Problem responses: answers refusals and faults with RFC 9457 problem details."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.infra.fault_reports import report_fault, spoken
from app.infra.problems import Problem, away, internal
from app.wire import UNSET
from app.wire import problem as wire
from app.wire.problem_replies import MEDIA_TYPE

_BY_STATUS = {
    400: "invalid-request",
    401: "unauthenticated",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    413: "payload-too-large",
    422: "invalid-request",
    429: "rate-limited",
    503: "unavailable",
}


def details_of(problem: Problem, scope: Scope, instance: str = "") -> wire.Problem:
    """The problem details that answer the request of a scope."""
    return wire.Problem(
        type=f"{scope['root_path']}/problems/{problem.name}",
        title=problem.title,
        status=problem.status,
        detail=problem.sentence or UNSET,
        retry_after=problem.wait if problem.status == 429 else UNSET,
        instance=instance or UNSET,
        **problem.members,
    )


def respond(problem: Problem, scope: Scope) -> Response:
    """The problem as a response."""
    body = msgspec.json.encode(details_of(problem, scope, instance=scope["path"]))
    return Response(body, problem.status, problem.advice(), MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Install handlers that turn exceptions into problems."""
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(AnyHTTPException, _on_http)
    app.add_exception_handler(RequestValidationError, _on_validation)
    app.add_exception_handler(DBAPIError, _on_database)
    app.add_exception_handler(PoolTimeout, _on_database)
    app.add_exception_handler(OSError, _on_database)


async def _on_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return respond(error, request.scope)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, AnyHTTPException)
    problem = Problem(_BY_STATUS.get(error.status_code, "internal"))
    response = respond(problem, request.scope)
    if allow := (error.headers or {}).get("Allow"):
        response.headers["Allow"] = allowed(allow.split(", "))
    return response


def allowed(methods: Iterable[str]) -> str:
    """The value of the Allow header, with HEAD wherever GET is."""
    upper = {method.upper() for method in methods}
    return ", ".join(sorted(upper | {"HEAD"} if "GET" in upper else upper))


async def _on_validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    errors = [
        {"loc": [str(part) for part in violation["loc"]], "msg": violation["msg"]}
        for violation in error.errors()[:20]
    ]
    first = errors[0]
    detail = f"{'.'.join(first['loc'])}: {first['msg']}"
    return respond(Problem("invalid-request", detail, errors=errors), request.scope)


async def _on_database(request: Request, error: Exception) -> Response:
    return respond(away(error), request.scope)


class Faults:
    """Middleware that answers an unexpected exception with a problem naming its fault report."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_http, started = scope["type"] == "http", False

        async def send_noting(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, send_noting if is_http else send)
        except Exception as error:
            problem = internal(report_fault(error, path=scope.get("path", "")), spoken(error))
            if is_http and not started:
                await respond(problem, scope)(scope, receive, send)
