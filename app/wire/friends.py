"""Wire types of friends: the list, requests and links."""

from __future__ import annotations

from app.wire import UNSET, Shape, UnsetType
from app.wire.ids import MatchId, Time
from app.wire.literals import FriendshipStatus, MatchStatus
from app.wire.people import Account


class FriendTable(Shape):
    """A table at which a friend sits."""

    match: MatchId
    title: str
    """The game's title."""
    status: MatchStatus
    """`open`, `playing` or `paused`."""


class Friend(Shape):
    """A friend of the caller."""

    account: Account
    """The friend's account."""
    since: Time
    """When the friendship began."""
    online: bool | UnsetType = UNSET
    """Whether the friend is online; absent if they do not show it."""
    last_seen_at: Time | UnsetType = UNSET
    """When a friend who is away was last online, to five minutes; absent if they do not show it."""
    unread: int | UnsetType = UNSET
    """How many unread messages the caller has of this friend; absent: none."""
    table: FriendTable | UnsetType = UNSET
    """A public table at which a friend who is online sits, unless spectators are delayed."""


class DirectMessage(Shape):
    """A message between two friends."""

    id: str
    """Later messages have greater numbers."""
    other: str
    """The id of the other account of the conversation."""
    own: bool
    """Whether the caller wrote it."""
    text: str
    """What was written."""
    at: Time
    """When it was written."""


class DirectMessages(Shape):
    """A page of a conversation; the next page has the messages before."""

    items: list[DirectMessage]
    """Messages, oldest first."""
    next: str | UnsetType = UNSET
    """Pass it as `cursor` for the next page; absent on the last one."""


class FriendRequest(Shape):
    """A request to be friends that awaits an answer."""

    account: Account
    """Who asks, or is asked."""
    at: Time
    """When the request was made."""


class Friends(Shape):
    """The caller's friends, and requests to and by the caller."""

    items: list[Friend]
    """The friends, by name."""
    incoming: list[FriendRequest]
    """Who asks to be the caller's friend, newest first."""
    outgoing: list[FriendRequest]
    """Whose friend the caller asks to be, newest first."""


class Friendship(Shape):
    """How the caller stands with an account."""

    status: FriendshipStatus
    """`asked` until the other account agrees, then `friends`."""


class FriendLink(Shape):
    """The caller's link: it makes its readers friends at once."""

    code: str
    """The code in the link."""
    url: str
    """The link, to pass on."""
