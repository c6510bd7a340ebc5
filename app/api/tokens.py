"""Token routes, `/me/tokens`, `/me/tickets` and `/bots`: credentials that act for an account."""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from msgspec.structs import asdict
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.caller import Caller
from app.accounts.credentials import new_token, revoke_one, revoke_tokens
from app.accounts.models import Account, Token
from app.accounts.registration import require_allowed
from app.accounts.repository import new_account, refuse_taken_name
from app.accounts.schemas import NewName, NewToken, account_view, iso_time, token_view
from app.api.dependencies import (
    ChangingCaller,
    DatabaseDep,
    LimitsDep,
    RequiredCaller,
    RevocationsDep,
    SettingsDep,
    UnscopedCaller,
)
from app.api.idempotent import IdempotentDep
from app.api.parameters import BotId, TokenId
from app.http.request_bodies import JsonRoute
from app.idempotency.service import StoreReply
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.infra.settings import Settings, StorageSettings
from app.infra.wall_clock import now
from app.wire import people
from app.wire.literals import Scope
from app.wire.operations import changes, creates, reads
from app.wire.people import MadeToken, SignedIn, Ticket

router = APIRouter(route_class=JsonRoute, tags=["tokens"])

TICKET_LIFETIME_S = 30
MAX_TOKENS = 50
MAX_BOTS = 50
BOT_SCOPES: tuple[Scope, ...] = ("create", "play", "read")


@router.get("/me/tokens", operation_id="listTokens", summary="List tokens")
@reads()
async def tokens(caller: UnscopedCaller, database: DatabaseDep) -> people.Tokens:
    """The caller's tokens, without their secrets."""
    async with database.reading() as session:
        return await _tokens_of(session, caller.account)


@router.post("/me/tokens", status_code=201, operation_id="createToken", summary="Create a token")
@creates(reply=MadeToken)
async def make_token(
    body: NewToken,
    caller: ChangingCaller,
    idempotent: IdempotentDep,
    database: DatabaseDep,
    settings: SettingsDep,
) -> people.MadeToken | Response:
    """Create a token; its secret is shown only this once."""

    async def make(store_reply: StoreReply) -> people.MadeToken:
        async with database.writing() as session:
            account = await session.get_one(Account, caller.account, with_for_update=True)
            reply = await _new_token(settings, session, account, body)
            await store_reply(session, reply)
        return reply

    return await idempotent(make)


@router.delete(
    "/me/tokens/{token}", status_code=204, operation_id="revokeToken", summary="Revoke a token"
)
@changes("not-found")
async def drop_token(
    token: TokenId, caller: UnscopedCaller, database: DatabaseDep, revocations: RevocationsDep
) -> None:
    """Revoke a token; closes its connections at once."""
    await revoke_one(database, revocations, caller.account, "token", token)


@router.post(
    "/me/tickets",
    status_code=201,
    operation_id="createTicket",
    summary="Create a ticket for one websocket",
)
@creates(reply=Ticket)
async def make_ticket(
    caller: RequiredCaller,
    request: Request,
    idempotent: IdempotentDep,
    limits: LimitsDep,
    database: DatabaseDep,
    settings: SettingsDep,
) -> people.Ticket | Response:
    """Create a ticket for one websocket, for clients that can send neither cookie nor header."""
    await limits.change(request, caller.account)

    async def make(store_reply: StoreReply) -> people.Ticket:
        expires = now() + timedelta(seconds=TICKET_LIFETIME_S)
        async with database.writing() as session:
            await session.execute(
                sa.delete(Token).where(Token.kind == "ticket", Token.expires_at < now())
            )
            account = await session.get_one(Account, caller.account)
            scopes = list(caller.scopes)
            row, secret = new_token(
                settings, account, "ticket", "Ticket", scopes, expires, parent=caller.token
            )
            session.add(row)
            ticket = people.Ticket(ticket=secret, expires_at=iso_time(expires))
            await store_reply(session, ticket)
        return ticket

    return await idempotent(make)


@router.get("/me/bots", operation_id="listMyBots", summary="List the caller's bots")
@reads()
async def bots(caller: UnscopedCaller, database: DatabaseDep) -> people.Accounts:
    """The caller's bots."""
    query = sa.select(Account).where(Account.owner == caller.account)
    async with database.reading() as session:
        rows = (await session.scalars(query.order_by(Account.created_at, Account.id))).all()
    return people.Accounts(items=[account_view(row) for row in rows])


@router.post("/bots", status_code=201, operation_id="createBot", summary="Create a bot")
@creates("name-taken", reply=SignedIn)
async def make_bot(
    body: NewName,
    caller: ChangingCaller,
    idempotent: IdempotentDep,
    database: DatabaseDep,
    settings: SettingsDep,
) -> people.SignedIn | Response:
    """Create a bot account owned by the caller, and a token that plays for it."""
    return await idempotent(
        lambda store_reply: _new_bot(body, caller, database, settings, store_reply)
    )


