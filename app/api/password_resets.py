"""Password resets: a link that is mailed, or made by an operator who hands it over; single use, it
expires after one hour.

The link's secret follows the `#`, so it
reaches no log, and is stored as a hash, like that of a session.
"""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.credentials import revoke_tokens
from app.accounts.models import Account, Token
from app.accounts.passwords import require_acceptable
from app.accounts.schemas import NewPasswordByLink
from app.api.dependencies import (
    DatabaseDep,
    LimitsDep,
    MailsDep,
    PasswordsDep,
    RevocationsDep,
    SettingsDep,
)
from app.api.idempotent import AnonymousIdempotentDep
from app.api.sessions import SAME_ORIGIN, start_session, with_cookie
from app.http.request_bodies import JsonRoute
from app.idempotency.service import StoreReply
from app.infra.problems import Problem
from app.infra.security import hash_secret
from app.infra.wall_clock import now
from app.wire.operations import creates
from app.wire.people import SignedIn

router = APIRouter(route_class=JsonRoute, tags=["accounts"])

INVALID_LINK = "This link is invalid, expired or already used."


@router.post(
    "/sessions/by-link",
    status_code=201,
    dependencies=SAME_ORIGIN,
    operation_id="resetPassword",
    summary="Set a new password by link",
)
@creates(reply=SignedIn)
async def reset_password(
    body: NewPasswordByLink,
    request: Request,
    idempotent: AnonymousIdempotentDep,
    limits: LimitsDep,
    settings: SettingsDep,
    database: DatabaseDep,
    passwords: PasswordsDep,
    revocations: RevocationsDep,
    mails: MailsDep,
) -> SignedIn | Response:
    """Set a new password with a reset link's secret; ends all earlier sessions."""

    async def reset(store_reply: StoreReply) -> SignedIn:
        await limits.reset(request)
        secret_hash = hash_secret(settings, body.secret)
        async with database.reading() as session:
            account = await _account_of_link(session, secret_hash)
        require_acceptable(body.password, account.name, account.email)
        password = await passwords.hash(body.password)
        async with database.writing() as session:
            account = await _account_of_link(session, secret_hash, with_for_update=True)
            account.password = password
            await mails.notify(session, "password", account)
            own = Token.account == account.id, Token.kind.in_(("session", "reset"))
            ended = await revoke_tokens(session, *own)
            reply = start_session(request, settings, session, account)
            await store_reply(session, reply)
        revocations.announce(ended)
        return reply

    return await idempotent(reset, with_cookie(settings))


async def _account_of_link(
    session: AsyncSession, secret_hash: str, *, with_for_update: bool = False
) -> Account:
    """The account of a reset link. Raises Problem unauthenticated."""
    query = (
        sa.select(Account)
        .join(Token, Token.account == Account.id)
        .where(Token.hash == secret_hash, Token.kind == "reset", Token.expires_at > now())
        .where(Account.kind == "person", Account.closed_at.is_(None))
    )
    account: Account | None = await session.scalar(
        query.with_for_update() if with_for_update else query
    )
    if account is None:
        raise Problem("unauthenticated", INVALID_LINK)
    return account
