"""Notation parser: the inverse of `notation`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, get_args

import msgspec

from engine.core.errors import InvalidOptions, NotationError
from engine.core.notation import SEAT, Grammar, Line, lines_of, refuse_unlawful, seat_in, seats_of
from engine.res_arcana import setup
from engine.res_arcana.card import ARTIFACT, CARDS, Kind, of_kind
from engine.res_arcana.essences import KINDS, Essences
from engine.res_arcana.laws import check_laws
from engine.res_arcana.match_play import POINTS_OF_SHARED_WIN, POINTS_OF_WIN
from engine.res_arcana.notation import LETTERS, NONE, default_places
from engine.res_arcana.rest import check_rest
from engine.res_arcana.table import Draft, InPlay, Player, ResArcanaOptions, ResArcanaTable, Stage

SEATS: Final = range(2, 5)
_ID: Final = r"[a-z_]+"
_MIX: Final = r"(?:[ELCDG]\d{1,4})+"


@dataclass(slots=True)
class Reading:
    """A position that is being read: the lists written so far, and the components with a place."""

    table: ResArcanaTable
    lists: set[str] = field(default_factory=set)
    placed: set[str] = field(default_factory=set)
    options: dict[str, Any] = field(default_factory=dict)

    def place(self, id: str, *kinds: Kind) -> str:
        """A component of such a kind that is in no other place. Raises ValueError."""
        known_id(id, *kinds)
        if id in self.placed:
            raise ValueError("it has a place already")
        self.placed.add(id)
        return id


def known_id(id: str, *kinds: Kind) -> str:
    """The id of a component of such a kind, or of any. Raises ValueError."""
    if id not in CARDS:
        raise ValueError("there is no such component")
    if kinds and CARDS[id].kind not in kinds:
        raise ValueError(f"it is a {CARDS[id].kind}")
    return id


def read(text: str) -> ResArcanaTable:
    """The table at rest that a text describes. Raises NotationError if there is none."""
    lines = lines_of(text)
    seats = seats_of(lines, SEATS)
    table = ResArcanaTable(
        options=ResArcanaOptions(),
        players=[Player(seat, dict.fromkeys(KINDS, 1)) for seat in range(seats)],
        stage="actions",
        round=1,
        temporary_points=[0] * seats,
        scores=[0] * seats,
    )
    reading = Reading(table)
    for line in lines:
        _line(reading, line)
    _set_options(reading)
    _fill_centre(reading)
    _count_games(table)
    check_rest(table)
    with refuse_unlawful():
        check_laws(table)
    return table


def _line(reading: Reading, line: Line) -> None:
    if re.fullmatch(SEAT, line.head):
        player = reading.table.players[int(line.head[1:])]
        name, _, words = line.words.partition(" ")
        if name in PLAYER_LISTS:
            grammar = PLAYER_LISTS[name]
            Line(line.number, f"{line.head} {name}", words).read(grammar, (reading, player))
        else:
            _player(reading, player, line)
    elif line.head in LINES:
        reading.lists.add(line.head)
        line.read(LINES[line.head], reading)
    else:
        raise line.fail("no such line")


def _player(reading: Reading, player: Player, line: Line) -> None:
    if f"p{player.seat}" in reading.lists:
        raise line.fail("a second line of the player")
    reading.lists.add(f"p{player.seat}")
    player.pool = {}
    line.read(PLAYER, (reading, player))
    default = 0 if player.pool else 1
    player.pool = {kind: player.pool.get(kind, default) for kind in KINDS}


# Words of the game


def _phase(reading: Reading, match: re.Match[str]) -> None:
    reading.table.stage = match[1]  # type: ignore[assignment]
    reading.table.turn = seat_in(match[2] or "p0", len(reading.table.players))


def _seat(name: str) -> Callable[[Reading, re.Match[str]], None]:
    def put(reading: Reading, match: re.Match[str]) -> None:
        setattr(reading.table, name, seat_in(match[1], len(reading.table.players)))

    return put


def _option(reading: Reading, match: re.Match[str]) -> None:
    value = match[2]
    reading.options[match[1]] = (
        value.split(",") if match[1] == "places" else int(value) if value.isdigit() else value
    )


def _won(reading: Reading, match: re.Match[str]) -> None:
    seats = [seat_in(word, len(reading.table.players)) for word in match[0].split("+")]
    if len(set(seats)) < len(seats):
        raise ValueError("a seat that won twice")
    reading.table.winners.append(seats)
    for seat in seats:
        reading.table.scores[seat] += POINTS_OF_WIN if len(seats) == 1 else POINTS_OF_SHARED_WIN


def _pack(reading: Reading, match: re.Match[str]) -> None:
    draft = _draft(reading)
    draft.left.append([reading.place(id, ARTIFACT) for id in (match[1] or "").split()])
    draft.kept.append([known_id(id, ARTIFACT) for id in (match[2] or "").split()])


def _earlier(reading: Reading, match: re.Match[str]) -> None:
    _draft(reading).earlier.append([known_id(id, ARTIFACT) for id in match[0].split()])


def _draft(reading: Reading) -> Draft:
    if reading.table.draft is None:
        reading.table.draft = Draft([], [])
    return reading.table.draft


def _centre(name: str, kind: Kind) -> Grammar[Reading]:
    def put(reading: Reading, match: re.Match[str]) -> None:
        getattr(reading.table, name).append(reading.place(match[0], kind))

    return [(NONE, lambda reading, match: None), (_ID, put)]


LINES: Final[dict[str, Grammar[Reading]]] = {
    "phase": [
        (rf"({'|'.join(get_args(Stage))})(?: ({SEAT}))?", _phase),
        (r"round (\d{1,4})", lambda reading, match: setattr(reading.table, "round", int(match[1]))),
        (rf"token ({SEAT})", _seat("first")),
        (rf"began ({SEAT})", _seat("opened")),
    ],
    "options": [(r"([a-z_]+)=([a-z_,]+|\d{1,4})", _option)],
    "won": [(rf"{SEAT}(?:\+{SEAT})*", _won)],
    "ended": [("limit", lambda reading, match: setattr(reading.table, "ended", "limit"))],
    "places": _centre("places", "place_of_power"),
    "display": _centre("display", "monument"),
    "monuments": _centre("monuments", "monument"),
    "items": _centre("items", "magic_item"),
    "offer": _centre("offer", ARTIFACT),
    "pack": [(rf"({_ID}(?: {_ID})*)? ?\|(?: ({_ID}(?: {_ID})*))?", _pack)],
    "earlier": [(rf"{_ID}(?: {_ID})*", _earlier)],
}
"""The lines by their first words."""


# Words of a player

Own = tuple[Reading, Player]


def _pool(own: Own, match: re.Match[str]) -> None:
    mix = essences(match[0])
    if mix.keys() & own[1].pool.keys():
        raise ValueError("each kind once, and no 0")
    own[1].pool |= mix


def _points(own: Own, match: re.Match[str]) -> None:
    own[0].table.temporary_points[own[1].seat] = int(match[1])


def _in_play(own: Own, match: re.Match[str]) -> None:
    reading, player = own
    card = CARDS[known_id(reading.place(match[1]))]
    if card.kind in ("mage", "magic_item"):
        name = "mage" if card.kind == "mage" else "item"
        if getattr(player, name):
            raise ValueError(f"a second {card.kind}")
        setattr(player, name, card.id)
    laden = essences(match[3] or "")
    player.cards[card.id] = InPlay(card.id, bool(match[2]), laden)


def essences(words: str) -> Essences:
    """The essences that are written as letters and numbers. Raises ValueError."""
    mix: Essences = {}
    for letter, count in re.findall(r"([ELCDG])(\d+)", words):
        if LETTERS[letter] in mix or not int(count):
            raise ValueError("each kind once, and no 0")
        mix[LETTERS[letter]] = int(count)
    return mix


PLAYER: Final[Grammar[Own]] = [
    (NONE, lambda own, match: own[1].pool.update(dict.fromkeys(KINDS, 0))),
    (r"[ELCDG]\d{1,4}", _pool),
    ("passed", lambda own, match: setattr(own[1], "passed", True)),
    (r"\+(\d{1,2})", _points),
    (r"saw(\d{1,2})", lambda own, match: setattr(own[1], "seen_monuments", int(match[1]))),
    (rf"({_ID})(/turned)?(?:/({_MIX}))?", _in_play),
]


def _list(name: str, *kinds: Kind, apart: bool = True) -> Grammar[Own]:
    """Cards of a list; no other list that is kept apart holds one of them."""

    def put(own: Own, match: re.Match[str]) -> None:
        card = own[0].place(match[0], *kinds) if apart else known_id(match[0], *kinds)
        cards: list[str] = getattr(own[1], name)
        if card in cards:
            raise ValueError("it is there already")
        cards.append(card)

    return [(_ID, put)]


def _bar(own: Own, match: re.Match[str]) -> None:
    own[1].seen_from_top = len(own[1].deck)


PLAYER_LISTS: Final[dict[str, Grammar[Own]]] = {
    "hand": _list("hand", ARTIFACT),
    "deck": [*_list("deck", ARTIFACT), (r"\|", _bar)],
    "discards": _list("discards", ARTIFACT),
    "mages": _list("mages", "mage"),
    "drafted": _list("drafted", ARTIFACT, apart=False),
    "known": _list("known", ARTIFACT, apart=False),
    "loose": _list("loose", ARTIFACT, apart=False),
    "unseen": _list("never_seen", ARTIFACT, apart=False),
}


# What is left


def _set_options(reading: Reading) -> None:
    table = reading.table
    try:
        table.options = msgspec.convert(reading.options, ResArcanaOptions)
        setup.check_options(table.options, len(table.players))
    except (msgspec.ValidationError, InvalidOptions) as error:
        raise NotationError(f"options: {error}") from None


def _fill_centre(reading: Reading) -> None:
    table = reading.table
    for player in table.players:
        player.deck.reverse()
    in_play = {id for player in table.players for id in player.cards}
    if "places" not in reading.lists:
        table.places = default_places(in_play)
    monuments = [id for id in of_kind("monument") if id not in reading.placed]
    if "display" not in reading.lists:
        table.display = monuments[: setup.DISPLAY_SIZE]
    below = [id for id in monuments if id not in table.display]
    table.monuments = [*table.monuments, *below][::-1]
    if "items" not in reading.lists:
        table.items = [id for id in of_kind("magic_item") if id not in in_play]


def _count_games(table: ResArcanaTable) -> None:
    """How many games have begun, and how the last one ended."""
    if table.stage in ("first_player", "over"):
        table.number = max(1, len(table.winners))
        table.ended = table.ended or "finished"
    else:
        table.number = len(table.winners) + 1
