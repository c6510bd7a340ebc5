"""Messages: every sentence of a game is made from one table of templates.

Each key declares its arguments: `text("seat card for?", "{seat:player} places {card:name}")`. A
`?` marks an argument that may be absent; a plain string declares no arguments. A template is a
format string, and a format spec says how an argument is rendered:

=================  =====================================================
{seat:player}      the name of the player in that seat (also a list of seats)
{card:name}        the display name of a component id (also a list of ids)
{pool:mix}         a multiset: "2 Elan, 1 Life"
{n:s|card|cards}   a count with its noun: "1 card", "3 cards"
{n}                the argument itself
[ for {for:name}]  a part that appears only if all its arguments are present and not empty
=================  =====================================================
"""

from __future__ import annotations

import hashlib
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar
from unicodedata import bidirectional

from msgspec import Struct

from engine.core.errors import WrongArguments


class Text(Struct, frozen=True):
    """A sentence and its arguments. The player in the seat `seat` reads `you` instead."""

    needed: frozenset[str]
    optional: frozenset[str]
    template: str
    you: str = ""


def text(arguments: str, template: str, you: str = "") -> Text:
    """A sentence with its arguments, named in one string and separated by spaces."""
    names = arguments.split()
    optional = frozenset(name[:-1] for name in names if name.endswith("?"))
    return Text(frozenset(names) - {f"{name}?" for name in optional}, optional, template, you)


CORE: dict[str, Text | str] = {
    "option.yes": "Yes",
    "option.no": "No",
    "event.undone": text("seat", "{seat:player} takes a move back", you="You take a move back"),
    "event.showed": text(
        "seat to card",
        "{seat:player} shows {to:player} {card:name}",
        you="You show {to:player} {card:name}",
    ),
    "event.showed_one": text(
        "seat to",
        "{seat:player} shows {to:player} a card",
        you="You show {to:player} a card",
    ),
}
"""The sentences that all games share."""


class Messages:
    """One game's sentences (added to those of CORE) and the names of its things.

    Keys are "prompt.…", "option.…", "event.…", "why.…", "score.…", "phase.…". An option is always
    given "it", the part of its key after the colon. Raises WrongArguments if a template uses an
    argument that its key does not declare.
    """

    strict: ClassVar[bool] = False
    """Whether wrong arguments raise before an answer is committed (see `check`). Tests set it."""
    on_failure: ClassVar[Callable[[Messages, str, str, Exception], None] | None] = None
    """Called with (messages, key, error id, exception) when a sentence could not be rendered."""

    def __init__(self, texts: Mapping[str, Text | str], names: Mapping[str, str]) -> None:
        self.texts = {
            key: text("", one) if isinstance(one, str) else one
            for key, one in {**CORE, **texts}.items()
        }
        self.names = names
        self._compiled: dict[tuple[str, bool], _Say] = {}
        for key, one in self.texts.items():
            for template in filter(None, (one.template, one.you)):
                _check_template(key, one, template)

    @property
    def templates(self) -> dict[str, str]:
        """Every template by its key; the form for the acting player has the suffix ".you"."""
        yours = {f"{key}.you": one.you for key, one in self.texts.items() if one.you}
        return {key: one.template for key, one in self.texts.items()} | yours

    def render(
        self,
        key: str,
        args: Mapping[str, Any],
        players: Sequence[str],
        reader: int | None = None,
    ) -> str:
        """The sentence for a key, as the seat `reader` reads it (None: everyone else).

        Never raises: if the template or the arguments are wrong, the text is the key with its
        arguments and the id of the error under which `on_failure` logs it.
        """
        try:
            yours = reader is not None and args.get("seat") == reader and self.texts[key].you != ""
            sentence = self._compiled.get((key, yours))
            if sentence is None:
                one = self.texts[key]
                sentence = _sentence(_compile(one.you if yours else one.template))
                self._compiled[key, yours] = sentence
            return sentence(self.names, players, args)
        except Exception as error:
            return self._fallback(key, args, error)

    def check(self, key: str, args: Mapping[str, Any]) -> None:
        """Raise WrongArguments if the key is unknown or declares other arguments."""
        one = self.texts.get(key)
        if one is None:
            raise WrongArguments(f"{key}: there is no such message")
        if missing := one.needed - args.keys():
            raise WrongArguments(f"{key}: {_list(missing)} missing")
        if undeclared := args.keys() - one.needed - one.optional - {"it"}:
            raise WrongArguments(f"{key}: {_list(undeclared)} not declared")

    def _fallback(self, key: str, args: Mapping[str, Any], error: Exception) -> str:
        what = f"{key} {_list(args)} {type(error).__name__}"
        id = hashlib.sha256(what.encode()).hexdigest()[:8]
        if Messages.on_failure is not None:
            Messages.on_failure(self, key, id, error)
        said = ", ".join(f"{name}: {value}" for name, value in args.items())
        return f"{key} ({said}) [error {id}]"


