"""Audit log: the acts of the staff and of the machine's users, with subject, time and reason."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from app.accounts.models import Account
from app.accounts.schemas import iso_time
from app.admin.models import AuditRow
from app.infra.database import Database
from app.infra.wall_clock import now
from app.wire import UNSET, UnsetType
from app.wire.admin import Act
from app.wire.people import AccountName

MAX_SHOWN = 100


class AuditLine(Struct):
    """An act; `by` is a member of the staff, or a user of the server's machine."""

    at: str
    by: str
    act: str
    account: str  # the name and id of the account that it concerns, or empty
    match: str
    details: str
    reason: str


class Audit:
    """Writes and reads the audit log."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def record(self, line: AuditRow) -> None:
        """Store a line."""
        async with self.database.writing() as session:
            session.add(line)

    async def recent(self) -> list[AuditLine]:
        """The newest acts, newest first."""
        async with self.database.reading() as session:
            rows = await _read(session, MAX_SHOWN)
        return [
            AuditLine(
                at=row.at.isoformat(timespec="seconds"),
                by=_shown(by) or f"{row.user} at the machine",
                act=row.act,
                account=_shown(account),
                match=row.match or "",
                details=row.details,
                reason=row.reason,
            )
            for row, by, account in rows
        ]


def new_line(
    act: str,
    *,
    user: str = "",
    admin: str | None = None,
    account: str | None = None,
    match: str | None = None,
    details: str = "",
    reason: str = "",
) -> AuditRow:
    """A line about an act of a `user` of the machine, or of the account of an `admin`."""
    return AuditRow(
        at=now(),
        user=user,
        admin=admin,
        act=act,
        account=account,
        match=match,
        details=details,
        reason=reason,
    )


async def acts_where(
    session: AsyncSession, limit: int, *which: sa.ColumnElement[bool]
) -> list[tuple[int, Act]]:
    """The newest of these acts, newest first, each with its number."""
    return [
        (
            row.id,
            Act(
                at=iso_time(row.at),
                by=_name(by),
                user=row.user or UNSET,
                act=row.act,
                account=_name(account),
                match=row.match or UNSET,
                details=row.details or UNSET,
                reason=row.reason or UNSET,
            ),
        )
        for row, by, account in await _read(session, limit, *which)
    ]


async def _read(
    session: AsyncSession, limit: int, *which: sa.ColumnElement[bool]
) -> Sequence[tuple[AuditRow, Account | None, Account | None]]:
    admin, about = aliased(Account), aliased(Account)
    query = (
        sa.select(AuditRow, admin, about)
        .outerjoin(admin, admin.id == AuditRow.admin)
        .outerjoin(about, about.id == AuditRow.account)
        .where(*which)
        .order_by(AuditRow.id.desc())
        .limit(limit)
    )
    return [(row, by, account) for row, by, account in (await session.execute(query)).all()]


def _shown(account: Account | None) -> str:
    return f"{account.name} ({account.id})" if account else ""


def _name(account: Account | None) -> AccountName | UnsetType:
    return AccountName(id=account.id, name=account.name) if account else UNSET
