"""The tables of webhooks and of their outbox."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base
from app.wire.literals import WebhookEvent, WebhookFormat


class WebhookRow(Base):
    """A URL that an account registered; `failures` counts consecutively dropped messages."""

    __tablename__ = "webhooks"

    id: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    url: Mapped[str]
    format: Mapped[WebhookFormat]
    events: Mapped[list[WebhookEvent]] = mapped_column(sa.JSON)
    failures: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime]

    __table_args__ = (sa.Index("webhooks_by_account", "account"),)


class DeliveryRow(Base):
    """A message about a match to a webhook, sent at `sent_at` if it was; one per kind of event.

    The text is not stored: it is written from the state at the time of sending. `due` is None when
    nothing is to be sent.
    """

    __tablename__ = "deliveries"

    webhook: Mapped[str] = mapped_column(
        sa.ForeignKey("webhooks.id", ondelete="CASCADE"), primary_key=True
    )
    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    event: Mapped[str] = mapped_column(primary_key=True)
    attempts: Mapped[int] = mapped_column(default=0)
    due: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]

    __table_args__ = (
        sa.Index("deliveries_due", "due"),
        sa.Index("deliveries_by_match", "match"),
    )
