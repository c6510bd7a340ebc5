"""Idempotency tables: replies stored under idempotency keys."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base


class StoredReplyRow(Base):
    """The reply to a request that created something for an account.

    `id` and `request` are keyed hashes, of the idempotency key and of the request; `reply` is
    encrypted with a key derived from the idempotency key, which is not stored.
    """

    __tablename__ = "kept_replies"

    id: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    request: Mapped[str]
    reply: Mapped[bytes]
    expires_at: Mapped[datetime]

    __table_args__ = (
        sa.Index("kept_replies_by_account", "account"),
        sa.Index("kept_replies_by_end", "expires_at"),
    )
