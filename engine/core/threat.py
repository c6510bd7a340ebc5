"""Threat: a public fact of a table that may decide the match and that anyone can check."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Threat(Struct, frozen=True):
    """The message "threat.<key>" with `args`; `by` is the seat that gains by it.

    `can` marks what that player could do if it were their turn now, no rival interfering; all
    others are facts of the table as it lies.
    """

    key: str
    args: dict[str, Any] = {}
    by: int | None = None
    can: bool = False
