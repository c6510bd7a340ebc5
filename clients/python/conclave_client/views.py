"""Views: merge patches, and the hash that the server sends with each view."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def merge_patch(target: Any, patch: Any) -> Any:
    """The target with an RFC 7396 merge patch applied; neither is changed."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merge_patch(result.get(key), value)
    return result


def view_hash(view: dict[str, Any]) -> str:
    """The hash of a view in canonical JSON (RFC 8785); views hold no fractions and their keys are
    ASCII, so sorted keys are all it takes.
    """
    text = json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
