"""The table of reports."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base


class ReportRow(Base):
    """A complaint of one account about another; handled once an admin has given a verdict."""

    __tablename__ = "reports"

    id: Mapped[str] = mapped_column(primary_key=True)
    by: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    match: Mapped[str | None] = mapped_column(sa.ForeignKey("matches.id", ondelete="SET NULL"))
    reason: Mapped[str]
    line: Mapped[str | None]  # the chat line or direct message that it quotes
    at: Mapped[datetime]
    handled_at: Mapped[datetime | None]
    verdict: Mapped[str | None]

    __table_args__ = (sa.Index("reports_open", "handled_at", "at"),)
