"""Audit log: the acts of operators and admins, with their subject and time."""

from __future__ import annotations

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import aliased

from app.accounts.models import Account
from app.admin.models import AuditRow
from app.infra.database import Database
from app.infra.wall_clock import now

MAX_SHOWN = 100


class AuditLine(Struct):
    """An act; `by` is an admin, or a user of the server's machine."""

    at: str
    by: str
    act: str
    account: str  # the name and id of the account that it concerns, or empty
    match: str
    details: str


class Audit:
    """Writes and reads the audit log."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def record(
        self,
        act: str,
        *,
        user: str = "",
        admin: str | None = None,
        account: str | None = None,
        match: str | None = None,
        details: str = "",
    ) -> None:
        """Record an act of a `user` of the machine, or of an `admin`'s account."""
        row = AuditRow(
            at=now(), user=user, admin=admin, act=act, account=account, match=match, details=details
        )
        async with self.database.writing() as session:
            session.add(row)

    async def recent(self) -> list[AuditLine]:
        """The newest acts, newest first."""
        admin, about = aliased(Account), aliased(Account)
        query = (
            sa.select(AuditRow, admin, about)
            .outerjoin(admin, admin.id == AuditRow.admin)
            .outerjoin(about, about.id == AuditRow.account)
            .order_by(AuditRow.id.desc())
            .limit(MAX_SHOWN)
        )
        async with self.database.reading() as session:
            rows = (await session.execute(query)).all()
        return [
            AuditLine(
                at=row.at.isoformat(timespec="seconds"),
                by=_shown(by) or f"{row.user} at the machine",
                act=row.act,
                account=_shown(account),
                match=row.match or "",
                details=row.details,
            )
            for row, by, account in rows
        ]


def _shown(account: Account | None) -> str:
    return f"{account.name} ({account.id})" if account else ""
