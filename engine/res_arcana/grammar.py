"""Grammar: the option keys of the game, and the types of its messages' arguments."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from engine.core.grammar_types import Seat, Seats
from engine.core.view_schema import Count, PlayerId, one_of
from engine.res_arcana.essences import KINDS
from engine.res_arcana.view_types import Essences, Id

Essence = Annotated[str, one_of(*KINDS), "A kind of essence."]
Cost = dict[Annotated[str, one_of(*KINDS, "any")], Count]
Power = Annotated[str, Meta(pattern="^p[1-9]$"), "A power of a component, in printed order."]
Deck = Annotated[Literal["own", "monument"], "A deck."]

OPTION_KEYS: Final[dict[str, tuple[Any, ...]]] = {
    "card": (Id,),
    "claim": (Id,),  # claim:top is the top card of the monument deck
    "deck": (Deck,),
    "decline": (),
    "discard": (Id,),
    "gold": (),
    "ignore": (),
    "item": (Id,),
    "keep": (Id,),
    "kind": (Essence,),
    "mage": (Id,),
    "none": (),
    "nothing": (),
    "others": (),
    "pass": (),
    "pay": (),
    "place": (Id,),
    "player": (Seat,),
    "react": (Id, Power),
    "suffer": (),
    "take": (Id,),
    "turn": (),
    "use": (Id, Power),
}
ARGUMENT_TYPES: Final[dict[str, Any]] = {
    "card": Id,
    "cards": Annotated[list[Id], "Components."],
    "deck": Deck,
    "display": Annotated[list[Id], "The monuments on display."],
    "goal": Annotated[Count, "The points that a victory check asks for."],
    "kind": Essence,
    "n": Count,
    "old": Annotated[str, "The magic item that was given back.", Meta(pattern="^[a-z_]+$")],
    "places": Annotated[list[Id], "The Places of Power."],
    "pool": Annotated[Essences, "Essences."],
    "power": Power,
    "seat": Seat,
    "seats": Seats,
    "target": Seat,
    "to": Seats,
    "totals": Annotated[dict[PlayerId, int], "The points of all players."],
    "option.place pool": Cost,
    "option.place_less pool": Cost,
    "option.claim pool": Cost,
    "why.placement pool": Cost,
}
