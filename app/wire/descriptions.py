"""Descriptions: puts the docstrings below the fields of wire types into their schemas."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from app.wire import Shape

TAG = "Names the message."
"""What is said of a tag, which msgspec adds to the fields."""


def describe(schemas: dict[str, Any]) -> dict[str, Any]:
    """Describe every property that has no description of its own, in place."""
    shapes = {shape.__name__: shape for shape in _subclasses(Shape)}
    for name, schema in schemas.items():
        texts = _texts(shapes[name]) if name in shapes else {}
        for member, part in schema.get("properties", {}).items():
            if text := texts.get(member):
                part.setdefault("description", text)
    return schemas


def _subclasses(shape: type[Shape]) -> Iterator[type[Shape]]:
    yield shape
    for subclass in shape.__subclasses__():
        yield from _subclasses(subclass)


def _texts(shape: type[Shape]) -> dict[str, str]:
    """The description of each member, by the name under which it is sent."""
    texts: dict[str, str] = {}
    for base in filter(_is_shape, reversed(shape.__mro__)):
        texts |= _field_docs(base.__module__).get(base.__qualname__, {})
    members = zip(shape.__struct_fields__, shape.__struct_encode_fields__, strict=True)
    described = {member: texts[field] for field, member in members if field in texts}
    tag = shape.__struct_config__.tag_field
    return described | ({tag: TAG} if tag else {})


def _is_shape(type_: type) -> bool:
    return issubclass(type_, Shape)


@cache
def _field_docs(module: str) -> dict[str, dict[str, str]]:
    """The docstrings below the fields of the classes of a module, by class and field."""
    return {
        node.name: _docs_of(node)
        for node in ast.parse(inspect.getsource(sys.modules[module])).body
        if isinstance(node, ast.ClassDef)
    }


def _docs_of(node: ast.ClassDef) -> dict[str, str]:
    docs = {}
    for field, below in zip(node.body, node.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                docs[name] = " ".join(text.split())
    return docs
