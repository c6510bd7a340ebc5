"""JSON schemas of the wire types, by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

PLACE = "#/components/schemas/{name}"


def schemas_of(types: Iterable[Any]) -> dict[str, Any]:
    """The JSON schemas of these types and of all types they refer to."""
    wanted = [part for one in types for part in (get_args(one) or (one,))]
    _, components = msgspec.json.schema_components(wanted, ref_template=PLACE)
    for schema in components.values():
        if "description" in schema:
            schema["description"] = " ".join(schema["description"].split())
    return components


def reference(type_: Any) -> dict[str, Any]:
    """A reference to a type's schema in the document."""
    if parts := get_args(type_):
        return {"oneOf": [reference(part) for part in parts]}
    return {"$ref": PLACE.format(name=type_.__name__)}
