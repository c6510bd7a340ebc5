"""Rows of an outbox: receivers and messages. Each kind of receiver has tables of its own."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base
from app.wire.literals import WebhookError


class Receiver(Base):
    """An address that an account named; `failures` counts consecutively dropped messages."""

    __abstract__ = True

    id: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    failures: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime]

    def hear(self, status: int | None, error: WebhookError | None) -> None:
        """What became of the last attempt, for those who show it to their owners."""

    def accepted(self) -> None:
        """It has accepted a message."""
        self.failures = 0


class Message(Base):
    """A message about a match to a receiver, sent at `sent_at` if it was; one per kind of event.

    The text is not stored: it is written from the state at the time of sending. `due` is None when
    nothing is to be sent.
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

    def start_anew(self) -> None:
        """It becomes a new message, with all its attempts."""
        self.attempts = 0
