"""OpenAPI document, `/openapi.json`: FastAPI's own, completed by what the routes declare."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI
from fastapi.routing import RouteContext, iter_route_contexts

from app.wire.descriptions import describe
from app.wire.headers import header_components, headers, name_headers
from app.wire.matches import Match
from app.wire.operations import JSON, TAGS, Operation, operation_of
from app.wire.problem import Problem
from app.wire.problem_replies import MEDIA_TYPE, problem_components, problem_reply
from app.wire.schemas import reference, schemas_of
from app.wire.security import SCHEMES, access
from app.wire.webhooks import MESSAGES, webhooks

BASE = "/api/v1"
REPLIES = {
    200: "Success.",
    201: "Created.",
    202: "Accepted; it is not done yet.",
    204: "Done.",
    304: "Not modified.",
}
UNUSED = ("HTTPValidationError", "ValidationError")
INFO = {
    "summary": "Play, watch and write bots for heavy card and board games.",
    "description": (
        "One interface for the page and for bots. All bodies are JSON in UTF-8, times are RFC 3339 "
        "in UTC, ids are opaque, numbers in requests are written as `1`, not `1.0`. A member that "
        "is not set is absent. Errors are problem details "
        "(RFC 9457). Additions may come at any time: ignore members that you do not know. What is "
        "pushed over websockets and streams is in [/asyncapi.json](asyncapi.json)."
    ),
    "contact": {"name": "Conclave contributors"},
    "license": {"name": "MIT", "identifier": "MIT"},
}
__all__ = ["BASE", "MEDIA_TYPE", "document", "install"]


def install(app: FastAPI) -> None:
    """Make the application serve the completed document."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = document(plain(), _documented(app), app.root_path)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _documented(app: FastAPI) -> list[RouteContext]:
    """The routes that the document shows."""
    return [
        route
        for route in iter_route_contexts(app.routes)
        if getattr(route, "include_in_schema", False) and route.endpoint is not None
    ]


def document(
    plain: dict[str, Any], routes: Iterable[RouteContext], site_path: str
) -> dict[str, Any]:
    """Complete FastAPI's document, in place, with the operations declared at the routes."""
    types: list[Any] = [*MESSAGES, Problem]
    statuses: set[int] = set()
    for route in routes:
        assert route.endpoint is not None
        operation = operation_of(route.endpoint)
        replies = operation.replies(route.endpoint, route.status_code or 200)
        for method in route.methods or ():
            _complete(plain["paths"][route.path_format][method.lower()], operation, replies)
        types += filter(None, replies.values())
        statuses.update(operation.problems_by_status())
    plain["info"] |= INFO
    plain["servers"] = [{"url": site_path or "/", "description": "The server of this document."}]
    plain["tags"] = [{"name": name, "description": about} for name, about in TAGS.items()]
    plain["webhooks"] = webhooks()
    plain["components"] = _components(plain["components"]["schemas"], types, statuses)
    return plain


def _complete(described: dict[str, Any], operation: Operation, replies: dict[int, Any]) -> None:
    """Complete an operation as FastAPI has described it, in place."""
    described["responses"] = _responses(operation, replies)
    described["x-problems"] = sorted(operation.problems)
    about = described.get("description") or f"{described['summary']}."
    described["description"] = (
        f"{about}\n\n{access(described['security'], described.get('x-role'))}".rstrip()
    )
    name_headers(described, cached=operation.cached)


def _components(
    body_schemas: dict[str, Any], types: Iterable[Any], statuses: Iterable[int]
) -> dict[str, Any]:
    bodies = {name: schema for name, schema in body_schemas.items() if name not in UNUSED}
    return {
        "schemas": dict(sorted(describe({**bodies, **schemas_of(types)}).items())),
        "responses": problem_components(statuses),
        "headers": header_components(),
        "securitySchemes": SCHEMES,
    }


def _responses(operation: Operation, replies: dict[int, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, reply in replies.items():
        responses[str(status)] = {
            "description": REPLIES[status],
            **_headers(operation, status, reply),
            **_content(operation, status, reply),
        }
    for status, names in operation.problems_by_status().items():
        responses[str(status)] = problem_reply(status, names)
    return dict(sorted(responses.items()))


def _headers(operation: Operation, status: int, reply: Any) -> dict[str, Any]:
    named = ["ETag"] if operation.cached and status in (200, 304) else []
    if status == 201 and reply is Match:
        named.append("Location")
    if status < 300 and operation.is_repeatable:
        named.append("Idempotent-Replayed")
    if status < 300 and operation.is_limited:
        named += ["RateLimit", "RateLimit-Policy"]
    return {"headers": headers(*named)} if named else {}


def _content(operation: Operation, status: int, reply: Any) -> dict[str, Any]:
    if reply is not None:
        return {"content": {JSON: {"schema": reference(reply)}}}
    if status == 200:
        return {"content": {operation.media: {"schema": {"type": "string"}}}}
    return {}
