"""JSON schemas of the wire types, by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

PLACE = "#/components/schemas/{name}"


def schemas_of(types: Iterable[Any]) -> dict[str, Any]:
    """The JSON schemas of these types and of all types they refer to."""
    shapes = [part for shape in types for part in (get_args(shape) or (shape,))]
    _, components = msgspec.json.schema_components(shapes, ref_template=PLACE)
    for schema in components.values():
        if "description" in schema:
            schema["description"] = " ".join(schema["description"].split())
        _simplify(schema)
    return components


def _simplify(schema: Any) -> None:
    """Simplify, in place, what client generators do not support: `Literal[True]`, which msgspec
    writes as an enum of booleans, and the schema `false` for the end of a tuple.
    """
    if isinstance(schema, list):
        for part in schema:
            _simplify(part)
    elif isinstance(schema, dict):
        if any(word is True for word in schema.get("enum", ())):
            del schema["enum"]
            schema["type"] = "boolean"
        if schema.get("items") is False:
            schema["items"] = {}
        for part in schema.values():
            _simplify(part)


def reference(type_: Any) -> dict[str, Any]:
    """A reference to a type's schema in the document."""
    if parts := get_args(type_):
        return {"oneOf": [reference(part) for part in parts]}
    return {"$ref": PLACE.format(name=type_.__name__)}
