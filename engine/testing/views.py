"""Views under test: each is checked against its game's JSON schema."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from engine.core.event import PUBLIC, Public, Viewer
from engine.core.game import Game


def view_of(game: Game[Any, Any], table: Any, viewer: Viewer) -> dict[str, Any]:
    """The view of a table, checked against the game's schema for such viewers."""
    seen = dict(game.view(table, viewer))
    schema = validator(type(game), isinstance(viewer, Public))
    if schema is not None and not schema.is_valid(seen):
        wrong = next(schema.iter_errors(seen))
        raise AssertionError(f"{game.id}, {viewer}: {wrong}")
    return seen


@cache
def validator(game: type[Game[Any, Any]], public: bool) -> Draft202012Validator | None:
    """Compiled once for each kind of viewer; None for a game without a schema."""
    schema = game.view_schema(PUBLIC if public else 0)
    return None if schema is None else Draft202012Validator(schema)
