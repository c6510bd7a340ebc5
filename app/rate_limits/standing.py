"""Standing: how much of a limit a caller has left, for the headers `RateLimit-Policy` and
`RateLimit` (draft-ietf-httpapi-ratelimit-headers).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from starlette.requests import HTTPConnection


class Standing(Struct, frozen=True):
    """`left` of `quota` in a `window`-second window; the full quota is back in `reset` seconds."""

    limit: str
    quota: int
    window: int
    left: int
    reset: int


def tell(connection: HTTPConnection, standing: Standing) -> None:
    """Add the standing to the headers of the reply to this request."""
    state = connection.state
    standings: list[Standing] = getattr(state, "rate_limits", [])
    state.rate_limits = [*standings, standing]


def headers(standings: Iterable[Standing]) -> list[tuple[bytes, bytes]]:
    """The headers that say it."""
    policies = ", ".join(
        f'"{standing.limit}";q={standing.quota};w={standing.window}' for standing in standings
    )
    rest = ", ".join(
        f'"{standing.limit}";r={standing.left};t={standing.reset}' for standing in standings
    )
    return [(b"ratelimit-policy", policies.encode()), (b"ratelimit", rest.encode())]
