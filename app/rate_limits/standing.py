"""Standing: how much of a limit a caller has left, as the headers `RateLimit-Policy` and
`RateLimit` say it (draft-ietf-httpapi-ratelimit-headers).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from starlette.requests import HTTPConnection


class Standing(Struct, frozen=True):
    """`left` of `quota` in a window of so many seconds, all of it again in `reset` seconds."""

    limit: str
    quota: int
    window: int
    left: int
    reset: int


def tell(connection: HTTPConnection, standing: Standing) -> None:
    """Have the reply to this request say it."""
    state = connection.state
    told: list[Standing] = getattr(state, "rate_limits", [])
    state.rate_limits = [*told, standing]


def headers(standings: Iterable[Standing]) -> list[tuple[bytes, bytes]]:
    """The headers that say it."""
    policies = ", ".join(
        f'"{standing.limit}";q={standing.quota};w={standing.window}' for standing in standings
    )
    rest = ", ".join(
        f'"{standing.limit}";r={standing.left};t={standing.reset}' for standing in standings
    )
    return [(b"ratelimit-policy", policies.encode()), (b"ratelimit", rest.encode())]
