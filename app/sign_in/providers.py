"""Providers: those with which people may sign in here, by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.infra.problems import not_found
from app.infra.settings import Settings

if TYPE_CHECKING:
    from app.sign_in.provider import Provider


class Providers:
    """The providers of this server, if it has any; only then their libraries are loaded."""

    def __init__(self, settings: Settings) -> None:
        self._by_id: dict[str, Provider] = {}
        if settings.providers:
            from app.sign_in.provider import Provider

            for provider in settings.providers:
                self._by_id[provider.id] = Provider(
                    provider, settings.address, settings.oidc_seconds
                )

    def get(self, id: str) -> Provider:
        """Raises Problem not-found."""
        if id not in self._by_id:
            raise not_found("provider")
        return self._by_id[id]

    def of_issuer(self, issuer: str) -> Provider | None:
        """The provider with that issuer; None if the host has none (any more)."""
        providers = self._by_id.values()
        return next((known for known in providers if known.settings.issuer == issuer), None)
