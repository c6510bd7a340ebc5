"""The tables of accounts, their credentials, and relations between accounts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column, validates

from app.accounts.confusables import skeleton
from app.accounts.names import folded
from app.infra.database import Base
from app.wire.literals import AccountKind, Audience, Correspondents, Scope, StaffRole


def _unique_except_guests(name: str, column: str, extra_condition: str = "") -> sa.Index:
    others = sa.text(f"kind <> 'guest'{extra_condition}")
    return sa.Index(name, column, unique=True, postgresql_where=others, sqlite_where=others)


class Account(Base):
    """An account: `kind` is guest, person or bot; a bot has an owner, a person a password hash or
    an identity at a provider (`SignInIdentityRow`).

    Names of guests may repeat; those of people and bots are unique regardless of case (`folded`),
    and no two look alike (`skeleton`). A closed account can't sign in, unless its owner wants
    it deleted (`DeletionRow`). Of what others may do to an account, see `app.friends.doors`.
    """

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[AccountKind]
    name: Mapped[str]
    folded: Mapped[str]
    skeleton: Mapped[str]
    owner: Mapped[str | None] = mapped_column(sa.ForeignKey("accounts.id"))
    preferences: Mapped[dict[str, Any]]
    created_at: Mapped[datetime]
    email: Mapped[str | None]
    email_verified_at: Mapped[datetime | None]
    password: Mapped[str | None]
    role: Mapped[StaffRole | None]  # among the staff
    # whether it has a role, for processes of the version before roles
    admin: Mapped[bool] = mapped_column(default=False)
    muted_until: Mapped[datetime | None]
    closed_at: Mapped[datetime | None]
    asked_by: Mapped[Audience] = mapped_column(default="everybody", server_default="everybody")
    invited_by: Mapped[Audience] = mapped_column(default="everybody", server_default="everybody")
    written_by: Mapped[Correspondents] = mapped_column(default="friends", server_default="friends")
    seen_by: Mapped[Audience] = mapped_column(default="friends", server_default="friends")
    tells_last_seen: Mapped[bool] = mapped_column(default=True, server_default=sa.true())
    last_seen_at: Mapped[datetime | None]
    friend_code: Mapped[str | None]
    crest: Mapped[str | None]  # by default clients derive one from the id

    @validates("name")
    def _fold(self, _key: str, name: str) -> str:
        self.folded, self.skeleton = folded(name), skeleton(name)
        return name

    @validates("role")
    def _note_role(self, _key: str, role: StaffRole | None) -> StaffRole | None:
        self.admin = role is not None
        return role

    __table_args__ = (
        _unique_except_guests("unique_names", "folded"),
        _unique_except_guests("unlike_names", "skeleton", " AND skeleton <> ''"),
        sa.Index("accounts_by_owner", "owner"),
        sa.Index("accounts_by_friend_code", "friend_code", unique=True),
    )


class DeletionRow(Base):
    """A closed account that its owner has asked to delete (`app.personal_data.deletion`)."""

    __tablename__ = "deletions"

    account: Mapped[str] = mapped_column(
        sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    date: Mapped[datetime]  # when the account's data is to be deleted; until then it may be kept
    due: Mapped[datetime]  # when to try next
    successor: Mapped[str]  # the id of the nameless account that takes its seats
    # whether its owner can't keep the account: an operator has closed it, or deletion has begun
    final: Mapped[bool] = mapped_column(default=False)

    __table_args__ = (sa.Index("deletions_by_due", "due"),)


class RetiredNameRow(Base):
    """A keyed hash of a deleted account's name, or of its looks: taken until it expires."""

    __tablename__ = "retired_names"

    hash: Mapped[str] = mapped_column(primary_key=True)
    expires_at: Mapped[datetime]

    __table_args__ = (sa.Index("retired_names_by_end", "expires_at"),)


class RegistrationCodeRow(Base):
    """An invitation to register (`app.accounts.registration`), stored as a keyed hash; with a role,
    one to join the staff.
    """

    __tablename__ = "registration_codes"

    id: Mapped[str] = mapped_column(primary_key=True)
    hash: Mapped[str] = mapped_column(unique=True)
    note: Mapped[str]  # the operator's words for its recipients
    uses_left: Mapped[int]
    expires_at: Mapped[datetime]
    role: Mapped[StaffRole | None]


class FormerName(Base):
    """A former name of an account. `app.matches.former_names` reserves it for the account as long
    as a running match shows it.
    """

    __tablename__ = "former_names"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    account: Mapped[str] = mapped_column(
        sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    folded: Mapped[str] = mapped_column(primary_key=True)
    skeleton: Mapped[str]

    __table_args__ = (
        sa.Index("former_names_by_account", "account"),
        sa.Index("former_names_by_folded", "folded"),
        sa.Index("former_names_by_skeleton", "skeleton"),
    )


class Token(Base):
    """A credential, stored as a keyed hash; `kind` is session, token, ticket, export, reset, verify
    or confirmation.

    A ticket's `parent` is the session or token that requested it, a confirmation's the session that
    is confirmed (`app.accounts.confirmations`); a reset only allows setting a new password, and
    `verify` says that its holder reads the account's mail.
    """

    __tablename__ = "tokens"

    id: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    kind: Mapped[str]
    name: Mapped[str]
    hash: Mapped[str] = mapped_column(unique=True)
    scopes: Mapped[list[Scope]] = mapped_column(sa.JSON)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    parent: Mapped[str | None]

    __table_args__ = (
        sa.Index("tokens_by_account", "account"),
        sa.Index("tokens_by_parent", "parent"),
    )


class SignInIdentityRow(Base):
    """An identity at an OpenID Connect provider, with which an account's owner signs in; an account
    has one of each provider at most.
    """

    __tablename__ = "sign_in_identities"

    id: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    issuer: Mapped[str]
    subject: Mapped[str]
    created_at: Mapped[datetime]
    made_admin: Mapped[bool]  # whether a claim has made the account an admin, so it may undo that

    __table_args__ = (
        sa.UniqueConstraint("issuer", "subject"),
        sa.UniqueConstraint("account", "issuer"),
    )


class AcceptRow(Base):
    """What a bot accepts (`app.wire.people.Accepts`), and when a process last served its stream."""

    __tablename__ = "accepting_bots"

    account: Mapped[str] = mapped_column(
        sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    accepts: Mapped[dict[str, Any]]
    seen_at: Mapped[datetime | None]


class Relation(Base):
    """A block or mute (`kind`) of one account by another."""

    __tablename__ = "relations"

    account: Mapped[str] = mapped_column(
        sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    other: Mapped[str] = mapped_column(
        sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[datetime]

    __table_args__ = (sa.Index("relations_by_other", "other"),)
