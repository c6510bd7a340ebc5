"""Tables of matchmaking: pools, who waits in them, and the tables that pairing has proposed."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base
from app.wire.literals import ReadyStatus


class PoolRow(Base):
    """A pool in which an account has waited; pairing locks it."""

    __tablename__ = "pools"

    id: Mapped[str] = mapped_column(primary_key=True)


class PairingRow(Base):
    """A table that pairing has proposed: the ready check of its players."""

    __tablename__ = "pool_pairings"

    id: Mapped[str] = mapped_column(primary_key=True)
    pool: Mapped[str] = mapped_column(sa.ForeignKey("pools.id", ondelete="CASCADE"))
    made_at: Mapped[datetime]
    deadline: Mapped[datetime]
    status: Mapped[ReadyStatus]
    match: Mapped[str | None] = mapped_column(sa.ForeignKey("matches.id", ondelete="SET NULL"))

    __table_args__ = (
        sa.Index("pool_pairings_by_pool", "pool", "status", "made_at"),
        sa.Index("pool_pairings_by_status", "status", "deadline"),
    )


class PairingSeatRow(Base):
    """A player of a proposed table, and their answer."""

    __tablename__ = "pool_pairing_seats"

    pairing: Mapped[str] = mapped_column(
        sa.ForeignKey("pool_pairings.id", ondelete="CASCADE"), primary_key=True
    )
    person: Mapped[str] = mapped_column(
        sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    waited_s: Mapped[int]  # in the pool, until the table was proposed
    accepted: Mapped[bool | None]  # None until the player answers

    __table_args__ = (sa.Index("pool_pairing_seats_by_person", "person"),)


class PoolPersonRow(Base):
    """A person who has waited in pools. The one column `pairing` keeps them, and their bots, out of
    a second pairing.
    """

    __tablename__ = "pool_people"

    person: Mapped[str] = mapped_column(
        sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    pairing: Mapped[str | None] = mapped_column(
        sa.ForeignKey("pool_pairings.id", ondelete="SET NULL")
    )
    absences: Mapped[int] = mapped_column(default=0)  # ready checks missed lately
    absent_at: Mapped[datetime | None]  # when the last one was missed


class PoolTicketRow(Base):
    """A person's place in a pool; `account` is the person or one of their bots."""

    __tablename__ = "pool_tickets"

    pool: Mapped[str] = mapped_column(
        sa.ForeignKey("pools.id", ondelete="CASCADE"), primary_key=True
    )
    person: Mapped[str] = mapped_column(
        sa.ForeignKey("pool_people.person", ondelete="CASCADE"), primary_key=True
    )
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    since: Mapped[datetime]
    held_back_s: Mapped[int] = mapped_column(default=0)  # waits this long before it is paired
    expires_at: Mapped[datetime | None]  # unless the account's stream renews it; None: never
    fewer_asked_at: Mapped[datetime | None]  # when a smaller table was last proposed

    __table_args__ = (
        sa.Index("pool_tickets_by_account", "account"),
        sa.Index("pool_tickets_by_person", "person"),
    )
