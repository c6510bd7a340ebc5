"""The tables of webhooks and of their outbox."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.notifications.outbox.models import Message, Receiver
from app.wire.literals import WebhookEvent, WebhookFormat


class WebhookRow(Receiver):
    """A URL that an account registered."""

    __tablename__ = "webhooks"

    url: Mapped[str]
    format: Mapped[WebhookFormat]
    events: Mapped[list[WebhookEvent]] = mapped_column(sa.JSON)

    __table_args__ = (sa.Index("webhooks_by_account", "account"),)


class DeliveryRow(Message):
    """A message to a webhook."""

    __tablename__ = "deliveries"

    receiver: Mapped[str] = mapped_column(
        "webhook", sa.ForeignKey("webhooks.id", ondelete="CASCADE"), primary_key=True
    )

    __table_args__ = (
        sa.Index("deliveries_due", "due"),
        sa.Index("deliveries_by_match", "match"),
    )
