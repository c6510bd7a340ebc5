"""Cards and decks: their declarations, and when a card's powers Resolve.

A deck file creates its deck and takes `card` from it; a card is a declaration, its text (the
docstring) and a few verbs. A power that asks no player is a plain function, one that asks is a
coroutine.

    @card("Soul of the Powerful", cost=3, might=3, copies=2, kind="Soul", when=destroyed)
    def soul_of_the_powerful(table: Table, me: Unit) -> None:
        \"""When this card is Destroyed, Apply 1 Might to each Ally card Here.\"""
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import getdoc
from typing import Any, Literal

from msgspec import Struct, field

from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.core.script import Option, Script

Ability = Literal["instant", "conditional", "passive"]
Source = Literal["rulebook", "site", "reconstructed"]
Power = Callable[..., Script[None] | None]
CommandOptions = Callable[[EmpyreanTable, Unit], list[Option[Any]]]

DECK_SIZE = 24
TEMPLATE = {1: 5, 2: 4, 3: 4, 4: 3, 5: 3, 6: 2, 7: 2, 8: 1}
"""How many cards of each Essence cost a deck holds (the same for a mash-up)."""


class When(Struct, frozen=True):
    """A moment at which a power Resolves.

    `of` is the name or type of the other card that it is about ("" for any), `here` whether that
    happens on this card's battlefield. For the Command Phase: the `options` to use it, `must` it be
    used, `possible` whether it could be used by public facts (if the hand decides).
    """

    moment: str
    of: str = ""
    here: bool = True
    options: CommandOptions | None = None
    must: bool = False
    possible: Callable[[EmpyreanTable, Unit], bool] | None = None


revealed = When("revealed")
"""When you Reveal this card (or Swap it in)."""
destroyed = When("destroyed")
"""When this card is Destroyed."""
sacrificed = When("sacrificed")
"""When you Destroy this card as a Sacrifice."""
moves = When("moves")
"""Each time this card Moves."""
ally_moves_here = When("ally_moves_here")
ally_destroyed = When("ally_destroyed", here=False)
you_discard = When("you_discard", here=False)
raided = When("raided")
"""Each time this card has performed a Viking Raid."""
bitten = When("bitten")
ally_bites = When("ally_bites")
gains_might = When("gains_might")
"""At once when this card has gained Might (ruling 3); the power is a plain function."""
captive_applied = When("captive_applied")
opponent_reveals = When("opponent_reveals")
"""Once an Opponent card that was Revealed Here has fully Resolved (ruling 35)."""
end_of_game = When("end_of_game")


def you_reveal(of: str, *, anywhere: bool = False) -> When:
    """Each time you Reveal another card with that name or type."""
    return When("you_reveal", of, not anywhere)


def meets(of: str) -> When:
    """When the second of this card and that one is Revealed Here beside the other."""
    return When("meets", of)


def in_command(
    options: CommandOptions,
    *,
    must: bool = False,
    possible: Callable[[EmpyreanTable, Unit], bool] | None = None,
) -> When:
    """Once in each Command Phase, by one of these options."""
    return When("command", options=options, must=must, possible=possible)


class Watch(Struct, frozen=True):
    """A power and when it Resolves."""

    when: When
    power: Power


class Card(Struct, kw_only=True):
    """A card as it is printed. `kind` is its type; a `maximum` of 0 means no maximum Might.

    The numbers of keywords: `round_table`, `viking_raid` and `sacrifice` say how much Might they
    Apply, `bloodlust` how much a Bite is worth and `favours` what it is worth on a certain card.
    """

    id: str
    name: str
    deck: str
    kind: str
    cost: int
    might: int
    copies: int
    ability: Ability
    text: str
    maximum: int = 0
    affixed: bool = False
    """It carries a permanent Move Token."""
    round_table: int = 0
    viking_raid: int = 0
    sacrifice: int = 0
    bloodlust: int = 0
    favours: Mapping[str, int] = field(default_factory=dict)
    bites_anyone: bool = False
    crew: int = 0
    """How many Vikings it may carry."""
    enhances: int = 0
    """How much it raises the Might bonuses of a destruction Here."""
    acts_last: bool = False
    musters: bool = False
    """It may be Deployed for free as it is Discarded."""
    sources: dict[str, Source]
    """Where cost, Might and ability come from."""
    on: dict[str, list[Watch]] = field(default_factory=dict)

    def is_a(self, word: str) -> bool:
        """Whether this name or type in a text means this card."""
        return word in (self.name, self.kind)

    def also(self, when: When) -> Callable[[Power], Power]:
        """A further power of the card."""

        def add(power: Power) -> Power:
            self.on.setdefault(when.moment, []).append(Watch(when, power))
            if when.moment == "meets":
                self.on.setdefault("you_reveal", []).append(Watch(when, power))
            return power

        return add

    def moments(self) -> set[str]:
        """The moments at which any of its powers Resolves."""
        keywords = {"sacrifice"} if self.sacrifice else set()
        keywords |= {"command"} if self.bloodlust or self.crew or self.affixed else set()
        keywords |= {"order"} if self.acts_last else set()
        return {*self.on, *keywords}

    def icons(self) -> list[str]:
        """The phases in which it mostly acts, in their order, two at most."""
        phases = {phase for moment in self.on for phase in _ICONS.get(moment, ("reveal",))}
        if self.bloodlust or self.crew or self.affixed or self.viking_raid or self.sacrifice:
            phases.add("command")
        if self.acts_last:
            phases |= {"command", "deploy"}
        return [phase for phase in _PHASES if phase in phases] or ["reveal"]


_PHASES = ("command", "deploy", "reveal", "end_of_game")
_ICONS = {
    "command": ("command",),
    "raided": ("command",),
    "bitten": ("command",),
    "ally_bites": ("command",),
    "moves": ("command", "reveal"),
    "ally_moves_here": ("command", "reveal"),
    "sacrificed": ("command", "reveal"),
    "you_discard": ("reveal", "end_of_game"),
    "end_of_game": ("end_of_game",),
}
"""The phases of a moment; the others are moments of the Reveal Phase."""

CARDS: dict[str, Card] = {}
"""Every card by id, in the order of the printed lists."""


class Deck(Struct, kw_only=True):
    """A game deck. `costs_from` says where its list of costs and copies comes from."""

    id: str
    name: str
    symbol: str
    complexity: Literal["Low", "Medium", "High"]
    strategy: str
    keywords: dict[str, str] = field(default_factory=dict)
    costs_from: Source = "rulebook"

    def cards(self) -> dict[str, int]:
        """Its cards with their copies."""
        return {card.id: card.copies for card in CARDS.values() if card.deck == self.id}

    def card(
        self,
        name: str,
        *,
        cost: int,
        might: int,
        kind: str,
        ability: Ability,
        when: When | None = None,
        copies: int = 1,
        might_from: Source = "reconstructed",
        ability_from: Source = "reconstructed",
        **more: Any,
    ) -> Callable[[Power], Card]:
        """Declare a card; the function below is its power, its docstring the text."""

        def declare(power: Power) -> Card:
            sources = {"cost": self.costs_from, "might": might_from, "ability": ability_from}
            card = Card(
                id=getattr(power, "__name__", ""),
                name=name,
                deck=self.id,
                kind=kind,
                cost=cost,
                might=might,
                copies=copies,
                ability=ability,
                text=" ".join((getdoc(power) or "").split()),
                sources=sources,
                **more,
            )
            if when:
                card.also(when)(power)
            CARDS[card.id] = card
            return card

        return declare


DECKS: dict[str, Deck] = {}


def deck(id: str, name: str, **fields: Any) -> Deck:
    """Declare a game deck."""
    DECKS[id] = Deck(id=id, name=name, **fields)
    return DECKS[id]
