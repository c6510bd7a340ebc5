"""A second implementation of the protocol's views, by its letter: hashes, patches, no null."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def hash_of(view: Any) -> str:
    text = json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def merged(target: Any, patch: Any) -> Any:
    """RFC 7396, implemented again from the text of the standard."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), value)
    return result


def has_null(value: Any) -> bool:
    if isinstance(value, dict):
        return any(has_null(part) for part in value.values())
    if isinstance(value, list):
        return any(has_null(part) for part in value)
    return value is None
