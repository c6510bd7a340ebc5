"""Reports: the queue of those that await a verdict, and what a verdict needs to know."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec.structs import asdict
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.accounts.schemas import account_view, iso_time
from app.admin.conflicts import refuse_report, reports_within_reach
from app.admin.models import ReportRow
from app.admin.people import staff_account
from app.admin.roles import Staff
from app.chat.service import Chat
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.infra.wall_clock import now
from app.matches.horizon.access import viewer_for
from app.matches.room_cache import RoomCache
from app.wire import UNSET, given
from app.wire.admin import PastReport, ReportDetails, StaffReports
from app.wire.chat import ChatLine
from app.wire.people import QueuedReport

MAX_OPEN = 200


class Reports:
    """Reads reports and stores verdicts."""

    def __init__(self, database: Database, rooms: RoomCache, chat: Chat) -> None:
        self.database = database
        self.rooms = rooms
        self.chat = chat

    async def open_ones(self) -> list[QueuedReport]:
        """Reports without a verdict, oldest first."""
        async with self.database.reading() as session:
            return await _queued(session, await _open_rows(session))

    async def queue(self, staff: Staff) -> StaffReports:
        """The same, without those that the member of the staff leaves to others."""
        async with self.database.reading() as session:
            rows = await _open_rows(session)
            own = await reports_within_reach(session, staff, rows)
            items = await _queued(session, own)
        return StaffReports(items=items, withheld=len(rows) - len(own))

    async def details(self, report: str, staff: Staff) -> ReportDetails:
        """A report with its context. Raises Problem not-found or forbidden."""
        async with self.database.reading() as session:
            row = await session.get(ReportRow, report)
            if row is None:
                raise not_found("report")
            await refuse_report(session, staff, row)
            reporter = await session.get_one(Account, row.by)
            about = await staff_account(session, row.account, staff)
            others = await reports_about(session, row.account, staff)
            [view] = await _past(session, [row])
        context = await self._context(row, reporter)
        others = [past for past in others if past.id != report]
        return ReportDetails(report=view, about=about, context=context, others=others)

    async def give_verdict(self, report: str, verdict: str) -> None:
        """Store the verdict on a report, which takes it off the queue. Raises Problem not-found."""
        async with self.database.writing() as session:
            row = await session.get(ReportRow, report, with_for_update=True)
            if row is None:
                raise not_found("report")
            row.verdict, row.handled_at = verdict, now()

    async def _context(self, row: ReportRow, reporter: Account) -> list[ChatLine]:
        """The lines around the quoted one that the reporting account may read."""
        if row.match is None or row.chat is None:
            return []
        caller = Caller(reporter.id, reporter.name, reporter.kind, "", ())
        try:
            room = await self.rooms.fresh(row.match)
            return await self.chat.around(room, viewer_for(room, caller), row.chat)
        except Problem:  # the game is no longer installed, or has no spectators
            return []


async def reports_about(session: AsyncSession, account: str, staff: Staff) -> list[PastReport]:
    """The reports about an account, newest first, without those that the member of the staff leaves
    to others.
    """
    query = sa.select(ReportRow).where(ReportRow.account == account)
    rows = await session.scalars(query.order_by(ReportRow.at.desc(), ReportRow.id).limit(MAX_OPEN))
    return await _past(session, await reports_within_reach(session, staff, rows.all()))


async def _open_rows(session: AsyncSession) -> Sequence[ReportRow]:
    query = sa.select(ReportRow).where(ReportRow.handled_at.is_(None))
    return (await session.scalars(query.order_by(ReportRow.at, ReportRow.id).limit(MAX_OPEN))).all()


async def _queued(session: AsyncSession, rows: Sequence[ReportRow]) -> list[QueuedReport]:
    ids = {row.by for row in rows} | {row.account for row in rows}
    query = sa.select(Account).where(Account.id.in_(ids))
    views = {account.id: account_view(account) for account in await session.scalars(query)}
    return [
        QueuedReport(
            id=row.id,
            at=iso_time(row.at),
            by=views[row.by],
            about=views[row.account],
            reason=row.reason,
            match=given(row.match),
            line=given(row.line),
        )
        for row in rows
    ]


async def _past(session: AsyncSession, rows: Sequence[ReportRow]) -> list[PastReport]:
    return [
        PastReport(
            **asdict(view),
            handled_at=iso_time(row.handled_at) if row.handled_at else UNSET,
            verdict=given(row.verdict),
        )
        for row, view in zip(rows, await _queued(session, rows), strict=True)
    ]
