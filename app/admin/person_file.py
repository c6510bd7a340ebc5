"""Person file: everything that the staff knows about an account."""

from __future__ import annotations

import sqlalchemy as sa

from app.accounts.models import Account
from app.accounts.repository import get_account
from app.accounts.schemas import account_view
from app.admin.audit import acts_where
from app.admin.models import AuditRow
from app.admin.people import staff_account
from app.admin.reports import reports_about
from app.admin.roles import Staff, refuse_beyond
from app.admin.warnings import notes_about, warnings_to
from app.infra.database import Database
from app.wire.admin import PersonFile

MAX_ACTS = 50


async def person_file(database: Database, name: str, staff: Staff) -> PersonFile:
    """The file of an account, by its name or id. Raises Problem not-found or forbidden."""
    async with database.reading() as session:
        account = (await get_account(session, name)).id
        await refuse_beyond(session, staff, account)
        bots = sa.select(Account).where(Account.owner == account).order_by(Account.folded)
        acts = await acts_where(session, MAX_ACTS, AuditRow.account == account)
        return PersonFile(
            about=await staff_account(session, account, staff),
            bots=[account_view(bot) for bot in await session.scalars(bots)],
            reports=await reports_about(session, account, staff),
            notes=await notes_about(session, account),
            warnings=await warnings_to(session, account),
            acts=[act for _, act in acts],
        )
