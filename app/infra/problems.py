"""Problems: every error a caller can get, as RFC 9457 problem details."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.infra.database_errors import reason_of
from app.infra.fault_reports import report_fault
from app.infra.logs import Recurring

CATALOGUE: dict[str, tuple[int, str]] = {
    "unauthenticated": (401, "Authentication required"),
    "forbidden": (403, "Not allowed"),
    "not-found": (404, "Not found"),
    "not-your-decision": (403, "That decision belongs to another seat"),
    "stale-decision": (409, "That question is no longer open"),
    "illegal-answer": (422, "That is not a legal answer"),
    "match-over": (409, "The match is over"),
    "match-not-started": (409, "The match has not started"),
    "already-started": (409, "The match has started already"),
    "signed-in": (409, "You have an account here already"),
    "already-seated": (409, "You have a seat already"),
    "seats-open": (409, "Not every seat is taken"),
    "seat-taken": (409, "That seat is taken"),
    "match-full": (409, "Every seat is taken"),
    "offer-closed": (409, "That offer is closed"),
    "paused": (409, "The match is paused"),
    "undo-off": (409, "Undo is disabled in this match"),
    "undo-sealed": (409, "That can't be taken back"),
    "method-not-allowed": (405, "Method not allowed here"),
    "wrong-code": (403, "Wrong code"),
    "invalid-request": (422, "Invalid request"),
    "name-taken": (409, "That name is taken"),
    "payload-too-large": (413, "Too large"),
    "rate-limited": (429, "Too many requests at once"),
    "too-many-tables": (429, "You have too many open tables"),
    "too-many-matches": (429, "You have too many unfinished matches"),
    "too-many-bot-matches": (429, "You have too many unfinished matches of bots alone"),
    "too-much-chat": (429, "Too many chat messages"),
    "engine-timeout": (503, "The rules took too long"),
    "unavailable": (503, "Temporarily unavailable"),
    "internal": (500, "Internal server error"),
}
"""Every problem: its status and title."""

MEDIA_TYPE = "application/problem+json"
_away = Recurring("conclave.problems", "database")


class Problem(HTTPException):
    """A refusal: a `name` from CATALOGUE, a sentence, and members such as `why` or `decisions`.

    `wait` is the number of seconds after which a retry makes sense.
    (An HTTPException, because FastAPI hides any other exception raised while reading a body.)
    """

    def __init__(self, name: str, detail: str = "", wait: int = 1, **members: Any) -> None:
        super().__init__(CATALOGUE[name][0], detail)
        self.name = name
        self.sentence = detail
        self.members = members
        self.wait = wait

    @property
    def status(self) -> int:
        return self.status_code

    def body(self, instance: str = "") -> dict[str, Any]:
        """The problem's JSON object."""
        status, title = CATALOGUE[self.name]
        body = {"type": f"/problems/{self.name}", "title": title, "status": status}
        if self.sentence:
            body["detail"] = self.sentence
        if status == 429:
            body["retry_after"] = self.wait
        if instance:
            body["instance"] = instance
        return {**body, **self.members}

    def advice(self) -> dict[str, str]:
        """Headers that tell the client what to do."""
        if self.headers:
            return dict(self.headers)
        if self.status == 401:
            return {"WWW-Authenticate": "Bearer"}
        return {"Retry-After": str(self.wait)} if self.status in (429, 503) else {}


def not_found(what: str) -> Problem:
    return Problem("not-found", f"There is no such {what}.")


def invalid(detail: str, *place: str | int) -> Problem:
    """An invalid request; `place` is the path to the wrong part of the request."""
    return Problem("invalid-request", detail, errors=[{"loc": list(place), "msg": detail}])


def internal(report: str) -> Problem:
    """The problem for an unexpected exception; `report_fault` is the id of its fault report."""
    detail = f"The server's log describes it as fault {report}."
    return Problem("internal", detail, report=report)


def respond(problem: Problem, instance: str = "") -> Response:
    """The problem as a response."""
    return Response(
        msgspec.json.encode(problem.body(instance)),
        problem.status,
        problem.advice(),
        MEDIA_TYPE,
    )


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
    return respond(error, request.url.path)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, AnyHTTPException)
    problem = Problem(_BY_STATUS.get(error.status_code, "internal"))
    response = respond(problem, request.url.path)
    if allow := (error.headers or {}).get("Allow"):
        response.headers["Allow"] = allowed(allow.split(", "))
    return response


def allowed(methods: Iterable[str]) -> str:
    """The value of the Allow header, with HEAD wherever GET is."""
    named = {method.upper() for method in methods}
    return ", ".join(sorted(named | {"HEAD"} if "GET" in named else named))


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


async def _on_validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    errors = [
        {"loc": [str(part) for part in one["loc"]], "msg": one["msg"]}
        for one in error.errors()[:20]
    ]
    first = errors[0]
    detail = f"{'.'.join(first['loc'])}: {first['msg']}"
    return respond(Problem("invalid-request", detail, errors=errors), request.url.path)


async def _on_database(request: Request, error: Exception) -> Response:
    return respond(away(error), request.url.path)


def away(error: Exception) -> Problem:
    """Log a database error; returns its problem, with the reason if it is known."""
    reason = reason_of(error) or ""
    _away.note(error=type(error).__name__, reason=reason)
    return Problem("unavailable", reason)


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
            path = scope.get("path", "")
            problem = internal(report_fault(error, path=path))
            if is_http and not started:
                await respond(problem, path)(scope, receive, send)
