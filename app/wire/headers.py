"""Headers of requests and replies, described once for all endpoints that have them."""

from __future__ import annotations

from typing import Any

IF_NONE_MATCH: dict[str, Any] = {
    "description": "The `ETag` of a copy; 304 if it is still good.",
    "examples": ['"31.2c26b46b68ffc68f"'],
}
HEADERS: dict[str, tuple[str, dict[str, Any], Any]] = {
    "ETag": (
        "Identifies this reply; send it back as `If-None-Match`.",
        {"type": "string"},
        '"31.2c26b46b68ffc68f"',
    ),
    "Location": (
        "The address of what was created.",
        {"type": "string", "format": "uri-reference"},
        "/api/v1/matches/m_3f6c0d1e5b7a9284c1",
    ),
    "Idempotent-Replayed": (
        "`true` if this is the first reply to the same request, sent again.",
        {"type": "string", "enum": ["true"]},
        "true",
    ),
    "Retry-After": (
        "Seconds after which a retry makes sense.",
        {"type": "integer", "minimum": 1},
        60,
    ),
    "RateLimit": (
        "What is left of the limit that the request counted against, and the seconds until more is "
        "(`draft-ietf-httpapi-ratelimit-headers`).",
        {"type": "string"},
        '"commands";r=199;t=1',
    ),
    "RateLimit-Policy": (
        "That limit: how many in which window, in seconds.",
        {"type": "string"},
        '"commands";q=200;w=2',
    ),
    "WWW-Authenticate": ("How to authenticate.", {"type": "string"}, "Bearer"),
}
"""By name: what it says, its schema and an example."""


def name_headers(operation: dict[str, Any], *, cached: bool) -> None:
    """Write the names of header parameters in title case, in place, with `If-None-Match` among
    those of `cached` operations.
    """
    parameters = operation.get("parameters", [])
    named = {parameter["name"].lower() for parameter in parameters}
    if cached and "if-none-match" not in named:
        schema = {"type": "string", "examples": IF_NONE_MATCH["examples"]}
        about = IF_NONE_MATCH["description"]
        header = {"name": "if-none-match", "in": "header", "required": False}
        operation["parameters"] = [*parameters, {**header, "schema": schema, "description": about}]
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "header":
            parameter["name"] = parameter["name"].title()


def header_components() -> dict[str, Any]:
    """The headers, for `components`."""
    return {
        name: {"description": about, "schema": schema, "example": example}
        for name, (about, schema, example) in HEADERS.items()
    }


def headers(*names: str) -> dict[str, Any]:
    """References to headers, for a reply."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
