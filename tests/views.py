"""Views under test: each is held against the JSON schema that its game ships."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from engine.core.event import PUBLIC, Public, Viewer
from engine.core.game import Game


def view_of(game: Game[Any, Any], table: Any, viewer: Viewer) -> dict[str, Any]:
    """The view of a table, as the game's schema for such viewers describes it."""
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
