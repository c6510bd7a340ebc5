"""Rows of an outbox: receivers and messages. Each kind of receiver has tables of its own."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base
from app.wire.literals import WebhookError


class Receiver(Base):
    """An address registered by an account; `failures` counts messages dropped in a row."""

    __abstract__ = True

    id: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    failures: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime]

    def record_attempt(self, status: int | None, error: WebhookError | None) -> None:
        """Record the outcome of an attempt, for kinds of receivers that show it to the owner."""

    def record_success(self) -> None:
        """Record that the receiver has accepted a message."""
        self.failures = 0


class Message(Base):
    """A message about a match to a receiver, one per kind of event.

    The text is not stored, but written from the state at the time of sending. `due` is None while
    there is nothing to send; `sent_at` is the time of the last sending.
    """

    __abstract__ = True

    receiver: Mapped[str]  # each kind declares its key
    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    event: Mapped[str] = mapped_column(primary_key=True)
    attempts: Mapped[int] = mapped_column(default=0)
    due: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]

    def restart(self) -> None:
        """Reuse the row for a new message, with a full number of attempts."""
        self.attempts = 0
