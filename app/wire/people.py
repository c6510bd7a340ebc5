"""Wire types of accounts, tokens, ratings, push and reports."""

from __future__ import annotations

from typing import Any

from app.wire import UNSET, Shape, UnsetType
from app.wire.ids import GameId, Time
from app.wire.literals import AccountKind, Audience, ClockKind, Correspondents, Scope, StaffRole
from app.wire.matches import Match


class Account(Shape):
    """An account as others see it."""

    id: str
    """Opaque."""
    name: str
    """The account's name."""
    kind: AccountKind
    """A `person` signs in, a `guest` can't, a `bot` is played by a program."""
    crest: str | UnsetType = UNSET
    """The chosen crest: the numbers of its field, charge and two tinctures, a hex digit each."""


class AccountName(Shape):
    """An account, by id and name."""

    id: str
    """Opaque."""
    name: str
    """The account's name."""


class Accepts(Shape):
    """What a bot accepts; an absent member is no limit. The bot holds itself to it and declines
    what it does not accept; the server does not enforce it.
    """

    games: list[str] | UnsetType = UNSET
    """Ids of accepted games."""
    players: list[int] | UnsetType = UNSET
    """Accepted numbers of players."""
    rated: bool | UnsetType = UNSET
    """Whether rated matches are accepted."""
    unrated: bool | UnsetType = UNSET
    """Whether unrated matches are accepted."""
    clocks: list[ClockKind] | UnsetType = UNSET
    """Accepted kinds of clocks."""
    text: str | UnsetType = UNSET
    """A sentence about the bot."""


class OnlineBot(Shape):
    """A bot that is online and accepts invitations."""

    id: str
    """Opaque."""
    name: str
    """The account's name."""
    accepts: Accepts
    """What the bot accepts."""


class OnlineBots(Shape):
    """A page of bots that are online."""

    items: list[OnlineBot]
    """Bots of this page, by name."""
    next: str | UnsetType = UNSET
    """Pass it as `cursor` for the next page; absent on the last one."""


class Accounts(Shape):
    items: list[Account]
    """The caller's bots."""


class SignedIn(Shape):
    """An account and a secret that acts for it, shown only this once."""

    account: Account
    """The account, as others see it."""
    token: str
    """A secret that acts for the account, as `Authorization: Bearer …`; shown once."""


class Privacy(Shape):
    """What others may do to an account."""

    ask: Audience
    """Who may ask to be a friend; of `friends`, their friends may."""
    invite: Audience
    """Who may reserve a seat for the account."""
    write: Correspondents
    """Who may send direct messages."""
    see_online: Audience
    """Who sees whether the account is online, and where it plays."""
    last_seen: bool
    """Whether they also see when it was last online."""


class Me(Shape):
    """The caller's own account; `email` to `role` are for sessions only."""

    account: Account
    """The account, as others see it."""
    preferences: dict[str, Any]
    """What the page remembers for the account; unknown members are passed on."""
    privacy: Privacy
    """What others may do to the account."""
    email: str | UnsetType = UNSET
    """An address for mail from the server, which only the operator sees."""
    email_verified: bool | UnsetType = UNSET
    """Whether its owner has opened a link that was mailed to it; given with `email`."""
    admin: bool | UnsetType = UNSET
    """Whether the account belongs to the staff, in either role."""
    role: StaffRole | UnsetType = UNSET
    """Its role among the staff."""
    deletes_at: Time | UnsetType = UNSET
    """When the account will be deleted. Until then its owner may only look at it, keep it or sign
    out.
    """


class DataExport(Shape):
    """An archive of what the server stores about the caller."""

    id: str
    """Opaque; `/me/exports/{id}` is the archive."""
    expires_at: Time
    """Until when it may be downloaded."""


class Deletion(Shape):
    """The deletion of an account, until which its owner may keep it."""

    deletes_at: Time
    """When the account will be deleted."""


class Token(Shape):
    """A token without its secret."""

    id: str
    """Opaque."""
    name: str
    """Chosen by the owner, to tell tokens apart."""
    scopes: list[Scope]
    """What the token may do: `read`, `play`, `create`."""
    created_at: Time
    """When the secret was issued."""
    expires_at: Time | UnsetType = UNSET
    """When the secret stops being valid; absent: never."""


