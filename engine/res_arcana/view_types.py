"""View types: the TypedDicts that `view` returns and from which its JSON schema is built."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from engine.core.view_schema import FOR_SEATS, Count, PlayerId, one_of
from engine.res_arcana.card import Kind
from engine.res_arcana.essences import KINDS

Phase = Literal["draft", "setup", "collect", "actions", "victory", "over"]
Id = Annotated[str, Meta(pattern="^[a-z_]+$")]
"""A component of the catalogue."""
Essences = dict[Annotated[str, one_of(*KINDS)], Count]


class Placed(TypedDict):
    """A component in play or in the centre."""

    id: Id
    kind: Kind
    turned: bool
    essences: Annotated[Essences, "Those that lie on it."]
    points: Annotated[int, "What it scores now."]


class PlayerState(TypedDict):
    """A player, and what lies before them."""

    seat: Count
    pool: Annotated[Essences, "The essence pool, with all five kinds."]
    passed: bool
    token: Annotated[bool, "Whether the First Player token is here."]
    points: Annotated[int, "All points."]
    temporary: NotRequired[Annotated[int, "Points for the running victory check alone."]]
    score: Annotated[dict[Id, int], "Points by component, without zeros."]
    order: Annotated[list[Id], "The components in play, in the order they came."]
    cards: dict[Id, Placed]
    hand_size: Count
    deck_size: Count
    discard: Annotated[list[Id], "The discard pile, its top last."]
    known: NotRequired[Annotated[list[Id], "Cards that all know to be in hand or deck."]]
    drafted: NotRequired[Annotated[list[Id], "Artifacts kept from one game to the next."]]
    hand: NotRequired[Annotated[list[Id], "The viewer's own hand.", FOR_SEATS]]
    seen: NotRequired[Annotated[list[Id], "Known cards on top of the own deck.", FOR_SEATS]]
    deck: NotRequired[Annotated[list[Id], "The rest of the own deck, in no order.", FOR_SEATS]]
    mages: NotRequired[Annotated[list[Id], "The mages to choose from.", FOR_SEATS]]


class Monuments(TypedDict):
    """The monuments of the centre."""

    display: list[Id]
    deck: Annotated[Count, "How many lie face down."]
    seen: NotRequired[Annotated[list[Id], "Known cards on top of the deck.", FOR_SEATS]]


class GameOfMatch(TypedDict):
    """The game under way, and those won before it."""

    number: Annotated[int, Meta(ge=1)]
    of: Annotated[int, "The most games of the match.", Meta(ge=1)]
    wins: dict[PlayerId, Count]
    shared: NotRequired[Annotated[int, "Games that several won together.", Meta(ge=1)]]


class Packs(TypedDict):
    """A draft of packs that are passed around."""

    sizes: Annotated[dict[PlayerId, Count], "The cards left in each player's pack."]
    pack: NotRequired[Annotated[list[Id], "The viewer's pack.", FOR_SEATS]]
    kept: NotRequired[Annotated[list[Id], "What the viewer has kept so far.", FOR_SEATS]]


class Offer(TypedDict):
    """A draft face up, between the games of a match."""

    offer: list[Id]


class ResArcanaView(TypedDict):
    """A table of Res Arcana as one viewer sees it."""

    game: GameOfMatch
    goal: Annotated[int, "From how many points on a game is won.", Meta(ge=1)]
    round: Count
    phase: Phase
    first: Annotated[Count, "The seat with the First Player token."]
    places: Annotated[dict[Id, Placed], "Unclaimed Places of Power."]
    monuments: Monuments
    items: Annotated[list[Id], "Magic items in the centre."]
    players: dict[PlayerId, PlayerState]
    draft: NotRequired[Packs | Offer]
