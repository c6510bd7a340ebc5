"""Friendships: people ask to be friends, agree, and end it; two crossing requests agree."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.blocks import is_blocked_between, lock_owners
from app.accounts.caller import Caller
from app.accounts.models import Account
from app.accounts.repository import get_account
from app.bus.base import Bus
from app.friends.doors import REFUSALS, refuse_closed
from app.friends.models import FriendRequestRow, FriendshipRow
from app.friends.notes import tell_list
from app.infra.database import Database, insert_or_not
from app.infra.problems import Problem, invalid, not_found
from app.infra.security import new_code
from app.infra.wall_clock import now
from app.wire.literals import FriendshipStatus

MAX_FRIENDS = 500
MAX_REQUESTS = 100
"""Open requests of one account."""


class Friendships:
    """Makes and ends friendships, and tells both sides."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def ask(self, caller: Caller, name_or_id: str) -> FriendshipStatus:
        """Ask to be a friend of an account, or agree to its request. Raises Problem."""
        _refuse_bot(caller)
        async with self.database.writing() as session:
            other = await get_account(session, name_or_id)
            if other.id == caller.account:
                raise invalid("That is your own account.", "path", "name")
            await lock_owners(session, caller.account, other.id)
            status = await _status(session, caller.account, other)
        tell_list(self.bus, caller.account, other.id)
        return status

    async def end(self, caller: Caller, name_or_id: str) -> None:
        """End a friendship, withdraw a request, or decline one. Raises Problem not-found."""
        async with self.database.writing() as session:
            other = await get_account(session, name_or_id)
            await lock_owners(session, caller.account, other.id)
            ended = await end_between(session, caller.account, other.id)
        if ended:
            tell_list(self.bus, caller.account, other.id)

    async def code_of(self, caller: Caller, *, renew: bool = False) -> str:
        """The code of the account's friend link; a renewed one ends the link before."""
        _refuse_bot(caller)
        async with self.database.writing() as session:
            account = await session.get_one(Account, caller.account, with_for_update=True)
            if account.friend_code is None or renew:
                account.friend_code = new_code()
            return account.friend_code

    async def linked(self, code: str, caller: Caller | None) -> Account:
        """The account to which a friend link leads. Raises Problem not-found, of a block too."""
        async with self.database.reading() as session:
            return await _linked(session, code, caller)

    async def accept_link(self, caller: Caller, code: str) -> Account:
        """Become a friend of the account to which a friend link leads: by its link, an account
        agrees in advance.
        """
        _refuse_bot(caller)
        async with self.database.writing() as session:
            other = await _linked(session, code, caller)
            if other.id == caller.account:
                raise invalid("That is your own link.", "path", "code")
            await lock_owners(session, caller.account, other.id)
            await _linked(session, code, caller)
            await _befriend(session, caller.account, other.id)
        tell_list(self.bus, caller.account, other.id)
        return other


async def are_friends(session: AsyncSession, account: str, other: str) -> bool:
    return await session.get(FriendshipRow, (account, other)) is not None


async def end_between(session: AsyncSession, account: str, other: str) -> bool:
    """End the friendship of two accounts, and their requests; False if there were none."""
    ended = False
    for table in (FriendshipRow, FriendRequestRow):
        pairs = sa.tuple_(table.account, table.other).in_([(account, other), (other, account)])
        rows = await session.scalars(sa.delete(table).where(pairs).returning(table.account))
        ended = bool(rows.all()) or ended
    return ended


def _refuse_bot(caller: Caller) -> None:
    if caller.kind == "bot":
        raise Problem("forbidden", "Bots have no friends here.")


async def _status(session: AsyncSession, account: str, other: Account) -> FriendshipStatus:
    """Make the request, unless it has been made or answered. Both owners are locked."""
    if await are_friends(session, account, other.id):
        return "friends"
    if other.kind == "bot" or other.closed_at is not None:
        raise Problem("forbidden", REFUSALS["ask"].format(name=other.name))
    if await session.get(FriendRequestRow, (other.id, account)):
        await _befriend(session, account, other.id)
        return "friends"
    if await session.get(FriendRequestRow, (account, other.id)) is None:
        await refuse_closed(session, "ask", account, [other.id])
        await _require_space(session, FriendRequestRow, account, MAX_REQUESTS)
        session.add(FriendRequestRow(account=account, other=other.id, at=now()))
    return "asked"


async def _befriend(session: AsyncSession, account: str, other: str) -> None:
    for side in (account, other):
        await _require_space(session, FriendshipRow, side, MAX_FRIENDS)
    pairs = [(account, other), (other, account)]
    rows = [{"account": one, "other": two, "at": now()} for one, two in pairs]
    await insert_or_not(session, FriendshipRow, *rows)
    asked = sa.tuple_(FriendRequestRow.account, FriendRequestRow.other).in_(pairs)
    await session.execute(sa.delete(FriendRequestRow).where(asked))


async def _require_space(
    session: AsyncSession,
    table: type[FriendshipRow | FriendRequestRow],
    account: str,
    most: int,
) -> None:
    count = sa.select(sa.func.count()).select_from(table).where(table.account == account)
    if (await session.scalar(count) or 0) >= most:
        what = "friends" if table is FriendshipRow else "open requests"
        raise Problem("forbidden", f"At most {most} {what}.")


async def _linked(session: AsyncSession, code: str, caller: Caller | None) -> Account:
    query = sa.select(Account).where(Account.friend_code == code.upper())
    account = await session.scalar(query)
    if account is None or account.closed_at is not None:
        raise not_found("friend link")
    if caller and await is_blocked_between(session, caller.account, [account.id]):
        raise not_found("friend link")
    return account