class MadeToken(Token, kw_only=True):
    """A token with its secret, shown only this once."""

    token: str
    """A secret that acts for the account, as `Authorization: Bearer …`; shown once."""


class Tokens(Shape):
    items: list[Token]
    """The account's valid tokens."""


class Session(Shape):
    """A place where the account is signed in."""

    id: str
    """Opaque."""
    browser: str
    """The browser and system that signed in, such as `Firefox, Linux`; empty if unknown. It may be
    wrong: a browser says what it is."""
    created_at: Time
    """When it signed in."""
    current: bool
    """Whether it is the session that asks."""


class Sessions(Shape):
    """The sessions of an account."""

    items: list[Session]
    """Newest first."""


class Ticket(Shape):
    """Opens one websocket."""

    ticket: str
    """Opens one websocket, as `?ticket=`."""
    expires_at: Time
    """When the secret stops being valid; absent: never."""


class Rating(Shape):
    """An account's rating at a game with `players` players."""

    game: GameId
    title: str
    """The game's title."""
    players: int
    """The number of players at the tables that count."""
    rating: int
    """Elo among matches with this number of players."""
    matches: int
    """How many rated matches count."""
    wins: int
    """Of these, matches won."""
    provisional: bool
    """Whether the rating rests on too few matches to be ranked by."""


class Result(Shape):
    """How often an account has played and won a game."""

    game: GameId
    title: str
    """The game's title."""
    played: int
    """Matches that have ended."""
    won: int
    """Of these, matches won."""


class Profile(Shape):
    """The public profile of a person or bot."""

    account: Account
    """The account, as others see it."""
    created_at: Time
    """When the account was opened."""
    ratings: list[Rating]
    """Ratings by game and number of players."""
    results: list[Result]
    """Matches played and won, by game."""
    matches: list[Match]
    """Recent public matches."""
    owner: Account | UnsetType = UNSET
    """Whose bot it is."""
    online: bool | UnsetType = UNSET
    """Whether the account is online; absent if the caller may not know."""
    last_seen_at: Time | UnsetType = UNSET
    """When an account that is away was last online, to five minutes."""


class Standing(Shape):
    """One line of a leaderboard."""

    rank: int
    """The rank; equal ratings share one."""
    account: Account
    """The account that holds the rank."""
    rating: int
    """Elo among matches with this number of players."""
    matches: int
    """How many rated matches count."""
    wins: int
    """Of these, matches won."""
    provisional: bool
    """Whether the rating rests on too few matches to be ranked by."""


class Leaderboard(Shape):
    """A page of a leaderboard."""

    game: GameId
    title: str
    """The game's title."""
    players: int
    """The number of players at the tables that count."""
    counts: list[int]
    """The numbers of players that have a leaderboard."""
    items: list[Standing]
    """The ranked accounts, best first."""
    next: str | UnsetType = UNSET
    """Pass it as `cursor` for the next page; absent on the last one."""


class PushSwitch(Shape):
    """A preference that switches a kind of push message off by `false`."""

    preference: str
    """The name of the preference."""
    label: str
    """What the messages are about."""


class Push(Shape):
    """The server's public key for push messages, in base64url, and how many of the account's
    browsers have subscribed.
    """

    key: str
    """The server's public key, in base64url."""
    subscriptions: int
    """How many of the account's browsers have subscribed."""
    switches: list[PushSwitch] | UnsetType = UNSET
    """In the reply of `GET`: one for each kind of message."""


class Related(Shape):
    """An account that the caller has blocked or muted."""

    account: Account
    """The account that is blocked or muted."""
    at: Time
    """When the account was blocked or muted."""


class Relations(Shape):
    items: list[Related]
    """The accounts that the caller has blocked or muted."""


class Report(Shape):
    """A report that the staff will read."""

    id: str
    """Opaque."""
    at: Time
    """When the report was filed."""


class QueuedReport(Shape):
    """A report awaiting a verdict."""

    id: str
    """Opaque."""
    by: Account
    """Who reports."""
    about: Account
    """The account that is reported."""
    reason: str
    """Why, for people."""
    at: Time
    """When the report was filed."""
    match: str | UnsetType = UNSET
    """The match that the report is about."""
    line: str | UnsetType = UNSET
    """The chat line or direct message that the report quotes; no other one is shown."""
