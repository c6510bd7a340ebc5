"""Card declarations: numbers as keywords, the text as docstring, the code below it.

`@focus` declares the same ability for both decks, `@special` a card without a Focus Glyph. Both
register their cards in CARDS, by id.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from engine.ascended_kings.box import RECONSTRUCTED, Provenance
from engine.ascended_kings.gems import gems
from engine.ascended_kings.table import Character, KingsTable
from engine.core.script import Script

Aim = Callable[[KingsTable, Character], Sequence[Character]]
"""The opponents that a card can be aimed at now."""
Possible = Callable[[KingsTable, Character], bool]
"""Whether a card without a single target would do something now (R33)."""
Play = Callable[..., Script[None]]
Parameter = Callable[..., Awaitable[Any]]
"""Asks for one part of the announcement, given the table, the caster and the parts before."""

DeckName = Literal["ascendant", "revenant"]
ASCENDANT: Final = "ascendant"
REVENANT: Final = "revenant"
BOTH: Final = (ASCENDANT, REVENANT)


# Ranges


class Reach(Struct, frozen=True, omit_defaults=True):
    """The range printed on a card: the tiles around the caster that it reaches.

    `shape` is "adjacent", "surrounding", "cardinal", "near" or "any"; "near" reaches `distance`
    tiles, diagonals counting as one. With `sight` no other piece may stand in between.
    """

    shape: str
    distance: int = 0
    sight: bool = False


class Ranged(Struct, frozen=True):
    """A callable that finds, or asks for, a target within a range."""

    reach: Reach
    call: Callable[..., Any]

    def __call__(self, *arguments: Any) -> Any:
        return self.call(*arguments)


# Instant Powers


class Gain(Struct, frozen=True):
    """Acquire all of these gems."""

    counts: tuple[int, ...]


class RemoveDire(Struct, frozen=True):
    """Remove Dire from one's own pool or cancel incoming wounds, up to `limit` in all."""

    limit: int


class RollDice(Struct, frozen=True):
    """Roll that many Focus Dice."""

    count: int


class DrawCards(Struct, frozen=True):
    """Draw that many cards."""

    count: int


Instant = Gain | RemoveDire | RollDice | DrawCards


def gain(**counts: int) -> Gain:
    """An Instant Power that gives gems."""
    return Gain(tuple(gems(**counts)))


# Cards


class Ability(Struct, frozen=True):
    """The effect of casting a card.

    With `aim` an opponent is announced first (all of them with `all_of_them`), then the parts that
    `asks` requests; `play` gets table, caster and these, in that order. With `harms` its wounds
    open the window; otherwise its targets may respond before it resolves (R9).
    """

    play: Play
    aim: Aim | None
    all_of_them: bool
    asks: tuple[Parameter, ...]
    possible: Possible | None
    harms: bool

    @property
    def reach(self) -> Reach | None:
        """The range of its targets; None if it affects the caster alone."""
        candidates = (part for part in (self.aim, *self.asks) if isinstance(part, Ranged))
        return next((part.reach for part in candidates), None)


class Card(Struct, frozen=True, kw_only=True):
    """A card of either deck; `focus` is empty and `level` 0 for special cards."""

    id: str
    name: str
    text: str
    revenant: bool
    focus: str = ""
    level: int = 0
    ability: Ability | None = None
    instant: Instant | None = None
    prismatic: bool = False
    koru: str = ""
    provenance: Provenance = RECONSTRUCTED

    @property
    def price(self) -> int:
        """The Ylem that casting it from the hand costs."""
        return self.level


CARDS: dict[str, Card] = {}
"""Every card of the box by id."""

_PREFIXES: Final[dict[DeckName, str]] = {ASCENDANT: "asc", REVENANT: "rev"}
"""How the ids of a deck's cards begin."""


def focus(
    name: str,
    colour: str,
    level: int,
    *,
    aim: Aim | None = None,
    all_of_them: bool = False,
    asks: Sequence[Parameter] = (),
    possible: Possible | None = None,
    harms: bool = False,
    instant: Instant | None = None,
    decks: Sequence[DeckName] = BOTH,
    provenance: Provenance = RECONSTRUCTED,
) -> Callable[[Play], Play]:
    """Declare a Focus Ability card; the price is its power level."""

    def declare(play: Play) -> Play:
        ability = Ability(play, aim, all_of_them, tuple(asks), possible, harms)
        for deck in decks:
            _add(
                Card(
                    id=f"{_PREFIXES[deck]}_{_id(name)}_{level}",
                    name=name,
                    text=_text(play),
                    revenant=deck == REVENANT,
                    focus=colour,
                    level=level,
                    ability=ability,
                    instant=instant,
                    provenance=provenance,
                )
            )
        return play

    return declare


def special(
    name: str,
    *,
    deck: DeckName,
    id: str = "",
    copies: int = 1,
    aim: Aim | None = None,
    asks: Sequence[Parameter] = (),
    harms: bool = False,
    koru: str = "",
    provenance: Provenance = RECONSTRUCTED,
) -> Callable[[Play], Play]:
    """Declare a special card that is cast for free; copies differ by a letter in their ids."""

    def declare(play: Play) -> Play:
        ability = Ability(play, aim, False, tuple(asks), None, harms)
        for own in _ids(id or name, deck, copies):
            _add(
                Card(
                    id=own,
                    name=name,
                    text=_text(play),
                    revenant=deck == REVENANT,
                    ability=ability,
                    koru=koru,
                    provenance=provenance,
                )
            )
        return play

    return declare


def special_without_ability(
    name: str,
    text: str,
    *,
    copies: int,
    instant: Instant,
    prismatic: bool = False,
    provenance: Provenance = RECONSTRUCTED,
) -> None:
    """Declare an Ascendant special that is never cast."""
    for own in _ids(name, ASCENDANT, copies):
        _add(
            Card(
                id=own,
                name=name,
                text=text,
                revenant=False,
                instant=instant,
                prismatic=prismatic,
                provenance=provenance,
            )
        )


def _add(card: Card) -> None:
    assert card.id not in CARDS, card.id
    CARDS[card.id] = card


def _text(play: Play) -> str:
    return " ".join((inspect.getdoc(play) or "").split())


def _id(name: str) -> str:
    return name.lower().replace("&", "and").replace(" ", "_")


def _ids(name: str, deck: DeckName, copies: int) -> list[str]:
    stem = f"{_PREFIXES[deck]}_{_id(name)}"
    return [stem] if copies == 1 else [f"{stem}_{letter}" for letter in "abc"[:copies]]
