"""View types: the TypedDicts that `view` returns and from which its JSON schema is built."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from engine.battle_for_empyrean.battlefield import Icon
from engine.battle_for_empyrean.card import Ability
from engine.battle_for_empyrean.rules import PHASES
from engine.core.view_schema import FOR_SEATS, Count, PlayerId, one_of

Token = Literal["stun", "shield", "anchor", "move", "captive"]
Phase = Annotated[str, one_of(*PHASES, "over")]
Id = Annotated[str, Meta(pattern="^[a-z_]+$")]
"""A card, deck or battlefield of the catalogue."""
FieldId = Annotated[str, Meta(pattern="^b[0-9]$")]
UnitId = Annotated[str, "Given as a card enters the table, and never again.", Meta(pattern="^u")]
Copies = dict[Id, Annotated[int, Meta(ge=1)]]
"""Cards, with how many copies of each."""
FromOne = Annotated[int, Meta(ge=1)]


class Effect(TypedDict):
    """A printed effect of a battlefield: the phase of its icon, and its text."""

    phase: Icon
    text: str


class Tally(TypedDict):
    """A battlefield's note on a player: how often something has happened."""

    kind: Literal["count"]
    n: int


class Mark(TypedDict):
    """A battlefield's note on a player: what counts once a game, or has happened this Round."""

    kind: Literal["once", "this_round"]


class Battlefield(TypedDict):
    """A battlefield, with the players' standing on it."""

    card: Id
    name: str
    place: Annotated[int, "1 is on top.", Meta(ge=1)]
    effects: list[Effect]
    might: dict[PlayerId, int]
    leader: NotRequired[Annotated[PlayerId, "The player with most Might; absent for a tie."]]
    zones: Annotated[dict[PlayerId, Count], "How many Zones each player has here."]
    stops: Annotated[dict[PlayerId, FromOne], "Stop Tokens on each player's side."]
    notes: dict[PlayerId, dict[Annotated[str, Meta(pattern="^[a-z0-9_]+$")], Tally | Mark]]
    gone: NotRequired[Annotated[Literal[True], "It does not exist (any more)."]]
    claimed: NotRequired[
        Annotated[Literal[True], "The race for what only one player gets is over."]
    ]
    reached: NotRequired[Annotated[Literal[True], "A player has had the Might it asks for."]]


class Deployed(TypedDict):
    """Where a card on a battlefield lies."""

    owner: PlayerId
    battlefield: FieldId
    zone: FromOne


class FaceDown(Deployed):
    """A face-down card; only its owner sees which."""

    face_up: Literal[False]
    order: Annotated[int, "1 is Revealed first.", Meta(ge=1)]
    card: NotRequired[Annotated[Id, FOR_SEATS]]
    name: NotRequired[Annotated[str, FOR_SEATS]]
    cost: NotRequired[Annotated[Count, FOR_SEATS]]
    paid: NotRequired[Annotated[Count, "The Essence spent on it.", FOR_SEATS]]


class FaceUp(Deployed):
    """A Revealed card, with its numbers and the tokens it carries."""

    face_up: Literal[True]
    card: Id
    name: str
    cost: Count
    kind: str
    ability: Ability
    might: int
    since: Annotated[int, "The Round in which it was Revealed.", Meta(ge=1)]
    maximum: NotRequired[Annotated[int, "The most Might it can have.", Meta(ge=1)]]
    permanent_move: NotRequired[Literal[True]]
    stun: NotRequired[FromOne]
    shield: NotRequired[FromOne]
    anchor: NotRequired[FromOne]
    move: NotRequired[FromOne]
    captive: NotRequired[FromOne]


class PlayerState(TypedDict):
    """A player, and what is known of their cards."""

    seat: Count
    essence: Annotated[int, "Of this Round; the owner alone knows what face-down cards cost."]
    next_essence: Annotated[int, "Essence of the next Round."]
    hand_size: Count
    deck_size: Count
    discard_size: Count
    banish_size: Count
    destroyed: Copies
    raids: Count
    imprisoned: Annotated[bool, "Whether a battlefield holds a card of theirs."]
    deck: NotRequired[Annotated[Id, "The game deck, once chosen."]]
    cards: NotRequired[Annotated[Copies, "The 24 cards of that deck."]]
    hand: NotRequired[Annotated[Copies, FOR_SEATS]]
    discarded: NotRequired[Annotated[Copies, FOR_SEATS]]
    drafted: NotRequired[Annotated[list[Id], "What the viewer has drafted.", FOR_SEATS]]


class EmpyreanView(TypedDict):
    """A table of Battle for Empyrean as one viewer sees it."""

    phase: Phase
    round: Count
    last_round: Count
    token: Annotated[PlayerId, "The player with the First Player Token."]
    acting: NotRequired[Annotated[PlayerId, "Absent while all players act, or none does."]]
    order: Annotated[
        list[PlayerId],
        "The order of play in this phase; in the Draft Phase, that of the following phases so far.",
    ]
    battlefields: dict[FieldId, Battlefield]
    units: dict[UnitId, FaceUp | FaceDown]
    players: dict[PlayerId, PlayerState]
