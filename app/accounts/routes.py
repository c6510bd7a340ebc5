"""`/guests`, `/me`, `/me/tokens`, `/me/tickets`, `/bots`, `/sessions`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Path, Request, Response
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.caller import Anybody, Oneself, Server, Somebody
from app.accounts.names import Name
from app.accounts.records import Account, Token
from app.bodies import JsonRoute
from app.database import now
from app.problems import Problem, not_found
from app.security import COOKIE, hash_secret, new_id, new_secret, same_origin, set_cookie
from app.services import Services

router = APIRouter(route_class=JsonRoute, tags=["accounts"])

TICKET_SECONDS = 30
PREFERENCES_AT_MOST = 100
TOKENS_AT_MOST = 50
BOTS_AT_MOST = 50
Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Scope = Literal["play", "create", "read"]


class Body(BaseModel):
    """What a client sends; unknown members are refused."""

    model_config = ConfigDict(extra="forbid")


class NewName(Body):
    name: Name


class Changes(Body):
    """What may change of oneself; a preference set to null is removed."""

    name: Name | None = None
    preferences: dict[str, Any] | None = Field(None, max_length=PREFERENCES_AT_MOST)


class NewToken(Body):
    name: Name
    scopes: list[Scope] = Field(min_length=1, max_length=3)
    expires_at: AwareDatetime | None = None


@router.post("/guests", status_code=201)
async def become_guest(
    body: NewName, request: Request, response: Response, server: Server
) -> dict[str, Any]:
    """A new guest account; sets the session cookie and returns the same secret as a token."""
    if not same_origin(request, server.settings):
        raise Problem("forbidden", "A session begins on our own pages only.")
    await server.limits.guest(request)
    account = _account("guest", body.name)
    async with server.database.writing() as session:
        await _refuse_taken(session, body.name)
        session.add(account)
        await session.flush()
        secret = _add_token(server, session, account, "session", "Session", [])
    set_cookie(response, server.settings, secret)
    return {"account": shown(account), "token": secret}


@router.delete("/sessions/current", status_code=204)
async def end_session(caller: Oneself, response: Response, server: Server) -> None:
    """Forget this session."""
    async with server.database.writing() as session:
        await session.execute(sa.delete(Token).where(Token.id == caller.token))
    server.callers.forget()
    response.delete_cookie(COOKIE)


@router.get("/me")
async def me(caller: Somebody, server: Server) -> dict[str, Any]:
    """The caller's account and preferences."""
    async with server.database.reading() as session:
        account = await session.get_one(Account, caller.account)
    return {"account": shown(account), "preferences": account.preferences}


@router.patch("/me")
async def change_me(body: Changes, caller: Oneself, server: Server) -> dict[str, Any]:
    """Change name or preferences; names in matches that have begun stay as they were."""
    try:
        async with server.database.writing() as session:
            account = await session.get_one(Account, caller.account)
            if body.name and body.name != account.name:
                await _refuse_taken(session, body.name, but=account.id)
                account.name = body.name
            if body.preferences:
                account.preferences = _merged(account.preferences, body.preferences)
    except IntegrityError:
        raise Problem("name-taken") from None
    server.callers.forget()
    return {"account": shown(account), "preferences": account.preferences}


