"""Battle for Empyrean: views, prompts and option keys.

`python -m scripts.client_types` writes this file.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NotRequired, TypedDict, cast

from conclave_client.games import option_key
from conclave_client.types import View

GAME = "battle_for_empyrean"


class Battlefield(TypedDict):
    """A battlefield, with the players' standing on it."""

    card: str
    name: str
    place: int
    """1 is on top."""
    effects: list[Effect]
    might: dict[str, int]
    leader: NotRequired[str]
    """The player with most Might; absent for a tie."""
    zones: dict[str, int]
    """How many Zones each player has here."""
    stops: dict[str, int]
    """Stop Tokens on each player's side."""
    notes: dict[str, dict[str, Tally | Mark]]
    gone: NotRequired[Literal[True]]
    """It does not exist (any more)."""
    claimed: NotRequired[Literal[True]]
    """The race for what only one player gets is over."""
    reached: NotRequired[Literal[True]]
    """A player has had the Might it asks for."""


class Effect(TypedDict):
    """A printed effect of a battlefield: the phase of its icon, and its text."""

    phase: Literal["begin", "draft", "command", "deploy", "reveal", "end", "end_of_game", "all"]
    text: str


class EmpyreanView(TypedDict):
    """A table of Battle for Empyrean as one viewer sees it."""

    phase: Literal[
        "battlefields",
        "decks",
        "begin",
        "draft",
        "command",
        "deploy",
        "reveal",
        "end",
        "end_of_game",
        "over",
    ]
    round: int
    last_round: int
    token: str
    """The player with the First Player Token."""
    acting: NotRequired[str]
    """Absent while all players act, or none does."""
    order: list[str]
    """The order of play in this phase; in the Draft Phase, that of the following phases so
    far."""
    battlefields: dict[str, Battlefield]
    units: dict[str, FaceUp | FaceDown]
    players: dict[str, PlayerState]


class FaceDown(TypedDict):
    """A face-down card; only its owner sees which."""

    owner: str
    battlefield: str
    zone: int
    face_up: Literal[False]
    order: int
    """1 is Revealed first."""
    card: NotRequired[str]
    name: NotRequired[str]
    cost: NotRequired[int]
    paid: NotRequired[int]
    """The Essence spent on it."""


class FaceUp(TypedDict):
    """A Revealed card, with its numbers and the tokens it carries."""

    owner: str
    battlefield: str
    zone: int
    face_up: Literal[True]
    card: str
    name: str
    cost: int
    kind: str
    ability: Literal["instant", "conditional", "passive"]
    might: int
    since: int
    """The Round in which it was Revealed."""
    maximum: NotRequired[int]
    """The most Might it can have."""
    permanent_move: NotRequired[Literal[True]]
    stun: NotRequired[int]
    shield: NotRequired[int]
    anchor: NotRequired[int]
    move: NotRequired[int]
    captive: NotRequired[int]


class Mark(TypedDict):
    """A battlefield's note on a player: what counts once a game, or has happened this
    Round."""

    kind: Literal["once", "this_round"]


class PlayerState(TypedDict):
    """A player, and what is known of their cards."""

    seat: int
    essence: int
    """Of this Round; the owner alone knows what face-down cards cost."""
    next_essence: int
    """Essence of the next Round."""
    hand_size: int
    deck_size: int
    discard_size: int
    banish_size: int
    destroyed: dict[str, int]
    raids: int
    imprisoned: bool
    """Whether a battlefield holds a card of theirs."""
    deck: NotRequired[str]
    """The game deck, once chosen."""
    cards: NotRequired[dict[str, int]]
    """The 24 cards of that deck."""
    hand: NotRequired[dict[str, int]]
    discarded: NotRequired[dict[str, int]]
    drafted: NotRequired[list[str]]
    """What the viewer has drafted."""


class Tally(TypedDict):
    """A battlefield's note on a player: how often something has happened."""

    kind: Literal["count"]
    n: int


def table(view: View) -> EmpyreanView:
    """The game's part of a view."""
    return cast(EmpyreanView, view.table)


