"""Sealed cookies: values that a browser keeps for the server for some minutes, encrypted with a key
derived from SECRET_KEY, so browsers can neither read nor change them.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING, TypeVar

import msgspec

from app.infra.security import hash_secret
from app.infra.settings import StorageSettings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES = 12
T = TypeVar("T")


def seal(settings: StorageSettings, name: str, value: msgspec.Struct) -> str:
    """The value as the text of the cookie of that name."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    plain = msgspec.msgpack.encode(value)
    sealed = nonce + _cipher(settings, name).encrypt(nonce, plain, name.encode())
    return urlsafe_b64encode(sealed).decode().rstrip("=")


def unseal(settings: StorageSettings, name: str, kind: type[T], text: str) -> T | None:
    """The value in a cookie's text; None if the server has not sealed it so."""
    from cryptography.exceptions import InvalidTag

    try:
        sealed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        nonce, cipher = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        plain = _cipher(settings, name).decrypt(nonce, cipher, name.encode())
        return msgspec.msgpack.decode(plain, type=kind)
    except (InvalidTag, ValueError, msgspec.DecodeError):
        return None


def _cipher(settings: StorageSettings, name: str) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(bytes.fromhex(hash_secret(settings, f"cookie {name}")))
