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
    docs, tag = field_docs(shape), shape.__struct_config__.tag_field
    members = zip(shape.__struct_fields__, shape.__struct_encode_fields__, strict=True)
    texts = {member: docs[field] for field, member in members if field in docs}
    return texts | ({tag: TAG} if tag else {})


def field_docs(shape: type[Shape]) -> dict[str, str]:
    """The docstring below each field of a type and of its bases, by field."""
    docs: dict[str, str] = {}
    for base in filter(_is_shape, reversed(shape.__mro__)):
        docs |= _docs_in(base.__module__).get(base.__qualname__, {})
    return docs


def _is_shape(type_: type) -> bool:
    return issubclass(type_, Shape)


@cache
def _docs_in(module: str) -> dict[str, dict[str, str]]:
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
