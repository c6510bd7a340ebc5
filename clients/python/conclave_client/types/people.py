"""Types of accounts, and of bots that are online."""

from __future__ import annotations

from typing import Any

from conclave_client.types.shape import Shape


class Account(Shape):
    id: str
    name: str
    kind: str


class Accepts(Shape):
    """The invitations that a bot accepts; absent members do not restrict."""

    games: list[str] | None = None
    players: list[int] | None = None
    rated: bool | None = None
    unrated: bool | None = None
    clocks: list[str] | None = None
    text: str | None = None


class OnlineBot(Shape):
    id: str
    name: str
    accepts: Accepts


class OnlineBots(Shape):
    items: list[OnlineBot]
    next: str | None = None


class SignedIn(Shape):
    """An account and its secret, which is shown only this once."""

    account: Account
    token: str


class Me(Shape):
    account: Account
    preferences: dict[str, Any]
    email: str | None = None
    admin: bool | None = None
