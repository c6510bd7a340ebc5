"""Notation parser: the inverse of `notation`."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, get_args

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS, SETTLED, effects_of, moments_of
from engine.battle_for_empyrean.card import CARDS, DECKS
from engine.battle_for_empyrean.laws import check_laws
from engine.battle_for_empyrean.notation import PRISONER, THIS_ROUND, TOKENS
from engine.battle_for_empyrean.options import DecksBy, battlefields_for
from engine.battle_for_empyrean.rest import check_rest
from engine.battle_for_empyrean.rules import PHASES
from engine.battle_for_empyrean.setup import LAST_ROUNDS, take_cards
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Player, Unit
from engine.core.errors import NotationError
from engine.core.notation import SEAT, Grammar, Line, lines_of, refuse_unlawful, seat_in, seats_of

SEATS: Final = range(2, 4)
COUNTED: Final = ("offerings", "bargains")
ONCE_PER_GAME: Final = ("bounty", "filled", "imprisoned", "burnt_out", "echo", "round_table")
ONCE_PER_ROUND: Final = ("windfall", "offered", "crossed")
MARKS: Final = ("met", "raided", "rage", "bitten", "pact", "stopped")
"""What battlefields note about players, and what units remember."""


@dataclass(slots=True)
class Reading:
    """A position that is being read; `essence` and `decks` hold the players' own entries."""

    table: EmpyreanTable
    essence: dict[int, int] = dataclasses.field(default_factory=dict)
    decks: dict[int, list[str]] = dataclasses.field(default_factory=dict)
    lines: set[str] = dataclasses.field(default_factory=set)


@dataclass(slots=True)
class Row:
    """A row that is being read."""

    table: EmpyreanTable
    player: Player
    place: int


def read(text: str) -> EmpyreanTable:
    """The table at rest that a text describes. Raises NotationError if there is none."""
    lines = lines_of(text)
    seats = seats_of(lines, SEATS)
    table = EmpyreanTable(
        players=[Player(seat) for seat in range(seats)],
        distinct_decks=True,
        phase="draft",
        last_round=LAST_ROUNDS[seats],
    )
    reading = Reading(table)
    about_players = [line for line in lines if re.fullmatch(SEAT, line.head)]
    _game(reading, [line for line in lines if line not in about_players])
    for line in about_players:
        _line_of_player(reading, table.players[int(line.head[1:])], line)
    for player in table.players:
        _finish(reading, player)
    check_rest(table)
    with refuse_unlawful():
        check_laws(table)
    return table


# Lines of the game


def _game(reading: Reading, lines: list[Line]) -> None:
    table = reading.table
    for line in lines:
        if re.fullmatch(r"b\d", line.head):
            continue
        if line.head not in LINES:
            raise line.fail("no such line")
        _once(reading, line)
        line.read(LINES[line.head], table)
    fields = [line for line in lines if re.fullmatch(r"b\d", line.head)]
    expected = [f"b{n + 1}" for n in range(battlefields_for(len(table.players)))]
    if [line.head for line in fields] != expected:
        raise NotationError(f"lines for the battlefields {', '.join(expected)} are needed")
    for place, line in enumerate(fields):
        field = Field.of("", place, len(table.players))
        table.fields.append(field)
        line.read(FIELD, (table, field))
        if not field.card:
            raise line.fail("no battlefield")
    absent = [field.place for field in table.fields if field.place in table.present]
    table.present = [field.place for field in table.fields if field.place not in absent]
    table.moments = moments_of(table.fields)
    table.races = [field.place for field in table.fields if effects_of(field, SETTLED)]
    for player in table.players:
        player.rows = [[] for _ in table.fields]


def _once(reading: Reading, line: Line, name: str = "") -> None:
    """Refuse a second line of the same kind."""
    if f"{line.head} {name}" in reading.lines:
        raise line.fail("a second line of its kind", name)
    reading.lines.add(f"{line.head} {name}")


def _number(name: str) -> Callable[[Any, re.Match[str]], None]:
    return lambda target, match: setattr(target, name, int(match[1]))


def _word(name: str) -> Callable[[Any, re.Match[str]], None]:
    return lambda target, match: setattr(target, name, match[1])


def _order(table: EmpyreanTable, match: re.Match[str]) -> None:
    acted, _, to_act = match[1].rpartition("|")
    table.order = [seat_in(word, len(table.players)) for word in [*acted.split(), *to_act.split()]]
    table.turn = len(acted.split())
    if len(set(table.order)) < len(table.order):
        raise ValueError("a seat acts once")


def _token(table: EmpyreanTable, match: re.Match[str]) -> None:
    table.token = seat_in(match[1], len(table.players))


