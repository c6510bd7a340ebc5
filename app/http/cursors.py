"""Cursors that say nothing: the place in a list, for whoever has it to ask for what comes next.

A plain id of a row would tell how many rows lie between two that its reader may see.
"""

from __future__ import annotations

import base64
import hmac
from hashlib import sha256

from app.infra.settings import Settings

LENGTH = 8
"""Bytes of a place, and of the seal that is its key as well."""


class WrongCursor(ValueError):
    """It is no cursor of this list."""


def write_cursor(settings: Settings, what: str, place: int) -> str:
    """The cursor of a place in this list; the same one each time."""
    plain = place.to_bytes(LENGTH)
    seal = _keyed(settings, f"seal {what}".encode() + plain)
    hidden = _mixed(plain, _keyed(settings, f"hide {what}".encode() + seal))
    return base64.urlsafe_b64encode(seal + hidden).decode().rstrip("=")


def read_cursor(settings: Settings, what: str, cursor: str) -> int:
    """The place. Raises WrongCursor."""
    try:
        raw = base64.urlsafe_b64decode(cursor.encode() + b"==")
    except ValueError:
        raise WrongCursor from None
    seal, hidden = raw[:LENGTH], raw[LENGTH:]
    if (len(seal), len(hidden)) != (LENGTH, LENGTH):
        raise WrongCursor
    plain = _mixed(hidden, _keyed(settings, f"hide {what}".encode() + seal))
    if not hmac.compare_digest(seal, _keyed(settings, f"seal {what}".encode() + plain)):
        raise WrongCursor
    return int.from_bytes(plain)


def _keyed(settings: Settings, data: bytes) -> bytes:
    key = settings.secret_key.get_secret_value().encode()
    return hmac.digest(key, data, sha256)[:LENGTH]


def _mixed(data: bytes, key: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(data, key, strict=True))
