"""Account schemas: request bodies, and views of accounts and tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from app.accounts.models import Account, Token
from app.accounts.names import Label, Name
from app.accounts.passwords import NewPassword, Password
from app.accounts.preferences import MAX_PREFERENCES
from app.wire import UNSET, people
from app.wire.literals import Scope

Email = Annotated[str, Field(max_length=254, pattern=r"^[^@\s\x00-\x1f]+@[^@\s\x00-\x1f]+$")]


class Body(BaseModel):
    """What a client sends; unknown members are refused."""

    model_config = ConfigDict(extra="forbid")


class NewName(Body):
    name: Name


class NewAccount(Body):
    """A person; the address is for the operator alone and never shown to others."""

    name: Name
    password: NewPassword
    email: Email | None = None


class SignIn(Body):
    name: Annotated[str, Field(min_length=1, max_length=100)]
    password: Password


class NewPasswordByLink(Body):
    """`secret` is the part of the link after the `#`."""

    secret: Annotated[str, Field(min_length=1, max_length=100)]
    password: NewPassword


class Changes(Body):
    """Changes to the caller's account; null removes a preference or the address.

    A new password requires the current one.
    """

    name: Name | None = None
    email: Email | None = None
    password: NewPassword | None = None
    current_password: Password | None = None
    preferences: dict[str, Any] | None = Field(None, max_length=MAX_PREFERENCES)


class NewToken(Body):
    name: Label
    scopes: list[Scope] = Field(min_length=1, max_length=3)
    expires_at: AwareDatetime | None = None


def account_view(account: Account) -> people.Account:
    """An account as others see it."""
    return people.Account(id=account.id, name=account.name, kind=account.kind)


def token_view(token: Token) -> people.Token:
    """A token without its secret."""
    return people.Token(
        id=token.id,
        name=token.name,
        scopes=token.scopes,
        created_at=iso_time(token.created_at),
        expires_at=iso_time(token.expires_at) if token.expires_at else UNSET,
    )


def iso_time(at: datetime) -> str:
    return at.isoformat()
