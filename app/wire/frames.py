"""Pushed messages: frames of the websocket, lines of the streams, events of the lobby."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from app.wire import UNSET, Shape, UnsetType
from app.wire.admin import AccountWarning
from app.wire.chat import ChatLine
from app.wire.friends import DirectMessage, Friend, Friends
from app.wire.ids import MatchId, Ply, Time
from app.wire.literals import MatchStatus, PassUntil, Unrated
from app.wire.matches import Match, Outcome, SpectatorDelay
from app.wire.play import (
    Clock,
    Decision,
    Event,
    Offer,
    Presence,
    TakingBack,
    Threat,
    View,
    Viewer,
    Waiting,
)
from app.wire.pools import PoolTicket, ReadyCheck
from app.wire.problem import Problem


class HelloFrame(Shape, tag_field="t", tag="hello"):
    """The first frame."""

    protocol: Literal[1]
    """The version of the protocol."""
    match: MatchId
    viewer: Viewer
    """Whose view it is."""
    heartbeat: int
    """Seconds between two `ping`s by which a client learns that the connection lives."""
    delayed: SpectatorDelay | UnsetType = UNSET
    """The spectator delay that applies to the viewer."""


class FullFrame(Shape, tag_field="t", tag="full"):
    """The whole state, enough to play without earlier frames."""

    viewer: Viewer
    """Whose view it is."""
    ply: Ply
    view: View
    """The table, as the viewer may see it."""
    events: list[Event]
    """What happened, as the viewer may know it."""
    decisions: list[Decision]
    """The open decisions of the viewer's seat."""
    waiting: list[Waiting]
    """The seats that the match waits for, and their deadlines."""
    clock: Clock
    """The time left by seat."""
    presence: Presence
    """Who is connected."""
    offers: list[Offer]
    """The open offers."""
    hash: str
    """The first 16 hex digits of the SHA-256 of the view as canonical JSON (RFC 8785)."""
    at: Time | UnsetType = UNSET
    """When the entry was committed; in replays only."""
    auto_pass: PassUntil | UnsetType = UNSET
    """In whose turns the viewer's seat passes automatically."""
    auto_answer: bool | UnsetType = UNSET
    """Whether decisions with a single answer are answered automatically."""
    undo: TakingBack | UnsetType = UNSET
    """What the viewer's seat may undo."""
    threats: list[Threat] | UnsetType = UNSET
    """What may decide the match soon; absent if nothing does."""


class AllFrames(Shape, tag_field="t", tag="all"):
    """Every seat's full frame of one ply, then the public's."""

    ply: Ply
    at: Time
    """When the entry was committed."""
    frames: list[FullFrame]
    """One frame for every seat, then the public's."""


class DeltaFrame(Shape, tag_field="t", tag="delta"):
    """`patch` (RFC 7396) turns the view at `base` into the one with this `hash`; decisions,
    waiting, clock, undo and threats are present only if they changed.
    """

    ply: Ply
    base: int
    """The ply of the view that the patch applies to."""
    patch: dict[str, Any]
    """An RFC 7396 merge patch."""
    events: list[Event]
    """What happened, as the viewer may know it."""
    hash: str
    """The first 16 hex digits of the SHA-256 of the view as canonical JSON (RFC 8785)."""
    decisions: list[Decision] | UnsetType = UNSET
    """The open decisions of the viewer's seat."""
    waiting: list[Waiting] | UnsetType = UNSET
    """The seats that the match waits for, and their deadlines."""
    clock: Clock | UnsetType = UNSET
    """The time left by seat."""
    auto_pass: PassUntil | UnsetType = UNSET
    """In whose turns the seat passes automatically."""
    undo: TakingBack | UnsetType = UNSET
    """What the viewer's seat may undo."""
    threats: list[Threat] | UnsetType = UNSET
    """What may decide the match soon."""


class AckFrame(Shape, tag_field="t", tag="ack"):
    """The command `ref` was committed."""

    ref: int
    """The client's number of the command."""
    ply: Ply
    offer: str | UnsetType = UNSET
    """The id of the offer that was made or answered."""


class NackFrame(Shape, tag_field="t", tag="nack"):
    """The command `ref` was refused; without a ref if it could not be read."""

    problem: Problem
    """Why the command was refused."""
    ref: int | UnsetType = UNSET
    """The client's number of the command."""


class PongFrame(Shape, tag_field="t", tag="pong"):
    ply: Ply


