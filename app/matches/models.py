"""Match tables: the source of truth about matches, their seats, entries, offers and chat."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base
from app.wire.literals import (
    EntryKind,
    MatchStatus,
    OfferKind,
    OfferStatus,
    PauseReason,
    Phrase,
    ResignPolicy,
    SeatKind,
    SpectatorPolicy,
    UndoPolicy,
    Unrated,
    Visibility,
)

USUAL: Literal["usual"] = "usual"


class MatchRow(Base):
    """A match."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    options: Mapped[dict[str, Any]]
    status: Mapped[MatchStatus]
    visibility: Mapped[Visibility]
    spectators: Mapped[SpectatorPolicy]
    # USUAL before the start by default
    undo: Mapped[UndoPolicy | Literal["usual"]] = mapped_column(sa.String)
    clock: Mapped[dict[str, Any]]
    autostart: Mapped[bool]
    code: Mapped[str] = mapped_column(unique=True)
    creator: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id"))
    created_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    seed_hash: Mapped[str | None]
    edition: Mapped[int] = mapped_column(default=0)  # changes outside the log (seats, status)
    ply: Mapped[int] = mapped_column(default=0)  # entries
    # the engine's match from the start on, with its history in the snapshots
    state: Mapped[bytes | None]
    waiting: Mapped[int] = mapped_column(default=0)  # one bit for each seat that is waited for
    due: Mapped[datetime | None]  # when the sweeper should look at the match
    outcome: Mapped[dict[str, Any] | None]
    rated: Mapped[bool | None]  # whether it counts; None before the start by default
    spectator_delay: Mapped[dict[str, Any] | None]
    resign: Mapped[ResignPolicy] = mapped_column(default="bot")
    times: Mapped[dict[str, Any] | None]  # the clock state
    paused_for: Mapped[PauseReason | None]
    # the match and ply that this one follows: {"rematch": id}, {"deal": id} or
    # {"fork": id, "ply": n}
    origin: Mapped[dict[str, Any] | None]
    rematch: Mapped[str | None]  # the match that follows this one
    ended_at: Mapped[datetime | None]
    unrated: Mapped[Unrated | None]
    # the process that committed the last entry (`app.ownership`)
    owner: Mapped[str | None]
    host: Mapped[str | None]  # the account to which the table passed on before the start
    host_seen_at: Mapped[datetime | None]  # when the host of an open table was last connected
    # how often the host has changed the terms before the start
    terms: Mapped[int] = mapped_column(default=0, server_default="0")

    __table_args__ = (
        sa.Index("matches_by_creator", "creator", "status"),
        sa.Index("matches_by_creation", "creator", "created_at"),
        sa.Index("matches_by_host", "host", "status"),
        sa.Index("matches_by_status", "status", "visibility", "created_at"),
        sa.Index(
            "matches_due",
            "due",
            postgresql_where=sa.text("due is not null"),
            sqlite_where=sa.text("due is not null"),
        ),
        sa.Index(
            "matches_seen_late",
            "ended_at",
            postgresql_where=sa.text("spectators = 'delayed'"),
            sqlite_where=sa.text("spectators = 'delayed'"),
        ),
    )

    @property
    def hosted_by(self) -> str:
        """The account that may change, start and close the table before the start."""
        return self.host or self.creator


class SeatRow(Base):
    """A seat of a match."""

    __tablename__ = "seats"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[SeatKind]  # a bot is built in (`bot`) or has an account
    account: Mapped[str | None] = mapped_column(sa.ForeignKey("accounts.id"))
    bot: Mapped[str | None]
    name: Mapped[str | None]
    invited: Mapped[str | None]  # the account for which an open seat is reserved
    # `app.wire.matches.Declined`, and the `account` that declined
    declined: Mapped[dict[str, Any] | None] = mapped_column(sa.JSON)
    rating: Mapped[int | None]  # as at the start of the match
    resigned: Mapped[bool] = mapped_column(default=False)  # played on by a bot, ranked last
    # a built-in bot plays for a person, whose name the seat keeps
    stands_in: Mapped[bool] = mapped_column(default=False)
    # the ply after which the occupant sat down; -1: from the start
    since: Mapped[int] = mapped_column(default=-1)
    former: Mapped[str | None]  # the account that may take the seat back from a bot
    sat_at: Mapped[datetime | None]  # when the occupant sat down before the start
    # the player will not come back
    account_closed: Mapped[bool] = mapped_column("gone", default=False, server_default=sa.false())
    crest: Mapped[str | None]  # the occupant's, chosen before the start
    # the terms, by their number, that the occupant has accepted
    confirmed: Mapped[int] = mapped_column(default=0, server_default="0")
    swap: Mapped[int | None]  # the seat with which the occupant asks to swap

    __table_args__ = (
        sa.Index("seats_by_account", "account", "match"),
        sa.Index("seats_by_invited", "invited"),
    )


