"""Game types: generates the Python client's types of each game from its grammar.

`python -m scripts.client_types` writes them beside its own.
"""

from __future__ import annotations

import keyword
import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.core.game import Game
from engine.core.grammar import OptionKeys, grammar_of
from engine.core.registry import games

FOLDER = Path(__file__).resolve().parents[1] / "clients/python/conclave_client/games"
PLAIN = {"boolean": "bool", "integer": "int", "string": "str"}
Schema = dict[str, Any]
HEAD = '''"""{title}: views, prompts and option keys.

`python -m scripts.client_types` writes this file.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NotRequired, TypedDict, cast

from conclave_client.games import option_key
from conclave_client.types import View

GAME = "{id}"
'''


def game_sources() -> Iterator[tuple[Path, str]]:
    """The file and the source of each game's types, as far as the games are ours."""
    for game in games().values():
        if type(game).__module__.startswith("engine."):
            yield FOLDER / f"{game.id}.py", _source(game)


def _source(game: Game[Any, Any]) -> str:
    grammar = grammar_of(game)
    assert grammar.view is not None
    parts = [HEAD.format(title=game.title, id=game.id)]
    parts += [_typed_dict(name, schema) for name, schema in grammar.view["$defs"].items()]
    root = _written(grammar.view)
    parts.append(
        f'def table(view: View) -> {root}:\n    """The game\'s part of a view."""\n'
        f"    return cast({root}, view.table)\n"
    )
    parts.append(_prompts(game, grammar.messages["prompt"]))
    parts.append(f"Word = Literal[{', '.join(repr(word) for word in grammar.option_keys)}]\n")
    parts.append('class Key:\n    """Builds option keys, which are answers."""\n')
    parts += [
        textwrap.indent(_builder(word, keys), "    ") for word, keys in grammar.option_keys.items()
    ]
    return "\n\n".join(parts)


def _typed_dict(name: str, schema: Schema) -> str:
    required = schema["required"]
    lines = [_docstring(schema.get("description", name))]
    for field, member in schema["properties"].items():
        written = _written(member)
        lines.append(f"{field}: {written if field in required else f'NotRequired[{written}]'}")
        if text := member.get("description"):
            lines.append(_docstring(text))
    return f"class {name}(TypedDict):\n{textwrap.indent(chr(10).join(lines), '    ')}\n"


def _written(schema: Schema) -> str:
    """A type as source."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "oneOf" in schema:
        return " | ".join(map(_written, schema["oneOf"]))
    if "const" in schema or "enum" in schema:
        words = schema.get("enum") or [schema["const"]]
        return f"Literal[{', '.join(map(repr, words))}]"
    if schema["type"] == "array":
        return f"list[{_written(schema['items'])}]"
    if schema["type"] == "object":
        keys = _written({"type": "string", **schema.get("propertyNames", {})})
        return f"dict[{keys}, {_written(schema['additionalProperties'])}]"
    return PLAIN[schema["type"]]


def _prompts(game: Game[Any, Any], prompts: dict[str, Schema]) -> str:
    lines = [_docstring("What is asked: `decision.prompt.key`.")]
    for key in prompts:
        word = key.partition(".")[2]
        lines.append(f'{word.upper()} = "{key}"')
    return f"class Prompt(StrEnum):\n{textwrap.indent(chr(10).join(lines), '    ')}\n"


def _builder(word: str, keys: OptionKeys) -> str:
    """A function that builds the keys which begin with a word."""
    names = list(_parameters(keys.parts))
    written = [_written(part) for part in keys.parts]
    first_optional = len(names) - keys.optional
    parameters = [
        f"{name}: {kind}" if place < first_optional else f"{name}: {kind} | None = None"
        for place, (name, kind) in enumerate(zip(names, written, strict=True))
    ]
    function = f"{word}_" if keyword.iskeyword(word) else word
    return (
        f"@staticmethod\ndef {function}({', '.join(parameters)}) -> str:\n"
        f"    return option_key({', '.join([repr(word), *names])})\n"
    )


def _parameters(parts: list[Schema]) -> Iterator[str]:
    """Names of the parts of a key: the noun with which each is described, or `id`."""
    counts = Counter[str]()
    for part in parts:
        words = str(part.get("description", "")).rstrip(".").replace(",", "").split()
        noun = words[1].lower() if len(words) > 1 and words[0] in ("A", "The") else "id"
        if part.get("pattern") == "^b[0-9]$":
            noun = "battlefield"
        counts[noun] += 1
        yield f"{noun}_{counts[noun]}" if counts[noun] > 1 else noun


def _docstring(text: str) -> str:
    return "\n".join(textwrap.wrap(f'"""{" ".join(text.split())}"""', 90))
