"""Roles: who belongs to the staff, and on which accounts they may act.

Moderators look after people and matches, operators after the server too. Members of the staff act
neither on themselves nor on their own bots, and only operators act on other members. None of this
applies to `conclave admin`, which acts for users of the machine.
"""

from __future__ import annotations

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.accounts.owners import owner_of
from app.infra.problems import Problem
from app.wire.literals import StaffRole

RANKS: dict[StaffRole, int] = {"moderator": 1, "operator": 2}
REFUSALS: dict[StaffRole, str] = {
    "moderator": "Only moderators and operators may do that.",
    "operator": "Only operators may do that.",
}


class Staff(Struct, frozen=True):
    """A member of the staff."""

    account: str
    role: StaffRole

    @property
    def is_operator(self) -> bool:
        return self.role == "operator"


async def staff_with(session: AsyncSession, account: str, role: StaffRole) -> Staff:
    """The account as a member of the staff with this role, or a higher one. Raises Problem
    forbidden.
    """
    query = sa.select(Account.role).where(Account.id == account, Account.kind == "person")
    own = await session.scalar(query)
    if own is None or RANKS[own] < RANKS[role]:
        raise Problem("forbidden", REFUSALS[role])
    return Staff(account, own)


async def refuse_beyond(session: AsyncSession, staff: Staff, account: str) -> None:
    """Raises Problem forbidden unless the member of the staff may act on the account: it counts as
    the person behind it.
    """
    person = await session.scalar(sa.select(Account).where(Account.id == owner_of(account)))
    if person is None:
        return
    if person.id == staff.account:
        raise Problem("forbidden", "That is your own account; ask another member of the staff.")
    if person.role and not staff.is_operator:
        raise Problem("forbidden", "Only operators act on members of the staff.")


def within_reach(staff: Staff) -> sa.ColumnElement[bool]:
    """The condition of the people (not bots) on which the member of the staff may act."""
    others = Account.id != staff.account
    return others if staff.is_operator else sa.and_(others, Account.role.is_(None))
