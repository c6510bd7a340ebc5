"""Res Arcana: views, prompts and option keys.

`python -m scripts.client_types` writes this file.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NotRequired, TypedDict, cast

from conclave_client.games import option_key
from conclave_client.types import View

GAME = "res_arcana"


class GameOfMatch(TypedDict):
    """The game under way, and those won before it."""

    number: int
    of: int
    """The most games of the match."""
    wins: dict[str, int]
    shared: NotRequired[int]
    """Games that several won together."""


class Monuments(TypedDict):
    """The monuments of the centre."""

    display: list[str]
    deck: int
    """How many lie face down."""
    seen: NotRequired[list[str]]
    """Known cards on top of the deck."""


class Offer(TypedDict):
    """A draft face up, between the games of a match."""

    offer: list[str]


class Packs(TypedDict):
    """A draft of packs that are passed around."""

    sizes: dict[str, int]
    """The cards left in each player's pack."""
    pack: NotRequired[list[str]]
    """The viewer's pack."""
    kept: NotRequired[list[str]]
    """What the viewer has kept so far."""


class Placed(TypedDict):
    """A component in play or in the centre."""

    id: str
    kind: Literal["artifact", "mage", "magic_item", "monument", "place_of_power"]
    turned: bool
    essences: dict[Literal["elan", "life", "calm", "death", "gold"], int]
    """Those that lie on it."""
    points: int
    """What it scores now."""


class PlayerState(TypedDict):
    """A player, and what lies before them."""

    seat: int
    pool: dict[Literal["elan", "life", "calm", "death", "gold"], int]
    """The essence pool, with all five kinds."""
    passed: bool
    token: bool
    """Whether the First Player token is here."""
    points: int
    """All points."""
    temporary: NotRequired[int]
    """Points for the running victory check alone."""
    score: dict[str, int]
    """Points by component, without zeros."""
    order: list[str]
    """The components in play, in the order they came."""
    cards: dict[str, Placed]
    hand_size: int
    deck_size: int
    discard: list[str]
    """The discard pile, its top last."""
    known: NotRequired[list[str]]
    """Cards that all know to be in hand or deck."""
    drafted: NotRequired[list[str]]
    """Artifacts kept from one game to the next."""
    hand: NotRequired[list[str]]
    """The viewer's own hand."""
    seen: NotRequired[list[str]]
    """Known cards on top of the own deck."""
    deck: NotRequired[list[str]]
    """The rest of the own deck, in no order."""
    mages: NotRequired[list[str]]
    """The mages to choose from."""


class ResArcanaView(TypedDict):
    """A table of Res Arcana as one viewer sees it."""

    game: GameOfMatch
    goal: int
    """From how many points on a game is won."""
    round: int
    phase: Literal["draft", "setup", "collect", "actions", "victory", "over"]
    first: int
    """The seat with the First Player token."""
    places: dict[str, Placed]
    """Unclaimed Places of Power."""
    monuments: Monuments
    items: list[str]
    """Magic items in the centre."""
    players: dict[str, PlayerState]
    draft: NotRequired[Packs | Offer]


def table(view: View) -> ResArcanaView:
    """The game's part of a view."""
    return cast(ResArcanaView, view.table)


class Prompt(StrEnum):
    """What is asked: `decision.prompt.key`."""

    ACTION = "res_arcana.action"
    CHOOSE_RIVAL = "res_arcana.choose_rival"
    COLLECT_ANY = "res_arcana.collect_any"
    COLLECT_ONE = "res_arcana.collect_one"
    CURSE = "res_arcana.curse"
    DESTROY = "res_arcana.destroy"
    DISCARD = "res_arcana.discard"
    DISCARD_GAIN = "res_arcana.discard_gain"
    DISCARD_SOME = "res_arcana.discard_some"
    DROP = "res_arcana.drop"
    FIRST_PLAYER = "res_arcana.first_player"
    GAIN_ALIKE = "res_arcana.gain_alike"
    GAIN_ANY = "res_arcana.gain_any"
    ITEM = "res_arcana.item"
    KEEP = "res_arcana.keep"
    LOOK = "res_arcana.look"
    LOSE_LIFE = "res_arcana.lose_life"
    LOSE_OTHERS = "res_arcana.lose_others"
    MAGE = "res_arcana.mage"
    OFFER = "res_arcana.offer"
    PAY_ALIKE = "res_arcana.pay_alike"
    PAY_ANY = "res_arcana.pay_any"
    PAY_ONE = "res_arcana.pay_one"
    PAY_X = "res_arcana.pay_x"
    PLACE = "res_arcana.place"
    PUT_ON = "res_arcana.put_on"
    REORDER = "res_arcana.reorder"
    STRAIGHTEN = "res_arcana.straighten"
    SWAP_ITEM = "res_arcana.swap_item"
    TAKE = "res_arcana.take"
    TURN_ANOTHER = "res_arcana.turn_another"
    VICTORY_CHECK = "res_arcana.victory_check"


Word = Literal[
    "card",
    "claim",
    "deck",
    "decline",
    "discard",
    "gold",
    "ignore",
    "item",
    "keep",
    "kind",
    "mage",
    "no",
    "none",
    "nothing",
    "others",
    "pass",
    "pay",
    "place",
    "player",
    "react",
    "suffer",
    "take",
    "turn",
    "use",
    "yes",
]


class Key:
    """Builds option keys, which are answers."""

    @staticmethod
    def card(id: str) -> str:
        return option_key("card", id)

    @staticmethod
    def claim(id: str) -> str:
        return option_key("claim", id)

    @staticmethod
    def deck(deck: Literal["own", "monument"]) -> str:
        return option_key("deck", deck)

    @staticmethod
    def decline() -> str:
        return option_key("decline")

    @staticmethod
    def discard(id: str) -> str:
        return option_key("discard", id)

    @staticmethod
    def gold() -> str:
        return option_key("gold")

    @staticmethod
    def ignore() -> str:
        return option_key("ignore")

    @staticmethod
    def item(id: str) -> str:
        return option_key("item", id)

    @staticmethod
    def keep(id: str) -> str:
        return option_key("keep", id)

    @staticmethod
    def kind(kind: Literal["elan", "life", "calm", "death", "gold"]) -> str:
        return option_key("kind", kind)

    @staticmethod
    def mage(id: str) -> str:
        return option_key("mage", id)

    @staticmethod
    def no() -> str:
        return option_key("no")

    @staticmethod
    def none() -> str:
        return option_key("none")

    @staticmethod
    def nothing() -> str:
        return option_key("nothing")

    @staticmethod
    def others() -> str:
        return option_key("others")

    @staticmethod
    def pass_() -> str:
        return option_key("pass")

    @staticmethod
    def pay() -> str:
        return option_key("pay")

    @staticmethod
    def place(id: str) -> str:
        return option_key("place", id)

    @staticmethod
    def player(seat: int) -> str:
        return option_key("player", seat)

    @staticmethod
    def react(id: str, power: str) -> str:
        return option_key("react", id, power)

    @staticmethod
    def suffer() -> str:
        return option_key("suffer")

    @staticmethod
    def take(id: str) -> str:
        return option_key("take", id)

    @staticmethod
    def turn() -> str:
        return option_key("turn")

    @staticmethod
    def use(id: str, power: str) -> str:
        return option_key("use", id, power)

    @staticmethod
    def yes() -> str:
        return option_key("yes")
