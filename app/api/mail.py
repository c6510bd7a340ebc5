"""Mail routes: ask for a link to set a new password, and verify one's address."""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter, Request

from app.accounts.models import Account, Token
from app.accounts.schemas import MailAddress, MailedSecret
from app.api.dependencies import ChangingCaller, DatabaseDep, LimitsDep, MailsDep, SettingsDep
from app.api.sessions import SAME_ORIGIN
from app.http.request_bodies import JsonRoute
from app.infra.problems import Problem
from app.infra.security import hash_secret
from app.infra.wall_clock import now
from app.wire.operations import changes

router = APIRouter(route_class=JsonRoute, tags=["accounts"])

INVALID_LINK = "This link is invalid or has expired."


@router.post(
    "/password-resets",
    status_code=204,
    dependencies=SAME_ORIGIN,
    operation_id="mailResetLink",
    summary="Mail a link to set a new password",
)
@changes()
async def mail_reset_link(
    body: MailAddress, request: Request, database: DatabaseDep, limits: LimitsDep, mails: MailsDep
) -> None:
    """Mail the owner of a verified address a link for each account that has it. Reply and time are
    the same whether there is one.
    """
    mails.require()
    await limits.mail(request, body.email)
    async with database.writing() as session:
        await mails.queue(session, "reset", None, body.email)


@router.put(
    "/me/email-verification",
    status_code=204,
    operation_id="mailVerificationLink",
    summary="Mail a link to verify the caller's address",
)
@changes()
async def mail_verification_link(
    caller: ChangingCaller,
    request: Request,
    database: DatabaseDep,
    limits: LimitsDep,
    mails: MailsDep,
) -> None:
    """Mail another link to the account's address, unless it is verified; earlier ones end."""
    mails.require()
    async with database.reading() as session:
        account = await session.get_one(Account, caller.account)
    if account.email is None:
        raise Problem("forbidden", "This account has no address.")
    await limits.mail(request, account.email)
    if account.email_verified_at is None:
        async with database.writing() as session:
            await mails.queue(session, "verify", account.id, account.email)


@router.post(
    "/email-verifications",
    status_code=204,
    dependencies=SAME_ORIGIN,
    operation_id="verifyEmail",
    summary="Verify an address by link",
)
@changes()
async def verify_email(
    body: MailedSecret,
    request: Request,
    database: DatabaseDep,
    limits: LimitsDep,
    settings: SettingsDep,
) -> None:
    """Record, with a link's secret, that its account's owner reads mail to its address."""
    await limits.reset(request)
    link = Token.hash == hash_secret(settings, body.secret), Token.kind == "verify"
    owner = sa.select(Token.account).where(*link, Token.expires_at > now()).scalar_subquery()
    verified = sa.update(Account).where(Account.id == owner, Account.email.is_not(None))
    async with database.writing() as session:
        row = await session.scalar(verified.values(email_verified_at=now()).returning(Account.id))
    if row is None:
        raise Problem("unauthenticated", INVALID_LINK)
