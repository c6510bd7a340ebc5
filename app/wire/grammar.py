"""Wire types of a game's grammar."""

from __future__ import annotations

from typing import Any

from app.wire import UNSET, Shape, UnsetType
from app.wire.ids import GameId


class OptionKeys(Shape):
    """The option keys that begin with one word."""

    pattern: str
    """A regular expression for the whole key."""
    parts: list[dict[str, Any]]
    """The JSON schema of each part after a colon."""
    optional: int
    """How many of the last parts may be missing."""


class Grammar(Shape):
    """What is the game's own in frames, as JSON schemas (2020-12) that refer to `types`."""

    game: GameId
    rules: int
    """The version of the game's rules."""
    option_keys: dict[str, OptionKeys]
    """Which option keys there are, by the word with which they begin."""
    types: dict[str, dict[str, Any]]
    """The schemas that the others refer to."""
    prompts: dict[str, dict[str, Any]]
    """The arguments of questions, by `prompt.key`."""
    options: dict[str, dict[str, Any]]
    """The arguments of options, by `message`."""
    reasons: dict[str, dict[str, Any]]
    """The arguments of reasons, by the `message` of a blocked option."""
    events: dict[str, dict[str, Any]]
    """The arguments of events, by key."""
    scores: dict[str, dict[str, Any]]
    """The arguments of lines of the score sheet, by key."""
    threats: dict[str, dict[str, Any]]
    """The arguments of threats, by key."""
    view: dict[str, Any] | UnsetType = UNSET
    """The JSON schema of `view.table` for a seat."""
    spectator_view: dict[str, Any] | UnsetType = UNSET
    """The JSON schema of `view.table` for those without a seat."""
