"""The table of mail that is still to be sent."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base


class MailRow(Base):
    """A mail to an address. Its text is not stored, but written when it is sent; then the row goes.

    `account` is the account concerned; None for a password reset, whose address may belong to no
    account.
    """

    __tablename__ = "mails"

    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]  # of `app.mail.texts.FORMS`
    account: Mapped[str | None] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    address: Mapped[str]
    attempts: Mapped[int] = mapped_column(default=0)
    due: Mapped[datetime]
    created_at: Mapped[datetime]

    __table_args__ = (
        sa.Index("mails_due", "due"),
        sa.Index("mails_by_account", "account"),
    )
