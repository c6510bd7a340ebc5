"""Table: the state of Res Arcana as plain data. Components are named by their ids.

The top card of a deck is its last.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

from engine.core.game import Options
from engine.core.picks import picks
from engine.core.table import Table
from engine.res_arcana.essences import Essences

DEFAULT_GOAL: Final = 10
"""Minimum points of a winner, by the rulebook."""
Stage = Literal[
    "draft", "mages", "items", "collect", "actions", "victory", "first_player", "offer", "over"
]


class ResArcanaOptions(Options, frozen=True, kw_only=True):
    """What a creator may choose."""

    mode: Annotated[
        Literal["standard", "first_game", "draft", "match"],
        Meta(
            title="Mode",
            description="Standard; preset hands for a first game; draft your artifacts; "
            "or, for two, a match of up to three games with a face-up draft after the first.",
        ),
    ] = "standard"
    sides: Annotated[
        Literal["random", "sun", "moon"],
        Meta(
            title="Places of Power",
            description="Which sides lie up. A first game uses the sun sides.",
        ),
    ] = "random"
    goal: Annotated[
        int,
        Meta(
            ge=5,
            le=10,
            title="Points to win",
            description="From how many points on a game is won. Only a first game may take fewer "
            "than ten.",
        ),
    ] = DEFAULT_GOAL
    places: Annotated[
        list[str],
        Meta(
            title="Chosen Places of Power",
            description="One side of each of the five tiles; none to let the sides decide.",
            extra_json_schema=picks("place_of_power", 5, apart="tile"),
        ),
    ] = field(default_factory=list)
    collect: Annotated[
        Literal["together", "in_order"],
        Meta(
            title="Collect step",
            description="All players at once, or one after another from the First Player.",
        ),
    ] = "together"


class InPlay(Struct, array_like=True):
    """A component in front of a player: whether it is turned, and the essences on it."""

    id: str
    turned: bool = False
    essences: Essences = field(default_factory=dict)


class Player(Struct):
    """A seat and everything in front of it.

    `mages` are those dealt, until one is chosen. `drafted` are the artifacts kept from one game of
    a match to the next.

    Knowledge of hidden cards: `known` are cards of hand and deck whose identity is public
    (discards before a reshuffle, or drafted face up); `loose` are those that may be anywhere in
    deck and hand; `never_seen` are cards of the deck that not even the owner has seen;
    `seen_from_top` and `seen_monuments` count the top cards of the player's own deck and of the
    monument deck whose order the player knows.
    """

    seat: int
    pool: Essences
    cards: dict[str, InPlay] = field(default_factory=dict)
    mage: str = ""
    item: str = ""
    passed: bool = False
    hand: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    mages: list[str] = field(default_factory=list)
    drafted: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)
    never_seen: list[str] = field(default_factory=list, name="unseen")
    seen_from_top: int = field(default=0, name="seen")
    seen_monuments: int = 0


class Draft(Struct):
    """Packs that are passed around; both lists are by pack, pack p begins with seat p.

    `left` are the cards still in a pack, `kept` the cards taken from it, in the order of the seats
    that took them. `earlier` are the packs of the first deal, once the second has begun.
    """

    left: list[list[str]]
    kept: list[list[str]]
    earlier: list[list[str]] = field(default_factory=list)

    @property
    def deal(self) -> int:
        """0 for the first deal, passed to the left; 1 for the second, passed to the right."""
        return 1 if self.earlier else 0


class ResArcanaTable(Table, kw_only=True):
    """Everything on the table.

    `first` holds the First Player token; `opened` is the seat that began this game.
    `temporary_points` are those of the running victory check, by seat. `scores` are half wins of a
    match by seat, `winners` the winners of its finished games. `ended` is the reason the last game
    ended.
    """

    options: ResArcanaOptions
    players: list[Player]
    stage: Stage = "mages"
    round: int = 0
    first: int = 0
    opened: int = 0
    turn: int = 0
    places: list[str] = field(default_factory=list)
    display: list[str] = field(default_factory=list)
    monuments: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    draft: Draft | None = None
    offer: list[str] = field(default_factory=list)
    temporary_points: list[int] = field(default_factory=list, name="points")
    number: int = 1
    scores: list[int] = field(default_factory=list)
    winners: list[list[int]] = field(default_factory=list)
    ended: Literal["", "finished", "limit"] = ""

    def clockwise(self, start: int) -> list[Player]:
        """All players, clockwise from a seat."""
        return self.players[start:] + self.players[:start]

    def rivals(self, player: Player) -> list[Player]:
        """The others, clockwise from the player."""
        return self.clockwise(player.seat)[1:]
