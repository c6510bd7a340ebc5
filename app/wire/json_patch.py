"""JSON merge patches (RFC 7396), canonical JSON and its hash."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

_CANONICAL = msgspec.json.Encoder(order="sorted")
Pieces = dict[str, msgspec.Raw]
"""A JSON object in pieces: each value is already canonical JSON and never changes."""
_BRACE = ord("{")
_PIECES = msgspec.json.Decoder(Pieces)


def canonical(value: Any) -> bytes:
    """JSON with sorted keys, no spaces, and unescaped non-ASCII."""
    return _CANONICAL.encode(value)


def pieces(value: Mapping[str, Any]) -> Pieces:
    """Split an object into pieces; `canonical` reassembles them."""
    return {key: msgspec.Raw(_CANONICAL.encode(part)) for key, part in value.items()}


def websocket_message(frame: str) -> bytes:
    """A frame as a websocket message. Servers do not mask, so it is the same for all readers.

    It begins with 0x81 (a final text frame) and its size in 1, 3 or 9 bytes (RFC 6455, 5.2).
    """
    data = frame.encode()
    size = len(data)
    if size < 126:
        return b"\x81%c%b" % (size, data)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), data)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), data)


def hash_of(canonical_json: bytes) -> str:
    """The first 16 hex digits of the sha256 of canonical JSON."""
    return hashlib.sha256(canonical_json).hexdigest()[:16]


def merge_patch(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The patch that turns one object into another; neither may hold a null."""
    patch: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key, _ABSENT)
        if before == value and type(before) is type(value):
            continue
        if isinstance(before, dict) and isinstance(value, dict):
            patch[key] = merge_patch(before, value)
        else:
            patch[key] = value
    return patch


def patch_between(before: Pieces, after: Pieces) -> dict[str, Any]:
    """`merge_patch` of two objects in pieces, ready to be encoded.

    Values that are equal byte for byte are never decoded.
    """
    patch: dict[str, Any] = {}
    for key, now in after.items():
        was = before.get(key)
        if was is now or was == now:
            continue
        if was is not None and _is_object(now) and _is_object(was):
            patch[key] = patch_between(_PIECES.decode(was), _PIECES.decode(now))
        else:
            patch[key] = now
    if before.keys() != after.keys():
        patch |= {key: None for key in before if key not in after}
    return patch


def _is_object(value: msgspec.Raw) -> bool:
    return memoryview(value)[0] == _BRACE


def apply_patch(target: Any, patch: Any) -> Any:
    """The target with a merge patch applied; neither is modified."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = apply_patch(merged.get(key), value)
    return merged


_ABSENT = object()
