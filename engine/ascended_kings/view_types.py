"""View types: the TypedDicts that `view` returns and from which its JSON schema is built."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from engine.ascended_kings.arena import EDGES
from engine.ascended_kings.box import BACK, FRONT, TRANSMUTATIONS
from engine.ascended_kings.gems import NAMES
from engine.ascended_kings.messages import PHASES
from engine.ascended_kings.table import WindowKind
from engine.core.view_schema import FOR_SEATS, Count, PlayerId, one_of

CardId = Annotated[str, Meta(pattern="^(asc|rev)_[a-z0-9_]+$")]
TileId = Annotated[str, Meta(pattern="^t[0-9][0-9]$")]
WallId = Annotated[str, Meta(pattern=f"^w_({'|'.join(EDGES)})$")]
RollId = Annotated[str, Meta(pattern="^r[0-9]+$")]
MemoryId = Annotated[str, Meta(pattern="^s[0-9]+$")]
TakeKey = Annotated[str, Meta(pattern="^take:")]
Gem = Annotated[str, one_of(*NAMES)]
Gems = dict[Gem, Annotated[int, Meta(ge=1)]]
Line = Annotated[int, Meta(ge=0, le=9)]
Face = Annotated[int, Meta(ge=1, le=6)]
FromOne = Annotated[int, Meta(ge=1)]
Icon = Annotated[str, one_of(*dict.fromkeys(FRONT.value + BACK.value))]


class Wall(TypedDict):
    """A Fire Wall on the board."""

    edge: Annotated[str, one_of(*EDGES)]
    index: Annotated[int, "Lines from its own edge.", Meta(ge=0)]
    deadlock: bool


class Heap(TypedDict):
    """What lies on a tile."""

    gems: NotRequired[Gems]
    bloodstones: NotRequired[FromOne]
    ascended_die: NotRequired[Literal[True]]
    omega_stone: NotRequired[Literal[True]]


class ArenaState(TypedDict):
    """The board: the first and last row and column that are not on fire, walls and tiles."""

    top: Line
    bottom: Line
    left: Line
    right: Line
    walls: dict[WallId, Wall]
    tiles: dict[TileId, Heap]


class Prismatic(TypedDict):
    """An inscription that lies face up."""

    face_up: Literal[True]
    card: CardId


class Inscribed(TypedDict):
    """An inscription that lies face down."""

    face_up: Literal[False]
    card: NotRequired[Annotated[CardId, "For its owner.", FOR_SEATS]]


class Passives(TypedDict):
    """The passive abilities, and whether the character has them."""

    diagonal_movement: bool
    diagonal_attack: bool
    narrow_escape: bool
    ylem_abilities: bool


class Mat(TypedDict):
    """A character mat."""

    king: NotRequired[Annotated[str, "Once it is chosen.", Meta(pattern="^[a-z_]+$")]]
    form: Literal["king", "revenant"]
    level: Annotated[int, Meta(ge=1, le=3)]
    tile: NotRequired[Annotated[TileId, "Absent while dead."]]
    wounds: Count
    to_death: Annotated[int, "How many more wounds kill."]
    capacity: Count
    pool: Annotated[Gems, "Aria, Egis and Pyre."]
    ylem: Count
    threshold: NotRequired[
        Annotated[int, "The sum of dice that gives Ylem; absent when the pool is full.", Meta(ge=1)]
    ]
    sockets: Annotated[dict[Annotated[str, one_of(*TRANSMUTATIONS)], bool], "Whether each is full."]
    inscription: NotRequired[Prismatic | Inscribed]
    bloodstones: Count
    ascended_die: bool
    shielded: bool
    activated: Annotated[bool, "Whether the inscription was used this turn."]
    killed: Annotated[Count, "How many times."]
    cards: Annotated[Count, "How many cards the hand holds."]
    hand: NotRequired[Annotated[dict[CardId, Literal[True]], "For its owner.", FOR_SEATS]]
    aside: Annotated[Gems, "Those to come back with."]
    passives: Passives
    koru: Annotated[int, "What Omega would score now."]


class Pile(TypedDict):
    """A deck: the size of its draw pile, and its discards, the top last."""

    draw: Count
    discard: list[CardId]


class Decks(TypedDict):
    """The decks of Kings and of Revenants."""

    ascendant: Pile
    revenant: Pile


class Group(TypedDict):
    """Dice that are added up, and the gem they give."""

    dice: list[Face]
    gem: Gem


class RollState(TypedDict):
    """Dice on the table, as thrown, and the answers that they allow."""

    player: PlayerId
    dice: list[Face]
    threshold: NotRequired[FromOne]
    ascended: NotRequired[Annotated[Literal[True], "The first die is the Ascended Die."]]
    takes: dict[TakeKey, list[Group]]


class Index(TypedDict):
    """The Omega Index; absent in the Omega War."""

    round: Count
    side: Literal["front", "back"]
    countdown: bool
    event: Annotated[int, "The place on the dial.", Meta(ge=0)]
    icons: Annotated[list[Icon], "The dial, in order."]


class RoundLimit(TypedDict):
    """After how many rounds the match ends, and how many are left, this one included."""

    rounds: FromOne
    left: Count


class Threat(TypedDict):
    """What is coming at a player."""

    kind: WindowKind
    n: NotRequired[Annotated[int, "Wounds not yet cancelled.", Meta(ge=1)]]
    source: Annotated[str, "Where the wounds come from, or the card that is being cast."]
    by: NotRequired[PlayerId]


class Step(TypedDict):
    """A tile where Aria Movement leads: the Escape Cost, and the wounds there."""

    egis: Count
    wounds: Count


class ShownCard(TypedDict):
    """A card that the viewer showed to others, or was shown."""

    by: PlayerId
    to: dict[PlayerId, Literal[True]]
    card: CardId
    ply: Annotated[int, "The entry that showed it; 0: before this match began.", Meta(ge=0)]


class KingsView(TypedDict):
    """A table of Ascended Kings as one viewer sees it."""

    phase: Annotated[str, one_of(*PHASES)]
    active: Annotated[PlayerId, "Whose turn it is."]
    starting: Annotated[PlayerId, "Who began the round."]
    omega_war: Annotated[bool, "Whether it has begun."]
    claimed: NotRequired[Annotated[PlayerId, "Who took the Omega Stone."]]
    index: NotRequired[Index]
    limit: NotRequired[RoundLimit]
    arena: ArenaState
    players: dict[PlayerId, Mat]
    decks: Decks
    supply: Gems
    spare: Annotated[Count, "Bloodstones that wait in the box for the first who return."]
    returning: Annotated[list[PlayerId], "The dead, in the order in which they return."]
    rolls: dict[RollId, RollState]
    thrown: NotRequired[Annotated[int, "What the Immolation Die showed last.", Meta(ge=1)]]
    resolving: NotRequired[Annotated[CardId, "The card that is being cast."]]
    windows: NotRequired[Annotated[dict[PlayerId, Threat], "By the threatened player."]]
    steps: NotRequired[Annotated[dict[TileId, Step], "Where the active piece can move."]]
    sight: NotRequired[Annotated[dict[PlayerId, bool], "Which players are in its line of sight."]]
    aims: NotRequired[
        Annotated[
            dict[CardId, list[PlayerId]],
            "Legal targets of each hand card, for the player who acts.",
            FOR_SEATS,
        ]
    ]
    looking: NotRequired[
        Annotated[
            dict[CardId, Literal[True]],
            "Cards on top of a deck, for the player who looks at them.",
            FOR_SEATS,
        ]
    ]
    shown: NotRequired[Annotated[dict[MemoryId, ShownCard], "In order.", FOR_SEATS]]
