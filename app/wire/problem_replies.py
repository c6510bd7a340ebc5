"""Problem replies in the OpenAPI document: one shared component for each status."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.infra.problems import CATALOGUE
from app.wire.headers import headers
from app.wire.problem import Problem
from app.wire.schemas import reference

MEDIA_TYPE = "application/problem+json"
UNAVAILABLE = (
    "`unavailable` in reply to a change: it may have been committed; retry with the same key, or "
    "check. If `why` is given, nothing was written."
)
NAMES = {
    400: ("BadRequest", "The request is malformed."),
    401: ("Unauthenticated", "It takes an account, or the secret is not valid."),
    403: ("Forbidden", "The caller may not do that."),
    404: ("NotFound", "There is no such thing."),
    405: ("MethodNotAllowed", "The path has other methods."),
    409: ("Conflict", "The state of things does not allow it now."),
    413: ("PayloadTooLarge", "The body is too large."),
    422: ("Unprocessable", "The request is wrong."),
    429: ("TooMany", "A limit is exceeded."),
    500: ("Fault", "The server made a mistake."),
    503: ("Unavailable", f"The server can't do it now. {UNAVAILABLE}"),
}
"""By status: the name of the component, and what it says."""
HEADERS = {
    401: ("WWW-Authenticate",),
    409: ("Retry-After",),
    429: ("Retry-After", "RateLimit", "RateLimit-Policy"),
    503: ("Retry-After",),
}


def problem_reply(status: int, names: list[str]) -> dict[str, Any]:
    """A reference to the component of a status, with the problems an operation may return."""
    words = "; ".join(f"`{name}`: {CATALOGUE[name][1]}" for name in names)
    component = f"#/components/responses/{NAMES[status][0]}"
    return {"$ref": component, "description": f"{words}."}


def problem_components(statuses: Iterable[int]) -> dict[str, Any]:
    """The replies of these statuses, for `components`."""
    components = {}
    for status in sorted(statuses):
        component, description = NAMES[status]
        content = {"schema": reference(Problem), "example": _example(status)}
        reply: dict[str, Any] = {"description": description, "content": {MEDIA_TYPE: content}}
        if names := HEADERS.get(status):
            reply["headers"] = headers(*names)
        components[component] = reply
    return components


def _example(status: int) -> dict[str, Any]:
    """The first problem of that status."""
    name = next(name for name, (of, _) in CATALOGUE.items() if of == status)
    problem = {"type": f"/problems/{name}", "title": CATALOGUE[name][1], "status": status}
    return problem | ({"retry_after": 60} if status == 429 else {})
