"""Account repository: finds accounts by name or id, and creates them."""

from __future__ import annotations

import re
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.confusables import plain_emoji, skeleton
from app.accounts.models import Account
from app.accounts.names import folded
from app.infra.problems import Problem, not_found
from app.infra.security import new_id
from app.infra.wall_clock import now

ID = re.compile(r"a_[0-9a-f]{18}")


def new_account(kind: str, name: str, **more: Any) -> Account:
    return Account(
        id=new_id("a"), kind=kind, name=name, preferences={}, created_at=now(), admin=False, **more
    )


async def find_account(session: AsyncSession, name: str) -> Account | None:
    """The person or bot of that name; never a guest, since guests' names are not unique."""
    forms = folded(name), folded(plain_emoji(name))
    query = sa.select(Account).where(Account.folded.in_(forms), Account.kind != "guest")
    found = {account.folded: account for account in await session.scalars(query)}
    return found.get(forms[0]) or found.get(forms[1])


async def get_account(session: AsyncSession, name: str) -> Account:
    """The person or bot of that name, or any account by its id. Raises Problem not-found."""
    found = await session.get(Account, name) if ID.fullmatch(name) else None
    if found is None and name.isprintable():
        found = await find_account(session, name)
    if found is None:
        raise not_found("account")
    return found


async def refuse_taken(session: AsyncSession, name: str, but: str = "") -> None:
    """Raises Problem name-taken if another account has the name, or one that looks like it."""
    alike = sa.or_(Account.folded == folded(name), Account.skeleton == skeleton(name))
    query = sa.select(Account.folded).where(alike, Account.kind != "guest", Account.id != but)
    taken = (await session.scalars(query)).all()
    if folded(name) in taken:
        raise Problem("name-taken", f"{name} is taken.")
    if taken:
        raise Problem("name-taken", f"{name} looks too much like a name that is taken.")
