"""Table: the state of the game as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, field

from engine.ascended_kings import arena
from engine.ascended_kings.arena import Ground
from engine.ascended_kings.box import (
    BACK,
    BACK_SIDE_ROUND,
    FRONT,
    LEVELS,
    MAX_YLEM,
    SETUPS,
    STARTS,
    SUPPLY,
)
from engine.ascended_kings.gems import DIRE, YLEM, Gems
from engine.core.table import Table

WindowKind = Literal["defend", "incoming", "respond"]
OFF_BOARD = -1
"""The tile of a piece, the Ascended Die or the Omega Stone while it is not on the board."""


class Character(Struct, kw_only=True):
    """A player's piece and mat: a King, and a Revenant from the first death on."""

    seat: int
    king: str = ""
    revenant: bool = False
    level: int = 1
    tile: int = OFF_BOARD
    killed: int = 0
    pool: Gems  # the Gemstone Pool and, last, the Ylem Pool
    gems_on_return: Gems = field(name="aside")  # those a dead character will come back with
    transmuted: list[str] = field(default_factory=list)
    inscription: str = ""
    hand: list[str] = field(default_factory=list)
    bloodstones: int = 1
    ascended_die: bool = False
    shielded: bool = False
    activated: bool = False  # the inscription was used this turn

    @property
    def on_board(self) -> bool:
        """Whether the piece stands on a tile: false between death and return."""
        return self.tile >= 0

    @property
    def capacity(self) -> int:
        """How many gems the Gemstone Pool holds, Dire included."""
        return LEVELS[self.level].capacity

    @property
    def room(self) -> int:
        """Free spaces of the Gemstone Pool."""
        aria, egis, pyre, dire, _ = self.pool
        return LEVELS[self.level].capacity - aria - egis - pyre - dire

    @property
    def ylem_room(self) -> int:
        """Free spaces of the Ylem Pool."""
        return MAX_YLEM - self.pool[YLEM]

    @property
    def wounds_to_death(self) -> int:
        """How many more wounds kill."""
        return LEVELS[self.level].death_at - self.pool[DIRE]

    @property
    def moves_diagonally(self) -> bool:
        """Revenants, and Kings with a completed Aria Transmutation."""
        return self.revenant or "aria" in self.transmuted

    @property
    def attacks_diagonally(self) -> bool:
        """Revenants, and Kings with a completed Pyre Transmutation."""
        return self.revenant or "pyre" in self.transmuted

    @property
    def escapes_narrowly(self) -> bool:
        """Revenants, and Kings with a completed Egis Transmutation, never pay to escape."""
        return self.revenant or "egis" in self.transmuted


class Roll(Struct):
    """Dice on the table, not yet turned into gems."""

    seat: int
    dice: list[int]
    at_least: int  # the threshold for Ylem, frozen at the first throw (R14)
    ascended: bool = False  # the first die is the Ascended Die


class Window(Struct):
    """An open window: a threat, and the seat that may answer it."""

    kind: WindowKind  # the prompt of the window
    seat: int
    n: int = 0  # incoming wounds not yet cancelled
    source: str = ""  # the source of the wounds, or the card that is being cast
    by: int = -1  # the seat it comes from


class Deck(Struct):
    """A draw pile (its top is last) and its discard pile."""

    draw: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)


class KingsTable(Table, kw_only=True):
    """Everything on the table."""

    phase: str = "kings"
    countdown: bool = True
    respond: bool = True
    round_limit: int = 0
    cancels_blocked: bool = False  # begun under rules 3: Pyre that Egis blocks can be cancelled

    round: int  # value on the Omega Index; 0: Omega
    rounds_played: int = 0
    turns: int = 0  # turns of the current round
    event: int = 0
    thrown: int = 0  # last throw of the Immolation Die
    walls: list[int] = field(default_factory=lambda: [OFF_BOARD] * 4)

    characters: list[Character]
    starting: int = 0
    active: int = 0
    operations: int = 0
    dead: list[int] = field(default_factory=list)  # seats that wait to return, by time of death
    round_over: bool = False

    supply: Gems = field(default_factory=lambda: list(SUPPLY.value))
    heaps: dict[int, Gems] = field(default_factory=dict)  # gems on tiles
    fallen: dict[int, int] = field(default_factory=dict)  # Bloodstones on tiles
    spare: int = 0
    die_tile: int = OFF_BOARD
    die_awarded: bool = False

    ascendant: Deck = field(default_factory=Deck)
    revenant: Deck = field(default_factory=Deck)
    resolving: list[str] = field(default_factory=list)  # cards that are being cast
    looked_at: list[str] = field(default_factory=list)  # seen by the active player alone
    known: dict[str, list[int]] = field(default_factory=dict)  # seen hand cards, see `knowledge`

    rolls: list[Roll] = field(default_factory=list)  # on the table; the last one is allocated next
    added_dice: int = 0  # join the next Latent roll
    windows: list[Window] = field(default_factory=list)  # the open ones
    keeps_die: bool = False  # the holder keeps the Ascended Die for this turn

    omega_war: bool = False
    omega: int = OFF_BOARD
    claimed: int = -1  # the seat that took the Omega Stone

    @property
    def me(self) -> Character:
        """The active player's character."""
        return self.characters[self.active]

    @property
    def ground(self) -> Ground:
        """The ground that the Fire Walls leave."""
        return arena.ground(self.walls)

    @property
    def rounds_left(self) -> int | None:
        """Rounds until the round limit; None without one."""
        return max(0, self.round_limit - self.rounds_played) if self.round_limit else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def dial(self) -> tuple[str, ...]:
        """The icons of the side of the Omega Index in use."""
        return FRONT.value if self.round > BACK_SIDE_ROUND else BACK.value

    def pieces(self) -> list[int]:
        """The tiles on which pieces stand."""
        return [character.tile for character in self.characters if character.tile >= 0]

    def opponents(self, me: Character) -> list[Character]:
        """The other characters on the board, clockwise from the seat after."""
        return [
            character
            for character in self.clockwise(me.seat + 1)
            if character is not me and character.tile >= 0
        ]

    def clockwise(self, seat: int) -> Iterator[Character]:
        """Every character, clockwise from a seat."""
        for n in range(len(self.characters)):
            yield self.characters[(seat + n) % len(self.characters)]

    def in_player_order(self) -> Iterator[Character]:
        """From the active player; at the end of a round from the starting player."""
        return self.clockwise(self.starting if self.round_over else self.active)

    def standing_on(self, tile: int) -> Character | None:
        """Whose piece stands there."""
        for character in self.characters:
            if character.tile == tile:
                return character
        return None

    def may_enter(self, character: Character, tile: int) -> bool:
        """Whether no piece is in the way, nor the Omega Stone without a Bloodstone."""
        if tile == self.omega and not character.bloodstones:
            return False
        return self.standing_on(tile) is None

    def deck(self, revenant: bool) -> Deck:
        """The deck of Kings or of Revenants."""
        return self.revenant if revenant else self.ascendant


def start_tile(seat: int, seats: int) -> int:
    """The start tile nearest to a seat."""
    return STARTS.value[SETUPS[seats].seats[seat]]
