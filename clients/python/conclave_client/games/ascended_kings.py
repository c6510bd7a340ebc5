"""Ascended Kings: views, prompts and option keys.

`python -m scripts.client_types` writes this file.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NotRequired, TypedDict, cast

from conclave_client.games import option_key
from conclave_client.types import View

GAME = "ascended_kings"


class ArenaState(TypedDict):
    """The board: the first and last row and column that are not on fire, walls and tiles."""

    top: int
    bottom: int
    left: int
    right: int
    walls: dict[str, Wall]
    tiles: dict[str, Heap]


class Decks(TypedDict):
    """The decks of Kings and of Revenants."""

    ascendant: Pile
    revenant: Pile


class Group(TypedDict):
    """Dice that are added up, and the gem they give."""

    dice: list[int]
    gem: Literal["aria", "egis", "pyre", "dire", "ylem"]


class Heap(TypedDict):
    """What lies on a tile."""

    gems: NotRequired[dict[Literal["aria", "egis", "pyre", "dire", "ylem"], int]]
    bloodstones: NotRequired[int]
    ascended_die: NotRequired[Literal[True]]
    omega_stone: NotRequired[Literal[True]]


class Index(TypedDict):
    """The Omega Index; absent in the Omega War."""

    round: int
    side: Literal["front", "back"]
    countdown: bool
    event: int
    """The place on the dial."""
    icons: list[Literal["flame", "ylem", "pyre", "ylem_dire", "pyre_pyre"]]
    """The dial, in order."""


class Inscribed(TypedDict):
    """An inscription that lies face down."""

    face_up: Literal[False]
    card: NotRequired[str]
    """For its owner."""


class KingsView(TypedDict):
    """A table of Ascended Kings as one viewer sees it."""

    phase: Literal[
        "kings",
        "deal",
        "gems",
        "turn",
        "state",
        "roll",
        "allocate",
        "latent",
        "action",
        "discard",
        "returns",
        "dial",
        "fire",
        "burn",
        "event",
        "over",
    ]
    active: str
    """Whose turn it is."""
    starting: str
    """Who began the round."""
    omega_war: bool
    """Whether it has begun."""
    claimed: NotRequired[str]
    """Who took the Omega Stone."""
    index: NotRequired[Index]
    limit: NotRequired[RoundLimit]
    arena: ArenaState
    players: dict[str, Mat]
    decks: Decks
    supply: dict[Literal["aria", "egis", "pyre", "dire", "ylem"], int]
    spare: int
    """Bloodstones that wait in the box for the first who return."""
    returning: list[str]
    """The dead, in the order in which they return."""
    rolls: dict[str, RollState]
    thrown: NotRequired[int]
    """What the Immolation Die showed last."""
    resolving: NotRequired[str]
    """The card that is being cast."""
    windows: NotRequired[dict[str, Threat]]
    """By the threatened player."""
    steps: NotRequired[dict[str, Step]]
    """Where the active piece can move."""
    sight: NotRequired[dict[str, bool]]
    """Which players are in its line of sight."""
    aims: NotRequired[dict[str, list[str]]]
    """Legal targets of each hand card, for the player who acts."""
    looking: NotRequired[dict[str, Literal[True]]]
    """Cards on top of a deck, for the player who looks at them."""
    shown: NotRequired[dict[str, ShownCard]]
    """In order."""


class Mat(TypedDict):
    """A character mat."""

    king: NotRequired[str]
    """Once it is chosen."""
    form: Literal["king", "revenant"]
    level: int
    tile: NotRequired[str]
    """Absent while dead."""
    wounds: int
    to_death: int
    """How many more wounds kill."""
    capacity: int
    pool: dict[Literal["aria", "egis", "pyre", "dire", "ylem"], int]
    """Aria, Egis and Pyre."""
    ylem: int
    threshold: NotRequired[int]
    """The sum of dice that gives Ylem; absent when the pool is full."""
    sockets: dict[Literal["aria", "egis", "pyre", "ylem", "prism_1", "prism_2", "prism_3"], bool]
    """Whether each is full."""
    inscription: NotRequired[Prismatic | Inscribed]
    bloodstones: int
    ascended_die: bool
    shielded: bool
    activated: bool
    """Whether the inscription was used this turn."""
    killed: int
    """How many times."""
    cards: int
    """How many cards the hand holds."""
    hand: NotRequired[dict[str, Literal[True]]]
    """For its owner."""
    aside: dict[Literal["aria", "egis", "pyre", "dire", "ylem"], int]
    """Those to come back with."""
    passives: Passives
    koru: int
    """What Omega would score now."""


class Passives(TypedDict):
    """The passive abilities, and whether the character has them."""

    diagonal_movement: bool
    diagonal_attack: bool
    narrow_escape: bool
    ylem_abilities: bool


class Pile(TypedDict):
    """A deck: the size of its draw pile, and its discards, the top last."""

    draw: int
    discard: list[str]


class Prismatic(TypedDict):
    """An inscription that lies face up."""

    face_up: Literal[True]
    card: str


class RollState(TypedDict):
    """Dice on the table, as thrown, and the answers that they allow."""

    player: str
    dice: list[int]
    threshold: NotRequired[int]
    ascended: NotRequired[Literal[True]]
    """The first die is the Ascended Die."""
    takes: dict[str, list[Group]]


class RoundLimit(TypedDict):
    """After how many rounds the match ends, and how many are left, this one included."""

    rounds: int
    left: int


class ShownCard(TypedDict):
    """A card that the viewer showed to others, or was shown."""

    by: str
    to: dict[str, Literal[True]]
    card: str
    ply: int
    """The entry that showed it; 0: before this match began."""


class Step(TypedDict):
    """A tile where Aria Movement leads: the Escape Cost, and the wounds there."""

    egis: int
    wounds: int


class Threat(TypedDict):
    """What is coming at a player."""

    kind: Literal["defend", "incoming", "respond"]
    n: NotRequired[int]
    """Wounds not yet cancelled."""
    source: str
    """Where the wounds come from, or the card that is being cast."""
    by: NotRequired[str]


class Wall(TypedDict):
    """A Fire Wall on the board."""

    edge: Literal["top", "right", "bottom", "left"]
    index: int
    """Lines from its own edge."""
    deadlock: bool


def table(view: View) -> KingsView:
    """The game's part of a view."""
    return cast(KingsView, view.table)


