"""Commands that clients send over a websocket; each with a `ref` gets one `ack` or `nack`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from app.wire import UNSET, Shape, UnsetType

Ref = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Key = Annotated[str, Meta(pattern=r"^[!-~]{1,100}$")]
Text = Annotated[str, Meta(min_length=1, max_length=1000)]
Id = Annotated[str, Meta(max_length=100)]
SeatNumber = Annotated[int, Meta(ge=0, lt=16)]


class AnswerCommand(Shape, tag_field="t", tag="answer"):
    """Answer a decision; `key` is an idempotency key (here and below): a retry is applied once."""

    ref: Ref
    decision: Id
    answer: Any
    key: Key | UnsetType = UNSET


class UndoCommand(Shape, tag_field="t", tag="undo"):
    """Take back the sender's answers since that decision."""

    ref: Ref
    decision: Id
    key: Key | UnsetType = UNSET


class ShowCommand(Shape, tag_field="t", tag="show"):
    """Show one of the sender's hidden cards to other seats, if the game allows it (`shows`)."""

    ref: Ref
    card: Id
    to: list[int]
    key: Key | UnsetType = UNSET


class ChatCommand(Shape, tag_field="t", tag="chat"):
    """Send a chat line; `to` limits it to some seats, if the game allows negotiation."""

    ref: Ref
    text: Text
    to: list[int] | UnsetType = UNSET
    key: Key | UnsetType = UNSET


class OfferCommand(Shape, tag_field="t", tag="offer"):
    """Make an offer (`kind`, with a `decision` for an undo, a `seat` for a substitute), or answer
    one (`id` and `accept`).
    """

    ref: Ref
    kind: Literal["undo", "pause", "resume", "abort", "draw", "substitute"] | UnsetType = UNSET
    decision: Id | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET
    open: bool | UnsetType = UNSET
    id: Id | UnsetType = UNSET
    accept: bool | UnsetType = UNSET
    key: Key | UnsetType = UNSET


class ResyncCommand(Shape, tag_field="t", tag="resync"):
    """Request a full frame."""


class PingCommand(Shape, tag_field="t", tag="ping"):
    """Request a `pong`."""


COMMANDS = (
    AnswerCommand,
    UndoCommand,
    ShowCommand,
    ChatCommand,
    OfferCommand,
    ResyncCommand,
    PingCommand,
)
