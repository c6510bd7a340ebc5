"""Provider: leads a browser to a provider, and learns from its answer who has signed in there.

The authorization code flow of OpenID Connect with PKCE (S256), state and nonce.
"""

from __future__ import annotations

import re

import structlog
from authlib.oauth2.auth import ClientAuth
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri, prepare_token_request
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from msgspec import Struct

from app.infra.sign_in_settings import OidcProvider
from app.sign_in.discovery import Discovery, Metadata
from app.sign_in.flows import Answer, Flow
from app.sign_in.id_tokens import MAX_CLOCK_SKEW_S, InvalidToken, claims_of
from app.sign_in.identity import Identity, identity_of
from app.sign_in.provider_replies import ProviderFailed, read_reply
from app.sign_in.refusals import Reason, SignInRefused

log = structlog.get_logger("conclave.sign_in")
FRESH = {"prompt": "login", "max_age": "0"}
"""Has the provider ask the person to sign in again."""
CLIENT_AUTHENTICATION = ("client_secret_basic", "client_secret_post")
"""How the server proves to the provider that it is the client; the first that both know."""
FORM = "application/x-www-form-urlencoded"
_ERROR_CODE = re.compile("[A-Za-z0-9_ ]{1,40}")


class TokenReply(Struct, frozen=True):
    """What the provider gives for a code: tokens, or the code of an error."""

    id_token: str = ""
    access_token: str = ""
    error: str = ""


class Provider:
    """One provider. Each step refuses with SignInRefused."""

    def __init__(self, settings: OidcProvider, address: str, seconds: float) -> None:
        self.settings = settings
        self.redirect_uri = f"{address}/api/v1/sign-in/{settings.id}/callback"
        self.seconds = seconds
        self.discovery = Discovery(settings.issuer, seconds)

    async def authorization_url(self, flow: Flow) -> str:
        """Where the browser goes to sign in."""
        try:
            metadata = await self.discovery.metadata()
        except ProviderFailed as error:
            raise self._refused("unreachable", error.what) from error
        address = prepare_grant_uri(
            metadata.authorization_endpoint,
            client_id=self.settings.client_id,
            response_type="code",
            redirect_uri=self.redirect_uri,
            scope=" ".join(self.settings.scopes),
            state=flow.state,
            nonce=flow.nonce,
            code_challenge=create_s256_code_challenge(flow.verifier),
            code_challenge_method="S256",
            **(FRESH if flow.purpose == "confirm" else {}),
        )
        return str(address)

    async def identity(self, flow: Flow, answer: Answer) -> Identity:
        """The person that the provider has signed in."""
        try:
            metadata = await self.discovery.metadata()
            self._check_answer(metadata, answer)
            reply = await self._tokens(metadata, flow, answer.code)
            tokens = reply.id_token, reply.access_token
            claims = await claims_of(*tokens, flow, self.settings, self.discovery)
        except ProviderFailed as error:
            raise self._refused("unreachable", error.what) from error
        except InvalidToken as error:
            raise self._refused("invalid", error.what) from error
        identity = identity_of(claims, self.settings)
        if identity is None:
            raise self._refused("invalid", "sub")
        if flow.purpose == "confirm" and not _is_fresh(identity, flow):
            raise self._refused("not-fresh", "auth_time")
        return identity

    def _check_answer(self, metadata: Metadata, answer: Answer) -> None:
        """RFC 9207: an answer that names another issuer was mixed up."""
        if answer.issuer is None and metadata.authorization_response_iss_parameter_supported:
            raise self._refused("invalid", "iss")
        if answer.issuer not in (None, metadata.issuer):
            raise self._refused("invalid", "iss")
        if answer.error or not answer.code:
            raise self._refused("cancelled", answer.error)

    async def _tokens(self, metadata: Metadata, flow: Flow, code: str) -> TokenReply:
        """The provider's tokens for a code. Raises ProviderFailed."""
        body = prepare_token_request(
            "authorization_code",
            redirect_uri=self.redirect_uri,
            code=code,
            code_verifier=flow.verifier,
        )
        known = metadata.token_endpoint_auth_methods_supported
        method = next((method for method in CLIENT_AUTHENTICATION if method in known), None)
        client = ClientAuth(self.settings.client_id, self.settings.client_secret, method)
        address, headers, body = client.prepare(
            "POST", metadata.token_endpoint, {"Content-Type": FORM}, body
        )
        statuses = (200, 400, 401)
        reply = await read_reply(address, self.seconds, TokenReply, headers, body, statuses)
        if reply.error:
            is_used = reply.error == "invalid_grant"
            raise self._refused("expired" if is_used else "invalid", reply.error)
        return reply

    def _refused(self, reason: Reason, what: str) -> SignInRefused:
        """Note in the log what the host may have to mend: never a code, a token or a name."""
        shown = what if _ERROR_CODE.fullmatch(what) else "other"
        log.warning("sign-in refused", provider=self.settings.id, reason=reason, error=shown)
        return SignInRefused(reason)


def _is_fresh(identity: Identity, flow: Flow) -> bool:
    signed_in_at = identity.signed_in_at
    return signed_in_at is not None and signed_in_at >= flow.started_at - MAX_CLOCK_SKEW_S
