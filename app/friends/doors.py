"""Doors: what others may do to an account, by its privacy, its friendships and blocks.

=============  ===================================================================================
ask            ask to be a friend; of `friends`, those of friends may
invite         reserve a seat for the account, in a new table, at a change of seats, in a rematch
               or a fork
write          send a direct message; strangers never may
see_online     know whether the account is online, where it plays, and when it was last seen
=============  ===================================================================================

A block closes every door in both directions, and a refusal does not say why a door is closed. A bot
has no privacy of its own; one that acts counts as its owner.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Literal

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.blocks import blocked_with
from app.accounts.models import Account
from app.accounts.owners import owner_of
from app.friends.models import FriendshipRow
from app.infra.problems import Problem
from app.wire.literals import Audience

Door = Literal["ask", "invite", "write", "see_online"]
REFUSALS: dict[Door, str] = {
    "ask": "{name} does not take requests from you.",
    "invite": "{name} does not take invitations from you.",
    "write": "{name} does not take messages from you.",
}
_AUDIENCES: dict[Door, Callable[[Account], Audience]] = {
    "ask": lambda account: account.asked_by,
    "invite": lambda account: account.invited_by,
    "write": lambda account: account.written_by,
    "see_online": lambda account: account.seen_by,
}


async def friends_of(session: AsyncSession, account: str) -> set[str]:
    """The friends of the person behind an account."""
    query = sa.select(FriendshipRow.other).where(FriendshipRow.account == owner_of(account))
    return set((await session.scalars(query)).all())


async def closed_to(
    session: AsyncSession, door: Door, visitor: str | None, hosts: Iterable[str]
) -> set[str]:
    """The hosts whose door is closed to the visitor; None is anyone without an account."""
    query = sa.select(Account).where(Account.id.in_({*hosts} - {visitor}))
    accounts = (await session.scalars(query)).all()
    if not accounts:
        return set()
    blocked: set[str] = await blocked_with(session, visitor) if visitor else set()
    friends: set[str] = await friends_of(session, visitor) if visitor else set()
    closed = {account.id for account in accounts if not is_open(door, account, friends)} | (
        blocked & {account.id for account in accounts}
    )
    if door == "ask":
        closed -= await _friends_of_friends(session, closed - blocked, friends)
    return closed


async def refuse_closed(
    session: AsyncSession, door: Door, visitor: str, hosts: Collection[str | None]
) -> None:
    """Raises Problem forbidden if a host's door is closed to the visitor."""
    if closed := await closed_to(session, door, visitor, filter(None, hosts)):
        names = sa.select(Account.name).where(Account.id.in_(closed)).order_by(Account.name)
        name = (await session.scalars(names.limit(1))).one()
        raise Problem("forbidden", REFUSALS[door].format(name=name))


def is_open(door: Door, account: Account, friends: set[str]) -> bool:
    """Whether the account lets a visitor with these friends in, were there no blocks."""
    audience = _AUDIENCES[door](account)
    is_friend = account.id in friends
    return account.kind == "bot" or audience == "everybody" or (audience == "friends" and is_friend)


async def _friends_of_friends(
    session: AsyncSession, accounts: set[str], friends: set[str]
) -> set[str]:
    """Those of the accounts that take requests of friends of friends, and are one."""
    if not accounts or not friends:
        return set()
    mutual = sa.select(FriendshipRow.account).where(
        FriendshipRow.account.in_(accounts), FriendshipRow.other.in_(friends)
    )
    query = sa.select(Account.id).where(Account.id.in_(mutual), Account.asked_by == "friends")
    return set((await session.scalars(query)).all())
