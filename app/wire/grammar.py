"""Wire types of a game's grammar."""

from __future__ import annotations

from typing import Any

from app.wire import UNSET, Shape, UnsetType


class OptionKeys(Shape):
    """The option keys that begin with one word: `pattern` is a regular expression for the whole
    key, `parts` are the schemas of what follows it, each after a colon; so many of the last are
    `optional`.
    """

    pattern: str
    parts: list[dict[str, Any]]
    optional: int


class Grammar(Shape):
    """What is the game's own in frames. `view` is the JSON schema (2020-12) of `view.table` for a
    seat, `spectator_view` that for everybody else. `option_keys` are by the word with which a key
    begins. The others are the JSON schemas of `args`, by `key` or `message`: of questions, options,
    reasons why an option is `blocked`, events, lines of the score sheet, threats. They refer to
    `types`.
    """

    game: str
    rules: int
    option_keys: dict[str, OptionKeys]
    types: dict[str, dict[str, Any]]
    prompts: dict[str, dict[str, Any]]
    options: dict[str, dict[str, Any]]
    reasons: dict[str, dict[str, Any]]
    events: dict[str, dict[str, Any]]
    scores: dict[str, dict[str, Any]]
    threats: dict[str, dict[str, Any]]
    view: dict[str, Any] | UnsetType = UNSET
    spectator_view: dict[str, Any] | UnsetType = UNSET
