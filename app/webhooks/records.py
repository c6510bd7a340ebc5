"""The rows of webhooks and of what is still to be delivered."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class WebhookRow(Base):
    """An address of an account's; `secret` signs what is sent there. Too many failures end it."""

    __tablename__ = "webhooks"

    id: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    url: Mapped[str]
    format: Mapped[str]
    events: Mapped[list[str]]
    secret: Mapped[str]
    failures: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime]

    __table_args__ = (sa.Index("webhooks_by_account", "account"),)


class DeliveryRow(Base):
    """A message that is due at a webhook; gone once it is delivered or given up."""

    __tablename__ = "deliveries"

    id: Mapped[int] = mapped_column(
        sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True
    )
    webhook: Mapped[str] = mapped_column(sa.ForeignKey("webhooks.id", ondelete="CASCADE"))
    body: Mapped[dict[str, Any]]
    attempts: Mapped[int] = mapped_column(default=0)
    due: Mapped[datetime]

    __table_args__ = (sa.Index("deliveries_due", "due"),)
