"""Session routes, `/guests`, `/accounts` and `/sessions`: register, sign in, sign out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import SecretStr
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.browsers import browser_of
from app.accounts.caller import Caller, kept_by_owner
from app.accounts.confusables import plain_emoji
from app.accounts.credentials import new_session, revoke_one, revoke_tokens
from app.accounts.models import Account, DeletionRow, Token
from app.accounts.names import folded
from app.accounts.passwords import Passwords, require_acceptable
from app.accounts.registration import admit
from app.accounts.repository import find_by_name, new_account, refuse_taken_name
from app.accounts.revocation import CLOSE_CODE_RECONNECT
from app.accounts.schemas import NewAccount, NewName, SignIn, account_view, iso_time
from app.api.cookies import delete_cookie, set_cookie
from app.api.dependencies import (
    DatabaseDep,
    LeavingCaller,
    LimitsDep,
    MailsDep,
    PasswordsDep,
    RevocationsDep,
    SettingsDep,
    UnscopedCaller,
    find_caller,
)
from app.api.idempotent import AnonymousIdempotentDep
from app.api.parameters import SessionId
from app.http.request_bodies import JsonRoute
from app.idempotency.service import StoreReply
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.security import may_use_tokens, same_origin
from app.infra.settings import AddressSettings, StorageSettings
from app.infra.wall_clock import now
from app.mail.addresses import change_address
from app.wire import people
from app.wire.operations import changes, creates, reads
from app.wire.people import SignedIn

router = APIRouter(route_class=JsonRoute, tags=["accounts"])


async def _require_same_origin(request: Request, settings: SettingsDep) -> None:
    if not same_origin(request, settings):
        raise Problem("forbidden", "Cross-site sign-in is not allowed.")


async def _require_allowed_origin(request: Request, settings: SettingsDep) -> None:
    if not may_use_tokens(request, settings):
        raise Problem("forbidden", "Cross-site sign-in is not allowed.")


SAME_ORIGIN = [Depends(_require_same_origin)]
ALLOWED_ORIGIN = [Depends(_require_allowed_origin)]
"""Pages of CORS_ORIGINS may create guests; passwords are for our own page."""
UNNAMED = "Session"
"""The name of sessions from before they were named by their browser."""
OPTIONAL_SECURITY: dict[str, Any] = {"security": [{"account": []}, {"session": []}, {}]}
"""Guests who register keep their account."""


@router.post(
    "/guests",
    status_code=201,
    dependencies=ALLOWED_ORIGIN,
    operation_id="createGuest",
    summary="Become a guest",
)
@creates("name-taken", "signed-in", reply=SignedIn)
async def create_guest(
    body: NewName,
    request: Request,
    idempotent: AnonymousIdempotentDep,
    limits: LimitsDep,
    database: DatabaseDep,
    settings: SettingsDep,
) -> SignedIn | Response:
    """Create a guest account; sets the session cookie and returns the same secret as a token.

    A page that lost its local storage must not lose its account too: while the cookie is valid, no
    guest is created (409 signed-in) unless the request carries a token.
    """

    async def make(store_reply: StoreReply) -> SignedIn:
        if "authorization" not in request.headers and await find_caller(request) is not None:
            raise Problem("signed-in")
        await limits.guest(request)
        if not settings.guests:
            raise Problem("forbidden", "This server has no guests: sign in.")
        account = new_account("guest", body.name)
        async with database.writing() as session:
            await refuse_taken_name(settings, session, body.name)
            session.add(account)
            await session.flush()
            reply = start_session(request, settings, session, account)
            await store_reply(session, reply)
        return reply

    return await idempotent(make, with_cookie(settings))


@router.post(
    "/accounts",
    status_code=201,
    dependencies=SAME_ORIGIN,
    openapi_extra=OPTIONAL_SECURITY,
    operation_id="createAccount",
    summary="Register with a password",
)
@creates("name-taken", reply=SignedIn)
async def create_account(
    body: NewAccount,
    request: Request,
    idempotent: AnonymousIdempotentDep,
    limits: LimitsDep,
    passwords: PasswordsDep,
    database: DatabaseDep,
    settings: SettingsDep,
    revocations: RevocationsDep,
    mails: MailsDep,
) -> SignedIn | Response:
    """Create an account with a password. Guests keep their matches; their old sessions and tokens
    end.
    """

    async def make(store_reply: StoreReply) -> SignedIn:
        await limits.guest(request)
        guest = await calling_guest(request)
        require_acceptable(body.password, body.name, body.email)
        password = await passwords.hash(body.password)
        ended: list[str] = []
        try:
            async with database.writing() as session:
                role = await admit(settings, session, body.invitation)
                await refuse_taken_name(settings, session, body.name)
                account = await person_account(session, body.name, guest)
                account.role = role
                account.password = password
                await session.flush()
                await change_address(session, mails, account, body.email)
                ended = await revoke_tokens(session, Token.account == account.id)
                reply = start_session(request, settings, session, account)
                await store_reply(session, reply)
        except IntegrityError:
            raise Problem("name-taken", f"{body.name} is taken.") from None
        revocations.announce(ended, CLOSE_CODE_RECONNECT)
        return reply

    return await idempotent(make, with_cookie(settings))


async def calling_guest(request: Request) -> Caller | None:
    """The guest who registers; None for other callers."""
    caller = await find_caller(request)
    if caller is None or caller.kind != "guest":
        return None
    if caller.scopes:
        raise Problem("forbidden", "A token with scopes can't change the account.")
    return caller


async def person_account(session: AsyncSession, name: str, guest: Caller | None) -> Account:
    """A person's new account, or that of the guest who becomes one. Raises Problem forbidden."""
    if guest is None:
        account = new_account("person", name)
        session.add(account)
        return account
    known = await session.get(Account, guest.account, with_for_update=True)
    if known is None or known.kind != "guest":
        raise Problem("forbidden", "This account is a person's already.")
    known.kind, known.name = "person", name
    return known


