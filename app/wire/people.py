"""Accounts, and what belongs to them."""

from __future__ import annotations

from typing import Any, Literal

from app.wire import UNSET, Shape, UnsetType
from app.wire.matches import Match

Scope = Literal["play", "create", "read"]


class Account(Shape):
    """Somebody as others see him."""

    id: str
    name: str
    kind: Literal["guest", "person", "bot"]


class Accounts(Shape):
    items: list[Account]


class SignedIn(Shape):
    """An account and a secret that acts for it, shown this once."""

    account: Account
    token: str


class Me(Shape):
    """One's own account; address, and whether one is an admin, are told to a session alone."""

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
    """A token with its secret, shown this once."""

    token: str


class Tokens(Shape):
    items: list[Token]


class Ticket(Shape):
    """Opens one websocket."""

    ticket: str
    expires_at: str


class Rating(Shape):
    """How strong somebody is at a game for so many players."""

    game: str
    title: str
    players: int
    rating: int
    matches: int
    wins: int
    provisional: bool


class Result(Shape):
    """How often somebody played and won a game."""

    game: str
    title: str
    played: int
    won: int


class Profile(Shape):
    """What everybody may know of a person or bot."""

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
    """A page of it; `counts` are the numbers of players that there are leaderboards for."""

    game: str
    title: str
    players: int
    counts: list[int]
    items: list[Standing]
    next: str | UnsetType = UNSET


class Webhook(Shape):
    """Where an account wants to be told; too many failures end it."""

    id: str
    url: str
    format: Literal["generic", "discord"]
    events: list[Literal["decision", "offer", "invite", "end"]]
    failures: int
    created_at: str


class MadeWebhook(Webhook):
    """With the secret that signs its messages, shown this once."""

    secret: str | UnsetType = UNSET


class Webhooks(Shape):
    items: list[Webhook]


class Related(Shape):
    """Somebody whom one has blocked or muted."""

    account: Account
    at: str


class Relations(Shape):
    items: list[Related]


class Report(Shape):
    """A report that the admins will read."""

    id: str
    at: str


class QueuedReport(Shape):
    """A report that waits for a verdict."""

    id: str
    by: Account
    about: Account
    reason: str
    at: str
    match: str | UnsetType = UNSET


class Reports(Shape):
    items: list[QueuedReport]
