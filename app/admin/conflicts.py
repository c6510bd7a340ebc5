"""Conflicts of interest: matches and reports that a member of the staff leaves to others.

That is a match in which they, a bot of theirs, a friend or a bot of a friend has, had or is kept a
seat, whether it runs or is over, and a report about such a match, by themselves, or about an
account on which they may not act.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.admin.models import ReportRow
from app.admin.roles import Staff, within_reach
from app.friends.doors import friends_of
from app.infra.problems import Problem
from app.matches.models import OccupantRow, SeatRow


async def conflicts_among(
    session: AsyncSession, staff: Staff, matches: Iterable[str | None]
) -> set[str]:
    """Those of the matches that the member of the staff leaves to others."""
    ids = [match for match in matches if match]
    people = {staff.account} | await friends_of(session, staff.account)
    involved = sa.select(Account.id).where(
        sa.or_(Account.id.in_(people), Account.owner.in_(people))
    )
    places = SeatRow.account, SeatRow.invited, SeatRow.former, OccupantRow.account
    rows = [
        sa.select(place.class_.match).where(place.class_.match.in_(ids), place.in_(involved))
        for place in places
    ]
    return set((await session.scalars(sa.union(*rows))).all()) if ids else set()


async def refuse_conflict(session: AsyncSession, staff: Staff, match: str) -> None:
    """Raises Problem forbidden if the member of the staff leaves the match to others."""
    if await conflicts_among(session, staff, [match]):
        raise Problem(
            "forbidden",
            "You, a bot of yours or a friend has a seat in this match; leave it to another member "
            "of the staff.",
        )


async def reports_within_reach(
    session: AsyncSession, staff: Staff, reports: Sequence[ReportRow]
) -> list[ReportRow]:
    """Those of the reports that the member of the staff may handle."""
    matches = await conflicts_among(session, staff, {report.match for report in reports})
    reported = {report.account for report in reports}
    person = sa.func.coalesce(Account.owner, Account.id)
    about = sa.select(Account.id, person).where(Account.id.in_(reported))
    people: dict[str, str] = {}
    people.update((await session.execute(about)).all())
    reachable = sa.select(Account.id).where(Account.id.in_(people.values()), within_reach(staff))
    allowed = set((await session.scalars(reachable)).all())
    authors = sa.select(Account.id).where(
        Account.id.in_({report.by for report in reports}), person == staff.account
    )
    own = set((await session.scalars(authors)).all())
    return [
        report
        for report in reports
        if report.match not in matches
        and people[report.account] in allowed
        and report.by not in own
    ]


async def refuse_report(session: AsyncSession, staff: Staff, report: ReportRow) -> None:
    """Raises Problem forbidden unless the member of the staff may handle the report."""
    if not await reports_within_reach(session, staff, [report]):
        raise Problem(
            "forbidden", "This report concerns you; leave it to another member of the staff."
        )
