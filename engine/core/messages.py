"""Text: every sentence of a game is made from one table of templates.

A template is a format string over the arguments of a prompt, option, event, reason or score line.
A format spec says how an argument is said:

=================  =====================================================
{seat:player}      the name of the player in that seat (also a list of seats)
{card:name}        the display name of a component id (also a list of ids)
{pool:mix}         a multiset: "2 Elan, 1 Life"
{n:s|card|cards}   a count with its noun: "1 card", "3 cards"
{n}                the argument itself
=================  =====================================================
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any

CORE = {
    "option.yes": "Yes",
    "option.no": "No",
    "event.undone": "{seat:player} takes a move back",
}
"""What every game says the same way."""


class Messages:
    """One game's templates (added to those of CORE) and the names of its things.

    Keys are "prompt.…", "option.…", "event.…", "why.…", "score.…", "phase.…".
    """

    def __init__(self, templates: Mapping[str, str], names: Mapping[str, str]) -> None:
        self.templates = {**CORE, **templates}
        self.names = names
        self._parsed: dict[str, list[_Part]] = {}

    def render(self, key: str, args: Mapping[str, Any], players: Sequence[str]) -> str:
        """The sentence for a key. Raises KeyError if template or argument is missing."""
        parts = self._parsed.get(key)
        if parts is None:
            parts = self._parsed[key] = list(string.Formatter().parse(self.templates[key]))
        sentence = _Sentence(self.names, players)
        return "".join(
            literal if field is None else literal + sentence.say(args[field], spec or "")
            for literal, field, spec, _ in parts
        )


_Part = tuple[str, str | None, str | None, str | None]
"""Literal text, then an argument's name, its format spec and its conversion (which none has)."""


class _Sentence:
    def __init__(self, names: Mapping[str, str], players: Sequence[str]) -> None:
        self.names = names
        self.players = players

    def say(self, value: Any, format_spec: str) -> str:
        said = _SAID.get(format_spec)
        if said:
            return said(self, value)
        if format_spec.startswith("s|"):
            _, one, many = format_spec.split("|")
            return f"{value} {one if value == 1 else many}"
        return str(value)

    def player(self, seat: int | Sequence[int]) -> str:
        if isinstance(seat, int):
            return self.players[seat] if seat < len(self.players) else f"Player {seat + 1}"
        return listing([self.player(one) for one in seat])

    def name(self, thing: str | Sequence[str]) -> str:
        if isinstance(thing, str):
            return self.names.get(thing, thing)
        return listing([self.name(one) for one in thing])

    def mix(self, counts: Mapping[str, int]) -> str:
        return ", ".join(f"{n} {self.name(kind)}" for kind, n in counts.items() if n) or "nothing"


def listing(words: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words) or "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"


_SAID: dict[str, Callable[[_Sentence, Any], str]] = {
    "player": _Sentence.player,
    "name": _Sentence.name,
    "mix": _Sentence.mix,
}
