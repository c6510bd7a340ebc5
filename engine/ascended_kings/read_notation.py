"""Notation parser: the inverse of `notation`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from engine.ascended_kings.arena import EDGES
from engine.ascended_kings.box import PRISMATIC_COST, RULERS, SETUPS, SUPPLY, TRANSMUTATIONS
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.gems import Gems
from engine.ascended_kings.laws import check_laws
from engine.ascended_kings.notation import LETTERS
from engine.ascended_kings.rules import PHASES
from engine.ascended_kings.table import Character, KingsTable, Roll
from engine.ascended_kings.wounds import is_prismatic
from engine.core.errors import NotationError
from engine.core.notation import SEAT, Grammar, Line, lines_of, refuse_unlawful, seat_in, seats_of

SEATS: Final = range(2, 5)
_GEM: Final = r"([AEPDY])(\d{1,2})"
_CARD: Final = r"(?:asc|rev)_\w+"


def read(text: str) -> KingsTable:
    """The table at rest that a text describes. Raises NotationError if there is none."""
    lines = lines_of(text)
    seats = seats_of(lines, SEATS)
    table = KingsTable(
        phase="action",
        round=SETUPS[seats].rounds,
        characters=[Character(seat=n, pool=[0] * 5, gems_on_return=[0] * 5) for n in range(seats)],
        spare=SETUPS[seats].spare_bloodstones,
    )
    top: list[str] = []
    for line in lines:
        _line(table, line, top)
    _fill_supply(table)
    _fill_decks(table, top)
    _check_rest(table)
    with refuse_unlawful():
        check_laws(table)
    return table


def _line(table: KingsTable, line: Line, top: list[str]) -> None:
    if re.fullmatch(SEAT, line.head):
        line.read(PLAYER, table.characters[int(line.head[1:])])
    elif line.head == "draw":
        line.read([(_CARD, lambda cards, match: cards.append(_card(match[0])))], top)
    elif line.head == "dice":
        table.rolls.append(Roll(0, [], 0))
        line.read(DICE, table)
    elif line.head in LINES:
        line.read(LINES[line.head], table)
    else:
        raise line.fail("no such line")


def _card(id: str) -> str:
    if id not in CARDS:
        raise ValueError("there is no such card")
    return id


def _seat(table: KingsTable, word: str) -> int:
    return seat_in(word, len(table.characters))


# Words of the game

SetField = Callable[[Any, "re.Match[str]"], Any]


def _flag(name: str, holds: bool = True) -> SetField:
    return lambda target, match: setattr(target, name, holds)


def _number(name: str) -> SetField:
    return lambda target, match: setattr(target, name, int(match[1]))


def _phase(table: KingsTable, match: re.Match[str]) -> None:
    if match[1] not in (*PHASES, "over"):
        raise ValueError("there is no such phase")
    table.phase = match[1]
    table.active = _seat(table, match[2])
    table.starting = _seat(table, match[3]) if match[3] else table.active


def _wall(table: KingsTable, match: re.Match[str]) -> None:
    table.walls[EDGES.index(match[1])] = int(match[2])


def _die(table: KingsTable, match: re.Match[str]) -> None:
    table.die_tile, table.die_awarded = int(match[1]), True


def _omega(table: KingsTable, match: re.Match[str]) -> None:
    table.omega, table.omega_war, table.round = int(match[1]), True, 0


def _fallen(table: KingsTable, match: re.Match[str]) -> None:
    table.fallen[int(match[1])] = int(match[2])


def _heap(table: KingsTable, match: re.Match[str]) -> None:
    table.heaps[int(match[1])] = _gems(match[2])


def _discard(table: KingsTable, match: re.Match[str]) -> None:
    table.deck(CARDS[_card(match[0])].revenant).discard.append(match[0])


def _thrower(table: KingsTable, match: re.Match[str]) -> None:
    table.rolls[-1].seat = _seat(table, match[0])


LINES: Final[dict[str, Grammar[KingsTable]]] = {
    "phase": [(rf"(\w+) ({SEAT})(?: began ({SEAT}))?", _phase)],
    "index": [
        (r"(\d{1,3})", _number("round")),
        (r"event (\d{1,2})", _number("event")),
        (r"played (\d{1,4})", _number("rounds_played")),
        (r"turns (\d)", _number("turns")),
        ("endless", _flag("countdown", False)),
        ("unanswered", _flag("respond", False)),
        ("omega", _flag("omega_war")),
        ("ending", _flag("round_over")),
        ("awarded", _flag("die_awarded")),
    ],
    "walls": [(rf"({'|'.join(EDGES)})(\d)", _wall)],
    "tiles": [
        (r"(\d\d):die", _die),
        (r"(\d\d):omega", _omega),
        (r"(\d\d):\*(\d)", _fallen),
        (rf"(\d\d):((?:{_GEM})+)", _heap),
    ],
    "dead": [(SEAT, lambda table, match: table.dead.append(_seat(table, match[0])))],
    "discard": [(_CARD, _discard)],
    "added": [(r"(\d{1,2})", _number("added_dice"))],
    "spare": [(r"(\d{1,2})", _number("spare"))],
    "limit": [(r"(\d{1,4})", _number("round_limit"))],
}
"""The lines of the game by their first words."""

DICE: Final[Grammar[KingsTable]] = [
    (SEAT, _thrower),
    (r"\d", lambda table, match: table.rolls[-1].dice.append(int(match[0]))),
    (r">=(\d)", lambda table, match: setattr(table.rolls[-1], "at_least", int(match[1]))),
    ("die", lambda table, match: setattr(table.rolls[-1], "ascended", True)),
]


# Words of a player


def _king(character: Character, match: re.Match[str]) -> None:
    character.king = "" if match[0] == "-" else match[0]


def _gem(name: str) -> Callable[[Character, re.Match[str]], None]:
    def put(character: Character, match: re.Match[str]) -> None:
        getattr(character, name)[LETTERS.index(match[1])] = int(match[2])

    return put


def _transmuted(character: Character, match: re.Match[str]) -> None:
    for id in match[1].split():
        if id not in TRANSMUTATIONS:
            raise ValueError("there is no such Transmutation")
        character.transmuted.append(id)


PLAYER: Final[Grammar[Character]] = [
    (rf"-|{'|'.join(RULERS)}", _king),
    ("revenant", _flag("revenant")),
    ("die", _flag("ascended_die")),
    ("shielded", _flag("shielded")),
    ("used", _flag("activated")),
    (r"L([123])", _number("level")),
    (r"@(\d\d)", _number("tile")),
    (r"\*(\d)", _number("bloodstones")),
    (r"x(\d{1,2})", _number("killed")),
    (_GEM, _gem("pool")),
    (rf"\+{_GEM}", _gem("gems_on_return")),
    (r"\[([^\]]*)\]", _transmuted),
    (
        rf"\(({_CARD})\)",
        lambda character, match: setattr(character, "inscription", _card(match[1])),
    ),
    (_CARD, lambda character, match: character.hand.append(_card(match[0]))),
]


def _gems(word: str) -> Gems:
    heap = [0] * 5
    for letter, count in re.findall(_GEM, word):
        heap[LETTERS.index(letter)] = int(count)
    return heap


# What is left


def _check_rest(table: KingsTable) -> None:
    """Raise NotationError if no step can follow from the table."""
    kings = [character.king for character in table.characters if character.king]
    if len(set(kings)) < len(kings):
        raise NotationError("a King that two players have")
    if table.phase != "kings" and len(kings) < len(table.characters):
        raise NotationError("every player needs a King")
    if table.phase == "allocate" and not table.rolls:
        raise NotationError("there are no dice to allocate")


def _fill_supply(table: KingsTable) -> None:
    heaps = list(table.heaps.values())
    for character in table.characters:
        heaps += [
            character.pool,
            character.gems_on_return,
            *(list(TRANSMUTATIONS[id].cost) for id in character.transmuted),
        ]
        heaps += [list(PRISMATIC_COST)] if is_prismatic(character) else []
    table.supply = [n - sum(heap[k] for heap in heaps) for k, n in enumerate(SUPPLY.value)]


def _fill_decks(table: KingsTable, top: list[str]) -> None:
    out = {*top, *table.ascendant.discard, *table.revenant.discard}
    for character in table.characters:
        out |= {*character.hand, character.inscription}
    for revenant in (False, True):
        deck_cards = [card.id for card in CARDS.values() if card.revenant == revenant]
        top_cards = [card for card in top if CARDS[card].revenant == revenant]
        table.deck(revenant).draw = [card for card in deck_cards if card not in out] + top_cards[
            ::-1
        ]
