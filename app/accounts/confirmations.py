"""Confirmations: a session's owner has just signed in again at a provider, as others give their
password again.

A confirmation is a row of the tokens without a usable secret; its parent is the session, with which
it ends.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.credentials import new_token
from app.accounts.models import Account, Token
from app.infra.settings import StorageSettings
from app.infra.wall_clock import now

KIND = "confirmation"
LIFETIME = timedelta(minutes=10)


def confirm(
    settings: StorageSettings, session: AsyncSession, account: Account, caller_token: str
) -> None:
    """Confirm a session for LIFETIME."""
    row, _ = new_token(settings, account, KIND, "", [], now() + LIFETIME, caller_token)
    session.add(row)


async def confirmed_until(session: AsyncSession, caller_token: str) -> datetime | None:
    """How long the session is confirmed; None if it is not."""
    latest = sa.select(sa.func.max(Token.expires_at)).where(
        Token.parent == caller_token, Token.kind == KIND, Token.expires_at > now()
    )
    until: datetime | None = await session.scalar(latest)
    return until
