"""OpenAPI document, `/openapi.json`: FastAPI's own, completed with all replies and problems."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from app.infra.problems import CATALOGUE
from app.wire.operations import JSON, OPERATIONS, Operation
from app.wire.play import Problem
from app.wire.schemas import reference, schemas_of

BASE = "/api/v1"
MEDIA_TYPE = "application/problem+json"
REPLIES = {
    200: "Success.",
    201: "Created.",
    202: "Accepted; it is not done yet.",
    204: "Done.",
    304: "Not modified.",
}
UNAVAILABLE = (
    "`unavailable` in reply to a change: it may have been committed; retry with the same key, or "
    "check. If `why` is given, nothing was written."
)
UNUSED = ("HTTPValidationError", "ValidationError")
SECURITY = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "A token; begins `cnc_`."},
    "session": {"type": "apiKey", "in": "cookie", "name": "session"},
}


def install(app: FastAPI) -> None:
    """Make the application serve the completed document."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = document(plain())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def document(plain: dict[str, Any]) -> dict[str, Any]:
    """Add the replies and problems of OPERATIONS to FastAPI's document."""
    for path, methods in plain["paths"].items():
        for method, told in methods.items():
            known = OPERATIONS.get(f"{method.upper()} {path.removeprefix(BASE)}")
            if known is not None:
                told["responses"] = _responses(known)
    kept = plain["components"]["schemas"]
    types = [reply for known in OPERATIONS.values() for reply in known.replies.values() if reply]
    ours = schemas_of([*types, Problem])
    theirs = {name: schema for name, schema in kept.items() if name not in UNUSED}
    plain["components"]["schemas"] = dict(sorted({**theirs, **ours}.items()))
    plain["components"]["securitySchemes"] = SECURITY
    plain["security"] = [{"bearer": []}, {"session": []}, {}]
    return plain


def _responses(known: Operation) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for status, reply in known.replies.items():
        found[str(status)] = {"description": REPLIES[status], **_content(known, status, reply)}
    for status, names in known.by_status().items():
        found[str(status)] = _refusal(names)
    return dict(sorted(found.items()))


def _content(known: Operation, status: int, reply: Any) -> dict[str, Any]:
    if reply is not None:
        return {"content": {JSON: {"schema": reference(reply)}}}
    if status == 200:
        return {"content": {known.media: {"schema": {"type": "string"}}}}
    return {}


def _refusal(names: list[str]) -> dict[str, Any]:
    types = {"enum": [f"/problems/{name}" for name in names]}
    schema = {"allOf": [reference(Problem), {"properties": {"type": types}}]}
    words = "; ".join(f"`{name}`: {CATALOGUE[name][1]}" for name in names)
    more = f" {UNAVAILABLE}" if "unavailable" in names else ""
    return {"description": f"{words}.{more}", "content": {MEDIA_TYPE: {"schema": schema}}}
