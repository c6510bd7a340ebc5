"""Commands that clients send over a websocket; each with a `ref` gets one `ack` or `nack`.

They are decoded into these types: what a type does not allow is refused as `invalid-request`.
"""

from __future__ import annotations

from typing import Annotated, Any, get_args

from msgspec import Meta

from app.wire import Shape
from app.wire.literals import OfferKind, Phrase

Ref = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Key = Annotated[str, Meta(pattern=r"^[!-~]{1,100}$")]
MAX_CHAT_LENGTH = 1000
"""Maximum characters of a chat line, over the websocket and over REST."""
Text = Annotated[str, Meta(min_length=1, max_length=MAX_CHAT_LENGTH)]
Id = Annotated[str, Meta(max_length=100)]
SeatNumber = Annotated[int, Meta(ge=0, lt=16)]
Seats = Annotated[list[int], Meta(max_length=16)]


class _Command(Shape, tag_field="t", forbid_unknown_fields=True):
    pass


class AnswerCommand(_Command, tag="answer"):
    """Answer a decision; `key` is an idempotency key (here and below): a retry is applied once."""

    ref: Ref
    """The client's number of the command."""
    decision: Id
    """The decision to answer."""
    answer: Any
    """The answer: a key, a list of keys, a number or a mix, by the kind of decision."""
    key: Key | None = None
    """An idempotency key: a retry with the same key is applied once."""


class UndoCommand(_Command, tag="undo"):
    """Take back the sender's answers since that decision."""

    ref: Ref
    """The client's number of the command."""
    decision: Id
    """The first decision to take back."""
    key: Key | None = None
    """An idempotency key: a retry with the same key is applied once."""


class ShowCommand(_Command, tag="show"):
    """Show one of the sender's hidden cards to other seats, if the game allows it (`shows`)."""

    ref: Ref
    """The client's number of the command."""
    card: Id
    """A card, by its id in the view."""
    to: Seats
    """The seats that are to see it."""
    key: Key | None = None
    """An idempotency key: a retry with the same key is applied once."""


class ChatCommand(_Command, tag="chat"):
    """Send a chat line, as `text` or a set `phrase`; `to` limits it to some seats, if the game
    allows negotiation.
    """

    ref: Ref
    """The client's number of the command."""
    text: Text | None = None
    """What to say."""
    phrase: Phrase | None = None
    """A set phrase instead, which each reader sees in their language."""
    to: Seats | None = None
    """Only these seats see it; absent: all viewers."""
    key: Key | None = None
    """An idempotency key: a retry with the same key is applied once."""

    def __post_init__(self) -> None:
        if (self.text is None) == (self.phrase is None):
            raise ValueError("A line has a text or a phrase.")


class OfferCommand(_Command, tag="offer"):
    """Make an offer (`kind`, with a `decision` for an undo, a `seat` for a substitute), or answer
    one (`id` and `accept`).
    """

    ref: Ref
    """The client's number of the command."""
    kind: OfferKind | None = None
    """What is offered."""
    decision: Id = ""
    """Where an undo begins."""
    seat: SeatNumber | None = None
    """The seat that gets a substitute."""
    open: bool = False
    """Whether a person may join by the code; otherwise a built-in bot takes the seat."""
    id: Id = ""
    """The offer to answer."""
    accept: bool | None = None
    """Whether to accept."""
    key: Key | None = None
    """An idempotency key: a retry with the same key is applied once."""

    def __post_init__(self) -> None:
        if (self.kind is None) == (self.accept is None or not self.id):
            raise ValueError("An offer needs a kind, or an id and accept.")


class ResyncCommand(_Command, tag="resync"):
    """Request a full frame; a `ref` is ignored."""

    ref: Ref | None = None
    """The client's number of the command."""


class PingCommand(_Command, tag="ping"):
    """Request a `pong`; a `ref` is ignored."""

    ref: Ref | None = None
    """The client's number of the command."""


SocketCommand = (
    AnswerCommand
    | UndoCommand
    | ShowCommand
    | ChatCommand
    | OfferCommand
    | ResyncCommand
    | PingCommand
)
COMMANDS = get_args(SocketCommand)
