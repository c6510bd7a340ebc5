"""The contents of the box, as printed: each value with its provenance.

rulebook        stated in, or computable from, the published rulebook
site            stated on a public page of or about the game
reconstructed   not published as text; consistent with everything that is published

A printed value that turns up later changes one line here.
"""

from __future__ import annotations

from typing import Final, Generic, Literal, TypeVar

from msgspec import Struct

from engine.ascended_kings.gems import ARIA, CORE, EGIS, NAMES, PYRE, YLEM, gems

T = TypeVar("T")
Provenance = Literal["rulebook", "site", "reconstructed"]
RULEBOOK: Final = "rulebook"
RECONSTRUCTED: Final = "reconstructed"


class Printed(Struct, Generic[T], frozen=True):
    """A printed value and its provenance, with the reason for a reconstructed one."""

    value: T
    provenance: Provenance
    note: str = ""


# Board

STARTS = Printed(
    {"south": 72, "west": 22, "north": 27, "east": 77},
    RECONSTRUCTED,
    "R2: two lines inside the edge, each on its seat's left hand; symmetric under every turn.",
)
IMMOLATION_NUMBERS = Printed(
    ("top", "right", "bottom", "left"), RECONSTRUCTED, "R3: the edges that show 1, 2, 3 and 4."
)
MIN_OPEN_LINES = Printed(3, RULEBOOK)

# Gems

SUPPLY = Printed(gems(aria=40, egis=40, pyre=40, dire=25, ylem=35), RULEBOOK)
COLOURS = Printed(("white", "green", "red", "black", "blue"), RULEBOOK)
BLOODSTONES = Printed(4, RULEBOOK)

# Dice: what a die, or the sum of several, gives

FACES: dict[int, Printed[tuple[int, ...]]] = {
    1: Printed((ARIA,), RULEBOOK),
    2: Printed((ARIA,), RECONSTRUCTED, "R4: only so can dice be added up to Aria."),
    3: Printed((EGIS,), RULEBOOK),
    4: Printed((PYRE,), RULEBOOK),
    5: Printed((PYRE,), RULEBOOK),
    6: Printed(CORE, RULEBOOK),
}
ASCENDED_FACES = Printed((1, 2, 3, 4, 5, 6), RECONSTRUCTED, "R18: its faces are not described.")
THRESHOLDS = Printed((7, 6, 5, 4, 3, 0), RULEBOOK, "By Ylem in the pool; 0: none when it is full.")
MIRROR_DICE = Printed(2, RECONSTRUCTED, "R13: one die alone always matches itself.")

# Mats


class Level(Struct, frozen=True):
    """A level; `price` is the Ylem to reach it."""

    price: int
    capacity: int
    death_at: int
    dice: int


LEVELS = (Level(0, 0, 0, 0), Level(0, 9, 3, 2), Level(2, 12, 4, 3), Level(3, 15, 5, 4))
MAX_YLEM = 5
MAX_HAND_AT_END_OF_TURN = 5
START_HAND = 3
START_CORE = 3


class Transmutation(Struct, frozen=True):
    """Three sockets. `generates` are the colours one may be chosen from at the start of a turn."""

    id: str
    cost: tuple[int, ...]
    generates: tuple[int, ...]
    grants: str


_PRISM = tuple(gems(aria=1, egis=1, pyre=1))
TRANSMUTATIONS = {
    transmutation.id: transmutation
    for transmutation in (
        Transmutation("aria", tuple(gems(aria=3)), (ARIA,), "diagonal_movement"),
        Transmutation("egis", tuple(gems(egis=3)), (EGIS,), "narrow_escape"),
        Transmutation("pyre", tuple(gems(pyre=3)), (PYRE,), "diagonal_attack"),
        Transmutation("ylem", tuple(gems(ylem=3)), (YLEM,), "ylem_abilities"),
        Transmutation("prism_1", _PRISM, CORE, "ylem_prism"),
        Transmutation("prism_2", _PRISM, CORE, "ylem_prism"),
        Transmutation("prism_3", _PRISM, CORE, "ylem_prism"),
    )
}
PRISMATIC_COST = _PRISM
CORE_TRANSMUTATIONS = NAMES[:3]
PRISMATIC = Printed(
    ("prism_1", "prism_2", "prism_3"), RECONSTRUCTED, "R24: one for each Core one it replaces."
)


