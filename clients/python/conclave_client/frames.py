"""Frames: messages that the server pushes, in a match or in an account's stream."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from conclave_client.types import (
    ChatLine,
    Clock,
    Decision,
    Event,
    Match,
    Offer,
    Outcome,
    Presence,
    Shape,
    TakingBack,
    Threat,
    View,
    Viewer,
    Waiting,
)


class HelloFrame(Shape, tag_field="t", tag="hello"):
    protocol: int
    match: str
    viewer: Viewer
    heartbeat: int


class FullFrame(Shape, tag_field="t", tag="full"):
    """The whole state, enough to play without anything earlier."""

    viewer: Viewer
    ply: int
    view: dict[str, Any]
    events: list[Event]
    decisions: list[Decision]
    waiting: list[Waiting]
    clock: Clock
    presence: Presence
    offers: list[Offer]
    hash: str
    at: str | None = None
    auto_pass: str | None = None
    auto_answer: bool | None = None
    undo: TakingBack | None = None
    threats: list[Threat] | None = None

    @property
    def typed_view(self) -> View:
        """The view, typed."""
        return msgspec.convert(self.view, View)


class DeltaFrame(Shape, tag_field="t", tag="delta"):
    """The changes since `base`; a member that is None is unchanged."""

    ply: int
    base: int
    patch: dict[str, Any]
    events: list[Event]
    hash: str
    decisions: list[Decision] | None = None
    waiting: list[Waiting] | None = None
    clock: Clock | None = None
    auto_pass: str | None = None
    undo: TakingBack | None = None
    threats: list[Threat] | None = None


class AckFrame(Shape, tag_field="t", tag="ack"):
    ref: int
    ply: int
    offer: str | None = None


class NackFrame(Shape, tag_field="t", tag="nack"):
    problem: dict[str, Any]
    ref: int | None = None


class PongFrame(Shape, tag_field="t", tag="pong"):
    ply: int


class PresenceFrame(Presence, tag_field="t", tag="presence"):
    pass


class ChatFrame(ChatLine, tag_field="t", tag="chat"):
    pass


class ChannelFrame(Shape, tag_field="t", tag="channel"):
    seats: list[int]


class OfferFrame(Offer, tag_field="t", tag="offer"):
    pass


class RestartFrame(Shape, tag_field="t", tag="restart"):
    """The server restarts; reconnect after `after` seconds."""

    after: float


class EndFrame(Shape, tag_field="t", tag="end"):
    outcome: Outcome
    seed: str
    unrated: str | None = None


class RematchFrame(Shape, tag_field="t", tag="rematch"):
    match: str


class MatchLine(Shape, tag_field="t", tag="match"):
    """One of the account's matches, in its current state."""

    match: Match


class DecisionLine(Shape, tag_field="t", tag="decision"):
    """The account is to move; `decisions` is complete."""

    match: str
    seat: int
    ply: int
    decisions: list[Decision]


class OfferLine(Shape, tag_field="t", tag="offer"):
    match: str
    seat: int
    offer: Offer


class InviteLine(Shape, tag_field="t", tag="invite"):
    """A seat is reserved for the account."""

    match: Match
    seat: int


class EndLine(Shape, tag_field="t", tag="end"):
    match: str
    status: str
    outcome: Outcome | None = None
    seed: str | None = None
    unrated: str | None = None


Frame = (
    HelloFrame
    | FullFrame
    | DeltaFrame
    | AckFrame
    | NackFrame
    | PongFrame
    | PresenceFrame
    | ChatFrame
    | ChannelFrame
    | OfferFrame
    | RestartFrame
    | EndFrame
    | RematchFrame
)
AccountLine = MatchLine | DecisionLine | OfferLine | InviteLine | EndLine | RestartFrame

_FRAME = msgspec.json.Decoder(Frame)
_LINE = msgspec.json.Decoder(AccountLine)


class _Tag(Struct):
    t: str


_TAG = msgspec.json.Decoder(_Tag)
_FRAMES = {kind.__struct_config__.tag for kind in Frame.__args__}
_LINES = {kind.__struct_config__.tag for kind in AccountLine.__args__}


def read_frame(text: str | bytes) -> Frame | None:
    """The frame; None for a kind that this version does not know. Raises msgspec.DecodeError."""
    return _FRAME.decode(text) if _TAG.decode(text).t in _FRAMES else None


def read_line(text: str | bytes) -> AccountLine | None:
    """The line of an account's stream; None for a kind that this version does not know."""
    return _LINE.decode(text) if _TAG.decode(text).t in _LINES else None
