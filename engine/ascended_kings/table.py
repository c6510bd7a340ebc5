"""The table: what lies and stands where, as plain data."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from engine.ascended_kings import arena
from engine.ascended_kings.arena import Ground
from engine.ascended_kings.box import (
    BACK,
    BACK_FROM,
    FRONT,
    LEVELS,
    SETUPS,
    STARTS,
    SUPPLY,
    YLEM_POOL,
)
from engine.ascended_kings.gems import DIRE, YLEM, Gems
from engine.core.table import Table

AWAY = -1
"""The tile of a piece, of the Ascended Die or of the Omega Stone that is not on the board."""


class Character(Struct, kw_only=True):
    """A player's piece and mat: a King, and a Revenant from the first death on.

    `pool` counts the gems of the Gemstone Pool and, last, those of the Ylem Pool. `aside` are the
    gems that a dead character will come back with. `activated` is whether the inscription was used
    this turn.
    """

    seat: int
    king: str = ""
    revenant: bool = False
    level: int = 1
    tile: int = AWAY
    killed: int = 0
    pool: Gems
    aside: Gems
    transmuted: list[str] = field(default_factory=list)
    inscription: str = ""
    hand: list[str] = field(default_factory=list)
    bloodstones: int = 1
    ascended_die: bool = False
    shielded: bool = False
    activated: bool = False

    @property
    def on_board(self) -> bool:
        """Whether the piece stands on a tile: not so between death and return."""
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
        return YLEM_POOL - self.pool[YLEM]

    @property
    def to_death(self) -> int:
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
    """Dice on the table, not yet made into gems.

    `at_least` is the threshold for Ylem, frozen at the first throw (R14). With `ascended` the first
    die is the Ascended Die.
    """

    seat: int
    dice: list[int]
    at_least: int
    ascended: bool = False


class Coming(Struct):
    """What an open window is about: `kind` is its prompt, `n` the wounds left on the way.

    `source` is what wounds, or the card that is being cast; `by` the seat it comes from.
    """

    kind: str
    seat: int
    n: int = 0
    source: str = ""
    by: int = -1


class Deck(Struct):
    """A draw pile (its top is last) and its discard pile."""

    draw: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)


class KingsTable(Table, kw_only=True):
    """Everything on the table.

    `round` is the value on the Omega Index (0: Omega); `rounds_played` and `turns` count rounds and
    the turns of the current one; `thrown` is the last throw of the Immolation Die. `heaps` are gems
    on tiles, `fallen` Bloodstones on tiles. `dead` are the seats that wait to return, in the order
    of their deaths. `rolls` are dice on the table, the last of them the one to allocate;
    `added_dice` join the Latent roll to come. `windows` are open: what is coming to whom.
    `resolving` are cards that are being cast. `looked_at` are cards that the active player, and
    nobody else, looks at. `known` are hand cards that others have seen (`knowledge`). `keeps_die`
    is whether the holder of the Ascended Die has said that it stays for this turn. `claimed` is the
    seat that took the Omega Stone.
    """

    phase: str = "kings"
    countdown: bool = True
    respond: bool = True
    round_limit: int = 0

    round: int
    rounds_played: int = 0
    turns: int = 0
    event: int = 0
    thrown: int = 0
    walls: list[int] = field(default_factory=lambda: [AWAY] * 4)

    characters: list[Character]
    starting: int = 0
    active: int = 0
    operations: int = 0
    dead: list[int] = field(default_factory=list)
    round_over: bool = False

    supply: Gems = field(default_factory=lambda: list(SUPPLY.value))
    heaps: dict[int, Gems] = field(default_factory=dict)
    fallen: dict[int, int] = field(default_factory=dict)
    spare: int = 0
    die_tile: int = AWAY
    die_awarded: bool = False

    ascendant: Deck = field(default_factory=Deck)
    revenant: Deck = field(default_factory=Deck)
    resolving: list[str] = field(default_factory=list)
    looked_at: list[str] = field(default_factory=list)
    known: dict[str, list[int]] = field(default_factory=dict)

    rolls: list[Roll] = field(default_factory=list)
    added_dice: int = 0
    windows: list[Coming] = field(default_factory=list)
    keeps_die: bool = False

    omega_war: bool = False
    omega: int = AWAY
    claimed: int = -1

    @property
    def me(self) -> Character:
        """The active player's character."""
        return self.characters[self.active]

    @property
    def ground(self) -> Ground:
        """What the Fire Walls leave."""
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
        return FRONT.value if self.round > BACK_FROM else BACK.value

    def pieces(self) -> list[int]:
        """The tiles on which pieces stand."""
        return [one.tile for one in self.characters if one.tile >= 0]

    def opponents(self, me: Character) -> list[Character]:
        """The other characters on the board, clockwise from the seat after."""
        return [one for one in self.clockwise(me.seat + 1) if one is not me and one.tile >= 0]

    def clockwise(self, seat: int) -> Iterator[Character]:
        """Every character, clockwise from a seat."""
        for n in range(len(self.characters)):
            yield self.characters[(seat + n) % len(self.characters)]

    def in_player_order(self) -> Iterator[Character]:
        """From the active player; at the end of a round from the starting player."""
        return self.clockwise(self.starting if self.round_over else self.active)

    def standing_on(self, tile: int) -> Character | None:
        """Whose piece stands there."""
        for one in self.characters:
            if one.tile == tile:
                return one
        return None

    def may_enter(self, who: Character, tile: int) -> bool:
        """Whether no piece is in the way, nor the Omega Stone without a Bloodstone."""
        if tile == self.omega and not who.bloodstones:
            return False
        return self.standing_on(tile) is None

    def deck(self, revenant: bool) -> Deck:
        """The deck of Kings or of Revenants."""
        return self.revenant if revenant else self.ascendant


def start_tile(seat: int, seats: int) -> int:
    """The start tile nearest to a seat."""
    return STARTS.value[SETUPS[seats].seats[seat]]
