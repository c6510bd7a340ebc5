"""Acts: what members of the staff do over the API. Each is refused if it is not theirs, and
recorded once it is done.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.accounts.models import Account
from app.admin.audit import Audit, new_line
from app.admin.conflicts import refuse_conflict, refuse_report
from app.admin.models import ReportRow
from app.admin.roles import Staff, refuse_beyond
from app.infra.database import Database
from app.infra.problems import not_found


class Acts:
    """The checks before acts, and their lines in the audit log."""

    def __init__(self, database: Database, audit: Audit) -> None:
        self.database = database
        self.audit = audit

    @asynccontextmanager
    async def on_account(
        self, staff: Staff, account: str, act: str, reason: str, details: str = ""
    ) -> AsyncIterator[None]:
        """Around an act on an account. Raises Problem not-found or forbidden."""
        async with self.database.reading() as session:
            if await session.get(Account, account) is None:
                raise not_found("account")
            await refuse_beyond(session, staff, account)
        yield
        await self.audit.record(
            new_line(act, admin=staff.account, account=account, details=details, reason=reason)
        )

    @asynccontextmanager
    async def on_match(
        self, staff: Staff, match: str, act: str, reason: str, details: str = ""
    ) -> AsyncIterator[None]:
        """Around an act on a match. Raises Problem forbidden."""
        async with self.database.reading() as session:
            await refuse_conflict(session, staff, match)
        yield
        await self.audit.record(
            new_line(act, admin=staff.account, match=match, details=details, reason=reason)
        )

    @asynccontextmanager
    async def on_report(self, staff: Staff, report: str, verdict: str) -> AsyncIterator[None]:
        """Around the verdict on a report. Raises Problem not-found or forbidden."""
        async with self.database.reading() as session:
            row = await session.get(ReportRow, report)
            if row is None:
                raise not_found("report")
            await refuse_report(session, staff, row)
        yield
        line = new_line("report", admin=staff.account, details=report, reason=verdict)
        line.account, line.match = row.account, row.match
        await self.audit.record(line)

    @asynccontextmanager
    async def on_server(self, staff: Staff, act: str, details: str = "") -> AsyncIterator[None]:
        """Around an act on the server itself."""
        yield
        await self.audit.record(new_line(act, admin=staff.account, details=details))
