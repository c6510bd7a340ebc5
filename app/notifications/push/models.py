"""The tables of push subscriptions, of their outbox, and of the key that signs for it."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base
from app.infra.wall_clock import now
from app.notifications.outbox.models import Message, Receiver


class PushSubscriptionRow(Receiver):
    """A browser's subscription: the address at its push service and the keys of the browser.

    It ends with the session that created it.
    """

    __tablename__ = "push_subscriptions"

    session: Mapped[str] = mapped_column(sa.ForeignKey("tokens.id", ondelete="CASCADE"))
    endpoint: Mapped[str] = mapped_column(unique=True)
    p256dh: Mapped[str]
    auth: Mapped[str]
    succeeded_at: Mapped[datetime | None]

    __table_args__ = (
        sa.Index("push_subscriptions_by_account", "account"),
        sa.Index("push_subscriptions_by_session", "session"),
    )

    def record_success(self) -> None:
        super().record_success()
        self.succeeded_at = now()


class PushRow(Message):
    """A message to a push subscription."""

    __abstract__ = True

    receiver: Mapped[str] = mapped_column(
        "subscription",
        sa.ForeignKey("push_subscriptions.id", ondelete="CASCADE"),
        primary_key=True,
    )


class PushMessageRow(PushRow):
    """A push message about a match."""

    __tablename__ = "push_messages"

    __table_args__ = (
        sa.Index("push_messages_due", "due"),
        sa.Index("push_messages_by_match", "match"),
    )


class PushKeyRow(Base):
    """The private VAPID key that was generated, unless the operator has set one; one row."""

    __tablename__ = "push_keys"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    private: Mapped[str]
    created_at: Mapped[datetime]
