"""Caller: authenticates requests and sockets by bearer token, session cookie or ticket."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Annotated

import sqlalchemy as sa
from fastapi import Depends, Request
from msgspec import Struct
from starlette.requests import HTTPConnection

from app.accounts.models import Account, Token
from app.container import Services
from app.infra.database import now
from app.infra.problems import Problem
from app.infra.security import COOKIE, hash_secret, same_origin

CACHE_SECONDS = 10.0
MAX_CACHED = 10_000
PROOFS = ("session", "token")
"""The kinds of secrets that authenticate a request."""
READS = ("GET", "HEAD", "OPTIONS")


class Caller(Struct, frozen=True):
    """An authenticated account."""

    account: str
    name: str
    kind: str
    token: str  # id of the session or token, also where a ticket stood for it
    scopes: tuple[str, ...]  # of a token; empty for a session, which may do everything
    expires: datetime | None = None

    @property
    def is_over(self) -> bool:
        """Whether the session or token has expired."""
        return self.expires is not None and self.expires < now()

    def may(self, scope: str) -> bool:
        return not self.scopes or scope in self.scopes


class Callers:
    """Finds callers by their secrets; caches each for CACHE_SECONDS."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._remembered: dict[str, tuple[float, Caller]] = {}
        self._forgotten = 0

    async def by_secret(self, secret: str) -> Caller:
        """Raises Problem unauthenticated."""
        hashed = hash_secret(self.services.settings, secret)
        known = self._remembered.get(hashed)
        if known and known[0] > time.monotonic() and not known[1].is_over:
            return known[1]
        forgotten = self._forgotten
        caller = await self._look_up(hashed)
        if len(self._remembered) >= MAX_CACHED:
            self._remembered.clear()
        if forgotten == self._forgotten:
            self._remembered[hashed] = (time.monotonic() + CACHE_SECONDS, caller)
        return caller

    def forget(self) -> None:
        """Drop the cache, since a token or an account has changed."""
        self._forgotten += 1
        self._remembered.clear()

    async def by_ticket(self, ticket: str) -> Caller:
        """Redeem a single-use ticket. Raises Problem unauthenticated."""
        hashed = hash_secret(self.services.settings, ticket)
        async with self.services.database.writing() as session:
            query = sa.delete(Token).where(Token.hash == hashed, Token.kind == "ticket")
            used = (await session.execute(query.returning(Token))).scalar_one_or_none()
            parent = await session.get(Token, used.parent) if used and used.parent else None
            if used is None or parent is None or _is_past(used) or _is_past(parent):
                raise Problem("unauthenticated", "That ticket is not valid (any more).")
            return _caller(parent, await session.get_one(Account, used.account))

    async def _look_up(self, hashed: str) -> Caller:
        query = (
            sa.select(Token, Account)
            .join(Account, Account.id == Token.account)
            .where(Token.hash == hashed, Token.kind.in_(PROOFS), Account.closed_at.is_(None))
        )
        async with self.services.database.reading() as session:
            row = (await session.execute(query)).one_or_none()
        if row is None or _is_past(row[0]):
            raise Problem("unauthenticated", "That session or token is not valid (any more).")
        return _caller(row[0], row[1])


def _caller(token: Token, account: Account) -> Caller:
    scopes = tuple(token.scopes)
    return Caller(account.id, account.name, account.kind, token.id, scopes, token.expires_at)


def _is_past(token: Token) -> bool:
    return token.expires_at is not None and token.expires_at < now()


def services_of(connection: HTTPConnection) -> Services:
    """The services of this process."""
    services: Services = connection.app.state.services
    return services


async def find_caller(connection: HTTPConnection) -> Caller | None:
    """The caller, or None; an invalid cookie counts as none.

    Raises Problem: unauthenticated for an invalid token, forbidden for a cross-site cookie write.
    """
    services = services_of(connection)
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        if scheme.lower() != "bearer":
            raise Problem("unauthenticated", "Only bearer tokens are supported.")
        return await services.callers.by_secret(secret.strip())
    secret = connection.cookies.get(COOKIE, "")
    if not secret:
        return None
    is_write = connection.scope.get("method", "GET") not in READS
    if is_write and not same_origin(connection, services.settings):
        raise Problem("forbidden", "Cross-site cookie authentication is not allowed.")
    try:
        return await services.callers.by_secret(secret)
    except Problem:
        return None


async def _anybody(request: Request) -> Caller | None:
    caller = await find_caller(request)
    if caller and not caller.may("read"):
        raise Problem("forbidden", "This token lacks the scope read.")
    return caller


async def _somebody(request: Request) -> Caller:
    return _required(await find_caller(request), "read")


async def _player(request: Request) -> Caller:
    return await _commanding(request, "play")


async def _creator(request: Request) -> Caller:
    return await _commanding(request, "create")


async def _commanding(request: Request, scope: str) -> Caller:
    caller = _required(await find_caller(request), scope)
    await services_of(request).limits.command(request, caller.account)
    return caller


async def _self(request: Request) -> Caller:
    caller = _required(await find_caller(request), "read")
    if caller.scopes:
        raise Problem("forbidden", "A token with scopes can't change the account.")
    return caller


async def _changing(request: Request) -> Caller:
    caller = await _self(request)
    await services_of(request).limits.change(caller.account)
    return caller


def _required(caller: Caller | None, scope: str) -> Caller:
    if caller is None:
        raise Problem("unauthenticated")
    if not caller.may(scope):
        raise Problem("forbidden", f"This token lacks the scope {scope}.")
    return caller


async def _services(request: Request) -> Services:
    return services_of(request)


Anybody = Annotated[Caller | None, Depends(_anybody)]
Somebody = Annotated[Caller, Depends(_somebody)]
Player = Annotated[Caller, Depends(_player)]
Creator = Annotated[Caller, Depends(_creator)]
Oneself = Annotated[Caller, Depends(_self)]
Changing = Annotated[Caller, Depends(_changing)]
Server = Annotated[Services, Depends(_services)]
