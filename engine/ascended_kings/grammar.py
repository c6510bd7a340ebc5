"""Grammar: the option keys of the game, and the types of its messages' arguments."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from engine.ascended_kings.arena import EDGES
from engine.ascended_kings.box import TRANSMUTATIONS
from engine.ascended_kings.view_types import CardId, Face, Gem, Gems, Icon
from engine.core.grammar_types import Seat, Seats
from engine.core.view_schema import Count, PlayerId, one_of

Tile = Annotated[int, Meta(ge=0, le=99), "A tile: the tens are its row, the units its column."]
TileKey = Annotated[str, Meta(pattern="^[0-9]{1,2}$"), "A tile, by its number."]
Word = Annotated[str, Meta(pattern="^[a-z_]+$")]
Edge = Annotated[str, one_of(*EDGES), "A Fire Wall, by the edge that it comes from."]
EdgeKey = Annotated[str, one_of(*EDGES)]
Slot = Annotated[str, one_of(*TRANSMUTATIONS), "A Transmutation, by its socket."]
Source = Annotated[
    str,
    Meta(pattern="^[a-z0-9_]+$"),
    "What wounds: a card, fire, an explosion, …: an id of `names`.",
]
Actor = Annotated[int, Meta(ge=-1, le=15), "The seat that does it, or -1 for nobody."]
State = Annotated[Literal["active", "latent"], "The state of a king."]
Take = Annotated[
    str, Meta(pattern="^[0-9]+[a-z]+([+][0-9]+[a-z]+)*$"), "Gems that the dice become."
]
Dice = Annotated[list[Face], "Dice."]

OPTION_KEYS: Final[dict[str, tuple[Any, ...]]] = {
    "activate": (),
    "attack": (PlayerId,),
    "bridge": (TileKey,),
    "cancel": (Count, Literal["remove"], Count),
    "cast": (CardId,),
    "discard": (CardId,),
    "done": (),
    "draw": (),
    "gem": (Gem,),
    "heal": (),
    "inscribe": (CardId,),
    "instant": (CardId,),
    "keep": (CardId,),
    "king": (Word,),
    "level_up": (),
    "move": (TileKey,),
    "pass": (),
    "prism": (PlayerId,),
    "pyrokinesis": (EdgeKey,),
    "roll": (),
    "socket": (Slot,),
    "state": (Literal["latent", "active"],),
    "stop": (),
    "take": (Take,),
    "target": (PlayerId,),
    "tile": (TileKey,),
    "transmute": (Slot,),
    "uninscribe": (),
    "untransmute": (Slot,),
}
ARGUMENT_TYPES: Final[dict[str, Any]] = {
    "all": Count,
    "aria": Count,
    "by": Actor,
    "c": Count,
    "card": CardId,
    "cards": Annotated[list[CardId], "Cards."],
    "deck": Word,
    "dice": Dice,
    "die": Face,
    "edge": Edge,
    "egis": Count,
    "gems": Annotated[Gems, "Gems."],
    "groups": Annotated[
        list[dict[str, list[Face] | Gem]], "Which dice (`dice`) become which gem (`gem`)."
    ],
    "how": Word,
    "icon": Icon,
    "index": Annotated[Count, "Lines between the wall and its own edge."],
    "king": Word,
    "level": Annotated[int, Meta(ge=1, le=3)],
    "n": Count,
    "nearest": Tile,
    "other": Tile,
    "r": Count,
    "revenant": bool,
    "seat": Seat,
    "shown": Annotated[str, "The number or the dice, as text."],
    "source": Source,
    "start": Tile,
    "state": State,
    "target": Seat,
    "targets": Annotated[list[int], "The seats or tiles that were aimed at."],
    "tile": Tile,
    "to": Seats,
    "what": Slot,
    "wounds": Count,
    "ylem": Count,
}
