"""Pushed messages: frames of the websocket, lines of the streams, events of the lobby."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from app.wire import UNSET, Shape, UnsetType
from app.wire.literals import MatchStatus, PassUntil, Unrated
from app.wire.matches import Match, Outcome, SpectatorDelay
from app.wire.play import (
    ChatLine,
    Clock,
    Decision,
    Event,
    Offer,
    Presence,
    Problem,
    TakingBack,
    Threat,
    View,
    Viewer,
    Waiting,
)


class HelloFrame(Shape, tag_field="t", tag="hello"):
    """The first frame; `delayed`: the spectator delay that applies to this viewer."""

    protocol: Literal[1]
    match: str
    viewer: Viewer
    heartbeat: int
    delayed: SpectatorDelay | UnsetType = UNSET


class FullFrame(Shape, tag_field="t", tag="full"):
    """The whole state, enough to play without earlier frames. `at`: the time of the entry, in a
    replay; `auto_pass`, `auto_answer` and `undo` concern the viewer's own seat; `threats` is absent
    if there are none.
    """

    viewer: Viewer
    ply: int
    view: View
    events: list[Event]
    decisions: list[Decision]
    waiting: list[Waiting]
    clock: Clock
    presence: Presence
    offers: list[Offer]
    hash: str
    at: str | UnsetType = UNSET
    auto_pass: PassUntil | UnsetType = UNSET
    auto_answer: bool | UnsetType = UNSET
    undo: TakingBack | UnsetType = UNSET
    threats: list[Threat] | UnsetType = UNSET


class AllFrames(Shape, tag_field="t", tag="all"):
    """Every seat's full frame of one ply, then the public's."""

    ply: int
    at: str
    frames: list[FullFrame]


class DeltaFrame(Shape, tag_field="t", tag="delta"):
    """`patch` (RFC 7396) turns the view at `base` into the one with this `hash`; decisions,
    waiting, clock, undo and threats are present only if they changed.
    """

    ply: int
    base: int
    patch: dict[str, Any]
    events: list[Event]
    hash: str
    decisions: list[Decision] | UnsetType = UNSET
    waiting: list[Waiting] | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET
    auto_pass: PassUntil | UnsetType = UNSET
    undo: TakingBack | UnsetType = UNSET
    threats: list[Threat] | UnsetType = UNSET


class AckFrame(Shape, tag_field="t", tag="ack"):
    """The command `ref` was committed; `offer` is the id of the offer it made or answered."""

    ref: int
    ply: int
    offer: str | UnsetType = UNSET


class NackFrame(Shape, tag_field="t", tag="nack"):
    """The command `ref` was refused; without a ref if it could not be read."""

    problem: Problem
    ref: int | UnsetType = UNSET


class PongFrame(Shape, tag_field="t", tag="pong"):
    ply: int


class PresenceFrame(Presence, tag_field="t", tag="presence"):
    """Presence has changed: a player or spectator has arrived or left."""


class ChatFrame(ChatLine, tag_field="t", tag="chat"):
    """A new chat line."""


class ChannelFrame(Shape, tag_field="t", tag="channel"):
    """These seats have begun to talk in private."""

    seats: list[int]


class OfferFrame(Offer, tag_field="t", tag="offer"):
    """An offer was made, answered or closed."""


class RestartFrame(Shape, tag_field="t", tag="restart"):
    """The server restarts; reconnect after `after` seconds."""

    after: float


class EndFrame(Shape, tag_field="t", tag="end"):
    """The match is over. Sent again, with `unrated`, once it turns out not to be rated."""

    outcome: Outcome
    seed: str
    unrated: Unrated | UnsetType = UNSET


class RematchFrame(Shape, tag_field="t", tag="rematch"):
    """The match has a rematch, `match`; a full frame without a following rematch frame means that
    there is no rematch, or no longer one.
    """

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
    """An offer needs the account's consent."""

    match: str
    seat: int
    offer: Offer


class InviteLine(Shape, tag_field="t", tag="invite"):
    """A seat is reserved for the account."""

    match: Match
    seat: int


class EndLine(Shape, tag_field="t", tag="end"):
    """One of the account's matches is over."""

    match: str
    status: MatchStatus
    outcome: Outcome | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    unrated: Unrated | UnsetType = UNSET


class LobbyList(Shape):
    """The public matches that have not ended; replaces all the client knew."""

    items: list[Match]


class LobbyGone(Shape):
    """A match that is no longer in the lobby."""

    id: str


class LobbyRestart(Shape):
    after: int


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
_ENCODER = msgspec.json.Encoder()


def encode(frame: Frame | AccountLine) -> str:
    """A frame as text."""
    return _ENCODER.encode(frame).decode()


FRAMES = get_args(Frame)
LINES = (
    *(FullFrame, DeltaFrame, PresenceFrame, ChatFrame, ChannelFrame, OfferFrame, RestartFrame),
    *(EndFrame, RematchFrame),
)
ACCOUNT_LINES = get_args(AccountLine)
LOBBY_EVENTS = {
    "list": LobbyList,
    "open": Match,
    "changed": Match,
    "gone": LobbyGone,
    "restart": LobbyRestart,
}
