"""An OpenID Connect provider of the tests' own, which signs a chosen person in without asking, and
misbehaves as a test wants.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

import uvicorn
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from devtools.services import free_port

CLIENT, SECRET = "conclave", "a secret: of 100%"
RSA = RSAKey.generate_key(2048, {"kid": "rsa", "use": "sig"})
EC = ECKey.generate_key("P-256", {"kid": "ec", "use": "sig"})
OTHER = RSAKey.generate_key(2048, {"kid": "other", "use": "sig"})


@dataclass
class Provider:
    """What the provider does, and what it has been asked."""

    url: str = ""
    person: dict[str, Any] = field(default_factory=lambda: {"sub": "ada", "name": "Ada"})
    key: Any = field(default_factory=lambda: RSA)
    algorithm: str = "RS256"
    published: tuple[Any, ...] = (RSA, EC)
    claims: dict[str, Any] = field(default_factory=dict)  # in place of the right ones; None: absent
    metadata: dict[str, Any] = field(default_factory=dict)  # likewise
    answer: dict[str, Any] = field(default_factory=dict)  # of the redirect, likewise
    header: dict[str, Any] = field(default_factory=dict)  # of the token, likewise
    secret_auth: str = "client_secret_basic"
    forge: Callable[[str], str] = str  # makes another token of a right one
    signed_in_at: float | None = None  # a session at the provider; prompt=login renews it
    obeys_prompt: bool = True
    is_silent: bool = False
    status: int = 200
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def asked(self) -> list[str]:
        """The paths of the requests so far."""
        return [path for path, _ in self.requests]

    async def _receive(self, request: Request) -> Response | None:
        sent = dict(request.query_params) | await _form(request)
        self.requests.append((request.url.path, sent))
        while self.is_silent:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        return PlainTextResponse("out of order", self.status) if self.status != 200 else None

    async def discovery(self, request: Request) -> Response:
        if failure := await self._receive(request):
            return failure
        right = {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "token_endpoint_auth_methods_supported": [self.secret_auth],
        }
        return JSONResponse(_present(right | self.metadata))

    async def keys(self, request: Request) -> Response:
        if failure := await self._receive(request):
            return failure
        return JSONResponse(KeySet(list(self.published)).as_dict(private=False))

    async def authorize(self, request: Request) -> Response:
        """Sign the person in, and send the browser back."""
        await self._receive(request)
        asked = dict(request.query_params)
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        if self.signed_in_at is None or (asked.get("prompt") == "login" and self.obeys_prompt):
            self.signed_in_at = time.time()
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        right = {"code": code, "state": asked["state"]}
        target = f"{asked['redirect_uri']}?{urlencode(_present(right | self.answer))}"
        return RedirectResponse(target, 302)

    async def token(self, request: Request) -> Response:
        """An ID token for a code, once, if client and verifier are right."""
        if failure := await self._receive(request):
            return failure
        form = await _form(request)
        asked = self.codes.pop(form["code"], None)
        challenge = _base64(hashlib.sha256(form["code_verifier"].encode()).digest())
        if not self._knows_client(request, form):
            return JSONResponse({"error": "invalid_client"}, 401)
        if (
            asked is None
            or asked["code_challenge"] != challenge
            or asked["redirect_uri"] != form.get("redirect_uri")
        ):
            return JSONResponse({"error": "invalid_grant"}, 400)
        access_token = secrets.token_urlsafe(16)
        token = self.forge(self.id_token(asked["nonce"], access_token))
        return JSONResponse(
            {"access_token": access_token, "token_type": "Bearer", "id_token": token}
        )

    def _knows_client(self, request: Request, form: dict[str, str]) -> bool:
        if self.secret_auth == "client_secret_post":
            return (form.get("client_id"), form.get("client_secret")) == (CLIENT, SECRET)
        basic = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        return request.headers.get("authorization") == f"Basic {basic}"

    def id_token(self, nonce: str, access_token: str) -> str:
        digest = hashlib.sha256(access_token.encode()).digest()
        right = {
            "iss": self.url,
            "aud": CLIENT,
            "iat": int(time.time()),
            "exp": int(time.time()) + 300,
            "auth_time": int(self.signed_in_at or 0),
            "nonce": nonce,
            "at_hash": _base64(digest[:16]),
        }
        claims = _present(right | self.person | self.claims)
        header = _present({"alg": self.algorithm, "kid": self.key.kid} | self.header)
        return jwt.encode(header, claims, self.key, algorithms=[self.algorithm])


def unsigned(token: str) -> str:
    """The token with the algorithm `none`."""
    header = _base64(b'{"alg":"none"}')
    return f"{header}.{token.split('.')[1]}."


def signed_with_public_key(token: str) -> str:
    """The token with a shared key, which is the public one that everybody knows."""
    header = _base64(b'{"alg":"HS256","kid":"rsa"}')
    signed = f"{header}.{token.split('.')[1]}"
    signature = hmac.digest(RSA.as_pem(private=False), signed.encode(), "sha256")
    return f"{signed}.{_base64(signature)}"


async def _form(request: Request) -> dict[str, str]:
    return dict(parse_qsl((await request.body()).decode()))


def _present(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _base64(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).decode().rstrip("=")


@asynccontextmanager
async def oidc_provider() -> AsyncIterator[Provider]:
    """A provider that listens until the block ends."""
    provider = Provider()
    routes = [
        Route("/.well-known/openid-configuration", provider.discovery),
        Route("/keys", provider.keys),
        Route("/authorize", provider.authorize),
        Route("/token", provider.token, methods=["POST"]),
    ]
    port = int(free_port())
    config = uvicorn.Config(Starlette(routes=routes), port=port, log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    provider.url = f"http://127.0.0.1:{port}"
    listener = config.bind_socket()
    running = asyncio.create_task(server._serve([listener]))
    try:
        yield provider
    finally:
        server.should_exit = True
        await running


def settings_of(provider: Provider, id: str = "work", **more: str) -> dict[str, str]:
    """The settings of a server that knows this provider alone."""
    own = {"ISSUER": provider.url, "CLIENT_ID": CLIENT, "CLIENT_SECRET": SECRET, "NAME": "Work"}
    patient = {"OIDC_PROVIDERS": id, "OIDC_SECONDS": "60"}  # on a busy machine
    return patient | {f"OIDC_{id.upper()}_{key}": own[key] for key in own} | more
