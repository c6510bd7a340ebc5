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
