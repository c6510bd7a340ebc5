"""Lists of friends: an account's friends and requests, as it may see them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from app.accounts.models import Account
from app.accounts.schemas import account_view, iso_time
from app.friends.models import FriendRequestRow, FriendshipRow
from app.wire.friends import Friend, FriendRequest, Friends


async def list_of(session: AsyncSession, account: str) -> Friends:
    """The friends of an account by name, and open requests; closed accounts are left out."""
    return Friends(
        items=await _friends(session, account),
        incoming=await _requests(
            session, FriendRequestRow.account, FriendRequestRow.other, account
        ),
        outgoing=await _requests(
            session, FriendRequestRow.other, FriendRequestRow.account, account
        ),
    )


async def _friends(session: AsyncSession, account: str) -> list[Friend]:
    query = (
        sa.select(FriendshipRow.at, Account)
        .join(Account, Account.id == FriendshipRow.other)
        .where(FriendshipRow.account == account, Account.closed_at.is_(None))
        .order_by(Account.folded, Account.id)
    )
    return [
        Friend(account=account_view(other), since=iso_time(at))
        for at, other in (await session.execute(query)).all()
    ]


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
