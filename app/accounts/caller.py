"""Caller: the account behind a request, found by the secret of a token, session or ticket."""

from __future__ import annotations

import time
from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct

from app.accounts.models import Account, DeletionRow, Token
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.security import hash_secret
from app.infra.settings import StorageSettings
from app.infra.wall_clock import now
from app.wire.literals import Scope

CACHE_S = 10.0
MAX_CACHED = 10_000
REQUEST_CREDENTIALS = ("session", "token")
"""The kinds of secrets that authenticate a request."""


class Caller(Struct, frozen=True):
    """An authenticated account."""

    account: str
    name: str
    kind: str
    token: str  # id of the session or token, also where a ticket stood for it
    scopes: tuple[Scope, ...]  # of a token; empty for a session, which may do everything
    expires: datetime | None = None
    # when the account will be deleted; until then its owner may only look at it and keep it
    deletes_at: datetime | None = None

    @property
    def is_expired(self) -> bool:
        """Whether the session or token has expired."""
        return self.expires is not None and self.expires < now()

    def may(self, scope: Scope) -> bool:
        return not self.scopes or scope in self.scopes


class Callers:
    """Finds callers by their secrets; caches each for CACHE_S."""

    def __init__(self, database: Database, settings: StorageSettings) -> None:
        self.database = database
        self.settings = settings
        self._cached: dict[str, tuple[float, Caller]] = {}
        self._cache_generation = 0

    async def by_secret(self, secret: str) -> Caller:
        """Raises Problem unauthenticated."""
        secret_hash = hash_secret(self.settings, secret)
        cached = self._cached.get(secret_hash)
        if cached and cached[0] > time.monotonic() and not cached[1].is_expired:
            return cached[1]
        generation = self._cache_generation
        caller = await self._look_up(secret_hash)
        if len(self._cached) >= MAX_CACHED:
            self._cached.clear()
        if generation == self._cache_generation:
            self._cached[secret_hash] = (time.monotonic() + CACHE_S, caller)
        return caller

    def clear_cache(self) -> None:
        """Clear the cache: a token or an account has changed."""
        self._cache_generation += 1
        self._cached.clear()

    async def by_ticket(self, ticket: str) -> Caller:
        """Redeem a single-use ticket. Raises Problem unauthenticated."""
        secret_hash = hash_secret(self.settings, ticket)
        async with self.database.writing() as session:
            query = sa.delete(Token).where(Token.hash == secret_hash, Token.kind == "ticket")
            ticket_row = (await session.execute(query.returning(Token))).scalar_one_or_none()
            parent = (
                await session.get(Token, ticket_row.parent)
                if ticket_row and ticket_row.parent
                else None
            )
            if (
                ticket_row is None
                or parent is None
                or _is_expired(ticket_row)
                or _is_expired(parent)
            ):
                raise Problem("unauthenticated", "That ticket is not valid (any more).")
            return _caller(parent, await session.get_one(Account, ticket_row.account))

    async def _look_up(self, secret_hash: str) -> Caller:
        query = (
            sa.select(Token, Account, DeletionRow.date)
            .join(Account, Account.id == Token.account)
            .outerjoin(DeletionRow, kept_by_owner(Account.id))
            .where(
                Token.hash == secret_hash,
                Token.kind.in_(REQUEST_CREDENTIALS),
                sa.or_(Account.closed_at.is_(None), DeletionRow.date.is_not(None)),
            )
        )
        async with self.database.reading() as session:
            row = (await session.execute(query)).one_or_none()
        if row is None or _is_expired(row[0]):
            raise Problem("unauthenticated", "That session or token is not valid (any more).")
        return _caller(*row)


def kept_by_owner(account: sa.SQLColumnExpression[str] | str) -> sa.ColumnElement[bool]:
    """The condition of the deletion from which the account's owner may still keep it."""
    return sa.and_(DeletionRow.account == account, ~DeletionRow.final)


def _caller(token: Token, account: Account, deletes_at: datetime | None = None) -> Caller:
    return Caller(
        account.id,
        account.name,
        account.kind,
        token.id,
        tuple(token.scopes),
        token.expires_at,
        deletes_at,
    )


def _is_expired(token: Token) -> bool:
    return token.expires_at is not None and token.expires_at < now()
