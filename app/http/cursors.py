"""Opaque cursors: encrypted, authenticated positions in a list, with which clients request the next
page.

A plain row id would reveal how many rows lie between two that the reader may see.
"""

from __future__ import annotations

import base64
import hmac
from hashlib import sha256

from app.infra.settings import StorageSettings

PART_BYTES = 8
"""Bytes of a position, and of its seal (a MAC), from which the encryption key is derived."""


class WrongCursor(ValueError):
    """Not a cursor of this list."""


def write_cursor(settings: StorageSettings, list_name: str, place: int) -> str:
    """The cursor of a position in this list; deterministic."""
    plain = place.to_bytes(PART_BYTES)
    seal = _keyed(settings, f"seal {list_name}".encode() + plain)
    hidden = _mixed(plain, _keyed(settings, f"hide {list_name}".encode() + seal))
    return base64.urlsafe_b64encode(seal + hidden).decode().rstrip("=")


def read_cursor(settings: StorageSettings, list_name: str, cursor: str) -> int:
    """The position. Raises WrongCursor."""
    try:
        raw = base64.urlsafe_b64decode(cursor.encode() + b"==")
    except ValueError:
        raise WrongCursor from None
    seal, hidden = raw[:PART_BYTES], raw[PART_BYTES:]
    if (len(seal), len(hidden)) != (PART_BYTES, PART_BYTES):
        raise WrongCursor
    plain = _mixed(hidden, _keyed(settings, f"hide {list_name}".encode() + seal))
    if not hmac.compare_digest(seal, _keyed(settings, f"seal {list_name}".encode() + plain)):
        raise WrongCursor
    return int.from_bytes(plain)


def _keyed(settings: StorageSettings, data: bytes) -> bytes:
    key = settings.secret_key.get_secret_value().encode()
    return hmac.digest(key, data, sha256)[:PART_BYTES]


def _mixed(data: bytes, key: bytes) -> bytes:
    return bytes(byte ^ key_byte for byte, key_byte in zip(data, key, strict=True))
