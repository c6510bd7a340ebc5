"""The table: everything a game of Battle for Empyrean knows between two steps.

Seats and places (battlefields, top to bottom) count from 0. A row holds a player's units on one
battlefield, Zone 1 first; it never has gaps, so leaving it is the Collapse. Units are numbered as
they enter the table: the number is the order of deployment, and `u12` the unit's public name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from engine.core.table import Table


class Unit(Struct):
    """A card on a battlefield. Facts about "this Round" are stored as the number of that Round."""

    number: int
    owner: int
    card: str
    place: int
    revealed: int = 0
    """The Round of its Reveal; 0 while it lies face-down."""
    might: int = 0
    paid: int = 0
    """The Essence it was Deployed for; 0 if it came for free."""
    fills: bool = False
    """It was Deployed to the last Open Zone."""
    from_discard: bool = False
    stun: int = 0
    shield: int = 0
    anchor: int = 0
    move: int = 0
    captive: int = 0
    moved: int = 0
    used: int = 0
    bit: int = 0
    bitten: int = 0
    leaving: str = ""
    """Where a unit that is being Destroyed goes ("pile", "hand"); "gone" once it has left."""
    marks: list[str] = field(default_factory=list)
    """Events that have happened to it for the first time."""

    @property
    def id(self) -> str:
        """Its public name."""
        return f"u{self.number}"

    def once(self, mark: str) -> bool:
        """Whether this is the first time; records it."""
        if mark in self.marks:
            return False
        self.marks.append(mark)
        return True


class Player(Struct):
    """One player's things.

    A shuffled game deck has no order: `deck` is sorted and chance picks from it at each draw.
    `bottom` are the cards put below it since, which are drawn after it, in this order.
    """

    seat: int
    deck_id: str = ""
    cards: dict[str, int] = field(default_factory=dict)
    """The 24 cards of the game deck, with their copies."""
    moments: list[str] = field(default_factory=list)
    """The moments at which any of these cards has a power."""
    deck: list[str] = field(default_factory=list)
    bottom: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    drafted: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    destroyed: list[str] = field(default_factory=list)
    banished: list[str] = field(default_factory=list)
    rows: list[list[Unit]] = field(default_factory=list)
    essence: int = 0
    next_essence: int = 0
    """What was Added (or Subtracted) for the next Round."""
    raids: int = 0
    """Viking Raid Tokens on the Tracker."""
    prisoner: int = -1
    """Position in the Banish pile of the card that Darkwall Prison took; -1 for none."""


class Field(Struct):
    """A battlefield in this game: its card, the Stop Tokens on each side and its notes."""

    card: str
    place: int
    stops: list[int]
    counts: list[dict[str, int]]
    """How often an event has happened to each player."""
    firsts: list[list[str]]
    """Events that have happened to each player and count once per game."""
    rounds: list[dict[str, int]]
    """The last Round of each event per player, for events that count once per Round."""
    claimed: bool = False
    """Whether a player was the first to achieve what it asks for."""
    reached: bool = False
    """Whether any player has had the Might it asks for, even if none was the first."""

    @staticmethod
    def of(card: str, place: int, seats: int) -> Field:
        """The battlefield at set-up for this number of players."""
        seat_range = range(seats)
        return Field(
            card,
            place,
            [0] * seats,
            [{} for _ in seat_range],
            [[] for _ in seat_range],
            [{} for _ in seat_range],
        )

    @property
    def id(self) -> str:
        """Its public name."""
        return f"b{self.place + 1}"

    def once(self, seat: int, mark: str) -> bool:
        """Whether this is the player's first time; records it."""
        if mark in self.firsts[seat]:
            return False
        self.firsts[seat].append(mark)
        return True

    def count(self, seat: int, mark: str) -> int:
        """How often this has happened to the player, this time included."""
        self.counts[seat][mark] = self.counts[seat].get(mark, 0) + 1
        return self.counts[seat][mark]

    def once_per_round(self, seat: int, mark: str, round: int) -> bool:
        """Whether this is the player's first time in that Round; records it."""
        first = self.rounds[seat].get(mark) != round
        self.rounds[seat][mark] = round
        return first


class Contest(Struct):
    """A deck that several players chose at once, and the one who keeps it by chance."""

    deck: str
    seats: list[int]
    keeper: int


class EmpyreanTable(Table, kw_only=True):
    """The table. `order` holds the seats of the running phase, `turn` is the index in it.

    While a step runs, `table.cause` is the unit or battlefield that acts and `table.dying` the
    number of cards being Destroyed; neither is ever saved.
    """

    players: list[Player]
    fields: list[Field] = field(default_factory=list)
    moments: list[str] = field(default_factory=list)
    """The moments at which any of the battlefields has an effect."""
    undrawn: list[str] = field(default_factory=list)
    """The battlefields that may still be drawn."""
    decks_by: str = "choice"
    distinct_decks: bool = False
    contest: Contest | None = None
    """Why the players who still have no deck choose again."""
    redraws: bool = False
    phase: str = "decks"
    round: int = 1
    last_round: int = 10
    limit: int = 0
    token: int = 0
    """The seat with the First Player Token."""
    order: list[int] = field(default_factory=list)
    turn: int = 0
    units: int = 0
    """Units that have entered so far."""
    revealing: int = 0
    """The number of the unit whose Reveal Resolves now."""
    present: list[int] = field(default_factory=list)
    """The places that exist in this Round."""
    races: list[int] = field(default_factory=list)
    """The places with an effect that watches for the moment something has fully Resolved."""

    if TYPE_CHECKING:
        cause: Unit | Field | None = None
        dying: int = 0

    @property
    def is_last_round(self) -> bool:
        """Ruling 39: Round 10, with three players Round 9."""
        return self.round == self.last_round

    def row(self, unit: Unit) -> list[Unit]:
        """The row in which a unit stands."""
        return self.players[unit.owner].rows[unit.place]

    def others(self, seat: int) -> list[int]:
        """The opponents, clockwise."""
        seats = len(self.players)
        return [(seat + step) % seats for step in range(1, seats)]

    def token_order(self) -> list[int]:
        """All seats, from the holder of the First Player Token clockwise."""
        return [self.token, *self.others(self.token)]
