"""Wire types of accounts, tokens, ratings, webhooks, push and reports."""

from __future__ import annotations

from typing import Any

from app.wire import UNSET, Shape, UnsetType
from app.wire.literals import (
    AccountKind,
    ClockKind,
    Scope,
    WebhookError,
    WebhookEvent,
    WebhookFormat,
)
from app.wire.matches import Match


class Account(Shape):
    """An account as others see it."""

    id: str
    name: str
    kind: AccountKind


class AccountName(Shape):
    """An account, by id and name."""

    id: str
    name: str


class Accepts(Shape):
    """What a bot accepts; an absent member is no limit. The bot holds itself to it and declines
    what it does not accept; the server does not enforce it.
    """

    games: list[str] | UnsetType = UNSET
    players: list[int] | UnsetType = UNSET
    rated: bool | UnsetType = UNSET
    unrated: bool | UnsetType = UNSET
    clocks: list[ClockKind] | UnsetType = UNSET
    text: str | UnsetType = UNSET


class OnlineBot(Shape):
    """A bot that is online and accepts invitations."""

    id: str
    name: str
    accepts: Accepts


class OnlineBots(Shape):
    """A page of bots that are online, by name; `next` is the cursor of the following one."""

    items: list[OnlineBot]
    next: str | UnsetType = UNSET


class Accounts(Shape):
    items: list[Account]


class SignedIn(Shape):
    """An account and a secret that acts for it, shown only this once."""

    account: Account
    token: str


class Me(Shape):
    """The caller's own account; `email` and `admin` are included for sessions only."""

    account: Account
    preferences: dict[str, Any]
    email: str | UnsetType = UNSET
    admin: bool | UnsetType = UNSET


class Token(Shape):
    """A token without its secret."""

    id: str
    name: str
    scopes: list[Scope]
    created_at: str
    expires_at: str | UnsetType = UNSET


class MadeToken(Token, kw_only=True):
    """A token with its secret, shown only this once."""

    token: str


class Tokens(Shape):
    items: list[Token]


class Ticket(Shape):
    """Opens one websocket."""

    ticket: str
    expires_at: str


class Rating(Shape):
    """An account's rating at a game with `players` players."""

    game: str
    title: str
    players: int
    rating: int
    matches: int
    wins: int
    provisional: bool


class Result(Shape):
    """How often an account has played and won a game."""

    game: str
    title: str
    played: int
    won: int


class Profile(Shape):
    """The public profile of a person or bot."""

    account: Account
    created_at: str
    ratings: list[Rating]
    results: list[Result]
    matches: list[Match]
    owner: Account | UnsetType = UNSET


class Standing(Shape):
    """One line of a leaderboard."""

    rank: int
    account: Account
    rating: int
    matches: int
    wins: int
    provisional: bool


class Leaderboard(Shape):
    """A page of a leaderboard; `counts` are the player counts that have leaderboards."""

    game: str
    title: str
    players: int
    counts: list[int]
    items: list[Standing]
    next: str | UnsetType = UNSET


class WebhookResult(Shape):
    """What became of a message: the status of the reply, or why there was none."""

    at: str
    status: int | UnsetType = UNSET
    error: WebhookError | UnsetType = UNSET


class Webhook(Shape, kw_only=True):
    """A URL that is notified of an account's events; deleted after too many failures."""

    id: str
    url: str
    format: WebhookFormat
    events: list[WebhookEvent]
    failures: int
    created_at: str
    last: WebhookResult | UnsetType = UNSET


class MadeWebhook(Webhook, kw_only=True):
    """A webhook with the secret that signs its messages, shown only this once."""

    secret: str | UnsetType = UNSET


class Webhooks(Shape):
    items: list[Webhook]


class Push(Shape):
    """The server's public key for push messages, in base64url, and how many of the account's
    browsers have subscribed.
    """

    key: str
    subscriptions: int


class Related(Shape):
    """An account that the caller has blocked or muted."""

    account: Account
    at: str


class Relations(Shape):
    items: list[Related]


class Report(Shape):
    """A report that the admins will read."""

    id: str
    at: str


class QueuedReport(Shape):
    """A report awaiting a verdict."""

    id: str
    by: Account
    about: Account
    reason: str
    at: str
    match: str | UnsetType = UNSET


class Reports(Shape):
    items: list[QueuedReport]
