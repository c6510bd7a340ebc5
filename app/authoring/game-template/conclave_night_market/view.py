"""View: what each viewer may know, and the inverse: dealing again what they cannot know."""

from __future__ import annotations

from random import Random
from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from conclave_night_market.box import CARDS, VALUES
from conclave_night_market.table import NightMarketTable
from engine.core.event import Viewer
from engine.core.view_schema import FOR_SEATS, Count, PlayerId

Card = Annotated[int, Meta(ge=1, le=CARDS)]
Ware = Literal["lantern", "tea", "silk", "spice", "jade"]


class PlayerView(TypedDict):
    """A player, as everybody sees them."""

    cards: Annotated[Count, "How many cards the hand has."]
    points: Annotated[Count, "What the wares are worth."]
    bought: Annotated[list[str], "The wares, in the order in which they were bought."]
    bid: NotRequired[Annotated[Card, "The card played this round, once it is revealed."]]


class NightMarketView(TypedDict):
    """The table as one viewer sees it."""

    rounds: Annotated[Count, "How many rounds are played."]
    pile: Annotated[Count, "How many cards are left to draw."]
    discards: Annotated[list[Card], "The cards played so far, the latest last."]
    stock: Annotated[Count, "How many wares are left.", Meta(extra_json_schema={"zone": "pile"})]
    stall: Annotated[list[str], "The wares on offer."]
    players: dict[PlayerId, PlayerView]
    hand: NotRequired[Annotated[list[Card], "The viewer's own hand.", FOR_SEATS]]


def view(table: NightMarketTable, viewer: Viewer) -> NightMarketView:
    """The table for one viewer, built up from nothing."""
    seen: NightMarketView = {
        "rounds": table.rounds,
        "pile": len(table.pile),
        "discards": list(table.discards),
        "stock": len(table.stock),
        "stall": list(table.stall),
        "players": {f"p{seat}": player(table, seat) for seat in range(len(table.hands))},
    }
    if isinstance(viewer, int):
        seen["hand"] = sorted(table.hands[viewer])
    return seen


def player(table: NightMarketTable, seat: int) -> PlayerView:
    """One player."""
    seen: PlayerView = {
        "cards": len(table.hands[seat]),
        "points": sum(VALUES[ware] for ware in table.bought[seat]),
        "bought": list(table.bought[seat]),
    }
    if table.bids:
        seen["bid"] = table.bids[seat]
    return seen


def resample(table: NightMarketTable, viewer: Viewer, rng: Random) -> None:
    """Deal again, in place, what the viewer cannot know: the pile, the other hands, the stock."""
    others = [hand for seat, hand in enumerate(table.hands) if seat != viewer]
    hidden = sorted([*table.pile, *(card for hand in others for card in hand)])
    rng.shuffle(hidden)
    for cards in (table.pile, *others):
        cards[:] = [hidden.pop() for _ in cards]
    table.stock.sort()
    rng.shuffle(table.stock)
