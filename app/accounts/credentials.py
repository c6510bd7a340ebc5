"""Credentials: creates and deletes sessions, tokens and tickets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account, Token
from app.accounts.revocation import Revocations
from app.infra.database import Database
from app.infra.problems import not_found
from app.infra.security import COOKIE_LIFETIME_S, hash_secret, new_id, new_secret
from app.infra.settings import StorageSettings
from app.infra.wall_clock import now
from app.wire.literals import Scope


def new_token(
    settings: StorageSettings,
    account: Account,
    kind: str,
    name: str,
    scopes: Sequence[Scope],
    expires_at: datetime | None = None,
    parent: str | None = None,
) -> tuple[Token, str]:
    """A new token row and its secret."""
    secret = new_secret()
    token = Token(
        id=new_id("t"),
        account=account.id,
        kind=kind,
        name=name,
        hash=hash_secret(settings, secret),
        scopes=list(scopes),
        created_at=now(),
        expires_at=expires_at.astimezone(UTC) if expires_at else None,
        parent=parent,
    )
    return token, secret


def new_session(
    settings: StorageSettings, session: AsyncSession, account: Account, browser: str
) -> str:
    """Create a session for the account, named by its browser; returns its secret."""
    end = now() + timedelta(seconds=COOKIE_LIFETIME_S)
    token, secret = new_token(settings, account, "session", browser, [], end)
    session.add(token)
    return secret


async def revoke_tokens(session: AsyncSession, *which: sa.ColumnElement[bool]) -> list[str]:
    """Delete these sessions and tokens with their tickets; returns their ids."""
    deletion = sa.delete(Token).where(Token.kind != "ticket", *which).returning(Token.id)
    ids = list((await session.scalars(deletion)).all())
    await session.execute(sa.delete(Token).where(Token.parent.in_(ids)))
    return ids


async def revoke_one(
    database: Database,
    revocations: Revocations,
    account: str,
    kind: Literal["session", "token"],
    id: str,
) -> None:
    """End a session or token of the account, and its connections. Raises Problem not-found."""
    own = Token.account == account, Token.kind == kind
    async with database.writing() as session:
        ended = await revoke_tokens(session, Token.id == id, *own)
    revocations.announce(ended)
    if not ended:
        raise not_found(kind)
