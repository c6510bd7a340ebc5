"""Notation parser: the inverse of `notation`."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from engine.ascended_kings.arena import EDGES
from engine.ascended_kings.box import KINGS, PRISMATIC_COST, SETUPS, SUPPLY, TRANSMUTATIONS
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.gems import Gems
from engine.ascended_kings.notation import LETTERS
from engine.ascended_kings.table import Character, KingsTable, Roll
from engine.ascended_kings.wounds import is_prismatic

_WORD = re.compile(r"\[[^\]]*\]|\S+")
_GEM = re.compile(r"([AEPDY])(\d+)")


def read(text: str) -> KingsTable:
    """The table at rest that a text describes. Raises ValueError if it can't be parsed."""
    lines = [_WORD.findall(line) for line in text.splitlines()]
    lines = [words for words in lines if words]
    seats = sum(1 for words in lines if re.fullmatch(r"p\d", words[0]))
    table = KingsTable(
        phase="action",
        round=SETUPS[seats].rounds,
        characters=[Character(seat=n, pool=[0] * 5, aside=[0] * 5) for n in range(seats)],
        spare=SETUPS[seats].spare_bloodstones,
    )
    top: list[str] = []
    for words in lines:
        _line(table, words, top)
    _fill_supply(table)
    _fill_decks(table, top)
    return table


def _line(table: KingsTable, words: list[str], top: list[str]) -> None:
    head, rest = words[0], words[1:]
    if re.fullmatch(r"p\d", head):
        _player(table.characters[int(head[1:])], rest)
    elif head == "draw":
        top += rest
    elif head in _LINES:
        _LINES[head](table, rest)
    else:
        raise ValueError(f"no such line: {head}")


# Lines


def _phase(table: KingsTable, words: list[str]) -> None:
    table.phase = words[0]
    table.active = _seat(words[1])
    table.starting = _seat(words[3]) if len(words) > 3 else table.active


def _index(table: KingsTable, words: list[str]) -> None:
    table.round = int(words[0])
    numbers = dict(pairwise(words))
    table.event = int(numbers.get("event", 0))
    table.rounds_played = int(numbers.get("played", 0))
    table.turns = int(numbers.get("turns", 0))
    table.countdown = "endless" not in words
    table.respond = "unanswered" not in words
    table.omega_war = "omega" in words
    table.round_over = "ending" in words
    table.die_awarded = "awarded" in words


def _walls(table: KingsTable, words: list[str]) -> None:
    for edge, index in re.findall(r"([a-z]+)(\d)", " ".join(words)):
        table.walls[EDGES.index(edge)] = int(index)


def _tiles(table: KingsTable, words: list[str]) -> None:
    for word in words:
        tile, _, what = word.partition(":")
        if what == "die":
            table.die_tile, table.die_awarded = int(tile), True
        elif what == "omega":
            table.omega, table.omega_war, table.round = int(tile), True, 0
        elif what.startswith("*"):
            table.fallen[int(tile)] = int(what[1:])
        else:
            table.heaps[int(tile)] = _gems(what)


def _dead(table: KingsTable, words: list[str]) -> None:
    table.dead = [_seat(word) for word in words]


def _dice(table: KingsTable, words: list[str]) -> None:
    faces = [int(word) for word in words[1:] if word.isdigit()]
    at_least = next(int(word[2:]) for word in words if word.startswith(">="))
    table.rolls.append(Roll(_seat(words[0]), faces, at_least, words[-1] == "die"))


def _discard(table: KingsTable, words: list[str]) -> None:
    for card in words:
        table.deck(CARDS[card].revenant).discard.append(card)


_LINES: dict[str, Callable[[KingsTable, list[str]], Any]] = {
    "phase": _phase,
    "index": _index,
    "walls": _walls,
    "tiles": _tiles,
    "dead": _dead,
    "dice": _dice,
    "discard": _discard,
    "added": lambda table, words: setattr(table, "added_dice", int(words[0])),
    "spare": lambda table, words: setattr(table, "spare", int(words[0])),
    "limit": lambda table, words: setattr(table, "round_limit", int(words[0])),
}


# Words of a player


def _player(one: Character, words: list[str]) -> None:
    for word in words:
        _word(one, word)


def _word(one: Character, word: str) -> None:
    for pattern, put in _WORDS:
        found = re.fullmatch(pattern, word)
        if found:
            put(one, found)
            return
    raise ValueError(f"no such word of a player: {word}")


def _king(one: Character, found: re.Match[str]) -> None:
    one.king = "" if found[0] == "-" else found[0]


def _flag(name: str) -> Callable[[Character, re.Match[str]], None]:
    return lambda one, found: setattr(one, name, True)


def _number(name: str) -> Callable[[Character, re.Match[str]], None]:
    return lambda one, found: setattr(one, name, int(found[1]))


def _gem(name: str) -> Callable[[Character, re.Match[str]], None]:
    def put(one: Character, found: re.Match[str]) -> None:
        getattr(one, name)[LETTERS.index(found[1])] = int(found[2])

    return put


_WORDS: list[tuple[str, Callable[[Character, re.Match[str]], Any]]] = [
    (rf"-|{'|'.join(KINGS)}", _king),
    ("revenant", _flag("revenant")),
    ("die", _flag("ascended_die")),
    ("shielded", _flag("shielded")),
    ("used", _flag("activated")),
    (r"L([123])", _number("level")),
    (r"@(\d\d)", _number("tile")),
    (r"\*(\d)", _number("bloodstones")),
    (r"x(\d+)", _number("killed")),
    (r"([AEPDY])(\d+)", _gem("pool")),
    (r"\+([AEPDY])(\d+)", _gem("aside")),
    (r"\[(.*)\]", lambda one, found: one.transmuted.extend(found[1].split())),
    (r"\((\w+)\)", lambda one, found: setattr(one, "inscription", found[1])),
    (r"(?:asc|rev)_\w+", lambda one, found: one.hand.append(found[0])),
]


def _seat(word: str) -> int:
    return int(word[1:])


def _gems(what: str) -> Gems:
    heap = [0] * 5
    for letter, count in _GEM.findall(what):
        heap[LETTERS.index(letter)] = int(count)
    return heap


# What is left


def _fill_supply(table: KingsTable) -> None:
    heaps = list(table.heaps.values())
    for one in table.characters:
        heaps += [one.pool, one.aside, *(list(TRANSMUTATIONS[id].cost) for id in one.transmuted)]
        heaps += [list(PRISMATIC_COST)] if is_prismatic(one) else []
    table.supply = [n - sum(heap[k] for heap in heaps) for k, n in enumerate(SUPPLY.value)]


def _fill_decks(table: KingsTable, top: list[str]) -> None:
    out = {*top, *table.ascendant.discard, *table.revenant.discard}
    for one in table.characters:
        out |= {*one.hand, one.inscription}
    for revenant in (False, True):
        rest = [card.id for card in CARDS.values() if card.revenant == revenant]
        known = [card for card in top if CARDS[card].revenant == revenant]
        table.deck(revenant).draw = [card for card in rest if card not in out] + known[::-1]
