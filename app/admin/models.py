"""The tables of reports, notes and warnings, and of the audit log."""

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
    chat: Mapped[int | None] = mapped_column(sa.BigInteger)  # the id of that chat line
    at: Mapped[datetime]
    handled_at: Mapped[datetime | None]
    verdict: Mapped[str | None]

    __table_args__ = (sa.Index("reports_open", "handled_at", "at"),)


def _new_key() -> Mapped[int]:
    return mapped_column(sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True)


class NoteRow(Base):
    """What a member of the staff has noted about an account, for the staff."""

    __tablename__ = "staff_notes"

    id: Mapped[int] = _new_key()
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    by: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id"))
    text: Mapped[str]
    at: Mapped[datetime]

    __table_args__ = (
        sa.Index("staff_notes_by_account", "account"),
        sa.Index("staff_notes_by_author", "by"),
    )


class WarningRow(Base):
    """A warning to a person, who sees it until they acknowledge it."""

    __tablename__ = "warnings"

    id: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    by: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id"))
    text: Mapped[str]
    at: Mapped[datetime]
    acknowledged_at: Mapped[datetime | None]

    __table_args__ = (
        sa.Index("warnings_by_account", "account"),
        sa.Index("warnings_by_author", "by"),
    )


class AuditRow(Base):
    """An act of a member of the staff, or of a user of the server's machine."""

    __tablename__ = "audit"

    id: Mapped[int] = _new_key()
    at: Mapped[datetime]
    user: Mapped[str]  # of the machine; empty if a member of the staff acted
    admin: Mapped[str | None] = mapped_column(sa.ForeignKey("accounts.id"))
    act: Mapped[str]
    account: Mapped[str | None] = mapped_column(sa.ForeignKey("accounts.id"))  # which it concerns
    match: Mapped[str | None]  # which it concerns, even if it has been deleted
    details: Mapped[str]
    reason: Mapped[str] = mapped_column(default="", server_default="")

    __table_args__ = (
        sa.Index("audit_by_admin", "admin"),
        sa.Index("audit_by_account", "account"),
    )
