"""Web types: generates the page's types from the server's own schemas.

    python -m scripts.web_types [--check]

reads the application's OpenAPI and AsyncAPI documents and the schema of every game's view, and lets
openapi-typescript write them as types; `make web-types` puts them where the page imports them, and
`make check` compares them with what is committed there.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from app.accounts.names import DELETED_NAME
from app.chat.phrases import PHRASES
from app.infra.problems import CATALOGUE
from app.infra.read_settings import read_settings
from app.main import create_app
from app.wire import asyncapi
from engine.core.registry import games

WEB = Path(__file__).resolve().parents[1] / "web"
GENERATED = "src/**/*.gen.ts"
# Senders may omit fields with a default.
WIRE_OPTIONS = ("--alphabetize", "--default-non-nullable", "false")
JSON_OBJECT = "#/components/schemas/JsonObject"
VIEW_OPTIONS = ("--root-types", "--root-types-no-schema-prefix")


def write(folder: Path) -> None:
    """Generate every file into a folder laid out as `web`, in the page's own format."""
    replies = _replies()
    _generate(folder / "src/api/schema.gen.ts", replies, WIRE_OPTIONS)
    (folder / "src/api/limits.gen.ts").write_text(_limits(replies))
    (folder / "src/api/phrases.gen.ts").write_text(_phrases())
    _generate(folder / "src/api/frames.gen.ts", _pushed(), WIRE_OPTIONS)
    for board in sorted((WEB / "src/games").glob("*/manifest.ts")):
        game = board.parent.name
        _generate(folder / f"src/games/{game}/view.gen.ts", _view(game), VIEW_OPTIONS)
    written = [str(file) for file in folder.glob(GENERATED)]
    _run("prettier", "--write", "--config", str(WEB / ".prettierrc.json"), *written)


def _replies() -> dict[str, Any]:
    """The schemas of the OpenAPI document: bodies of requests and replies."""
    settings = read_settings(secret_key="never used at all")
    return _with_json(create_app(settings).openapi()["components"]["schemas"])


def _limits(schemas: dict[str, Any]) -> str:
    """How many characters the texts of a request may have, by schema and field."""
    limits = {
        name: {
            field: max_length
            for field, schema in fields.items()
            if (max_length := _longest(schema))
        }
        for name, component in schemas.items()
        if (fields := component.get("properties"))
    }
    members = json.dumps({name: fields for name, fields in limits.items() if fields})
    says = "/** The most characters that the server takes, by schema and field. */"
    return f"{says}\nexport const LIMITS = {members} as const;\n"


def _phrases() -> str:
    """Texts that the server sends in English: the set phrases of chat by their keys, and the name
    of a deleted account's seats.
    """
    return (
        "/** The set phrases of chat, in English. */\n"
        f"export const PHRASES = {json.dumps(PHRASES)};\n"
        "/** What seats of deleted accounts are called. */\n"
        f"export const DELETED_NAME = {json.dumps(DELETED_NAME)};\n"
    )


def _longest(schema: dict[str, Any]) -> int | None:
    lengths = [
        kind["maxLength"] for kind in [schema, *schema.get("anyOf", ())] if "maxLength" in kind
    ]
    return min(lengths, default=None)


def _pushed() -> dict[str, Any]:
    """The schemas of the AsyncAPI document, what each of its channels carries in one type, and the
    names of the problems.
    """
    document = asyncapi.document("1")
    carried = {
        "ServerFrame": _any_of(document, "pushMatch"),
        "SocketCommand": _any_of(document, "command"),
        "AccountLine": _any_of(document, "pushAccountLines"),
        "ProblemName": {"type": "string", "enum": list(CATALOGUE)},
        "LobbyEvents": _by_name(document["channels"]["lobbyStream"]["messages"]),
    }
    return _with_json(document["components"]["schemas"] | carried)


def _any_of(document: dict[str, Any], operation: str) -> dict[str, Any]:
    """Any message of an operation; messages are named as their schemas."""
    names = [
        message["$ref"].rpartition("/")[2]
        for message in document["operations"][operation]["messages"]
    ]
    return {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}


def _by_name(messages: dict[str, Any]) -> dict[str, Any]:
    """An object with the payload of each message."""
    payloads = {name: message["payload"] for name, message in messages.items()}
    return {"type": "object", "properties": payloads, "required": list(payloads)}


def _with_json(schemas: dict[str, Any]) -> dict[str, Any]:
    """The schemas, in which an object without a schema of its own is a `JsonObject`."""
    return dict(sorted({**_named(schemas), "JsonObject": {"type": "object"}}.items()))


def _named(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_named(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "object" and not (
        "properties" in schema or isinstance(schema.get("additionalProperties"), dict)
    ):
        return {"$ref": JSON_OBJECT}
    return {name: _named(part) for name, part in schema.items()}


def _view(game: str) -> dict[str, Any]:
    """The schemas of what a seat sees; a spectator's view lacks some optional fields."""
    schema = games()[game].view_schema(0)
    assert schema is not None, f"{game} has a board, so it describes its views"
    parts: dict[str, Any] = json.loads(
        json.dumps(schema["$defs"]).replace("#/$defs/", "#/components/schemas/")
    )
    return parts


def _generate(to: Path, schemas: dict[str, Any], options: tuple[str, ...]) -> None:
    """Types of these schemas; openapi-typescript reads them from an OpenAPI without paths."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Conclave", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }
    to.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        read = Path(folder) / "openapi.json"
        read.write_text(json.dumps(document))
        _run("openapi-typescript", str(read), "-o", str(to), *options)
    if "JsonObject" in schemas:
        _import_json(to)


def _import_json(file: Path) -> None:
    """Use the page's own type of JSON objects, which a schema can't define."""
    text = re.sub(r"\n +JsonObject: [^;]+;", "", file.read_text())
    text = text.replace('components["schemas"]["JsonObject"]', "JsonObject")
    file.write_text(f"import type {{ JsonObject }} from './json';\n{text}")


def _run(program: str, *arguments: str) -> None:
    subprocess.run(
        [WEB / "node_modules/.bin" / program, *arguments],
        cwd=WEB,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def check() -> int:
    """The exit status: 1 if a committed file differs from what would be written now."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        fresh, committed = _texts(Path(folder)), _texts(WEB)
    stale = sorted(name for name in fresh | committed if fresh.get(name) != committed.get(name))
    for name in stale:
        print(f"web/{name} is not what the schemas give: run `make web-types`", file=sys.stderr)
    return int(bool(stale))


def _texts(folder: Path) -> dict[str, str]:
    """Every generated file under a folder, by its relative path."""
    return {str(file.relative_to(folder)): file.read_text() for file in folder.glob(GENERATED)}


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(check())
    write(WEB)
