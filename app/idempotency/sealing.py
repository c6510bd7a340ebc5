"""Sealing: hashes a request with an idempotency key, and encrypts its reply, for the database.

All keys are derived from SECRET_KEY and the idempotency key together, and the latter is not stored:
a copy of the database discloses neither requests nor replies.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

import msgspec
from msgspec import Struct

from app.infra.settings import StorageSettings

NONCE_BYTES = 12


class StoredReply(Struct, frozen=True, array_like=True):
    """A reply as it was sent."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class KeyedRequest(Struct, frozen=True):
    """A request with an idempotency key: `id` is a hash of the key and its sender, `request` one of
    the operation and body, `secret` encrypts the reply.
    """

    id: str
    request: str
    secret: bytes

    def seal(self, reply: StoredReply) -> bytes:
        """The reply, encrypted."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + AESGCM(self.secret).encrypt(nonce, msgspec.msgpack.encode(reply), self._of)

    def unseal(self, sealed: bytes) -> StoredReply | None:
        """The reply; None if it was not sealed for this request."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce, text = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        try:
            plain = AESGCM(self.secret).decrypt(nonce, text, self._of)
        except InvalidTag:
            return None
        return msgspec.msgpack.decode(plain, type=StoredReply)

    @property
    def _of(self) -> bytes:
        return f"{self.id} {self.request}".encode()


def keyed_request(
    settings: StorageSettings, key: str, sender: str, operation: str, body: bytes
) -> KeyedRequest:
    """The request under this key of a sender; `operation` is its method, path and query."""
    root = _derived(settings.secret_key.get_secret_value().encode(), "idempotency", sender, key)
    return KeyedRequest(
        id=_derived(root, "id").hex(),
        request=_derived(root, "request", operation, _canonical(body)).hex(),
        secret=_derived(root, "reply"),
    )


def _derived(key: bytes, *parts: str | bytes) -> bytes:
    """32 bytes derived from a key; different lists of parts give different bytes."""
    return hmac.new(key, msgspec.msgpack.encode(parts), hashlib.sha256).digest()


def _canonical(body: bytes) -> bytes:
    """The body without differences that JSON ignores: white space, and the order of members."""
    try:
        return msgspec.json.encode(msgspec.json.decode(body), order="sorted")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return body
