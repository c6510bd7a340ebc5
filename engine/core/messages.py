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
        self._compiled: dict[str, tuple[str, list[_Part]]] = {}

    def render(self, key: str, args: Mapping[str, Any], players: Sequence[str]) -> str:
        """The sentence for a key. Raises KeyError if template or argument is missing."""
        compiled = self._compiled.get(key)
        if compiled is None:
            compiled = self._compiled[key] = _compile(self.templates[key])
        sentence, parts = compiled
        for field, say, after in parts:
            sentence += say(self.names, players, args[field]) + after
        return sentence


_Say = Callable[[Mapping[str, str], Sequence[str], Any], str]
"""How a value is said, given the names of things and players."""
_Part = tuple[str, _Say, str]
"""An argument's name, how it is said, and the literal text after it."""


def _compile(template: str) -> tuple[str, list[_Part]]:
    """The text before the first argument, and the arguments."""
    begins = ""
    parts: list[_Part] = []
    for literal, field, spec, _ in string.Formatter().parse(template):
        if parts:
            name, say, after = parts.pop()
            parts.append((name, say, after + literal))
        else:
            begins += literal
        if field is not None:
            parts.append((field, _how(spec or ""), ""))
    return begins, parts


def _how(spec: str) -> _Say:
    if spec.startswith("s|"):
        _, one, many = spec.split("|")
        return lambda names, players, value: f"{value} {one if value == 1 else many}"
    return _SAID.get(spec, _as_it_is)


def _as_it_is(names: Mapping[str, str], players: Sequence[str], value: Any) -> str:
    return str(value)


def _player(names: Mapping[str, str], players: Sequence[str], seat: int | Sequence[int]) -> str:
    if isinstance(seat, int):
        return players[seat] if seat < len(players) else f"Player {seat + 1}"
    return listing([_player(names, players, one) for one in seat])


def _name(names: Mapping[str, str], players: Sequence[str], thing: str | Sequence[str]) -> str:
    if isinstance(thing, str):
        return names.get(thing, thing)
    return listing([_name(names, players, one) for one in thing])


def _mix(names: Mapping[str, str], players: Sequence[str], counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {names.get(kind, kind)}" for kind, n in counts.items() if n) or "nothing"


_SAID: dict[str, _Say] = {"player": _player, "name": _name, "mix": _mix}


def listing(words: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words) or "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"