def _undrawn(table: EmpyreanTable, match: re.Match[str]) -> None:
    if match[0] not in BATTLEFIELDS or match[0] in table.undrawn:
        raise ValueError("no such battlefield, or a second time")
    table.undrawn.append(match[0])


LINES: Final[dict[str, Grammar[EmpyreanTable]]] = {
    "phase": [
        (rf"({'|'.join([*PHASES, 'over'])})", _word("phase")),
        (r"round (\d{1,2})", _number("round")),
        (rf"token ({SEAT})", _token),
        (rf"order ((?:{SEAT}|\|)(?: (?:{SEAT}|\|))*)", _order),
        (r"revealing u(\d{1,3})", _number("revealing")),
        (r"units (\d{1,3})", _number("units")),
    ],
    "options": [
        (rf"decks_by=({'|'.join(get_args(DecksBy))})", _word("decks_by")),
        ("distinct_decks=no", lambda table, match: setattr(table, "distinct_decks", False)),
        ("redraw=yes", lambda table, match: setattr(table, "redraws", True)),
        (r"round_limit=(\d{1,4})", _number("limit")),
    ],
    "undrawn": [(r"[a-z_]+", _undrawn)],
}
"""The lines of the whole game by their first words."""


# Words of a battlefield

BattlefieldTarget = tuple[EmpyreanTable, Field]


def _battlefield(target: BattlefieldTarget, match: re.Match[str]) -> None:
    table, field = target
    if match[0] not in BATTLEFIELDS:
        raise ValueError("there is no such battlefield")
    if field.card or any(other.card == match[0] for other in table.fields):
        raise ValueError("one battlefield, and each once")
    field.card = match[0]


def _count(target: BattlefieldTarget, match: re.Match[str]) -> None:
    seat = seat_in(match[1], len(target[0].players))
    target[1].counts[seat][match[2]] = int(match[3])


def _first(target: BattlefieldTarget, match: re.Match[str]) -> None:
    target[1].once(seat_in(match[1], len(target[0].players)), match[2])


def _this_round(target: BattlefieldTarget, match: re.Match[str]) -> None:
    target[1].rounds[seat_in(match[1], len(target[0].players))][match[2]] = target[0].round


def _stops(target: BattlefieldTarget, match: re.Match[str]) -> None:
    target[1].stops[seat_in(match[1], len(target[0].players))] = int(match[2])


FIELD: Final[Grammar[BattlefieldTarget]] = [
    ("gone", lambda target, match: target[0].present.append(target[1].place)),
    ("claimed|reached", lambda target, match: setattr(target[1], match[0], True)),
    (r"[a-z_]+", _battlefield),
    (rf"({SEAT}):stop(\d{{1,2}})", _stops),
    (rf"({SEAT}):({'|'.join(COUNTED)})=([1-9]\d?)", _count),
    (rf"({SEAT}):({'|'.join(ONCE_PER_GAME)})", _first),
    (rf"({SEAT}):({'|'.join(ONCE_PER_ROUND)})@", _this_round),
]


# Words of a player

PlayerTarget = tuple[Reading, Player]


def _line_of_player(reading: Reading, player: Player, line: Line) -> None:
    name, _, words = line.words.partition(" ")
    table = reading.table
    if re.fullmatch(r"b\d", name):
        place = int(name[1:]) - 1
        if not 0 <= place < len(table.fields):
            raise line.fail("no such battlefield", name)
        _once(reading, line, name)
        Line(line.number, f"{line.head} {name}", words).read(ROW, Row(table, player, place))
    elif name in PILES:
        _once(reading, line, name)
        Line(line.number, f"{line.head} {name}", words).read(PILES[name], (reading, player))
    else:
        _once(reading, line)
        line.read(PLAYER, (reading, player))


def _deck(own: PlayerTarget, match: re.Match[str]) -> None:
    if match[0] not in (*DECKS, "mash_up"):
        raise ValueError("there is no such deck")
    own[1].deck_id = match[0]


def _essence(own: PlayerTarget, match: re.Match[str]) -> None:
    own[0].essence[own[1].seat] = int(match[1])


PLAYER: Final[Grammar[PlayerTarget]] = [
    ("-", lambda own, match: None),
    (r"essence (\d{1,3})", _essence),
    (r"next (-?\d{1,3})", lambda own, match: setattr(own[1], "next_essence", int(match[1]))),
    (r"raids (\d{1,2})", lambda own, match: setattr(own[1], "raids", int(match[1]))),
    (r"[a-z_]+", _deck),
]


