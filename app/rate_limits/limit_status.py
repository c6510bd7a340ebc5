"""Limit status: how much of a limit a caller has left, for the headers `RateLimit-Policy` and
`RateLimit` (draft-ietf-httpapi-ratelimit-headers).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from starlette.requests import HTTPConnection


class LimitStatus(Struct, frozen=True):
    """`left` of `quota` in a `window`-second window; the full quota is back in `reset` seconds."""

    limit: str
    quota: int
    window: int
    left: int
    reset: int


def add_to_reply(connection: HTTPConnection, status: LimitStatus) -> None:
    """Add the status to the headers of the reply to this request."""
    state = connection.state
    statuses: list[LimitStatus] = getattr(state, "rate_limits", [])
    state.rate_limits = [*statuses, status]


def headers(statuses: Iterable[LimitStatus]) -> list[tuple[bytes, bytes]]:
    """The two headers, with all limits that the request counted against."""
    policies = ", ".join(
        f'"{status.limit}";q={status.quota};w={status.window}' for status in statuses
    )
    limits = ", ".join(f'"{status.limit}";r={status.left};t={status.reset}' for status in statuses)
    return [(b"ratelimit-policy", policies.encode()), (b"ratelimit", limits.encode())]