class PresenceFrame(Presence, tag_field="t", tag="presence"):
    """Presence has changed: a player or spectator has arrived or left."""


class ChatFrame(ChatLine, tag_field="t", tag="chat"):
    """A new chat line."""


class ChannelFrame(Shape, tag_field="t", tag="channel"):
    """These seats have begun to talk in private."""

    seats: list[int]
    """The seats that talk in private."""


class OfferFrame(Offer, tag_field="t", tag="offer"):
    """An offer was made, answered or closed."""


class RestartFrame(Shape, tag_field="t", tag="restart"):
    """The server restarts; reconnect."""

    after: float
    """Seconds after which to reconnect."""


class EndFrame(Shape, tag_field="t", tag="end"):
    """The match is over. Sent again, with `unrated`, once it turns out not to be rated."""

    outcome: Outcome
    """Ranks, scores and reason."""
    seed: str
    """The seed of all chance, in hex; shown after the end."""
    unrated: Unrated | UnsetType = UNSET
    """Why a match meant to be rated is not."""


class RematchFrame(Shape, tag_field="t", tag="rematch"):
    """The match has a rematch, `match`; a full frame without a following rematch frame means that
    there is no rematch, or no longer one.
    """

    match: str
    """The rematch."""


class MatchLine(Shape, tag_field="t", tag="match"):
    """One of the account's matches, in its current state."""

    match: Match
    """The match, in its current state."""


class DecisionLine(Shape, tag_field="t", tag="decision"):
    """The account is to move; `decisions` is complete."""

    match: MatchId
    seat: int
    """The account's seat."""
    ply: Ply
    decisions: list[Decision]
    """Open decisions of the viewer's seat; complete."""


class OfferLine(Shape, tag_field="t", tag="offer"):
    """An offer needs the account's consent."""

    match: MatchId
    seat: int
    """The account's seat."""
    offer: Offer
    """The offer to answer."""


class InviteLine(Shape, tag_field="t", tag="invite"):
    """A seat is reserved for the account."""

    match: Match
    """The match, in its current state."""
    seat: int
    """The reserved seat."""


class EndLine(Shape, tag_field="t", tag="end"):
    """One of the account's matches is over."""

    match: MatchId
    status: MatchStatus
    """The status of the match."""
    outcome: Outcome | UnsetType = UNSET
    """Ranks, scores and reason; absent if the match was aborted."""
    seed: str | UnsetType = UNSET
    """The seed of all chance, in hex; shown after the end."""
    unrated: Unrated | UnsetType = UNSET
    """Why a match meant to be rated is not."""


class FriendLine(Shape, tag_field="t", tag="friend"):
    """One friend has come or gone, or sits elsewhere."""

    friend: Friend
    """The friend, as in `GET /me/friends`."""


class FriendsLine(Shape, tag_field="t", tag="friends"):
    """The account's list of friends has changed; sent first unless it is empty."""

    friends: Friends
    """The list, as in `GET /me/friends`."""


class PoolLine(Shape, tag_field="t", tag="pool"):
    """The account's places in pools have changed; replaces all the client knew of them."""

    tickets: list[PoolTicket]
    """The pools in which the account waits."""


class ReadyCheckLine(ReadyCheck, tag_field="t", tag="ready_check"):
    """A table is found for the account, a player has confirmed it, or it is decided."""


class MessageLine(Shape, tag_field="t", tag="message"):
    """A direct message was written, by the account or to it."""

    message: DirectMessage
    """As in `GET /me/messages/{name}`."""


class WarningsLine(Shape, tag_field="t", tag="warnings"):
    """The warnings of the staff that the account has not acknowledged; sent first unless there are
    none.
    """

    warnings: list[AccountWarning]
    """The warnings, oldest first."""


class LobbyList(Shape):
    """The public matches that have not ended; replaces all the client knew."""

    items: list[Match]
    """All public matches that have not ended."""


class LobbyGone(Shape):
    """A match that is no longer in the lobby."""

    id: str
    """The match."""


class LobbyRestart(Shape):
    after: int
    """Seconds after which to reconnect."""


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
AccountLine = (
    MatchLine
    | DecisionLine
    | OfferLine
    | InviteLine
    | EndLine
    | FriendLine
    | FriendsLine
    | MessageLine
    | PoolLine
    | ReadyCheckLine
    | WarningsLine
    | RestartFrame
)
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
