"""The people behind accounts: a bot's is its owner, anybody else is one of their own."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased

from app.accounts.records import Account


def person_of(account: str) -> sa.ScalarSelect[str]:
    """The person behind an account."""
    own = aliased(Account)
    query = sa.select(sa.func.coalesce(own.owner, own.id)).where(own.id == account)
    return query.scalar_subquery()


def accounts_of(account: str) -> sa.Select[Any]:
    """All accounts of the person behind an account: their own and their bots'."""
    person, own = person_of(account), aliased(Account)
    return sa.select(own.id).where(sa.or_(own.id == person, own.owner == person))
