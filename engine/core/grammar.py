"""Grammar: the forms of option keys and message arguments, for programs that read them.

A game names the types of both (`Game.option_keys`, `Game.argument_types`), with the annotations
that its view types use; the keys of messages, and which arguments are always there, come from
`Game.messages`. Where a game names no type, the template's format spec tells it, if it can.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import NoneType
from typing import Annotated, Any, Final, get_args

from msgspec import Struct

from engine.core.event import PUBLIC, Viewer
from engine.core.game import Game
from engine.core.grammar_types import Seat, Seats
from engine.core.messages import Text
from engine.core.templates import specs_of
from engine.core.view_schema import Count, type_schema

BY_SPEC: Final[dict[str, Any]] = {
    "player": Seat | Seats,
    "name": Annotated[str, "An id of `names`."] | list[str],
    "mix": Annotated[dict[str, int], "How many of each."],
    "s": Count,
    "said": Annotated[str, "A text of the catalogue, in English."],
}
"""The type of an argument by the format spec that renders it."""
CORE_KEYS: Final[dict[str, tuple[Any, ...]]] = {"yes": (), "no": ()}
SECTIONS: Final = ("prompt", "option", "why", "event", "score", "threat")


class OptionKeys(Struct, frozen=True):
    """The option keys that begin with one word: a regular expression for the whole key, the schema
    of each part after a colon, and how many of the last parts may be missing.
    """

    pattern: str
    parts: list[dict[str, Any]]
    optional: int = 0


class Grammar(Struct, frozen=True):
    """`messages` are the schemas of all arguments, by section and key, and refer to `types`. A view
    is None for a game that does not describe its views.
    """

    view: dict[str, Any] | None
    spectator_view: dict[str, Any] | None
    option_keys: dict[str, OptionKeys]
    types: dict[str, dict[str, Any]]
    messages: dict[str, dict[str, dict[str, Any]]]


def grammar_of(game: Game[Any, Any]) -> Grammar:
    """The grammar of a game."""
    keys = {**CORE_KEYS, **game.option_keys}
    types: dict[str, dict[str, Any]] = {}
    return Grammar(
        view=_view(game, 0, "view"),
        spectator_view=_view(game, PUBLIC, "spectator_view"),
        option_keys={word: _keys(word, parts) for word, parts in sorted(keys.items())},
        messages={section: _section(game, section, types) for section in SECTIONS},
        types=types,
    )


def _view(game: Game[Any, Any], viewer: Viewer, name: str) -> dict[str, Any] | None:
    """The schema of a view, with an id, so that its references stay its own inside the grammar."""
    schema = game.view_schema(viewer)
    return schema and {"$id": f"urn:conclave:{game.id}:{game.rules}:{name}", **schema}


def _keys(word: str, parts: tuple[Any, ...]) -> OptionKeys:
    pattern, schemas, optional = re.escape(word), [], 0
    for part in parts:
        schemas.append(type_schema(_part_type(part)))
        expression = f":{_expression(schemas[-1])}"
        if _part_type(part) is part:
            pattern += expression
        else:
            pattern, optional = f"{pattern}({expression})?", optional + 1
    return OptionKeys(f"^{pattern}$", schemas, optional)


def _part_type(part: Any) -> Any:
    """The type of a part; `T | None` is that of one which may be missing."""
    types = get_args(part)
    return types[0] if types[1:] == (NoneType,) else part


def _expression(schema: Mapping[str, Any]) -> str:
    """A regular expression for a part of a key."""
    if "const" in schema or "enum" in schema:
        words = schema.get("enum") or [schema["const"]]
        return f"({'|'.join(re.escape(str(word)) for word in words)})"
    if schema["type"] == "integer":
        return "[0-9]+"
    return str(schema["pattern"]).removeprefix("^").removesuffix("$")


def _section(
    game: Game[Any, Any], section: str, types: dict[str, dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """The arguments of a section's messages; adds new types to `types`."""
    prefix = f"{section}."
    return {
        f"{game.id}.{key.removeprefix(prefix)}": _arguments(game, key, text, types)
        for key, text in sorted(game.messages.texts.items())
        if key.startswith(prefix)
    }


def _arguments(
    game: Game[Any, Any], key: str, text: Text, types: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    """The schema of the arguments of a message."""
    specs = dict(_specs((text.template, text.you)))
    properties = {}
    for name in sorted(text.required | text.optional):
        kind, hint = _type(game, key, name, specs.get(name, ""))
        types.setdefault(kind, {} if hint is None else type_schema(hint))
        properties[name] = {"$ref": f"#/types/{kind}"}
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(text.required),
        "additionalProperties": False,
    }


def _specs(templates: Iterable[str]) -> Iterable[tuple[str, str]]:
    return (spec for template in templates for spec in specs_of(template))


def _type(game: Game[Any, Any], key: str, name: str, spec: str) -> tuple[str, Any]:
    """The name and the type of an argument; the type is None if nothing tells it."""
    own = game.argument_types
    if (particular := f"{key} {name}") in own:
        return particular.replace(" ", "."), own[particular]
    if name in own:
        return name, own[name]
    kind = spec.partition("|")[0]
    return (kind, BY_SPEC[kind]) if kind in BY_SPEC else ("any", None)