class Prompt(StrEnum):
    """What is asked: `decision.prompt.key`."""

    ABSORB = "ascended_kings.absorb"
    ABSORB_UNHURT = "ascended_kings.absorb_unhurt"
    ACTION = "ascended_kings.action"
    ALLOCATE = "ascended_kings.allocate"
    BESIDE = "ascended_kings.beside"
    BREAK = "ascended_kings.break"
    CONVERT = "ascended_kings.convert"
    DEFEND = "ascended_kings.defend"
    DEPLOY = "ascended_kings.deploy"
    DISCARD = "ascended_kings.discard"
    GENERATE = "ascended_kings.generate"
    GIVE_DIRE = "ascended_kings.give_dire"
    GIVE_UP = "ascended_kings.give_up"
    INCOMING = "ascended_kings.incoming"
    INSTANT = "ascended_kings.instant"
    KEEP = "ascended_kings.keep"
    KING = "ascended_kings.king"
    LATENT = "ascended_kings.latent"
    LAY_DIRE = "ascended_kings.lay_dire"
    PULL = "ascended_kings.pull"
    PUSH = "ascended_kings.push"
    PYRE = "ascended_kings.pyre"
    REMOVE_DIRE = "ascended_kings.remove_dire"
    RESPOND = "ascended_kings.respond"
    RETURN_CORE = "ascended_kings.return_core"
    ROLL = "ascended_kings.roll"
    SHED_DIRE = "ascended_kings.shed_dire"
    SHIELD = "ascended_kings.shield"
    START_GEMS = "ascended_kings.start_gems"
    STATE = "ascended_kings.state"
    STEAL_CORE = "ascended_kings.steal_core"
    STEP = "ascended_kings.step"
    STRIP = "ascended_kings.strip"
    TAKE_EGIS = "ascended_kings.take_egis"
    TARGET = "ascended_kings.target"
    TELEPORT = "ascended_kings.teleport"


