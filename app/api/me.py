"""Own-account routes, `/me`."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.caller import Caller
from app.accounts.credentials import revoke_tokens
from app.accounts.models import Account, Token
from app.accounts.passwords import Passwords, require_acceptable
from app.accounts.preferences import merged
from app.accounts.privacy import change_privacy, privacy_of
from app.accounts.schemas import Changes, account_view, iso_time
from app.api.cookies import set_cookie
from app.api.dependencies import (
    CallersDep,
    ChangingCaller,
    DatabaseDep,
    LimitsDep,
    MailsDep,
    OnlineAccountsDep,
    OptionalLeavingCaller,
    PasswordsDep,
    RevocationsDep,
    SettingsDep,
)
from app.api.reauthentication import reauthenticate
from app.http.request_bodies import JsonRoute
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.security import COOKIE_LIFETIME_S, cookie_of
from app.infra.settings import AddressSettings
from app.infra.wall_clock import now
from app.mail.addresses import change_address
from app.mail.service import Mails
from app.matches.former_names import release_names, rename
from app.notifications.kinds import PUSH_SWITCHES
from app.rate_limits.limits import RateLimits
from app.wire.operations import changes, reads
from app.wire.people import Me

router = APIRouter(route_class=JsonRoute, tags=["accounts"])


@router.get("/me", operation_id="getMe", summary="The caller's account")
@reads(reply=Me, also=204)
async def me(
    caller: OptionalLeavingCaller,
    request: Request,
    response: Response,
    database: DatabaseDep,
    settings: SettingsDep,
    if_any: Annotated[
        bool,
        Query(
            description="Whether a caller without an account gets 204 instead of a problem.",
            examples=[True],
        ),
    ] = False,
) -> Me | Response:
    """The caller's account and preferences; for a session also the email address. With `if_any`:
    204 instead of a problem if the caller has no account.
    """
    if caller is None:
        if if_any:
            return Response(status_code=204)
        raise Problem("unauthenticated")
    async with database.reading() as session:
        account = await session.get_one(Account, caller.account)
    await _prolong(caller, request, response, database, settings)
    return _me_view(account, caller)


async def _prolong(
    caller: Caller,
    request: Request,
    response: Response,
    database: Database,
    settings: AddressSettings,
) -> None:
    """Renew a cookie in use past half its lifetime, so it does not expire."""
    secret = cookie_of(request)
    half = timedelta(seconds=COOKIE_LIFETIME_S / 2)
    is_fresh = caller.expires is None or caller.expires > now() + half
    if not secret or caller.scopes or is_fresh or "authorization" in request.headers:
        return
    async with database.writing() as session:
        token = await session.get(Token, caller.token)
        if token is not None:
            token.expires_at = now() + timedelta(seconds=COOKIE_LIFETIME_S)
    set_cookie(response, settings, secret)


@router.patch("/me", operation_id="updateMe", summary="Change the caller's account")
@changes("name-taken")
async def change_me(
    body: Changes,
    caller: ChangingCaller,
    request: Request,
    database: DatabaseDep,
    callers: CallersDep,
    settings: SettingsDep,
    limits: LimitsDep,
    passwords: PasswordsDep,
    revocations: RevocationsDep,
    online: OnlineAccountsDep,
    mails: MailsDep,
) -> Me:
    """Change name, crest, email address, password, preferences or privacy.

    Matches that have started keep the old crest and name, and the name stays reserved while running
    matches show it; a new password ends every other session.
    """
    if mails.settings.sends_mail and await _changes_address(body, caller, database):
        await _require_password(body, caller, request, database, limits, passwords)
    password = await _new_password(body, caller, request, database, limits, passwords)
    ended: list[str] = []
    matches_with_old_name: list[str] = []
    try:
        async with database.writing() as session:
            account = await session.get_one(Account, caller.account, with_for_update=True)
            if body.name and body.name != account.name:
                matches_with_old_name = await rename(settings, session, account, body.name)
            if password:
                ended = await _set_password(session, mails, account, password, caller)
            if "email" in body.model_fields_set:
                await change_address(session, mails, account, body.email)
            _change_details(account, body)
    except IntegrityError:
        raise Problem("name-taken") from None
    if body.privacy:
        await online.tell_friends(caller.account)
    callers.clear_cache()
    revocations.announce(ended)
    if matches_with_old_name:  # a match may have ended meanwhile
        async with database.writing() as session:
            await release_names(session, matches_with_old_name)
    return _me_view(account, caller)


async def _set_password(
    session: AsyncSession, mails: Mails, account: Account, password: str, caller: Caller
) -> list[str]:
    """Store the hash of a new password; returns the ids of the sessions that end with it."""
    account.password = password
    await mails.notify(session, "password", account)
    others = Token.account == account.id, Token.id != caller.token
    return await revoke_tokens(session, *others, Token.kind.in_(("session", "reset")))


def _change_details(account: Account, body: Changes) -> None:
    """Crest, preferences and privacy."""
    if "crest" in body.model_fields_set:
        account.crest = body.crest
    if body.preferences:
        account.preferences = merged(account.preferences, body.preferences, PUSH_SWITCHES)
    if body.privacy:
        change_privacy(account, body.privacy)


async def _new_password(
    body: Changes,
    caller: Caller,
    request: Request,
    database: Database,
    limits: RateLimits,
    passwords: Passwords,
) -> str | None:
    """The hash of the new password, if one is given. Raises Problem."""
    if body.password is None:
        return None
    account = await _require_password(body, caller, request, database, limits, passwords)
    if account.kind != "person":
        raise Problem("forbidden", "Only a person has a password: make an account first.")
    require_acceptable(body.password, body.name or account.name, body.email or account.email)
    return await passwords.hash(body.password)


async def _changes_address(body: Changes, caller: Caller, database: Database) -> bool:
    """Whether mail would go elsewhere, where links to set a new password go too."""
    if "email" not in body.model_fields_set:
        return False
    async with database.reading() as session:
        return (await session.get_one(Account, caller.account)).email != body.email


async def _require_password(
    body: Changes,
    caller: Caller,
    request: Request,
    database: Database,
    limits: RateLimits,
    passwords: Passwords,
) -> Account:
    """The caller's account, if the current password is right. Raises Problem."""
    return await reauthenticate(
        request, caller, body.current_password, database, limits, passwords, "current_password"
    )


def _me_view(account: Account, caller: Caller) -> Me:
    own = Me(
        account=account_view(account),
        preferences=account.preferences,
        privacy=privacy_of(account),
    )
    if account.email and not caller.scopes:
        own.email, own.email_verified = account.email, account.email_verified_at is not None
    if account.role and not caller.scopes:
        own.admin, own.role = True, account.role
    if caller.deletes_at:
        own.deletes_at = iso_time(caller.deletes_at)
    return own
