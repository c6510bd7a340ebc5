"""Sign-in settings: passwords, and the OpenID Connect providers with which people may sign in."""

from __future__ import annotations

from msgspec import Struct
from pydantic import Field, PrivateAttr

from app.infra.setting_types import Kibibytes, Seconds, SettingsGroup


class PasswordSettings(SettingsGroup):
    """Passwords. After a change, each password is hashed again at its next sign-in."""

    password_kib: Kibibytes = Field(65_536, ge=1024)
    """The memory that computing an argon2 hash takes."""
    password_rounds: int = Field(3, ge=1, le=50)
    """How often argon2 passes over that memory."""
    password_threads: int = Field(2, ge=1, le=32)
    """Hashes that a process computes at once."""


class OidcProvider(Struct, frozen=True):
    """A provider as the host has set it, from `OIDC_WORK_ISSUER` and the like."""

    id: str  # as in OIDC_PROVIDERS
    name: str  # what people read
    issuer: str
    client_id: str
    client_secret: str
    scopes: tuple[str, ...]
    # a claim and the value with which it makes a person an admin; None: none does
    operator_claim: tuple[str, str] | None = None


class SignInSettings(SettingsGroup):
    """Sign-in with OpenID Connect. `docs/hosting.md` explains these, and those of each provider:
    `OIDC_WORK_ISSUER`, `OIDC_WORK_CLIENT_ID`, `OIDC_WORK_CLIENT_SECRET`, `OIDC_WORK_NAME`,
    `OIDC_WORK_SCOPES` and `OIDC_WORK_OPERATOR_CLAIM` for one that is called `work`.
    """

    oidc_providers: str = ""
    """The providers with which people may sign in, such as `work,club`, in the page's order; empty:
    none."""
    oidc_seconds: Seconds = Field(5.0, gt=0, le=60)
    """How long a provider may take for one request."""

    _providers: tuple[OidcProvider, ...] = PrivateAttr(default=())

    @property
    def providers(self) -> tuple[OidcProvider, ...]:
        """The providers in OIDC_PROVIDERS, as `read_settings` has read them."""
        return self._providers
