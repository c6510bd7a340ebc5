"""Grammar: the option keys of the game, and the types of its messages' arguments."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta

from engine.battle_for_empyrean.phrases import NAMED, TOKENS
from engine.battle_for_empyrean.view_types import FieldId, Id
from engine.core.grammar_types import Seat, Seats
from engine.core.view_schema import Count, PlayerId, one_of

UnitId = Annotated[
    str, Meta(pattern="^u[0-9]+$"), "A card on a battlefield, by its id in the view."
]
Field = Annotated[str, Meta(pattern="^b[0-9]$"), "A battlefield, by its id in the view."]
Source = Annotated[
    str,
    Meta(pattern="^([ub][0-9]+|[a-z_]+)$"),
    "What did it: a card on a battlefield, a battlefield, or another card.",
]
Zone = Annotated[int, Meta(ge=1), "A zone of the battlefield, from 1."]
Cause = Annotated[
    str, Meta(pattern="^[a-z_]+$"), "The card, battlefield or token that did it, an id of `names`."
]

OPTION_KEYS: Final[dict[str, tuple[Any, ...]]] = {
    "acquire": (Id,),
    "banish": (Id,),
    "battlefield": (FieldId,),
    "below": (Id,),
    "bite": (UnitId, UnitId),
    "cross": (UnitId, FieldId),
    "deck": (Id,),
    "deploy": (Id, FieldId),
    "discard": (Id, FieldId | None),
    "done": (),
    "essence": (UnitId,),
    "keep": (Id,),
    "move": (UnitId, FieldId),
    "none": (),
    "offer": (Id,),
    "player": (PlayerId,),
    "ransom": (UnitId, UnitId),
    "sacrifice": (UnitId, UnitId),
    "sail": (UnitId, FieldId),
    "swap": (UnitId, Id),
    "to": (FieldId,),
    "turn_into": (Id,),
    "unit": (UnitId,),
    "use": (UnitId, UnitId),
}
ARGUMENT_TYPES: Final[dict[str, Any]] = {
    "at": Field,
    "bitten": UnitId,
    "by": Cause,
    "card": Id,
    "cards": Annotated[list[Id], "Cards."],
    "cost": Count,
    "deck": Id,
    "gone": UnitId,
    "keeper": Seat,
    "left": Id,
    "most": Count,
    "n": Count,
    "name": Annotated[str, "A name, in English."],
    "named": Annotated[str, one_of(*NAMED), "The token, for the sentence."],
    "nth": Zone,
    "of": Annotated[int, Meta(ge=0, le=15), "The seat of the card that did it."],
    "old": Id,
    "on": Id,
    "others": Seats,
    "place": Id,
    "places": Annotated[list[Id], "Battlefields."],
    "prey": Id,
    "prey_nth": Zone,
    "seat": Seat,
    "seats": Seats,
    "ship": Id,
    "source": Source,
    "spot": Id,
    "to": Seats,
    "token": Annotated[str, one_of(*TOKENS, *NAMED), "The token."],
    "unit": UnitId,
    "whose": Annotated[int, Meta(ge=0, le=15), "The seat of the card."],
    "zone": Zone,
    "event.acting_order by": Annotated[list[Id], "What changed it."],
}
