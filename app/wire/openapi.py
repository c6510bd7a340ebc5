"""OpenAPI document, `/openapi.json`: FastAPI's own, completed with all replies and problems."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from app.wire.descriptions import describe
from app.wire.endpoints import ENDPOINTS, TAGS
from app.wire.operations import JSON, OPERATIONS, OPERATOR_ENDPOINTS, Operation
from app.wire.parameters import describe_parameters, header_components, headers, with_condition
from app.wire.play import Problem
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
EXAMPLES = Path(__file__).with_name("examples.json")
"""Requests and replies of a real server, by operation; `python -m scripts.api_examples` records
them."""
ALL_OPERATIONS = OPERATIONS | OPERATOR_ENDPOINTS

__all__ = ["BASE", "MEDIA_TYPE", "document", "install"]


def install(app: FastAPI) -> None:
    """Make the application serve the completed document."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = document(plain(), app.root_path)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


@cache
def examples() -> dict[str, Any]:
    """The recorded requests and replies."""
    recorded: dict[str, Any] = json.loads(EXAMPLES.read_text())
    return recorded


def document(plain: dict[str, Any], site_path: str) -> dict[str, Any]:
    """Complete FastAPI's document with OPERATIONS, ENDPOINTS and the examples."""
    for path, methods in plain["paths"].items():
        for method, operation in methods.items():
            _complete(f"{method.upper()} {path.removeprefix(BASE)}", operation)
    plain["info"] |= INFO
    plain["servers"] = [{"url": site_path or "/", "description": "The server of this document."}]
    plain["tags"] = [{"name": name, "description": about} for name, about in TAGS.items()]
    plain["webhooks"] = webhooks(examples())
    plain["components"] = _components(plain["components"]["schemas"])
    return plain


def _complete(name: str, operation: dict[str, Any]) -> None:
    """Complete an operation, in place."""
    spec, endpoint = ALL_OPERATIONS.get(name), ENDPOINTS.get(name)
    if spec is not None:
        operation["responses"] = _responses(spec)
        operation["x-problems"] = sorted(set(spec.problems))
    if endpoint is not None:
        operation["operationId"], operation["summary"] = endpoint.id, endpoint.summary
        operation["tags"] = [endpoint.tag]
    about = operation.get("description") or f"{operation['summary']}."
    operation["description"] = f"{about}\n\n{access(operation['security'])}".rstrip()
    if spec is not None and 304 in spec.replies:
        operation["parameters"] = with_condition(operation.get("parameters", []))
    describe_parameters(operation)
    _exemplify(operation, examples().get(operation["operationId"], {}))


def _exemplify(operation: dict[str, Any], recorded: dict[str, Any]) -> None:
    """Put the recorded request and replies into an operation, in place."""
    body = operation.get("requestBody", {}).get("content", {}).get(JSON)
    if body is not None and "request" in recorded:
        body["example"] = recorded["request"]
    for status, reply in recorded.get("replies", {}).items():
        for content in operation["responses"].get(status, {}).get("content", {}).values():
            content["example"] = reply


def _components(fastapi_schemas: dict[str, Any]) -> dict[str, Any]:
    statuses = {status for spec in ALL_OPERATIONS.values() for status in spec.by_status()}
    replies = [
        reply for spec in ALL_OPERATIONS.values() for reply in spec.replies.values() if reply
    ]
    wire_schemas = schemas_of([*replies, *MESSAGES, Problem])
    body_schemas = {name: schema for name, schema in fastapi_schemas.items() if name not in UNUSED}
    return {
        "schemas": dict(sorted(describe({**body_schemas, **wire_schemas}).items())),
        "responses": problem_components(statuses),
        "headers": header_components(),
        "securitySchemes": SCHEMES,
    }


def _responses(spec: Operation) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, reply in spec.replies.items():
        responses[str(status)] = {
            "description": REPLIES[status],
            **_headers(spec, status),
            **_content(spec, status, reply),
        }
    for status, names in spec.by_status().items():
        responses[str(status)] = problem_reply(status, names)
    return dict(sorted(responses.items()))


def _headers(spec: Operation, status: int) -> dict[str, Any]:
    header_names = ["ETag"] if 304 in spec.replies and status in (200, 304) else []
    if status == 201 and spec.is_located:
        header_names.append("Location")
    if status < 300 and spec.is_repeatable:
        header_names.append("Idempotent-Replayed")
    if status < 300 and spec.is_limited:
        header_names += ["RateLimit", "RateLimit-Policy"]
    return {"headers": headers(*header_names)} if header_names else {}


def _content(spec: Operation, status: int, reply: Any) -> dict[str, Any]:
    if reply is not None:
        return {"content": {JSON: {"schema": reference(reply)}}}
    if status == 200:
        return {"content": {spec.media: {"schema": {"type": "string"}}}}
    return {}
