"""Warnings and notes: what the staff says to a person, and what it remembers about an account."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.accounts.schemas import account_view, iso_time
from app.admin.models import NoteRow, WarningRow
from app.bus.base import Bus
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.infra.security import new_id
from app.infra.wall_clock import now
from app.notifications.notifier import account_channel
from app.wire import UNSET
from app.wire.admin import AccountWarning, Note, StaffWarning

CHANGED = "warnings"
"""The kind of the message that makes an account's streams send its warnings."""


class Warnings:
    """Warns people, and takes notes about accounts."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def warn(self, account: str, by: str, text: str) -> None:
        """Warn a person or guest. Raises Problem forbidden of a bot, which reads nothing."""
        async with self.database.writing() as session:
            warned = await session.get(Account, account)
            if warned is None or warned.kind == "bot":
                raise Problem("forbidden", "A bot reads no warnings: warn its owner.")
            row = WarningRow(id=new_id("n"), account=account, by=by, text=text, at=now())
            session.add(row)
        self._tell(account)

    async def open_ones(self, account: str) -> list[AccountWarning]:
        """The warnings that the account has not acknowledged, oldest first."""
        query = sa.select(WarningRow).where(
            WarningRow.account == account, WarningRow.acknowledged_at.is_(None)
        )
        async with self.database.reading() as session:
            rows = await session.scalars(query.order_by(WarningRow.at, WarningRow.id))
            return [AccountWarning(id=row.id, at=iso_time(row.at), text=row.text) for row in rows]

    async def acknowledge(self, account: str, warning: str) -> None:
        """Note that the account has read a warning. Raises Problem not-found."""
        async with self.database.writing() as session:
            row = await session.get(WarningRow, warning, with_for_update=True)
            if row is None or row.account != account:
                raise not_found("warning")
            row.acknowledged_at = row.acknowledged_at or now()
        self._tell(account)

    async def note(self, account: str, by: str, text: str) -> None:
        """Note something about an account, for the staff."""
        async with self.database.writing() as session:
            session.add(NoteRow(account=account, by=by, text=text, at=now()))

    def _tell(self, account: str) -> None:
        self.bus.publish(account_channel(account), msgspec.json.encode({"kind": CHANGED}))


async def warnings_to(session: AsyncSession, account: str) -> list[StaffWarning]:
    """All warnings to an account, newest first."""
    query = (
        sa.select(WarningRow, Account)
        .join(Account, Account.id == WarningRow.by)
        .where(WarningRow.account == account)
        .order_by(WarningRow.at.desc(), WarningRow.id)
    )
    return [
        StaffWarning(
            by=account_view(author),
            at=iso_time(row.at),
            text=row.text,
            acknowledged_at=iso_time(row.acknowledged_at) if row.acknowledged_at else UNSET,
        )
        for row, author in (await session.execute(query)).all()
    ]


async def notes_about(session: AsyncSession, account: str) -> list[Note]:
    """The notes about an account, newest first."""
    query = (
        sa.select(NoteRow, Account)
        .join(Account, Account.id == NoteRow.by)
        .where(NoteRow.account == account)
        .order_by(NoteRow.id.desc())
    )
    return [
        Note(by=account_view(author), at=iso_time(row.at), text=row.text)
        for row, author in (await session.execute(query)).all()
    ]
