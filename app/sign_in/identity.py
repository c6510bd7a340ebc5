"""Identity: the person that a provider says it has signed in."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from app.infra.sign_in_settings import OidcProvider

MAX_SUBJECT_LENGTH = 255
NAME_CLAIMS = ("preferred_username", "nickname", "name", "given_name")


class Identity(Struct, frozen=True):
    """A person at a provider; `names` may suggest one for a new account."""

    issuer: str
    subject: str
    names: tuple[str, ...]
    is_operator: bool
    signed_in_at: int | None  # at the provider, if it says


def identity_of(claims: dict[str, Any], provider: OidcProvider) -> Identity | None:
    """The identity in the claims of a valid ID token; None if they name none."""
    subject, signed_in_at = claims.get("sub"), claims.get("auth_time")
    if not isinstance(subject, str) or not 0 < len(subject) <= MAX_SUBJECT_LENGTH:
        return None
    if not subject.isprintable():
        return None
    names = (claims.get(claim) for claim in NAME_CLAIMS)
    return Identity(
        issuer=provider.issuer,
        subject=subject,
        # the part before an @: a name is public, an address is not
        names=tuple(name.partition("@")[0] for name in names if isinstance(name, str)),
        is_operator=_has(claims, provider.operator_claim),
        signed_in_at=int(signed_in_at) if isinstance(signed_in_at, int | float) else None,
    )


def _has(claims: dict[str, Any], wanted: tuple[str, str] | None) -> bool:
    if wanted is None:
        return False
    claim, value = wanted
    found = claims.get(claim)
    return value in found if isinstance(found, list) else found == value