@router.post(
    "/sessions", status_code=201, dependencies=SAME_ORIGIN, operation_id="signIn", summary="Sign in"
)
@creates(reply=SignedIn)
async def sign_in(
    body: SignIn,
    request: Request,
    idempotent: AnonymousIdempotentDep,
    limits: LimitsDep,
    database: DatabaseDep,
    passwords: PasswordsDep,
    settings: SettingsDep,
) -> SignedIn | Response:
    """Sign in with name and password; sets the session cookie."""

    async def make(store_reply: StoreReply) -> SignedIn:
        await limits.sign_in(request, folded(plain_emoji(body.name)))
        return await _sign_in(body, request, database, passwords, settings, store_reply)

    return await idempotent(make, with_cookie(settings))


async def _sign_in(
    body: SignIn,
    request: Request,
    database: Database,
    passwords: Passwords,
    settings: StorageSettings,
    store_reply: StoreReply,
) -> SignedIn:
    """Start a session if the password is right. Raises Problem."""
    async with database.reading() as session:
        known = await find_by_name(session, body.name)
    stored_hash = known.password if known else None
    if (
        not await passwords.is_correct(body.password, stored_hash)
        or known is None
        or stored_hash is None
    ):
        raise Problem("unauthenticated", "Name or password is wrong.")
    renewed = await _rehashed(passwords, body.password, stored_hash)
    async with database.writing() as session:
        account = await session.get_one(Account, known.id, with_for_update=True)
        if account.password != stored_hash:
            raise Problem("unauthenticated", "Name or password is wrong.")
        if not await may_sign_in(session, account):
            raise Problem("forbidden", "This account is closed.")
        account.password = renewed
        reply = start_session(request, settings, session, account)
        await store_reply(session, reply)
    return reply


async def may_sign_in(session: AsyncSession, account: Account) -> bool:
    """Whether the account is open, or its owner may still keep it."""
    may_keep = sa.select(DeletionRow.account).where(kept_by_owner(account.id))
    return account.closed_at is None or await session.scalar(may_keep) is not None


async def _rehashed(passwords: Passwords, password: SecretStr, stored_hash: str) -> str:
    """The stored hash, renewed if it was made with outdated parameters."""
    return await passwords.hash(password) if passwords.needs_rehash(stored_hash) else stored_hash


@router.delete("/sessions/current", status_code=204, operation_id="signOut", summary="Sign out")
@changes()
async def end_session(
    caller: LeavingCaller,
    response: Response,
    settings: SettingsDep,
    database: DatabaseDep,
    revocations: RevocationsDep,
) -> None:
    """Sign out of this session."""
    async with database.writing() as session:
        ended = await revoke_tokens(session, Token.id == caller.token)
    revocations.announce(ended)
    delete_cookie(response, settings)


@router.get("/sessions", operation_id="listSessions", summary="List sessions")
@reads()
async def sessions(caller: UnscopedCaller, database: DatabaseDep) -> people.Sessions:
    """Where the account is signed in, newest first; `current` is the session that asks."""
    own = sa.select(Token).where(
        Token.account == caller.account, Token.kind == "session", Token.expires_at > now()
    )
    async with database.reading() as session:
        rows = (await session.scalars(own.order_by(Token.created_at.desc(), Token.id))).all()
    return people.Sessions(
        items=[
            people.Session(
                id=row.id,
                browser="" if row.name == UNNAMED else row.name,
                created_at=iso_time(row.created_at),
                current=row.id == caller.token,
            )
            for row in rows
        ]
    )


@router.delete(
    "/sessions/{session}", status_code=204, operation_id="endSession", summary="End a session"
)
@changes("not-found")
async def end_one_session(
    session: SessionId, caller: UnscopedCaller, database: DatabaseDep, revocations: RevocationsDep
) -> None:
    """Sign out one of the account's sessions; closes its connections at once."""
    await revoke_one(database, revocations, caller.account, "session", session)


@router.delete(
    "/sessions", status_code=204, operation_id="signOutEverywhere", summary="Sign out everywhere"
)
@changes()
async def end_sessions(
    caller: UnscopedCaller,
    response: Response,
    settings: SettingsDep,
    database: DatabaseDep,
    revocations: RevocationsDep,
    others: Annotated[
        bool, Query(description="Whether this session stays.", examples=[True])
    ] = False,
    tokens: Annotated[
        bool, Query(description="Whether tokens end as well.", examples=[True])
    ] = False,
) -> None:
    """Sign out everywhere: every session, or all `others`; with `tokens`, tokens end as well."""
    conditions: list[sa.ColumnElement[bool]] = [Token.account == caller.account]
    if not tokens:
        conditions.append(Token.kind == "session")
    if others:
        conditions.append(Token.id != caller.token)
    async with database.writing() as session:
        ended = await revoke_tokens(session, *conditions)
    revocations.announce(ended)
    if not others:
        delete_cookie(response, settings)


def start_session(
    request: Request, settings: StorageSettings, session: AsyncSession, account: Account
) -> SignedIn:
    """The reply to a sign-in, for which it creates a session."""
    browser = browser_of(request.headers.get("user-agent", ""))
    secret = new_session(settings, session, account, browser)
    return SignedIn(account=account_view(account), token=secret)


def with_cookie(settings: AddressSettings) -> Callable[[Response, SignedIn], None]:
    """A function that also sets the reply's secret as the cookie."""

    def finish(response: Response, reply: SignedIn) -> None:
        set_cookie(response, settings, reply.token)

    return finish
