"""Preferences: an account's settings, stored for the page; validates those the server knows."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import msgspec

from app.infra.problems import Problem, invalid

MAX_PREFERENCES = 100
MAX_PREFERENCES_BYTES = 16_384
SWITCHES = {"auto_answer", "notifications"}
CHOICES = {
    "auto_pass": ("off", "turn", "affected", "always"),
    "theme": ("dark", "light", "system"),
}
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")
"""A language tag; which languages there are, the page knows."""
MAX_LOOK_LENGTH = 40
"""Clients may store further preferences of their own, with any value."""


def merged(
    old: dict[str, Any], changes: dict[str, Any], switches: Collection[str]
) -> dict[str, Any]:
    """The preferences after the changes; null removes one. `switches` are true or false, besides
    those named here. Raises Problem invalid-request.
    """
    for name, value in changes.items():
        _check(name, value, SWITCHES.union(switches))
    after = {name: value for name, value in {**old, **changes}.items() if value is not None}
    if len(after) > MAX_PREFERENCES or len(msgspec.json.encode(after)) > MAX_PREFERENCES_BYTES:
        raise Problem("invalid-request", "Too many preferences.")
    return after


def _check(name: str, value: Any, switches: Collection[str]) -> None:
    if value is None:
        return
    if name in switches and not isinstance(value, bool):
        raise _invalid(name, "true or false")
    if name in CHOICES and value not in CHOICES[name]:
        raise _invalid(name, " or ".join(CHOICES[name]))
    if name == "language" and not (isinstance(value, str) and LANGUAGE.fullmatch(value)):
        raise _invalid(name, 'a language tag such as "en"')
    if name == "look" and not (isinstance(value, str) and len(value) <= MAX_LOOK_LENGTH):
        raise _invalid(name, f"a text of at most {MAX_LOOK_LENGTH} characters")


def _invalid(name: str, right: str) -> Problem:
    return invalid(f"{name} must be {right}.", "body", "preferences", name)
