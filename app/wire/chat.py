"""Wire types of chat."""

from __future__ import annotations

from app.wire import UNSET, Shape, UnsetType
from app.wire.ids import Time
from app.wire.literals import Phrase


class ChatLine(Shape, rename={"sender": "from"}):
    """A chat line of a seat or spectator."""

    sender: str
    """The author's name."""
    account: str
    """The id of the author's account."""
    text: str
    """What was said; of a set phrase its English."""
    at: Time
    """When the line was written."""
    crest: str | UnsetType = UNSET
    """The author's chosen crest when the line was written."""
    seat: int | UnsetType = UNSET
    """The author's seat; absent for spectators."""
    to: list[int] | UnsetType = UNSET
    """Only these seats see it; absent: all viewers."""
    phrase: Phrase | UnsetType = UNSET
    """The set phrase that the line is, to be shown in the reader's language."""


class Chat(Shape):
    """A page of chat lines; the next page has the lines before."""

    items: list[ChatLine]
    """Chat lines, oldest first."""
    channels: list[list[int]] | UnsetType = UNSET
    """The seats of each private channel that the caller may read."""
    next: str | UnsetType = UNSET
    """Pass it as `cursor` for the next page; absent on the last one."""
