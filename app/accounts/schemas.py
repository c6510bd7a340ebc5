"""Account schemas: request bodies, and views of accounts and tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import AwareDatetime, Field

from app.accounts.models import Account, Token
from app.accounts.names import Label, Name
from app.accounts.passwords import NewPassword, Password
from app.accounts.preferences import MAX_PREFERENCES
from app.wire import UNSET, given, people
from app.wire.bodies import Body
from app.wire.literals import Audience, Correspondents, Scope

Email = Annotated[str, Field(max_length=254, pattern=r"^[^@\s\x00-\x1f]+@[^@\s\x00-\x1f]+$")]


class NewName(Body):
    name: Name
    """What others see."""


class NewAccount(Body):
    """A person; the address is never shown to others."""

    name: Name
    """What others see."""
    password: NewPassword
    """The password, of 8 characters or more where it is new."""
    email: Email | None = None
    """An address for mail from the server, which only the operator sees."""
    invitation: str | None = Field(None, max_length=40)
    """The code of an invitation, where the server admits people by invitation, or it makes them
    members of the staff."""


class NewAccountByProvider(Body):
    """A person who has just signed in with a provider, and has no account yet."""

    name: Name
    """What others see."""
    invitation: str | None = Field(None, max_length=40)
    """The code of an invitation, where the server admits people by invitation."""


class SignIn(Body):
    name: Annotated[str, Field(min_length=1, max_length=100)]
    """The account's name."""
    password: Password
    """The password, of 8 characters or more where it is new."""


class NewPasswordByLink(Body):
    """`secret` is the part of the link after the `#`."""

    secret: Annotated[str, Field(min_length=1, max_length=100)]
    """The part of the link after the `#`."""
    password: NewPassword
    """The password, of 8 characters or more where it is new."""


class MailAddress(Body):
    email: Email
    """The address that an account has verified."""


class MailedSecret(Body):
    """`secret` is the part of the link after the `#`."""

    secret: Annotated[str, Field(min_length=1, max_length=100)]
    """The part of the link after the `#`."""


class PrivacyChanges(Body):
    """Changes to what others may do to the account; absent members stay."""

    ask: Audience | None = None
    """Who may ask to be a friend; of `friends`, their friends may."""
    invite: Audience | None = None
    """Who may reserve a seat for the account."""
    write: Correspondents | None = None
    """Who may send direct messages."""
    see_online: Audience | None = None
    """Who sees whether the account is online, and where it plays."""
    last_seen: bool | None = None
    """Whether they also see when it was last online."""


CREST_PATTERN = r"^[0-7][0-9a-f][0-6][0-6]$"
"""One of 8 fields, one of 16 charges, and two of 7 tinctures."""


class Changes(Body):
    """Changes to the caller's account; null removes a preference or the address.

    A new password requires the current one, and where the server sends mail so does a new address.
    """

    name: Name | None = None
    """What others see."""
    email: Email | None = None
    """An address for mail from the server, which only the operator sees."""
    password: NewPassword | None = None
    """The password, of 8 characters or more where it is new."""
    current_password: Password | None = None
    """The password until now; none if a provider has just confirmed the session."""
    crest: Annotated[str, Field(pattern=CREST_PATTERN)] | None = None
    """The crest: the numbers of its field, charge and two tinctures, a hex digit each; null for the
    one that follows from the account's id."""
    preferences: dict[str, Any] | None = Field(None, max_length=MAX_PREFERENCES)
    """What the page remembers for the account; unknown members are passed on."""
    privacy: PrivacyChanges | None = None
    """What others may do to the account."""


class Reauthentication(Body):
    """What deleting or exporting an account requires besides the session."""

    password: Password | None = None
    """The account's password; a guest has none, and a session that a provider has confirmed needs
    none."""


ProviderId = Annotated[str, Field(pattern="^[a-z][a-z0-9]{0,19}$")]


class NewLink(Reauthentication):
    """A provider to link with the account."""

    provider: ProviderId
    """The provider's id, as in `GET /instance`."""


class NewConfirmation(Body):
    """A provider to confirm the session."""

    provider: ProviderId
    """The provider's id; the account is linked with it."""
    next: str = Field("/", max_length=500)
    """The path of the page to return to."""


class NewToken(Body):
    name: Label
    """Chosen by the owner, to tell tokens apart."""
    scopes: list[Scope] = Field(min_length=1, max_length=3)
    """What the token may do: `read`, `play`, `create`."""
    expires_at: AwareDatetime | None = None
    """When the secret stops being valid; absent: never."""


def account_view(account: Account) -> people.Account:
    """An account as others see it."""
    return people.Account(
        id=account.id, name=account.name, kind=account.kind, crest=given(account.crest)
    )


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