class Ruler(Struct, frozen=True):
    """A King, the Revenant that it returns as, and the focus of both.

    `play_style` describes the cards of that focus (which a King may inscribe), how to use them and
    how hard that is; everything else is the same for every King.
    """

    id: str
    king_name: str
    revenant_name: str
    focus: str
    realm: str
    play_style: str


RULERS = {
    ruler.id: ruler
    for ruler in (
        Ruler(
            "apsu",
            "High King Apsu",
            "Engur",
            "ylem",
            "Aeterna",
            "Ylem, patient: more dice, better cards, steals gems from afar. Easy.",
        ),
        Ruler(
            "kynazarr",
            "Dlone Kynazarr",
            "Pyre Revenant",
            "pyre",
            "Kynazarr",
            "Pyre, fierce: wounds that Egis cannot block, takes cards. Easy.",
        ),
        Ruler(
            "vara",
            "Kariis Vara",
            "Aria Revenant",
            "aria",
            "Vara",
            "Aria, nimble: walks without Aria, trades places, shoves others. Medium.",
        ),
        Ruler(
            "eloden",
            "Harromere Eloden",
            "Egis Revenant",
            "egis",
            "Eloden",
            "Egis, tough: heals, takes Egis when wounded, drags others near. Medium.",
        ),
        Ruler(
            "zhoth",
            "Khadrius Zhoth",
            "Dire Revenant",
            "dire",
            "Zhoth",
            "Dire, cunning: lays traps, hands its wounds on, dissolves gems. Hard.",
        ),
    )
}

# Players


class Setup(Struct, frozen=True):
    """Values that depend on the number of players."""

    seats: tuple[str, ...]
    rounds: int
    spare_bloodstones: int
    starting_player_moves: bool


SETUPS = {
    2: Setup(("south", "north"), 20, 2, False),
    3: Setup(("south", "west", "north"), 15, 1, True),
    4: Setup(("south", "west", "north", "east"), 10, 0, True),
}

# Omega Index

EVENTS: dict[str, list[int] | None] = {
    "flame": None,
    "ylem": gems(ylem=1),
    "pyre": gems(pyre=1),
    "pyre_pyre": gems(pyre=2),
    "ylem_dire": gems(ylem=1, dire=1),
}
FRONT = Printed(
    (
        "flame",
        "ylem",
        "pyre",
        "ylem",
        "flame",
        "pyre",
        "ylem",
        "pyre",
        "flame",
        "ylem",
        "pyre",
        "ylem",
    ),
    RECONSTRUCTED,
    "R5: five kinds and several flames are known, their order is not; every fourth is a flame.",
)
BACK = Printed(
    (
        "flame",
        "ylem_dire",
        "pyre_pyre",
        "ylem",
        "flame",
        "pyre_pyre",
        "ylem_dire",
        "pyre",
        "flame",
        "ylem",
        "pyre_pyre",
        "ylem_dire",
    ),
    RECONSTRUCTED,
    "R5: as the front, with the two kinds that the back brings in.",
)
BACK_SIDE_ROUND = 10
"""The round value at which the Omega Index is flipped; from here on the back is in use."""

# Koru

KORU = {"omega": 25, "bloodstones": 15, "never_killed": 10, "transmutations": 5, "ylem": 1}
TIE_BREAK = {"level": 5, "card": 1, "lancea_of_aeterna": 15, "revenant_curse": 10}
"""Koru per level, per power level of each card in hand, and for the two cards that slay."""
