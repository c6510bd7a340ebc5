"""View schemas: the JSON schema of a game's views, from the TypedDicts that describe them.

A field is described by `Annotated`: a string says what it is, a `Meta` bounds it, and `FOR_SEATS`
marks what spectators never get. The docstring of a TypedDict describes the whole object.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from inspect import cleandoc
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from msgspec import Meta

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: Final = {bool: "boolean", int: "integer", str: "string"}
_BOUNDS: Final = {"ge": "minimum", "le": "maximum", "pattern": "pattern"}


class Audience(Enum):
    """Viewers who may get a field."""

    SEATS = "seats"


FOR_SEATS: Final = Audience.SEATS
"""In `Annotated`: the field is never in a spectator's view."""

Count = Annotated[int, Meta(ge=0)]
PlayerId = Annotated[str, Meta(pattern="^p[0-9]$")]
"""A player in a view: "p" and the seat."""


def one_of(*words: str) -> Meta:
    """Bounds a string to these words; `Literal` does so for the rules as well."""
    return Meta(extra_json_schema={"enum": list(words)})


def view_schema(view: type, *, public: bool) -> dict[str, Any]:
    """The schema of the views that seats (or, if `public`, spectators) get."""
    parts: dict[str, Any] = {}
    root = _Parts(parts, public).of(view)
    return {"$schema": DIALECT, **root, "$defs": dict(sorted(parts.items()))}


def type_schema(hint: Any) -> dict[str, Any]:
    """The schema of a single type, which no TypedDict is part of."""
    return _Parts({}, public=False).of(hint)


class _Parts:
    """The schemas of TypedDicts by name, each made as the first field mentions it."""

    def __init__(self, parts: dict[str, Any], public: bool) -> None:
        self.parts = parts
        self.public = public

    def of(self, hint: Any) -> dict[str, Any]:
        """The schema of a type."""
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return {**self.of(args[0]), **_bounds(args[1:])}
        if origin is Literal:
            kind = {"type": _PLAIN[type(args[0])]}
            return {**kind, "const": args[0]} if len(args) == 1 else {**kind, "enum": list(args)}
        if origin in (Union, UnionType):
            return {"oneOf": [self.of(arg) for arg in args]}
        if origin in (list, tuple):
            return {"type": "array", "items": self.of(args[0])}
        if origin is dict:
            keys, values = (self.of(arg) for arg in args)
            key_schema = {name: part for name, part in keys.items() if name != "type"}
            return {
                "type": "object",
                **({"propertyNames": key_schema} if key_schema else {}),
                "additionalProperties": values,
            }
        if is_typeddict(hint):
            return self._reference(hint)
        return {"type": _PLAIN[hint]}

    def _reference(self, view: type) -> dict[str, Any]:
        name = view.__name__
        if name not in self.parts:
            self.parts[name] = {}
            self.parts[name] = self._object(view)
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, view: type) -> dict[str, Any]:
        hints = get_type_hints(view, include_extras=True)
        visible = {
            name: hint for name, hint in hints.items() if not (self.public and _is_for_seats(hint))
        }
        doc = vars(view).get("__doc__")
        return {
            "type": "object",
            **({"description": cleandoc(doc)} if doc else {}),
            "properties": {name: self.of(_inner(hint)) for name, hint in visible.items()},
            "required": [
                name for name, hint in visible.items() if get_origin(hint) is not NotRequired
            ],
            "additionalProperties": False,
        }


def _inner(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint


def _is_for_seats(hint: Any) -> bool:
    return FOR_SEATS in getattr(_inner(hint), "__metadata__", ())


def _bounds(metadata: Iterable[Any]) -> dict[str, Any]:
    """The metadata of `Annotated` in JSON schema."""
    schema: dict[str, Any] = {}
    for annotation in metadata:
        if isinstance(annotation, str):
            schema["description"] = annotation
        elif isinstance(annotation, Meta):
            bounds = {to: getattr(annotation, name) for name, to in _BOUNDS.items()}
            schema |= {name: value for name, value in bounds.items() if value is not None}
            schema |= annotation.extra_json_schema or {}
    return schema
