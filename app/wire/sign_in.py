"""Wire types of the ways in which an account's owner signs in."""

from __future__ import annotations

from app.wire import UNSET, Shape, UnsetType
from app.wire.ids import Time


class SignInIdentity(Shape):
    """An identity at an OpenID Connect provider that is linked with the account."""

    id: str
    """Opaque."""
    name: str
    """The provider's name, for people."""
    created_at: Time
    """When the identity was linked."""
    provider: str | UnsetType = UNSET
    """The provider's id; absent if the server does not know it any more."""


class SignInMethods(Shape):
    """How the account's owner signs in."""

    password: bool
    """Whether the account has a password."""
    identities: list[SignInIdentity]
    """The identities that are linked with it, oldest first."""
    confirmed_until: Time | UnsetType = UNSET
    """Until when this session needs no password for what else requires it: its owner has just
    signed in again with a provider."""


class ProviderAddress(Shape):
    """Where to sign in at a provider."""

    location: str
    """The address that the browser goes to; it comes back to a page of this server."""