class Prompt(StrEnum):
    """What is asked: `decision.prompt.key`."""

    ACQUIRE = "battle_for_empyrean.acquire"
    ANCHOR = "battle_for_empyrean.anchor"
    BANISH = "battle_for_empyrean.banish"
    BARGAIN = "battle_for_empyrean.bargain"
    BELOW = "battle_for_empyrean.below"
    CALL = "battle_for_empyrean.call"
    CAPTURE = "battle_for_empyrean.capture"
    COMMAND = "battle_for_empyrean.command"
    CREW = "battle_for_empyrean.crew"
    DECK = "battle_for_empyrean.deck"
    DEPLOY = "battle_for_empyrean.deploy"
    DEPLOY_FREE = "battle_for_empyrean.deploy_free"
    DEPLOY_FROM_DISCARD_PILE = "battle_for_empyrean.deploy_from_discard_pile"
    DESTROY = "battle_for_empyrean.destroy"
    DESTROY_ALLY = "battle_for_empyrean.destroy_ally"
    DISCARD = "battle_for_empyrean.discard"
    FLEE = "battle_for_empyrean.flee"
    GIVE_SOULS = "battle_for_empyrean.give_souls"
    GRANT_MOVE = "battle_for_empyrean.grant_move"
    KEEP = "battle_for_empyrean.keep"
    LAST_FLIGHT = "battle_for_empyrean.last_flight"
    MASH_UP = "battle_for_empyrean.mash_up"
    MOVE = "battle_for_empyrean.move"
    MOVE_TO = "battle_for_empyrean.move_to"
    RAISE_THE_DEAD = "battle_for_empyrean.raise_the_dead"
    REDRAW = "battle_for_empyrean.redraw"
    RETURN = "battle_for_empyrean.return"
    SANDALS = "battle_for_empyrean.sandals"
    SANDALS_SPLIT = "battle_for_empyrean.sandals_split"
    SHIELD = "battle_for_empyrean.shield"
    STOP = "battle_for_empyrean.stop"
    STRENGTHEN = "battle_for_empyrean.strengthen"
    STUN = "battle_for_empyrean.stun"
    TAKE_ALONG = "battle_for_empyrean.take_along"
    TURN = "battle_for_empyrean.turn"
    TURN_INTO = "battle_for_empyrean.turn_into"
    WEAKEN = "battle_for_empyrean.weaken"
    WHO_DISCARDS = "battle_for_empyrean.who_discards"
    WHO_LOSES_ESSENCE = "battle_for_empyrean.who_loses_essence"


Word = Literal[
    "acquire",
    "banish",
    "battlefield",
    "below",
    "bite",
    "cross",
    "deck",
    "deploy",
    "discard",
    "done",
    "essence",
    "keep",
    "move",
    "no",
    "none",
    "offer",
    "player",
    "ransom",
    "sacrifice",
    "sail",
    "swap",
    "to",
    "turn_into",
    "unit",
    "use",
    "yes",
]


class Key:
    """Builds option keys, which are answers."""

    @staticmethod
    def acquire(id: str) -> str:
        return option_key("acquire", id)

    @staticmethod
    def banish(id: str) -> str:
        return option_key("banish", id)

    @staticmethod
    def battlefield(battlefield: str) -> str:
        return option_key("battlefield", battlefield)

    @staticmethod
    def below(id: str) -> str:
        return option_key("below", id)

    @staticmethod
    def bite(card: str, card_2: str) -> str:
        return option_key("bite", card, card_2)

    @staticmethod
    def cross(card: str, battlefield: str) -> str:
        return option_key("cross", card, battlefield)

    @staticmethod
    def deck(id: str) -> str:
        return option_key("deck", id)

    @staticmethod
    def deploy(id: str, battlefield: str) -> str:
        return option_key("deploy", id, battlefield)

    @staticmethod
    def discard(id: str, battlefield: str | None = None) -> str:
        return option_key("discard", id, battlefield)

    @staticmethod
    def done() -> str:
        return option_key("done")

    @staticmethod
    def essence(card: str) -> str:
        return option_key("essence", card)

    @staticmethod
    def keep(id: str) -> str:
        return option_key("keep", id)

    @staticmethod
    def move(card: str, battlefield: str) -> str:
        return option_key("move", card, battlefield)

    @staticmethod
    def no() -> str:
        return option_key("no")

    @staticmethod
    def none() -> str:
        return option_key("none")

    @staticmethod
    def offer(id: str) -> str:
        return option_key("offer", id)

    @staticmethod
    def player(id: str) -> str:
        return option_key("player", id)

    @staticmethod
    def ransom(card: str, card_2: str) -> str:
        return option_key("ransom", card, card_2)

    @staticmethod
    def sacrifice(card: str, card_2: str) -> str:
        return option_key("sacrifice", card, card_2)

    @staticmethod
    def sail(card: str, battlefield: str) -> str:
        return option_key("sail", card, battlefield)

    @staticmethod
    def swap(card: str, id: str) -> str:
        return option_key("swap", card, id)

    @staticmethod
    def to(battlefield: str) -> str:
        return option_key("to", battlefield)

    @staticmethod
    def turn_into(id: str) -> str:
        return option_key("turn_into", id)

    @staticmethod
    def unit(card: str) -> str:
        return option_key("unit", card)

    @staticmethod
    def use(card: str, card_2: str) -> str:
        return option_key("use", card, card_2)

    @staticmethod
    def yes() -> str:
        return option_key("yes")
