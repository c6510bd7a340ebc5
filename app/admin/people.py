"""People: finds accounts, as the staff sees them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account, DeletionRow
from app.accounts.names import folded
from app.accounts.schemas import account_view, iso_time
from app.admin.roles import Staff
from app.infra.wall_clock import now
from app.wire import UNSET, UnsetType, given
from app.wire.admin import StaffAccount

MAX_FOUND = 20


async def find(session: AsyncSession, words: str, staff: Staff) -> list[StaffAccount]:
    """The account with this id, or those whose names begin so, by name."""
    begins = Account.folded.startswith(folded(words), autoescape=True)
    query = sa.select(Account).where(sa.or_(Account.id == words, begins))
    rows = await session.scalars(query.order_by(Account.folded, Account.id).limit(MAX_FOUND))
    return await _views(session, rows.all(), staff)


async def staff_account(session: AsyncSession, account: str, staff: Staff) -> StaffAccount:
    """The account as the member of the staff sees it; it exists."""
    [view] = await _views(session, [await session.get_one(Account, account)], staff)
    return view


async def _views(
    session: AsyncSession, rows: Sequence[Account], staff: Staff
) -> list[StaffAccount]:
    ids, owner_ids = [row.id for row in rows], [row.owner for row in rows if row.owner]
    owners = await session.scalars(sa.select(Account).where(Account.id.in_(owner_ids)))
    owner_views = {owner.id: account_view(owner) for owner in owners}
    scheduled = sa.select(DeletionRow).where(DeletionRow.account.in_(ids))
    dates = {row.account: row.date for row in await session.scalars(scheduled)}
    return [
        StaffAccount(
            account=account_view(row),
            created_at=iso_time(row.created_at),
            role=given(row.role),
            owner=owner_views.get(row.owner or "", UNSET),
            muted_until=_time_if(row.muted_until, after=now()),
            closed_at=_time_if(row.closed_at),
            deletes_at=_time_if(dates.get(row.id)),
            email=given(row.email) if staff.is_operator else UNSET,
        )
        for row in rows
    ]


def _time_if(at: datetime | None, after: datetime | None = None) -> str | UnsetType:
    """The time, if there is one, and it comes after the other."""
    return UNSET if at is None or (after and at <= after) else iso_time(at)