def _merged(old: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    merged = {name: value for name, value in {**old, **changes}.items() if value is not None}
    if len(merged) > PREFERENCES_AT_MOST:
        raise Problem("invalid-request", "Too many preferences.")
    return merged


@router.get("/me/tokens")
async def tokens(caller: Oneself, server: Server) -> dict[str, Any]:
    """The caller's tokens, without their secrets."""
    query = sa.select(Token).where(Token.account == caller.account, Token.kind == "token")
    async with server.database.reading() as session:
        rows = (await session.scalars(query.order_by(Token.created_at))).all()
    return {"items": [_shown_token(row) for row in rows]}


@router.post("/me/tokens", status_code=201)
async def make_token(body: NewToken, caller: Oneself, server: Server) -> dict[str, Any]:
    """A new token; the only time its secret is shown."""
    async with server.database.writing() as session:
        account = await session.get_one(Account, caller.account)
        await _refuse_too_many(session, account)
        scopes: list[str] = sorted(set(body.scopes))
        secret = _add_token(server, session, account, "token", body.name, scopes, body.expires_at)
        await session.flush()
        row = await session.scalar(
            sa.select(Token).where(Token.hash == hash_secret(server.settings, secret))
        )
    assert row is not None
    return {**_shown_token(row), "token": secret}


@router.delete("/me/tokens/{token}", status_code=204)
async def drop_token(token: Id, caller: Oneself, server: Server) -> None:
    """Make a token worthless."""
    query = sa.delete(Token).where(
        Token.id == token, Token.account == caller.account, Token.kind == "token"
    )
    async with server.database.writing() as session:
        gone = (await session.execute(query.returning(Token.id))).all()
    server.callers.forget()
    if not gone:
        raise not_found("token")


@router.post("/me/tickets", status_code=201)
async def make_ticket(caller: Somebody, server: Server) -> dict[str, Any]:
    """A ticket for one websocket, where neither cookie nor header can be sent."""
    expires = now() + timedelta(seconds=TICKET_SECONDS)
    async with server.database.writing() as session:
        await session.execute(
            sa.delete(Token).where(Token.kind == "ticket", Token.expires_at < now())
        )
        account = await session.get_one(Account, caller.account)
        scopes = list(caller.scopes)
        secret = _add_token(server, session, account, "ticket", "Ticket", scopes, expires)
    return {"ticket": secret, "expires_at": expires.isoformat()}


@router.post("/bots", status_code=201)
async def make_bot(body: NewName, caller: Oneself, server: Server) -> dict[str, Any]:
    """A bot account of the caller's, and a token that plays for it."""
    account = _account("bot", body.name, owner=caller.account)
    try:
        async with server.database.writing() as session:
            count = sa.select(sa.func.count()).where(Account.owner == caller.account)
            if (await session.scalar(count) or 0) >= BOTS_AT_MOST:
                raise Problem("forbidden", f"An account has at most {BOTS_AT_MOST} bots.")
            await _refuse_taken(session, body.name)
            session.add(account)
            await session.flush()
            scopes = ["create", "play", "read"]
            secret = _add_token(server, session, account, "token", "Bot", scopes)
    except IntegrityError:
        raise Problem("name-taken") from None
    return {"account": shown(account), "token": secret}


@router.get("/accounts/{name}")
async def profile(name: str, _caller: Anybody, server: Server) -> dict[str, Any]:
    """The public profile of a person or bot."""
    async with server.database.reading() as session:
        account = await _by_name(session, name) if name.isprintable() else None
    if account is None:
        raise not_found("account")
    return {"account": shown(account), "created_at": account.created_at.isoformat()}


def shown(account: Account) -> dict[str, Any]:
    """An account as others see it."""
    return {"id": account.id, "name": account.name, "kind": account.kind}


def _account(kind: str, name: str, owner: str | None = None) -> Account:
    return Account(
        id=new_id("a"), kind=kind, name=name, owner=owner, preferences={}, created_at=now()
    )


def _add_token(
    server: Services,
    session: AsyncSession,
    account: Account,
    kind: str,
    name: str,
    scopes: list[str],
    expires_at: datetime | None = None,
) -> str:
    """Add a token's row; returns its secret."""
    secret = new_secret()
    token = Token(
        id=new_id("t"),
        account=account.id,
        kind=kind,
        name=name,
        hash=hash_secret(server.settings, secret),
        scopes=scopes,
        created_at=now(),
        expires_at=expires_at.astimezone(UTC) if expires_at else None,
    )
    session.add(token)
    return secret


async def _by_name(session: AsyncSession, name: str) -> Account | None:
    query = sa.select(Account).where(
        sa.func.lower(Account.name) == name.lower(), Account.kind != "guest"
    )
    account: Account | None = await session.scalar(query)
    return account


async def _refuse_taken(session: AsyncSession, name: str, but: str = "") -> None:
    taken = await _by_name(session, name)
    if taken and taken.id != but:
        raise Problem("name-taken", f"{name} is taken.")


async def _refuse_too_many(session: AsyncSession, account: Account) -> None:
    count = sa.select(sa.func.count()).where(Token.account == account.id, Token.kind == "token")
    if (await session.scalar(count) or 0) >= TOKENS_AT_MOST:
        raise Problem("forbidden", f"An account has at most {TOKENS_AT_MOST} tokens.")


def _shown_token(token: Token) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "id": token.id,
        "name": token.name,
        "scopes": token.scopes,
        "created_at": token.created_at.isoformat(),
    }
    if token.expires_at:
        shown["expires_at"] = token.expires_at.isoformat()
    return shown
