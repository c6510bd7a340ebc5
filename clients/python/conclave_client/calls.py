"""Calls: the server's endpoints as functions. Both clients send what these return.

    match = client.send(calls.create_match("res_arcana", [calls.ME, calls.bot("greedy")]))
    match = await async_client.send(calls.create_match("res_arcana", [calls.ME, calls.bot("hard")]))

Any other endpoint is a `Call` of your own: method, path below `/api/v1`, and the type of its reply.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec

from conclave_client.answers import Answer
from conclave_client.types import (
    Accepts,
    Chat,
    ChatLine,
    Committed,
    DirectMessage,
    DirectMessages,
    FriendLink,
    Friends,
    Friendship,
    FullFrame,
    Games,
    Match,
    Matches,
    Me,
    MyPools,
    Offer,
    OnlineBots,
    Pools,
    ReadyCheck,
    SignedIn,
    Standstill,
    World,
)

T = TypeVar("T")
SeatWish = Mapping[str, Any]
ME: SeatWish = {"kind": "me"}
"""The caller's own seat in a new match."""
OPEN: SeatWish = {"kind": "open"}
"""A seat for anyone."""


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request, and the type of its reply. A call with a `key` counts once, however often it is
    sent; other calls that change something are sent once.
    """

    method: str
    path: str
    reply: type[T]
    body: Any = None
    query: Mapping[str, str] = field(default_factory=dict)
    key: str | None = None

    @property
    def may_be_repeated(self) -> bool:
        return self.key is not None or self.method in ("GET", "PUT", "DELETE")


def new_key() -> str:
    """An idempotency key."""
    return uuid.uuid4().hex


def bot(name: str) -> SeatWish:
    """A seat for a built-in bot."""
    return {"kind": "bot", "bot": name}


def invited(name: str) -> SeatWish:
    """A seat reserved for the account of that name."""
    return {"kind": "open", "invite": name}


def games() -> Call[Games]:
    """The games on offer and the built-in bots."""
    return Call("GET", "/games", Games)


def me() -> Call[Me]:
    """The caller's own account."""
    return Call("GET", "/me", Me)


def create_guest(name: str) -> Call[SignedIn]:
    """A guest account; no password, no address."""
    return Call("POST", "/guests", SignedIn, {"name": name}, key=new_key())


def create_bot(name: str) -> Call[SignedIn]:
    """A bot account that the caller owns, with its first token."""
    return Call("POST", "/bots", SignedIn, {"name": name}, key=new_key())


def create_match(game: str, seats: Sequence[SeatWish], **more: Any) -> Call[Match]:
    """Create a match; `seats` requests a player for each seat. `more` are the other members of the
    request: options, clock, rated, visibility …
    """
    body = {"game": game, "seats": list(seats), **more}
    return Call("POST", "/matches", Match, body, key=new_key())


def match(id: str) -> Call[Match]:
    return Call("GET", f"/matches/{id}", Match)


def matches(**filters: str) -> Call[Matches]:
    """A page of public matches, or of one's own with `account="me"`; `game` and `status` filter."""
    return Call("GET", "/matches", Matches, query=filters)


def close(id: str) -> Call[Match]:
    """Close the caller's own table before the match starts."""
    return Call("DELETE", f"/matches/{id}", Match)


def start(id: str) -> Call[Match]:
    """Start a match whose seats are taken."""
    return Call("POST", f"/matches/{id}/start", Match)


def leave(id: str) -> Call[Match]:
    """Leave the caller's seat before the start."""
    return Call("DELETE", f"/matches/{id}/seats/mine", Match)


def change_seat(id: str, seat: int, wish: SeatWish) -> Call[Match]:
    """Open a seat, reserve it or give it to a bot, as the host."""
    return Call("PUT", f"/matches/{id}/seats/{seat}", Match, dict(wish))


def free_seat(id: str, seat: int) -> Call[Match]:
    """Free another player's seat, as the host; the player comes back only if invited."""
    return Call("DELETE", f"/matches/{id}/seats/{seat}", Match)


def pass_on(id: str, seat: int) -> Call[Match]:
    """Make the person in that seat the host."""
    return Call("PUT", f"/matches/{id}/host", Match, {"seat": seat})


def arrange_seats(id: str, order: Sequence[int | None]) -> Call[Match]:
    """Reorder the seats, as the host: for each the one whose player moves there, or None for a new
    seat.
    """
    return Call("PUT", f"/matches/{id}/seats", Match, {"order": list(order)})


def change_terms(id: str, **terms: Any) -> Call[Match]:
    """Change options, clock, undo, resign, rated or autostart, as the host."""
    return Call("PATCH", f"/matches/{id}", Match, terms)


def confirm_terms(id: str, terms: int) -> Call[Match]:
    """Confirm changed terms by their number, `match.terms`."""
    return Call("PUT", f"/matches/{id}/seats/mine/confirmation", Match, {"terms": terms})


def swap_seats(id: str, seat: int) -> Call[Match]:
    """Swap seats; another player there is asked, or agreed with."""
    return Call("PUT", f"/matches/{id}/seats/mine/swap", Match, {"seat": seat})


def drop_swaps(id: str) -> Call[Match]:
    """Withdraw the caller's request to swap seats, and decline those to the caller."""
    return Call("DELETE", f"/matches/{id}/seats/mine/swap", Match)


