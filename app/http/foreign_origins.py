"""Foreign origins: pages of other sites that the operator lets use the API (CORS).

They never act for a cookie: browsers send none without `Access-Control-Allow-Credentials`, which is
never sent, and `app.infra.security.same_origin` refuses cookies that come from elsewhere all the
same.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

SENT = ("Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID")
READ = (
    "ETag",
    "Idempotent-Replayed",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-ID",
)
"""Headers of replies that scripts may read."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
KEPT_S = 600
"""How long a browser may rely on what it was allowed."""


class ForeignOrigins(CORSMiddleware):
    """Middleware that allows pages of these origins to use the API, with tokens."""

    def __init__(self, app: ASGIApp, origins: Sequence[str]) -> None:
        super().__init__(
            app,
            allow_origins=origins,
            allow_methods=METHODS,
            allow_headers=(*SENT, "X-Request-ID"),
            expose_headers=READ,
            max_age=KEPT_S,
        )
