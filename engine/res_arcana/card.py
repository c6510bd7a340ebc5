"""Cards: the printed data of the 78 components, as declared in `engine.res_arcana.cards`.

An ability (a Collect effect, a discount, a victory formula) applies automatically, turned or not; a
player uses a power, which has a cost and effects.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from engine.res_arcana.costs import Cost
from engine.res_arcana.essences import GOLD, Essences
from engine.res_arcana.types import CollectScript, Effect, Reaction

Kind = Literal["artifact", "mage", "magic_item", "monument", "place_of_power"]

DRAGON: Final = "dragon"
CREATURE: Final = "creature"
ARTIFACT: Final = "artifact"


@dataclass(frozen=True, eq=False, slots=True)
class Collect:
    """An ability of the Collect step."""

    text: str
    gather: CollectScript
    last: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Discount:
    """`amount` essences less to place an artifact, or one with that tag."""

    text: str
    amount: int
    on: str
    gold: bool

    def touches(self, card: Card) -> bool:
        """Whether it makes placing that card cheaper."""
        return self.on == card.kind or self.on in card.tags


@dataclass(frozen=True, eq=False, slots=True)
class Scoring:
    """`points` for each essence of a kind on the component, or each own artifact with a tag."""

    text: str
    points: int
    essence: str = ""
    tag: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Power:
    """A power: `action` on the own turn, `react` out of turn, or `claim` as it is claimed."""

    kind: Literal["action", "react", "claim"]
    text: str
    cost: Cost
    effects: tuple[Effect, ...]
    reaction: Reaction | None = None
    only_turned: bool = False


Ability = Collect | Discount | Scoring


@dataclass(eq=False, slots=True)
class Card:
    """A component as printed. `any` of its cost may be paid in essences of any kind.

    `value` is the number of all essences in its cost. R15: "any" counts, discounts don't. `price`
    is the cost in words.
    """

    id: str
    name: str
    kind: Kind
    cost: Essences = field(default_factory=dict)
    any: int = 0
    tags: frozenset[str] = frozenset()
    points: int = 0
    abilities: tuple[Ability, ...] = ()
    powers: tuple[Power, ...] = ()
    starter: int = 0
    side: str = ""
    tile: int = 0
    value: int = field(init=False)
    price: Essences = field(init=False)
    collects: tuple[Collect, ...] = field(init=False)
    discounts: tuple[Discount, ...] = field(init=False)
    scorings: tuple[Scoring, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.value = sum(self.cost.values()) + self.any
        self.price = {**self.cost, "any": self.any} if self.any else dict(self.cost)
        self.collects = tuple(ability for ability in self.abilities if isinstance(ability, Collect))
        self.discounts = tuple(
            ability for ability in self.abilities if isinstance(ability, Discount)
        )
        self.scorings = tuple(ability for ability in self.abilities if isinstance(ability, Scoring))

    def power_id(self, power: Power) -> str:
        """p1, p2 in printed order."""
        return f"p{self.powers.index(power) + 1}"


CARDS: dict[str, Card] = {}
"""Every component by id, in the order of the printed lists."""
DISCOUNTERS: list[Card] = []
"""The components that make placing cheaper."""


def declare(card: Card) -> None:
    """Put a card into the box."""
    CARDS[card.id] = card
    if card.discounts:
        DISCOUNTERS.append(card)


def of_kind(kind: Kind) -> list[str]:
    """The ids of one kind, in the order of the printed list."""
    return [card.id for card in CARDS.values() if card.kind == kind]


def reverse(card: Card) -> Card:
    """The other side of a Place of Power."""
    return next(other for other in CARDS.values() if other.tile == card.tile and other is not card)


# -- declarations


def printed(any: int = 0, **counts: int) -> tuple[Essences, int]:
    """A placement cost; `any` is the part that may be paid in any kind."""
    return counts, any


def artifact(
    id: str,
    name: str,
    cost: tuple[Essences, int],
    tags: Iterable[str] = (),
    points: int = 0,
    abilities: Iterable[Ability] = (),
    powers: Iterable[Power] = (),
    starter: int = 0,
) -> None:
    """Declare an artifact; `starter` is the number of the first-game hand it belongs to."""
    lines = tuple(abilities), tuple(powers)
    declare(Card(id, name, "artifact", *cost, frozenset(tags), points, *lines, starter))


def mage(
    id: str,
    name: str,
    abilities: Iterable[Ability] = (),
    powers: Iterable[Power] = (),
    starter: int = 0,
) -> None:
    """Declare a mage; `starter` is the number of the first-game hand it goes with."""
    lines = tuple(abilities), tuple(powers)
    declare(Card(id, name, "mage", {}, 0, frozenset(), 0, *lines, starter))


def magic_item(
    id: str, name: str, abilities: Iterable[Ability] = (), powers: Iterable[Power] = ()
) -> None:
    """Declare a magic item."""
    declare(Card(id, name, "magic_item", abilities=tuple(abilities), powers=tuple(powers)))


def monument(
    id: str,
    name: str,
    points: int,
    abilities: Iterable[Ability] = (),
    powers: Iterable[Power] = (),
) -> None:
    """Declare a monument; all cost 4 Gold."""
    lines = tuple(abilities), tuple(powers)
    declare(Card(id, name, "monument", {GOLD: 4}, 0, frozenset(), points, *lines))


def place_of_power(
    id: str,
    name: str,
    tile: int,
    side: Literal["sun", "moon"],
    cost: tuple[Essences, int],
    points: int = 0,
    abilities: Iterable[Ability] = (),
    powers: Iterable[Power] = (),
) -> None:
    """Declare one side of a Place of Power tile."""
    lines = tuple(abilities), tuple(powers)
    declare(Card(id, name, "place_of_power", *cost, frozenset(), points, *lines, 0, side, tile))
