"""ID tokens: checks who has issued one, for which client and sign-in, and when."""

from __future__ import annotations

from typing import Any

from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from app.infra.sign_in_settings import OidcProvider
from app.sign_in.discovery import Discovery
from app.sign_in.flows import Flow

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"]
"""Signatures by a private key alone: with a shared one, the public key would be enough to sign."""
MAX_CLOCK_SKEW_S = 60


class InvalidToken(Exception):
    """An ID token that proves nothing; `what` is for the log."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


async def claims_of(
    token: str, access_token: str, flow: Flow, provider: OidcProvider, discovery: Discovery
) -> dict[str, Any]:
    """The claims of a valid ID token. Raises InvalidToken, ProviderFailed."""
    try:
        try:
            verified = _verify(token, await discovery.keys())
        except (JoseError, ValueError):
            if not await discovery.renew_keys():
                raise
            verified = _verify(token, await discovery.keys())
        claims = CodeIDToken(
            verified.claims,
            verified.header,
            {
                "iss": {"essential": True, "value": provider.issuer},
                "aud": {"essential": True, "value": provider.client_id},
            },
            {
                "nonce": flow.nonce,
                "client_id": provider.client_id,
                "access_token": access_token,
            },
        )
        claims.validate(leeway=MAX_CLOCK_SKEW_S)
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise InvalidToken(type(error).__name__) from error
    return dict(claims)


def _verify(token: str, keys: KeySet) -> jwt.Token:
    """Raises JoseError or ValueError."""
    return jwt.decode(token, keys, algorithms=ALGORITHMS)
