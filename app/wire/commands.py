"""Commands that clients send over a websocket; each with a `ref` gets one `ack` or `nack`.

They are decoded into these types: what a type does not allow is refused as `invalid-request`.
"""

from __future__ import annotations

from typing import Annotated, Any, get_args

from msgspec import Meta

from app.wire import Shape
from app.wire.literals import OfferKind

Ref = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Key = Annotated[str, Meta(pattern=r"^[!-~]{1,100}$")]
Text = Annotated[str, Meta(min_length=1, max_length=1000)]
Id = Annotated[str, Meta(max_length=100)]
SeatNumber = Annotated[int, Meta(ge=0, lt=16)]
Seats = Annotated[list[int], Meta(max_length=16)]


class _Command(Shape, tag_field="t", forbid_unknown_fields=True):
    pass


class AnswerCommand(_Command, tag="answer"):
    """Answer a decision; `key` is an idempotency key (here and below): a retry is applied once."""

    ref: Ref
    decision: Id
    answer: Any
    key: Key | None = None


class UndoCommand(_Command, tag="undo"):
    """Take back the sender's answers since that decision."""

    ref: Ref
    decision: Id
    key: Key | None = None


class ShowCommand(_Command, tag="show"):
    """Show one of the sender's hidden cards to other seats, if the game allows it (`shows`)."""

    ref: Ref
    card: Id
    to: Seats
    key: Key | None = None


class ChatCommand(_Command, tag="chat"):
    """Send a chat line; `to` limits it to some seats, if the game allows negotiation."""

    ref: Ref
    text: Text
    to: Seats | None = None
    key: Key | None = None


class OfferCommand(_Command, tag="offer"):
    """Make an offer (`kind`, with a `decision` for an undo, a `seat` for a substitute), or answer
    one (`id` and `accept`).
    """

    ref: Ref
    kind: OfferKind | None = None
    decision: Id = ""
    seat: SeatNumber | None = None
    open: bool = False
    id: Id = ""
    accept: bool | None = None
    key: Key | None = None

    def __post_init__(self) -> None:
        if (self.kind is None) == (self.accept is None or not self.id):
            raise ValueError("An offer needs a kind, or an id and accept.")


class ResyncCommand(_Command, tag="resync"):
    """Request a full frame; a `ref` is ignored."""

    ref: Ref | None = None


class PingCommand(_Command, tag="ping"):
    """Request a `pong`; a `ref` is ignored."""

    ref: Ref | None = None


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