Word = Literal[
    "activate",
    "attack",
    "bridge",
    "cancel",
    "cast",
    "discard",
    "done",
    "draw",
    "gem",
    "heal",
    "inscribe",
    "instant",
    "keep",
    "king",
    "level_up",
    "move",
    "no",
    "pass",
    "prism",
    "pyrokinesis",
    "roll",
    "socket",
    "state",
    "stop",
    "take",
    "target",
    "tile",
    "transmute",
    "uninscribe",
    "untransmute",
    "yes",
]


class Key:
    """Builds option keys, which are answers."""

    @staticmethod
    def activate() -> str:
        return option_key("activate")

    @staticmethod
    def attack(id: str) -> str:
        return option_key("attack", id)

    @staticmethod
    def bridge(tile: str) -> str:
        return option_key("bridge", tile)

    @staticmethod
    def cancel(id: int, id_2: Literal["remove"], id_3: int) -> str:
        return option_key("cancel", id, id_2, id_3)

    @staticmethod
    def cast(id: str) -> str:
        return option_key("cast", id)

    @staticmethod
    def discard(id: str) -> str:
        return option_key("discard", id)

    @staticmethod
    def done() -> str:
        return option_key("done")

    @staticmethod
    def draw() -> str:
        return option_key("draw")

    @staticmethod
    def gem(id: Literal["aria", "egis", "pyre", "dire", "ylem"]) -> str:
        return option_key("gem", id)

    @staticmethod
    def heal() -> str:
        return option_key("heal")

    @staticmethod
    def inscribe(id: str) -> str:
        return option_key("inscribe", id)

    @staticmethod
    def instant(id: str) -> str:
        return option_key("instant", id)

    @staticmethod
    def keep(id: str) -> str:
        return option_key("keep", id)

    @staticmethod
    def king(id: str) -> str:
        return option_key("king", id)

    @staticmethod
    def level_up() -> str:
        return option_key("level_up")

    @staticmethod
    def move(tile: str) -> str:
        return option_key("move", tile)

    @staticmethod
    def no() -> str:
        return option_key("no")

    @staticmethod
    def pass_() -> str:
        return option_key("pass")

    @staticmethod
    def prism(id: str) -> str:
        return option_key("prism", id)

    @staticmethod
    def pyrokinesis(id: Literal["top", "right", "bottom", "left"]) -> str:
        return option_key("pyrokinesis", id)

    @staticmethod
    def roll() -> str:
        return option_key("roll")

    @staticmethod
    def socket(
        transmutation: Literal["aria", "egis", "pyre", "ylem", "prism_1", "prism_2", "prism_3"],
    ) -> str:
        return option_key("socket", transmutation)

    @staticmethod
    def state(id: Literal["latent", "active"]) -> str:
        return option_key("state", id)

    @staticmethod
    def stop() -> str:
        return option_key("stop")

    @staticmethod
    def take(id: str) -> str:
        return option_key("take", id)

    @staticmethod
    def target(id: str) -> str:
        return option_key("target", id)

    @staticmethod
    def tile(tile: str) -> str:
        return option_key("tile", tile)

    @staticmethod
    def transmute(
        transmutation: Literal["aria", "egis", "pyre", "ylem", "prism_1", "prism_2", "prism_3"],
    ) -> str:
        return option_key("transmute", transmutation)

    @staticmethod
    def uninscribe() -> str:
        return option_key("uninscribe")

    @staticmethod
    def untransmute(
        transmutation: Literal["aria", "egis", "pyre", "ylem", "prism_1", "prism_2", "prism_3"],
    ) -> str:
        return option_key("untransmute", transmutation)

    @staticmethod
    def yes() -> str:
        return option_key("yes")