def _pile(name: str) -> Grammar[PlayerTarget]:
    def add_card(own: PlayerTarget, match: re.Match[str]) -> None:
        pile: list[str] = getattr(own[1], name)
        pile.append(_card(match[1]))
        if match[2]:
            own[1].prisoner = len(pile) - 1

    prisoner = f"({PRISONER})?" if name == "banished" else "()"
    return [(rf"([a-z_]+){prisoner}", add_card)]


def _in_deck(own: PlayerTarget, match: re.Match[str]) -> None:
    own[0].decks.setdefault(own[1].seat, []).append(_card(match[0]))


PILES: Final[dict[str, Grammar[PlayerTarget]]] = {
    **{name: _pile(name) for name in ("hand", "bottom", "discarded", "destroyed", "banished")},
    "deck": [(r"[a-z_]+", _in_deck)],
}


def _card(id: str) -> str:
    if id not in CARDS:
        raise ValueError("there is no such card")
    return id


# Units


def _unit(row: Row, match: re.Match[str]) -> None:
    """A unit; one that lies face-down has other parts than one that is Revealed."""
    table, player = row.table, row.player
    card = CARDS[_card(match[2])]
    number = int(match[1]) if match[1] else table.units + 1
    table.units = max(table.units, number)
    before = max(1, table.round - 1)
    unit = Unit(number, player.seat, card.id, row.place, revealed=before, might=card.might)
    parts = match[3].split("/")[1:]
    if "down" in parts:
        parts.remove("down")
        unit.revealed = unit.might = 0
    for part in parts:
        _part(table, unit, part)
    if card.maximum and unit.might > card.maximum:
        raise ValueError(f"its Might is {card.maximum} at most")
    if unit.revealed > table.round:
        raise ValueError("Revealed in a Round to come")
    player.rows[row.place].append(unit)


def _part(table: EmpyreanTable, unit: Unit, part: str) -> None:
    for pattern, set_part, face_down_allowed in _PARTS:
        match = re.fullmatch(pattern, part)
        if match and (unit.revealed or face_down_allowed):
            set_part(table, unit, match)
            return
    raise ValueError(f"no such part of a unit: {part}")


_SetPart = Callable[[EmpyreanTable, Unit, "re.Match[str]"], Any]
_PARTS: Final[list[tuple[str, _SetPart, bool]]] = [
    (r"\d{1,3}", lambda table, unit, match: setattr(unit, "might", int(match[0])), False),
    (r"r([1-9]\d?)", lambda table, unit, match: setattr(unit, "revealed", int(match[1])), False),
    (
        rf"({'|'.join(TOKENS)})(\d{{0,2}})",
        lambda table, unit, match: setattr(unit, match[1], int(match[2] or 1)),
        False,
    ),
    (
        "|".join(THIS_ROUND),
        lambda table, unit, match: setattr(unit, match[0], table.round),
        False,
    ),
    (rf"\*({'|'.join(MARKS)})", lambda table, unit, match: unit.once(match[1]), False),
    (r"paid(\d{1,2})", lambda table, unit, match: setattr(unit, "paid", int(match[1])), True),
    ("fills|from_discard", lambda table, unit, match: setattr(unit, match[0], True), True),
]
"""Parts of a unit, and whether one that lies face-down may have them."""

ROW: Final[Grammar[Row]] = [(r"(?:u([1-9]\d{0,2}):)?([a-z_]+)((?:/[a-z0-9_*]+)*)", _unit)]


# What is left


def _finish(reading: Reading, player: Player) -> None:
    """Set Essence and the game deck; cards of it that are nowhere else form the draw pile."""
    table = reading.table
    player.essence = reading.essence.get(player.seat, table.round + 1)
    piles = [player.hand, player.bottom, player.discarded, player.destroyed, player.banished]
    counts = Counter(card for pile in piles for card in pile)
    counts.update(unit.card for row in player.rows for unit in row)
    written_deck = reading.decks.get(player.seat)
    if player.deck_id == "mash_up":
        take_cards(player, dict(counts + Counter(written_deck or [])))
    elif player.deck_id:
        take_cards(player, DECKS[player.deck_id].cards(), player.deck_id)
    for card, count in (counts + Counter(written_deck or [])).items():
        if count > player.cards.get(card, 0):
            raise NotationError(f"p{player.seat}: more of a card than the deck holds: {card}")
    draw_pile = Counter(player.cards) - counts
    if written_deck is not None and Counter(written_deck) != draw_pile:
        raise NotationError(f"p{player.seat}: the deck is what is nowhere else")
    player.deck = sorted(draw_pile.elements()) if written_deck is None else written_deck
