"""Client types: generates the Python client's types from the server's wire types, and those of the
games from their grammars.

    python -m scripts.client_types [--check]

`make client-types` writes them, and `make check` compares them with what is committed. Kinds and
statuses become plain strings, since a newer server may send more of them.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from app.wire import (
    Shape,
    UnsetType,
    chat,
    frames,
    friends,
    games,
    hints,
    matches,
    people,
    play,
    pools,
)
from app.wire.descriptions import field_docs
from scripts.game_types import game_sources

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "clients/python/conclave_client/types.py"
REPLIES = (
    *(games.Games, matches.Match, matches.Matches),
    *(people.Me, people.OnlineBots, people.SignedIn),
    *(friends.Friends, friends.Friendship, friends.FriendLink),
    *(friends.DirectMessage, friends.DirectMessages),
    chat.Chat,
    hints.World,
    *(play.Committed, play.Offer, play.Standstill, play.View),
    *(pools.MyPools, pools.Pools, pools.ReadyCheck),
)
"""Types of replies that the client reads."""
UNIONS = {"Frame": frames.FRAMES, "AccountLine": frames.ACCOUNT_LINES}
AS_JSON = {"FullFrame.view", "NackFrame.problem"}
"""Members that stay JSON: deltas patch a view, and a newer problem may have more members."""
HEAD = '''"""Types: replies and frames of the server, written by `python -m scripts.client_types`.

Members that a newer server adds are ignored. A member that is absent on the wire is None. Kinds
and statuses are plain strings, since a newer server may have more of them.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Shape(Struct, kw_only=True, omit_defaults=True):
    """A wire type; members that are None are omitted."""
'''


def source() -> str:
    """The source of the client's types."""
    shapes: dict[str, type[Shape]] = {}
    for root in (*REPLIES, *frames.FRAMES, *frames.ACCOUNT_LINES):
        _collect(root, shapes)
    classes = "\n\n".join(_class(shape) for shape in shapes.values())
    unions = "\n".join(
        f"{name} = {' | '.join(kind.__name__ for kind in kinds)}" for name, kinds in UNIONS.items()
    )
    return f"{HEAD}\n\n{classes}\n\n{unions}\n"


def _collect(shape: type[Shape], shapes: dict[str, type[Shape]]) -> None:
    """Add a type after those that it needs."""
    if shape is Shape or shape.__name__ in shapes:
        return
    for base in shape.__bases__:
        _collect(base, shapes)
    for field, hint in _own_hints(shape):
        if f"{shape.__name__}.{field}" not in AS_JSON:
            for part in _shapes_in(hint):
                _collect(part, shapes)
    shapes[shape.__name__] = shape


def _own_hints(shape: type[Shape]) -> Iterator[tuple[str, Any]]:
    hints = get_type_hints(shape, include_extras=True)
    yield from ((field, hints[field]) for field in shape.__annotations__)


def _shapes_in(hint: Any) -> Iterator[type[Shape]]:
    if isinstance(hint, type) and issubclass(hint, Shape):
        yield hint
    for part in get_args(hint):
        yield from _shapes_in(part)


def _class(shape: type[Shape]) -> str:
    (base,) = shape.__bases__
    config = shape.__struct_config__
    options = [base.__name__]
    if config.tag_field:
        options += [f'tag_field="{config.tag_field}"', f'tag="{config.tag}"']
    fields = dict(zip(shape.__struct_fields__, shape.__struct_encode_fields__, strict=True))
    renamed = {field: sent for field, sent in fields.items() if field != sent}
    if renamed and base is Shape:
        options.append(f"rename={renamed!r}")
    body = [_docstring(shape.__doc__)] if shape.__doc__ else []
    body += [_member(shape, field, hint) for field, hint in _own_hints(shape)]
    lines = textwrap.indent("\n".join(body) or "pass", "    ")
    return f"class {shape.__name__}({', '.join(options)}):\n{lines}\n"


def _member(shape: type[Shape], field: str, hint: Any) -> str:
    type_ = "dict[str, Any]" if f"{shape.__name__}.{field}" in AS_JSON else _written(hint)
    required = {member.name: member.required for member in msgspec.structs.fields(shape)}
    default = "" if required[field] else " | None = None"
    if type_ == "Any":
        default = default.replace(" | None", "")
    text = field_docs(shape).get(field) or next(_described(hint), "")
    return f"{field}: {type_}{default}" + (f"\n{_docstring(text)}" if text else "")


def _described(hint: Any) -> Iterator[str]:
    """The description of a named type, such as an id."""
    for meta in getattr(hint, "__metadata__", ()):
        if meta.description:
            yield meta.description
    if get_origin(hint) in (Union, UnionType):
        for part in get_args(hint):
            yield from _described(part)


def _written(hint: Any) -> str:
    """A type as source."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _written(arguments[0])
    if origin is Literal:
        return type(arguments[0]).__name__
    if origin in (Union, UnionType):
        return " | ".join(
            dict.fromkeys(_written(part) for part in arguments if part is not UnsetType)
        )
    if origin is not None:
        return f"{origin.__name__}[{', '.join(map(_written, arguments))}]"
    return "None" if hint is type(None) else str(getattr(hint, "__name__", hint))


def _docstring(text: str) -> str:
    return "\n".join(textwrap.wrap(f'"""{" ".join(text.split())}"""', 96))


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FILE), "-"]
    process = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return process.stdout


def _files() -> dict[Path, str]:
    """What is generated: the types of the wire, and those of each game."""
    sources = {FILE: source(), **dict(game_sources())}
    return {file: _formatted(text) for file, text in sources.items()}


def main(arguments: list[str]) -> int:
    """The exit status: 1 if a committed file is not what is generated."""
    files = _files()
    if "--check" not in arguments:
        for file, text in files.items():
            file.write_text(text)
        return 0
    stale = [file for file, text in files.items() if not file.exists() or file.read_text() != text]
    if stale:
        names = ", ".join(str(file.relative_to(ROOT)) for file in stale)
        print(f"{names}: run `make client-types`", file=sys.stderr)
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
