"""The rows of matches: the truth about every match, and all that happened in it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base

USUAL = "usual"


class MatchRow(Base):
    """A match. `state` is the engine's match (its past put away in snapshots) from the start on.

    `edition` counts the changes that are no entries (seats, status), `ply` the entries.
    `waiting` has a bit for each seat that is waited for. `due` is when a keeper should look at the
    match. `status` is open, playing, paused, finished or aborted; `paused_for` is agreed or rules.
    `undo` is free, ask or off; before the start `USUAL` where nobody chose. `times` is what is left
    on the clocks, `resign` (bot or forfeit) what becomes of a seat that is given up, `rated`
    whether it counts (None before the start where nobody wished), `origin` the match and ply that
    this one follows: `{"rematch": id}` or `{"fork": id, "ply": n}`, `rematch` the one that follows
    it. `unrated` says why a match that was to be rated is not: resigned-early or same-people.
    """

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    options: Mapped[dict[str, Any]]
    status: Mapped[str]
    visibility: Mapped[str]
    spectators: Mapped[str]
    undo: Mapped[str]
    clock: Mapped[dict[str, Any]]
    autostart: Mapped[bool]
    code: Mapped[str] = mapped_column(unique=True)
    creator: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id"))
    created_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    seed_hash: Mapped[str | None]
    edition: Mapped[int] = mapped_column(default=0)
    ply: Mapped[int] = mapped_column(default=0)
    state: Mapped[bytes | None]
    waiting: Mapped[int] = mapped_column(default=0)
    due: Mapped[datetime | None]
    outcome: Mapped[dict[str, Any] | None]
    rated: Mapped[bool | None]
    spectator_delay: Mapped[dict[str, Any] | None]
    resign: Mapped[str] = mapped_column(default="bot")
    times: Mapped[dict[str, Any] | None]
    paused_for: Mapped[str | None]
    origin: Mapped[dict[str, Any] | None]
    rematch: Mapped[str | None]
    ended_at: Mapped[datetime | None]
    unrated: Mapped[str | None]

    __table_args__ = (
        sa.Index("matches_by_creator", "creator", "status"),
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


class SeatRow(Base):
    """A seat: `kind` is human, bot or open; a bot is built in (`bot`) or an account.

    An open seat may be kept for one account (`invited`). `rating` is frozen at the start.
    `resigned` seats are played on by a bot and rank last. `since` is the ply after which who sits
    there sat down, -1 from the start on; a built-in bot that `stands_in` plays for a person, whose
    name the seat keeps. `former` may take the seat back from a bot.
    """

    __tablename__ = "seats"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str]
    account: Mapped[str | None] = mapped_column(sa.ForeignKey("accounts.id"))
    bot: Mapped[str | None]
    name: Mapped[str | None]
    invited: Mapped[str | None]
    rating: Mapped[int | None]
    resigned: Mapped[bool] = mapped_column(default=False)
    stands_in: Mapped[bool] = mapped_column(default=False)
    since: Mapped[int] = mapped_column(default=-1)
    former: Mapped[str | None]

    __table_args__ = (
        sa.Index("seats_by_account", "account", "match"),
        sa.Index("seats_by_invited", "invited"),
    )


class OccupantRow(Base):
    """Who sat in a seat from the entry after `since` on (-1: from the start), where it changed
    hands.
    """

    __tablename__ = "occupants"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    since: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account: Mapped[str | None] = mapped_column(sa.ForeignKey("accounts.id"))
    bot: Mapped[str | None]
    name: Mapped[str | None]
    at: Mapped[datetime]


class PublicVersionRow(Base):
    """What outsiders are to be shown of a delayed match from a change on, once it has the ply
    `seen_ply` and it is `seen_at` (`app.matches.public_versions`).

    `accounts` are those that sit, with a space before and after each; `told` holds the seats.
    """

    __tablename__ = "bulletins"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    edition: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seen_ply: Mapped[int]
    seen_at: Mapped[datetime]
    status: Mapped[str]
    accounts: Mapped[str]
    told: Mapped[dict[str, Any]]


class OfferRow(Base):
    """Something that needs the others' consent; `kind` is undo, pause, resume, abort, draw or
    substitute.

    `details` say what exactly (a decision, a seat), `answers` are by seat, `status` is open,
    accepted, declined or closed (overtaken by what happened). `at` is served time.
    """

    __tablename__ = "offers"

    id: Mapped[str] = mapped_column(primary_key=True)
    match: Mapped[str] = mapped_column(sa.ForeignKey("matches.id", ondelete="CASCADE"))
    kind: Mapped[str]
    seat: Mapped[int]
    details: Mapped[dict[str, Any]]
    answers: Mapped[dict[str, Any]]
    status: Mapped[str]
    ply: Mapped[int]
    at: Mapped[datetime]

    __table_args__ = (sa.Index("offers_by_match", "match", "status"),)


class EntryRow(Base):
    """One committed answer, undo or start (ply 0). `answer` is JSON.

    `told` is MessagePack: what every viewer had been told before, then the engine's events.
    `receipt` tells this entry from one that another process committed in its place.
    """

    __tablename__ = "entries"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str]
    seat: Mapped[int | None]
    decision: Mapped[str | None]
    answer: Mapped[bytes | None]
    key: Mapped[str | None]
    told: Mapped[bytes]
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
    """A step that ended with the entry at `ply` (the `number`-th of those), compressed.

    `undone` is the ply of the undo that went back into or before it, if any.
    """

    __tablename__ = "snapshots"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    step: Mapped[bytes]
    undone: Mapped[int | None]


class ChatRow(Base):
    """A line of table talk; `channel` is table or spectators; `to` are seats, if not everybody.

    `circle` says the same as a number (`app.chat.pages`; None where a process of the version
    before wrote the line), `opens` whether it is the first of a private channel.
    """

    __tablename__ = "chat"

    id: Mapped[int] = mapped_column(
        sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True
    )
    match: Mapped[str] = mapped_column(sa.ForeignKey("matches.id", ondelete="CASCADE"))
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id"))
    name: Mapped[str]
    seat: Mapped[int | None]
    channel: Mapped[str]
    to: Mapped[list[int] | None]
    text: Mapped[str]
    key: Mapped[str | None]
    at: Mapped[datetime]
    circle: Mapped[int | None]
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
