"""Descriptions: adds the glossary's texts to the properties of schemas."""

from __future__ import annotations

from typing import Any

from app.wire.glossary import WORDS
from app.wire.type_glossary import NARROWER

TIMES = frozenset({"at", "created_at", "expires_at", "started_at", "deadline", "now"})
"""Properties that are times, by RFC 3339."""


def describe(schemas: dict[str, Any]) -> dict[str, Any]:
    """Add a description to every property that has none of its own, in place."""
    for name, schema in schemas.items():
        for word, part in schema.get("properties", {}).items():
            if text := NARROWER.get(f"{name}.{word}") or WORDS.get(word):
                part.setdefault("description", text)
            if word in TIMES:
                _mark_time(part)
    return schemas


def _mark_time(part: dict[str, Any]) -> None:
    for schema in (part, *part.get("anyOf", ())):
        if schema.get("type") == "string":
            schema["format"] = "date-time"
