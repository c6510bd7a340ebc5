"""Templates: compiles the templates of `engine.core.messages` into functions."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from unicodedata import bidirectional

from msgspec import Struct

from engine.core.errors import WrongArguments


class Wording(Struct, frozen=True):
    """The texts of a game in one language that its sentences share."""

    names: Mapping[str, str]
    catalogue_texts: Mapping[str, str]  # texts of the catalogue by their English
    plural: Callable[[int], int]  # the form of a noun for a count
    last: str  # joins the last of a list: "{most} and {last}"
    nothing: str  # an empty list
    player: str  # a player without a name: "Player {n}"

    def listing(self, words: Sequence[str]) -> str:
        """ "a", "a and b", "a, b and c"."""
        if len(words) < 2:
            return "".join(words) or self.nothing
        return self.last.format(most=", ".join(words[:-1]), last=words[-1])


_Render = Callable[[Wording, Sequence[str], Any], str]
"""Renders a value, given the wording and the names of the players."""
Sentence = _Render
"""Renders all arguments of a template."""


class _Segment(Struct, frozen=True):
    """Part of a template: literal text, then each argument with the literal text after it."""

    prefix: str
    parts: tuple[tuple[str, _Render, str], ...]
    optional: bool


def sentence_of(template: str) -> Sentence:
    """A renderer of the template. Raises WrongArguments for an unknown format spec."""
    return _sentence(_compile(template))


def fields_of(template: str) -> Iterator[tuple[set[str], bool]]:
    """The arguments of each segment, and whether the segment is optional."""
    for segment in _compile(template):
        yield {field for field, _, _ in segment.parts}, segment.optional


def specs_of(template: str) -> Iterator[tuple[str, str]]:
    """Each argument of a template, and the format spec that renders it."""
    for piece in _split(template):
        for _, field, spec, _ in string.Formatter().parse(piece):
            if field is not None:
                yield field, spec or ""


def _sentence(segments: list[_Segment]) -> Sentence:
    """Most templates have a single segment with few arguments."""
    sentences = [
        _optional(segment) if segment.optional else _required(segment) for segment in segments
    ]
    if len(sentences) == 1:
        return sentences[0]
    return lambda wording, players, args: "".join(
        [render(wording, players, args) for render in sentences]
    )


def _required(segment: _Segment) -> Sentence:
    prefix = segment.prefix
    if not segment.parts:
        return lambda wording, players, args: prefix
    field, render, after = segment.parts[0]
    if len(segment.parts) == 1:
        return lambda wording, players, args: prefix + render(wording, players, args[field]) + after
    if len(segment.parts) == 2:
        second, render_second, last = segment.parts[1]
        return lambda wording, players, args: (
            prefix
            + render(wording, players, args[field])
            + after
            + render_second(wording, players, args[second])
            + last
        )

    def many(wording: Wording, players: Sequence[str], args: Mapping[str, Any]) -> str:
        sentence = prefix
        for field, render, after in segment.parts:
            sentence += render(wording, players, args[field]) + after
        return sentence

    return many


def _optional(segment: _Segment) -> Sentence:
    render = _required(segment)
    fields = [field for field, _, _ in segment.parts]

    def optional(wording: Wording, players: Sequence[str], args: Mapping[str, Any]) -> str:
        for field in fields:
            if _is_absent(args.get(field)):
                return ""
        return render(wording, players, args)

    return optional


def _is_absent(value: Any) -> bool:
    return value is None or value in ("", [], (), {})


def _compile(template: str) -> list[_Segment]:
    """The segments of a template; those in square brackets are optional."""
    segments = []
    for index, piece in enumerate(_split(template)):
        prefix = ""
        parts: list[tuple[str, _Render, str]] = []
        for literal, field, spec, _ in string.Formatter().parse(piece):
            if parts:
                name, render, after = parts.pop()
                parts.append((name, render, after + literal))
            else:
                prefix += literal
            if field is not None:
                parts.append((field, _renderer(spec or ""), ""))
        if prefix or parts:
            segments.append(_Segment(prefix, tuple(parts), optional=index % 2 == 1))
    return segments


def _split(template: str) -> list[str]:
    """Text outside and inside square brackets, alternating."""
    return template.replace("]", "[").split("[")


def _renderer(spec: str) -> _Render:
    if spec.startswith("s|"):
        _, *forms = spec.split("|")
        return lambda wording, players, value: f"{value} {forms[wording.plural(value)]}"
    if spec not in _RENDERERS:
        raise WrongArguments(f"{spec!r} is no way to render an argument")
    return _RENDERERS[spec]


def _plain(wording: Wording, players: Sequence[str], value: Any) -> str:
    return str(value)


def _two_digits(wording: Wording, players: Sequence[str], number: int) -> str:
    return f"{number:02}"


def _text(wording: Wording, players: Sequence[str], english: str) -> str:
    return wording.catalogue_texts.get(english, english)


def _player(wording: Wording, players: Sequence[str], seat: int | Sequence[int]) -> str:
    if isinstance(seat, int):
        if seat < len(players):
            return isolated(players[seat])
        return wording.player.format(n=seat + 1)
    return wording.listing([_player(wording, players, other) for other in seat])


RIGHT_TO_LEFT = frozenset({"R", "AL"})
"""The directions of Hebrew, Arabic and their relatives."""


@lru_cache(maxsize=4096)
def isolated(name: str) -> str:
    """A player's name within a sentence: wrapped in Unicode isolates if any of it is written from
    right to left, so it does not reorder the words and numbers beside it.
    """
    if any(bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def _name(wording: Wording, players: Sequence[str], thing: str | Sequence[str]) -> str:
    if isinstance(thing, str):
        return wording.names.get(thing, thing)
    return wording.listing([_name(wording, players, id) for id in thing])


def _mix(wording: Wording, players: Sequence[str], counts: Mapping[str, int]) -> str:
    names = wording.names
    parts = [f"{n} {names.get(kind, kind)}" for kind, n in counts.items() if n]
    return ", ".join(parts) or wording.nothing


_RENDERERS: dict[str, _Render] = {
    "": _plain,
    "02": _two_digits,
    "said": _text,
    "player": _player,
    "name": _name,
    "mix": _mix,
}