async def _new_bot(
    body: NewName,
    caller: Caller,
    database: Database,
    settings: Settings,
    store_reply: StoreReply,
) -> people.SignedIn:
    require_allowed(settings.bots, caller.kind, "have bots")
    account = new_account("bot", body.name, owner=caller.account)
    try:
        async with database.writing() as session:
            await session.get_one(Account, caller.account, with_for_update=True)
            count = sa.select(sa.func.count()).where(Account.owner == caller.account)
            if (await session.scalar(count) or 0) >= MAX_BOTS:
                raise Problem("forbidden", f"An account has at most {MAX_BOTS} bots.")
            await refuse_taken_name(settings, session, body.name)
            session.add(account)
            await session.flush()
            row, secret = new_token(settings, account, "token", "Bot", BOT_SCOPES)
            session.add(row)
            reply = people.SignedIn(account=account_view(account), token=secret)
            await store_reply(session, reply)
    except IntegrityError:
        raise Problem("name-taken") from None
    return reply


@router.post(
    "/me/bots/{bot}/token",
    status_code=201,
    operation_id="renewBotToken",
    summary="Replace a bot's tokens",
)
@creates("not-found", reply=SignedIn)
async def renew_bot_token(
    bot: BotId,
    caller: ChangingCaller,
    idempotent: IdempotentDep,
    database: DatabaseDep,
    settings: SettingsDep,
    revocations: RevocationsDep,
) -> people.SignedIn | Response:
    """Create a new token for one of the caller's bots (by its id); revokes its earlier ones."""

    async def renew(store_reply: StoreReply) -> people.SignedIn:
        async with database.writing() as session:
            account = await _own_bot(session, caller, bot)
            await session.refresh(account, with_for_update=True)
            ended = await revoke_tokens(session, Token.account == account.id)
            row, secret = new_token(settings, account, "token", "Bot", BOT_SCOPES)
            session.add(row)
            reply = people.SignedIn(account=account_view(account), token=secret)
            await store_reply(session, reply)
        revocations.announce(ended)
        return reply

    return await idempotent(renew)


@router.get("/me/bots/{bot}/tokens", operation_id="listBotTokens", summary="List a bot's tokens")
@reads("not-found")
async def bot_tokens(bot: BotId, caller: UnscopedCaller, database: DatabaseDep) -> people.Tokens:
    """The tokens of one of the caller's bots, without their secrets."""
    async with database.reading() as session:
        return await _tokens_of(session, (await _own_bot(session, caller, bot)).id)


@router.post(
    "/me/bots/{bot}/tokens",
    status_code=201,
    operation_id="createBotToken",
    summary="Create a token for a bot",
)
@creates("not-found", reply=MadeToken)
async def make_bot_token(
    bot: BotId,
    body: NewToken,
    caller: ChangingCaller,
    idempotent: IdempotentDep,
    database: DatabaseDep,
    settings: SettingsDep,
) -> people.MadeToken | Response:
    """Create another token for a bot; its existing ones stay valid."""

    async def make(store_reply: StoreReply) -> people.MadeToken:
        async with database.writing() as session:
            account = await _own_bot(session, caller, bot)
            await session.refresh(account, with_for_update=True)
            reply = await _new_token(settings, session, account, body)
            await store_reply(session, reply)
        return reply

    return await idempotent(make)


@router.delete(
    "/me/bots/{bot}/tokens/{token}",
    status_code=204,
    operation_id="revokeBotToken",
    summary="Revoke a bot's token",
)
@changes("not-found")
async def drop_bot_token(
    bot: BotId,
    token: TokenId,
    caller: UnscopedCaller,
    database: DatabaseDep,
    revocations: RevocationsDep,
) -> None:
    """Revoke one of a bot's tokens; closes its connections at once."""
    async with database.reading() as session:
        account = await _own_bot(session, caller, bot)
    await revoke_one(database, revocations, account.id, "token", token)


# Parts


async def _own_bot(session: AsyncSession, caller: Caller, bot: str) -> Account:
    """The caller's bot of this id. Raises Problem not-found."""
    account = await session.get(Account, bot)
    if account is None or account.owner != caller.account:
        raise not_found("bot")
    return account


async def _tokens_of(session: AsyncSession, account: str) -> people.Tokens:
    query = sa.select(Token).where(Token.account == account, Token.kind == "token")
    rows = (await session.scalars(query.order_by(Token.created_at, Token.id))).all()
    return people.Tokens(items=[token_view(row) for row in rows])


async def _new_token(
    settings: StorageSettings, session: AsyncSession, account: Account, request: NewToken
) -> people.MadeToken:
    await _refuse_too_many(session, account)
    scopes = sorted(set(request.scopes))
    row, secret = new_token(settings, account, "token", request.name, scopes, request.expires_at)
    session.add(row)
    return people.MadeToken(**asdict(token_view(row)), token=secret)


async def _refuse_too_many(session: AsyncSession, account: Account) -> None:
    count = sa.select(sa.func.count()).where(Token.account == account.id, Token.kind == "token")
    if (await session.scalar(count) or 0) >= MAX_TOKENS:
        raise Problem("forbidden", f"An account has at most {MAX_TOKENS} tokens.")
