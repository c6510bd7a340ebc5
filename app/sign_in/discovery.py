"""Discovery: what a provider publishes about itself, its addresses and signing keys, cached."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from joserfc.jwk import KeySet
from msgspec import Struct

from app.infra.read_providers import is_safe_address
from app.sign_in.provider_replies import ProviderFailed, read_reply

LIFETIME_S = 3600.0
"""How long metadata and keys are used before they are read again."""
MIN_INTERVAL_S = 10.0
"""How long keys are not read again, whatever tokens name, nor metadata after a failure."""
KEY_TYPES = ("RSA", "EC")


class Metadata(Struct, frozen=True):
    """What a provider's discovery document says, as far as it matters."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    authorization_response_iss_parameter_supported: bool = False


class _Keys(Struct, frozen=True):
    keys: list[dict[str, Any]]


class Discovery:
    """The metadata and keys of one issuer. They are read when they are first needed."""

    def __init__(self, issuer: str, seconds: float) -> None:
        self.issuer = issuer
        self.seconds = seconds
        self._lock = asyncio.Lock()
        self._metadata: Metadata | None = None
        self._keys: KeySet | None = None
        self._metadata_until = self._keys_until = self._keys_read_at = float("-inf")
        self._failed_at = float("-inf")

    async def metadata(self) -> Metadata:
        """The metadata; a provider that is away keeps those from before. Raises ProviderFailed."""
        async with self._lock:
            if time.monotonic() >= self._metadata_until:
                await self._renew_metadata()
            if self._metadata is None:
                raise ProviderFailed("metadata")
            return self._metadata

    async def _renew_metadata(self) -> None:
        if time.monotonic() < self._failed_at + MIN_INTERVAL_S:
            return
        try:
            self._metadata = await self._read_metadata()
            self._metadata_until = time.monotonic() + LIFETIME_S
        except ProviderFailed:
            self._failed_at = time.monotonic()
            if self._metadata is None:
                raise

    async def _read_metadata(self) -> Metadata:
        address = f"{self.issuer.rstrip('/')}/.well-known/openid-configuration"
        metadata = await read_reply(address, self.seconds, Metadata)
        addresses = metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri
        if metadata.issuer != self.issuer:
            raise ProviderFailed("issuer")
        if not all(map(is_safe_address, addresses)):
            raise ProviderFailed("addresses")
        return metadata

    async def keys(self) -> KeySet:
        """The keys that sign ID tokens, likewise. Raises ProviderFailed."""
        if time.monotonic() >= self._keys_until:
            try:
                await self.renew_keys()
            except ProviderFailed:
                if self._keys is None:
                    raise
        if self._keys is None:
            raise ProviderFailed("keys")
        return self._keys

    async def renew_keys(self) -> bool:
        """Read the keys again, since a token is signed by another; False if that was done just now.
        Raises ProviderFailed.
        """
        address = (await self.metadata()).jwks_uri
        async with self._lock:
            if time.monotonic() < self._keys_read_at + MIN_INTERVAL_S:
                return False
            self._keys_read_at = time.monotonic()
            published = (await read_reply(address, self.seconds, _Keys)).keys
            usable = [key for key in published if _signs(key)]
            try:
                self._keys = KeySet.import_key_set({"keys": usable})
            except (ValueError, KeyError, TypeError) as error:
                raise ProviderFailed("keys") from error
            self._keys_until = time.monotonic() + LIFETIME_S
            return True


def _signs(key: dict[str, Any]) -> bool:
    return key.get("kty") in KEY_TYPES and key.get("use", "sig") == "sig"
