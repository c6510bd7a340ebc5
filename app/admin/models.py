"""The tables of reports and of the audit log."""

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


class AuditRow(Base):
    """An act of an admin, or of a user of the server's machine."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(
        sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True
    )
    at: Mapped[datetime]
    user: Mapped[str]  # of the machine; empty if an admin acted
    admin: Mapped[str | None] = mapped_column(sa.ForeignKey("accounts.id"))
    act: Mapped[str]
    account: Mapped[str | None] = mapped_column(sa.ForeignKey("accounts.id"))  # which it concerns
    match: Mapped[str | None]  # which it concerns, even if it has been deleted
    details: Mapped[str]

    __table_args__ = (
        sa.Index("audit_by_admin", "admin"),
        sa.Index("audit_by_account", "account"),
    )
