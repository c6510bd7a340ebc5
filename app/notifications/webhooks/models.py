"""The tables of webhooks and of their outbox."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.security import new_id
from app.infra.wall_clock import now
from app.notifications.outbox.models import Message, Receiver
from app.wire.literals import WebhookError, WebhookFormat
from app.wire.webhooks import WebhookEvent


def _new_delivery() -> str:
    return new_id("msg")


class WebhookRow(Receiver):
    """A URL that an account registered."""

    __tablename__ = "webhooks"

    url: Mapped[str]
    format: Mapped[WebhookFormat]
    events: Mapped[list[WebhookEvent]] = mapped_column(sa.JSON)
    # outcome of the last attempt
    last_at: Mapped[datetime | None]
    last_status: Mapped[int | None]
    last_error: Mapped[WebhookError | None] = mapped_column(sa.String)

    def record_attempt(self, status: int | None, error: WebhookError | None) -> None:
        self.last_at, self.last_status, self.last_error = now(), status, error

    __table_args__ = (sa.Index("webhooks_by_account", "account"),)


class DeliveryRow(Message):
    """A message to a webhook."""

    __tablename__ = "deliveries"

    receiver: Mapped[str] = mapped_column(
        "webhook", sa.ForeignKey("webhooks.id", ondelete="CASCADE"), primary_key=True
    )

    delivery: Mapped[str] = mapped_column(default=_new_delivery, server_default="")
    """The message's id: the same for every attempt. Empty in rows of servers before it existed."""

    def restart(self) -> None:
        super().restart()
        self.delivery = _new_delivery()

    __table_args__ = (
        sa.Index("deliveries_due", "due"),
        sa.Index("deliveries_by_match", "match"),
    )
