"""Lists of friends: an account's friends and requests, as it may see them."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from app.accounts.models import Account
from app.accounts.schemas import account_view, iso_time
from app.friends.doors import is_open
from app.friends.messages import unread_by_sender
from app.friends.models import FriendRequestRow, FriendshipRow
from app.friends.online import OnlineAccounts
from app.wire import UNSET, UnsetType
from app.wire.friends import Friend, FriendRequest

LAST_SEEN_STEP = timedelta(minutes=5)
"""How exactly others see when an account was last online."""


async def friends_in_list(
    session: AsyncSession, online: OnlineAccounts, account: str, only: str | None = None
) -> list[Friend]:
    """The friends of an account by name, or one of them; closed accounts are left out."""
    query = _friends(account)
    if only is not None:
        query = query.where(Account.id == only)
    rows = (await session.execute(query)).all()
    unread = await unread_by_sender(session, account) if rows else {}
    friends = [_friend(other, at, online) for at, other in rows]
    for friend in friends:
        friend.unread = unread.get(friend.account.id, UNSET)
    return friends


async def requests_to(session: AsyncSession, account: str) -> list[FriendRequest]:
    """Who asks the account to be friends."""
    return await _requests(session, FriendRequestRow.account, FriendRequestRow.other, account)


async def requests_by(session: AsyncSession, account: str) -> list[FriendRequest]:
    """Whose friend the account asks to be."""
    return await _requests(session, FriendRequestRow.other, FriendRequestRow.account, account)


def _friends(account: str) -> sa.Select[datetime, Account]:
    return (
        sa.select(FriendshipRow.at, Account)
        .join(Account, Account.id == FriendshipRow.other)
        .where(FriendshipRow.account == account, Account.closed_at.is_(None))
        .order_by(Account.folded, Account.id)
    )


def _friend(other: Account, since: datetime, online: OnlineAccounts) -> Friend:
    friend = Friend(account=account_view(other), since=iso_time(since))
    if is_open("see_online", other, {other.id}):
        friend.online = online.is_online(other.id)
        if not friend.online:
            friend.last_seen_at = last_seen_of(other)
    return friend


def last_seen_of(account: Account) -> str | UnsetType:
    """When the account was last online, as others see it."""
    if account.last_seen_at is None or not account.tells_last_seen:
        return UNSET
    at = account.last_seen_at
    return iso_time(at - (at - datetime.min.replace(tzinfo=at.tzinfo)) % LAST_SEEN_STEP)


async def _requests(
    session: AsyncSession,
    shown: InstrumentedAttribute[str],
    own: InstrumentedAttribute[str],
    account: str,
) -> list[FriendRequest]:
    query = (
        sa.select(FriendRequestRow.at, Account)
        .join(Account, Account.id == shown)
        .where(own == account, Account.closed_at.is_(None))
        .order_by(FriendRequestRow.at.desc(), Account.id)
    )
    return [
        FriendRequest(account=account_view(other), at=iso_time(at))
        for at, other in (await session.execute(query)).all()
    ]
