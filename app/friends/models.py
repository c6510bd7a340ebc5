"""The tables of friendships and of requests for them."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base


def _account() -> Mapped[str]:
    return mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)


class FriendshipRow(Base):
    """One side of a friendship; each has two rows, so a list of friends is one range of the key."""

    __tablename__ = "friendships"

    account: Mapped[str] = _account()
    other: Mapped[str] = _account()
    at: Mapped[datetime]

    __table_args__ = (sa.Index("friendships_by_other", "other"),)


class FriendRequestRow(Base):
    """A request of `account` to be a friend of `other`, until it is answered or withdrawn."""

    __tablename__ = "friend_requests"

    account: Mapped[str] = _account()
    other: Mapped[str] = _account()
    at: Mapped[datetime]

    __table_args__ = (sa.Index("friend_requests_by_other", "other"),)


class MessageRow(Base):
    """A direct message. Each side deletes it for itself; it is gone once both have."""

    __tablename__ = "direct_messages"

    id: Mapped[int] = mapped_column(
        sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True
    )
    sender: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    recipient: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    text: Mapped[str]
    key: Mapped[str | None]
    at: Mapped[datetime]
    read_at: Mapped[datetime | None]
    sender_deleted: Mapped[bool] = mapped_column(default=False, server_default=sa.false())
    recipient_deleted: Mapped[bool] = mapped_column(default=False, server_default=sa.false())

    __table_args__ = (
        sa.Index("direct_messages_by_pair", "sender", "recipient", "id"),
        sa.Index("direct_messages_by_time", "sender", "at"),
        sa.Index("direct_messages_by_key", "sender", "key", unique=True),
        sa.Index(
            "direct_messages_unread",
            "recipient",
            "sender",
            postgresql_where=sa.text("read_at IS NULL"),
            sqlite_where=sa.text("read_at IS NULL"),
        ),
    )
