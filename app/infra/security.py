"""Security: secrets and their hashes, origin checks, cookies, security headers."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.infra.settings import AddressSettings, StorageSettings
from app.infra.site_path import route_path

COOKIE = "session"
COOKIE_LIFETIME_S = 365 * 24 * 3600
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that are not easily confused."""

DOCUMENT_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        "form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
API_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
}
"""Headers of API replies, which are no documents and load nothing."""
ASSET_HEADERS = ("x-content-type-options", "referrer-policy")
"""Headers that apply to scripts, styles and fonts too, not only to documents."""
TLS_ONLY = {"strict-transport-security": "max-age=31536000"}
"""Added if the public address is https: browsers then use only https."""


def new_id(kind: str) -> str:
    """A new id: "m_" for a match, "a_" for an account, …, then 72 random bits."""
    return f"{kind}_{secrets.token_hex(9)}"


def new_code() -> str:
    """A code that can be read aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(8))


def new_secret() -> str:
    """A bearer token or session secret."""
    return f"cnc_{secrets.token_urlsafe(32)}"


def hash_secret(settings: StorageSettings, secret: str) -> str:
    """The keyed hash of a secret, which the database stores."""
    key = settings.secret_key.get_secret_value().encode()
    return hmac.new(key, secret.encode(errors="replace"), hashlib.sha256).hexdigest()


def cookie_of(connection: HTTPConnection) -> str:
    """The secret in the session cookie, or an empty text. Another site of the same host may have a
    cookie of that name for a shorter path; browsers send the longest path's first.
    """
    for header in connection.headers.getlist("cookie"):
        for pair in header.split(";"):
            name, _, value = pair.strip().partition("=")
            if name == COOKIE:
                return value
    return ""


def may_use_tokens(connection: HTTPConnection, settings: AddressSettings) -> bool:
    """Whether a request comes from our own page, from a client that sends no origin, or from a page
    that the operator allows to use the API with tokens.
    """
    foreign = settings.foreign_origins
    origin = connection.headers.get("origin", "").lower()
    return same_origin(connection, settings) or "*" in foreign or origin in foreign


def same_origin(connection: HTTPConnection, settings: AddressSettings) -> bool:
    """Whether a request comes from our own page, or from a client that sends no origin."""
    if connection.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin = connection.headers.get("origin")
    if origin is None or origin == settings.origin:
        return True
    scheme, _, host = origin.partition("://")
    is_safe = scheme == "https" or not settings.is_https
    return is_safe and host == connection.headers.get("host")


class SecurityHeaders:
    """Middleware that adds DOCUMENT_HEADERS to documents, API_HEADERS to API replies, which it
    keeps out of caches, and only ASSET_HEADERS to built assets, of which a table loads sixty; under
    https TLS_ONLY to all.
    """

    def __init__(self, app: ASGIApp, *, is_https: bool) -> None:
        self.app = app
        tls = TLS_ONLY if is_https else {}
        self.document = _pairs(DOCUMENT_HEADERS | tls)
        self.data = _pairs(API_HEADERS | tls)
        self.asset = _pairs({name: DOCUMENT_HEADERS[name] for name in ASSET_HEADERS} | tls)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        path = route_path(scope)
        is_data = path.startswith("/api/")
        is_asset = path.startswith("/assets/")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.get("headers", ())
                is_built = is_asset and message["status"] in (200, 206, 304)
                added = self.asset if is_built else self.data if is_data else self.document
                message["headers"] = [*headers, *added]
                if is_data and not any(name == b"cache-control" for name, _ in headers):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _pairs(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    """The headers as ASGI has them."""
    return [(name.encode(), value.encode()) for name, value in headers.items()]
