"""Foreign origins: lets pages of other sites, named by the operator, use the API (CORS).

They use tokens, never cookies: browsers send no cookie without `Access-Control-Allow-Credentials`,
which the server never sends, and `app.infra.security.same_origin` refuses cookies from elsewhere
anyway.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

REQUEST_HEADERS = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-None-Match",
    "Last-Event-ID",
)
RESPONSE_HEADERS = (
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
PREFLIGHT_MAX_AGE_S = 600
"""How long a browser may cache the reply to a preflight request."""


class ForeignOrigins(CORSMiddleware):
    """Middleware that allows pages of these origins to use the API, with tokens."""

    def __init__(self, app: ASGIApp, origins: Sequence[str]) -> None:
        super().__init__(
            app,
            allow_origins=origins,
            allow_methods=METHODS,
            allow_headers=(*REQUEST_HEADERS, "X-Request-ID"),
            expose_headers=RESPONSE_HEADERS,
            max_age=PREFLIGHT_MAX_AGE_S,
        )