RIGHT_TO_LEFT = frozenset({"R", "AL"})
"""The directions of Hebrew, Arabic and their relatives."""

_Say = Callable[[Mapping[str, str], Sequence[str], Any], str]
"""Renders a value (for a sentence: all its arguments), given the names of things and players."""


class _Segment(Struct, frozen=True):
    """Part of a template: literal text, then each argument with the literal text after it."""

    begins: str
    parts: tuple[tuple[str, _Say, str], ...]
    optional: bool


def _sentence(segments: list[_Segment]) -> _Say:
    """A renderer for all segments; most templates have a single segment with few arguments."""
    said = [_optional(one) if one.optional else _said(one) for one in segments]
    if len(said) == 1:
        return said[0]
    return lambda names, players, args: "".join([say(names, players, args) for say in said])


def _said(segment: _Segment) -> _Say:
    begins = segment.begins
    if not segment.parts:
        return lambda names, players, args: begins
    field, say, after = segment.parts[0]
    if len(segment.parts) == 1:
        return lambda names, players, args: begins + say(names, players, args[field]) + after
    if len(segment.parts) == 2:
        second, say_second, last = segment.parts[1]
        return lambda names, players, args: (
            begins
            + say(names, players, args[field])
            + after
            + say_second(names, players, args[second])
            + last
        )

    def many(names: Mapping[str, str], players: Sequence[str], args: Mapping[str, Any]) -> str:
        sentence = begins
        for field, say, after in segment.parts:
            sentence += say(names, players, args[field]) + after
        return sentence

    return many


def _optional(segment: _Segment) -> _Say:
    say = _said(segment)
    fields = [field for field, _, _ in segment.parts]

    def optional(names: Mapping[str, str], players: Sequence[str], args: Mapping[str, Any]) -> str:
        for field in fields:
            if _is_absent(args.get(field)):
                return ""
        return say(names, players, args)

    return optional


def _is_absent(value: Any) -> bool:
    return value is None or value in ("", [], (), {})


def _compile(template: str) -> list[_Segment]:
    """The segments of a template; those in square brackets are optional."""
    segments = []
    for index, piece in enumerate(_split(template)):
        begins = ""
        parts: list[tuple[str, _Say, str]] = []
        for literal, field, spec, _ in string.Formatter().parse(piece):
            if parts:
                name, say, after = parts.pop()
                parts.append((name, say, after + literal))
            else:
                begins += literal
            if field is not None:
                parts.append((field, _how(spec or ""), ""))
        if begins or parts:
            segments.append(_Segment(begins, tuple(parts), optional=index % 2 == 1))
    return segments


def _split(template: str) -> list[str]:
    """Text outside and inside square brackets, alternating."""
    return template.replace("]", "[").split("[")


def _check_template(key: str, one: Text, template: str) -> None:
    implied = {"it"} if key.startswith("option.") else set[str]()
    for segment in _compile(template):
        declared = one.needed | implied | (one.optional if segment.optional else set())
        if unknown := {field for field, _, _ in segment.parts} - declared:
            raise WrongArguments(f"{key}: {_list(unknown)} not declared, but in {template!r}")


def _how(spec: str) -> _Say:
    if spec.startswith("s|"):
        _, one, many = spec.split("|")
        return lambda names, players, value: f"{value} {one if value == 1 else many}"
    if spec not in _SAID:
        raise WrongArguments(f"{spec!r} is no way to render an argument")
    return _SAID[spec]


def _as_it_is(names: Mapping[str, str], players: Sequence[str], value: Any) -> str:
    return str(value)


def _player(names: Mapping[str, str], players: Sequence[str], seat: int | Sequence[int]) -> str:
    if isinstance(seat, int):
        return isolated(players[seat]) if seat < len(players) else f"Player {seat + 1}"
    return listing([_player(names, players, one) for one in seat])


@lru_cache(maxsize=4096)
def isolated(name: str) -> str:
    """A player's name within a sentence: wrapped in Unicode isolates if any of it is written from
    right to left, so it does not reorder the words and numbers beside it.
    """
    if any(bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def _name(names: Mapping[str, str], players: Sequence[str], thing: str | Sequence[str]) -> str:
    if isinstance(thing, str):
        return names.get(thing, thing)
    return listing([_name(names, players, one) for one in thing])


def _mix(names: Mapping[str, str], players: Sequence[str], counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {names.get(kind, kind)}" for kind, n in counts.items() if n) or "nothing"


_SAID: dict[str, _Say] = {"": _as_it_is, "player": _player, "name": _name, "mix": _mix}


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def listing(words: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words) or "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"