class SentAwayRow(Base):
    """A player whose seat the host has freed: they may come back only if they are invited."""

    __tablename__ = "sent_away"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    account: Mapped[str] = mapped_column(
        sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )

    __table_args__ = (sa.Index("sent_away_by_account", "account"),)


class OccupantRow(Base):
    """An occupant of a seat that changed hands, from the entry after `since` on."""

    __tablename__ = "occupants"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    since: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # -1: from the start
    account: Mapped[str | None] = mapped_column(sa.ForeignKey("accounts.id"))
    bot: Mapped[str | None]
    name: Mapped[str | None]
    at: Mapped[datetime]

    __table_args__ = (sa.Index("occupants_by_account", "account"),)


class PublicVersionRow(Base):
    """What outsiders see of a delayed match from a change on (`app.matches.public_versions`)."""

    __tablename__ = "bulletins"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    edition: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seen_ply: Mapped[int]  # the ply that the match must have reached before outsiders see it
    seen_at: Mapped[datetime]  # the time from which outsiders may see it
    status: Mapped[MatchStatus]
    accounts: Mapped[str]  # seated accounts, with a space before and after each
    told: Mapped[dict[str, Any]]  # the seats


class OfferRow(Base):
    """An offer: an undo, a draw or another change that needs the other players' consent."""

    __tablename__ = "offers"

    id: Mapped[str] = mapped_column(primary_key=True)
    match: Mapped[str] = mapped_column(sa.ForeignKey("matches.id", ondelete="CASCADE"))
    kind: Mapped[OfferKind]
    seat: Mapped[int]
    details: Mapped[dict[str, Any]]  # what exactly: a decision, a seat
    answers: Mapped[dict[str, Any]]  # by seat
    status: Mapped[OfferStatus]  # closed: overtaken by events
    ply: Mapped[int]
    at: Mapped[datetime]  # service time

    __table_args__ = (sa.Index("offers_by_match", "match", "status"),)


class EntryRow(Base):
    """One committed answer, undo or start (ply 0)."""

    __tablename__ = "entries"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[EntryKind]
    seat: Mapped[int | None]
    decision: Mapped[str | None]
    answer: Mapped[bytes | None]  # JSON
    key: Mapped[str | None]
    # MessagePack: how many events each viewer had received before, then the engine's events
    told: Mapped[bytes]
    # distinguishes this entry from one that another process committed in its place
    receipt: Mapped[int] = mapped_column(sa.BigInteger)
    at: Mapped[datetime]

    __table_args__ = (
        sa.Index(
            "entries_by_key",
            "match",
            "seat",
            "key",
            unique=True,
            postgresql_where=sa.text("key is not null"),
            sqlite_where=sa.text("key is not null"),
        ),
    )


class SnapshotRow(Base):
    """A step that ended with the entry at `ply` (the `number`-th of those), compressed."""

    __tablename__ = "snapshots"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    step: Mapped[bytes]
    undone: Mapped[int | None]  # ply of the undo that went back into or before the step, if any


class ChatRow(Base):
    """A chat line."""

    __tablename__ = "chat"

    id: Mapped[int] = mapped_column(
        sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True
    )
    match: Mapped[str] = mapped_column(sa.ForeignKey("matches.id", ondelete="CASCADE"))
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id"))
    name: Mapped[str]
    crest: Mapped[str | None]  # the author's when it was written
    seat: Mapped[int | None]
    channel: Mapped[str]  # table or spectators
    to: Mapped[list[int] | None]  # seats; None: everyone
    text: Mapped[str]
    phrase: Mapped[Phrase | None] = mapped_column(sa.String)  # the set phrase that it is
    key: Mapped[str | None]
    at: Mapped[datetime]
    # who may read it, as a number (`app.chat.pages`); None if a process of the previous version
    # wrote it
    audience: Mapped[int | None] = mapped_column("circle")
    # whether it is the first line of a private channel
    opens: Mapped[bool] = mapped_column(default=False, server_default=sa.false())

    __table_args__ = (
        sa.Index("chat_by_match", "match", "id"),
        sa.Index("chat_by_circle", "match", "circle", "id"),
        sa.Index(
            "chat_openings",
            "match",
            "id",
            postgresql_where=sa.text("opens"),
            sqlite_where=sa.text("opens = 1"),
        ),
        sa.Index("chat_by_account", "account", "at"),
        sa.Index(
            "chat_by_key",
            "match",
            "account",
            "key",
            unique=True,
            postgresql_where=sa.text("key is not null"),
            sqlite_where=sa.text("key is not null"),
        ),
    )


def hosted_by(accounts: Any) -> sa.ColumnElement[bool]:
    """The tables of these hosts: those that passed on to one, and the others that one created."""
    created = sa.and_(MatchRow.host.is_(None), MatchRow.creator.in_(accounts))
    return sa.or_(MatchRow.host.in_(accounts), created)
