"""Contract checks: everything that the server sends is validated against its own documents.

The documents allow additions; here nothing undocumented may be sent.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import jsonschema_rs

from app.infra.read_settings import read_settings
from app.main import create_app
from app.wire import asyncapi
from app.wire.frames import ACCOUNT_LINES, FRAMES

BASE = "/api/v1"


@cache
def openapi() -> dict[str, Any]:
    """The document of this tree's server."""
    settings = read_settings(secret_key="never used at all")
    return create_app(settings).openapi()


@cache
def operations() -> dict[str, dict[str, Any]]:
    """The described operations below BASE, by method and path: `GET /matches/{id}`."""
    return {
        f"{method.upper()} {path.removeprefix(BASE)}": operation
        for path, methods in openapi()["paths"].items()
        for method, operation in methods.items()
        if path.startswith(BASE)
    }


def names_with_keys() -> set[str]:
    """The operations whose first reply is repeated under an `Idempotency-Key`."""
    return {
        name
        for name, described in operations().items()
        if "request-in-progress" in described["x-problems"]
    }


def strictly(schemas: dict[str, Any]) -> dict[str, Any]:
    """The schemas, without room for additions."""
    return {
        name: {"additionalProperties": False, **schema} if "properties" in schema else schema
        for name, schema in schemas.items()
    }


@cache
def validator(document: str, schema: str) -> Any:
    """A validator of one named schema."""
    whole = openapi() if document == "openapi" else asyncapi.document("0")
    components = {"schemas": strictly(whole["components"]["schemas"])}
    return jsonschema_rs.validator_for(
        {"$ref": f"#/components/schemas/{schema}", "components": components}
    )


@cache
def paths() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Every path of the document, the most particular first."""
    below_base = [path for path in openapi()["paths"] if path.startswith(BASE)]
    return [
        (
            re.compile(re.sub(r"\{name\}", "(.+)", re.sub(r"\{(?!name)\w+\}", "([^/]+)", path))),
            methods,
        )
        for path in sorted(below_base, key=lambda path: (path.count("{"), path))
        for methods in [openapi()["paths"][path]]
    ]


def check_reply(method: str, path: str, status: int, media: str, body: Any) -> None:
    """A reply is one that the endpoint's document names. Raises AssertionError."""
    told = operation(method, BASE + path.partition("?")[0])
    if told is None:
        assert status in (401, 403, 404, 405, 413), f"{method} {path}: {status}"
        return
    known = told["responses"].get(str(status))
    assert known is not None, f"{method} {path}: status {status} is not in the document: {body}"
    if "$ref" in known:
        name = body["type"].removeprefix("/problems/")
        assert name in told["x-problems"], f"{method} {path}: {name} is not in the document"
        known = openapi()["components"]["responses"][known["$ref"].rpartition("/")[2]]
    content = known.get("content")
    if content is None:
        return
    kind = media.partition(";")[0]
    assert kind in content, f"{method} {path}: {kind} is not in the document"
    if kind.endswith("json"):
        problems = [error.message for error in at(content[kind]["schema"]).iter_errors(body)]
        assert not problems, f"{method} {path} {status}: {problems[:3]} {str(body)[:800]}"


def operation(method: str, path: str) -> dict[str, Any] | None:
    for pattern, methods in paths():
        if pattern.fullmatch(path) and method.lower() in methods:
            return methods[method.lower()]
    return None


_kept: dict[str, Any] = {}


def at(schema: dict[str, Any]) -> Any:
    """A validator of a schema inside the OpenAPI document."""
    name = str(schema)
    if name not in _kept:
        components = {"schemas": strictly(openapi()["components"]["schemas"])}
        _kept[name] = jsonschema_rs.validator_for({**schema, "components": components})
    return _kept[name]


BY_TAG = {frame.__struct_config__.tag: frame.__name__ for frame in FRAMES}
LINE_BY_TAG = {line.__struct_config__.tag: line.__name__ for line in ACCOUNT_LINES}


def check_frame(frame: dict[str, Any]) -> None:
    """A frame is as the AsyncAPI document has it. Raises AssertionError."""
    _check(BY_TAG, frame)


def check_line(line: dict[str, Any]) -> None:
    """So is a line of an account's stream."""
    _check(LINE_BY_TAG, line)


def check_event(kind: str, data: dict[str, Any]) -> None:
    """So is an event of the lobby."""
    schema = asyncapi.frames.LOBBY_EVENTS[kind].__name__
    problems = [error.message for error in validator("asyncapi", schema).iter_errors(data)]
    assert not problems, f"{kind}: {problems[:3]}"


def _check(names: dict[Any, str], frame: dict[str, Any]) -> None:
    name = names.get(frame.get("t"))
    assert name is not None, f"no such frame in the document: {frame}"
    problems = [error.message for error in validator("asyncapi", name).iter_errors(frame)]
    assert not problems, f"{frame['t']}: {problems[:3]} {str(frame)[:600]}"