def chat(id: str, cursor: str = "") -> Call[Chat]:
    """A page of the chat: the newest lines, or those before a `cursor`."""
    return Call("GET", f"/matches/{id}/chat", Chat, query={"cursor": cursor} if cursor else {})


def say(id: str, text: str) -> Call[ChatLine]:
    """Say something at the table; a repetition counts once."""
    return Call("POST", f"/matches/{id}/chat", ChatLine, {"text": text}, key=new_key())


def say_phrase(id: str, phrase: str) -> Call[ChatLine]:
    """Say a set phrase, which each reader sees in their language."""
    return Call("POST", f"/matches/{id}/chat", ChatLine, {"phrase": phrase}, key=new_key())


def view(id: str) -> Call[FullFrame]:
    """The whole frame for the caller's seat, or the public's."""
    return Call("GET", f"/matches/{id}/view", FullFrame)


def take_seat(id: str, seat: int) -> Call[Match]:
    """Take a seat that is free or kept for the caller."""
    return Call("POST", f"/matches/{id}/seats", Match, {"seat": seat})


def answer(id: str, decision: str, reply: Answer, key: str | None = None) -> Call[Committed]:
    """Answer an open question; a repetition counts once."""
    path = f"/matches/{id}/decisions/{decision}"
    return Call("POST", path, Committed, {"answer": reply}, key=key or new_key())


def consent(id: str, offer: str, accept: bool) -> Call[Offer]:
    """Accept or decline another player's offer."""
    path = f"/matches/{id}/offers/{offer}"
    return Call("POST", path, Offer, {"accept": accept})


def same_deal(id: str, seats: Sequence[SeatWish] | None = None) -> Call[Match]:
    """Play the deal of a finished match again, as practice; by default against bots."""
    body = {} if seats is None else {"seats": list(seats)}
    return Call("POST", f"/matches/{id}/same-deal", Match, body, key=new_key())


def resign(id: str) -> Call[Standstill]:
    return Call("POST", f"/matches/{id}/resign", Standstill)


def decline(id: str, seat: int, reason: str | None = None, text: str | None = None) -> Call[Match]:
    """Decline a seat that is kept for the caller; the inviting player reads the reason."""
    members = {"reason": reason, "text": text}
    query = {name: value for name, value in members.items() if value is not None}
    return Call("DELETE", f"/matches/{id}/seats/{seat}/invitation", Match, query=query)


def world(id: str, decision: str) -> Call[World]:
    """A world for the engine's bots to search in; only bots may have it."""
    return Call("GET", f"/matches/{id}/decisions/{decision}/world", World)


def accept(accepts: Accepts) -> Call[Accepts]:
    """List the calling bot among the online bots, with the invitations that it accepts."""
    return Call("PUT", "/me/accepts", Accepts, msgspec.to_builtins(accepts))


def online_bots(game: str | None = None, cursor: str = "") -> Call[OnlineBots]:
    """A page of the bots that are online."""
    query = {"game": game or "", "cursor": cursor}
    return Call(
        "GET", "/bots", OnlineBots, query={key: value for key, value in query.items() if value}
    )


def friends() -> Call[Friends]:
    """The caller's friends, and requests to and by the caller."""
    return Call("GET", "/me/friends", Friends)


def befriend(account: str) -> Call[Friendship]:
    """Ask an account, by name or id, to be friends, or agree to its request."""
    return Call("PUT", f"/me/friends/{quote(account)}", Friendship)


def unfriend(account: str) -> Call[None]:
    """End a friendship, withdraw a request, or decline one."""
    return Call("DELETE", f"/me/friends/{quote(account)}", type(None))


def friend_link() -> Call[FriendLink]:
    """The caller's link: its readers become friends at once."""
    return Call("GET", "/me/friend-link", FriendLink)


def accept_friend_link(code: str) -> Call[Friendship]:
    """Become a friend of the account whose link has this code."""
    return Call("POST", f"/friend-links/{quote(code)}", Friendship)


def pools() -> Call[Pools]:
    """The pools in which opponents are found."""
    return Call("GET", "/pools", Pools)


def my_pools() -> Call[MyPools]:
    """The pools in which the caller waits."""
    return Call("GET", "/me/pools", MyPools)


def join_pool(id: str) -> Call[MyPools]:
    """Wait in a pool; the account's stream keeps the place and says when a table is found."""
    return Call("PUT", f"/me/pools/{id}", MyPools)


def leave_pool(id: str) -> Call[None]:
    """Give up the place in a pool; that declines its ready check."""
    return Call("DELETE", f"/me/pools/{id}", type(None))


def answer_ready_check(id: str, accept: bool) -> Call[ReadyCheck]:
    """Confirm or decline a table that a pool has found."""
    return Call("POST", f"/me/ready-checks/{id}", ReadyCheck, {"accept": accept})


def messages(account: str) -> Call[DirectMessages]:
    """The newest messages between the caller and an account."""
    return Call("GET", f"/me/messages/{quote(account)}", DirectMessages)


def write(account: str, text: str) -> Call[DirectMessage]:
    """Write to a friend; a repetition counts once."""
    path = f"/me/messages/{quote(account)}"
    return Call("POST", path, DirectMessage, {"text": text}, key=new_key())


def mark_read(account: str) -> Call[None]:
    """Mark what an account has written as read."""
    return Call("PUT", f"/me/messages/{quote(account)}", type(None))
