"""Idempotent requests: executes a request with an idempotency key once, even if it is repeated.

A route passes a function that creates the resource (and one that sets headers). The function must
call `store_reply(session, reply)` last in its transaction, so resource and reply commit together.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from app.api.dependencies import container_of, find_caller
from app.api.parameters import Key, LongKey
from app.idempotency.sealing import KeyedRequest, StoredReply, keyed_request
from app.idempotency.service import IdempotencyKeys, StoreReply, store_nothing
from app.rate_limits.limits import address_of
from app.wire.people import SignedIn

T = TypeVar("T")
SetHeaders = Callable[[Response, T], None]
"""Sets the headers of a response to a reply."""
REPLAYED = {"Idempotent-Replayed": "true"}


def _set_no_headers(response: Response, reply: Any) -> None:
    """Set no headers."""


class IdempotentRequest:
    """One request, with or without an idempotency key; `account` is its caller's, if known."""

    def __init__(
        self,
        keys: IdempotencyKeys,
        keyed: KeyedRequest | None,
        account: str | None,
        request: Request,
        response: Response,
    ) -> None:
        self.keys = keys
        self.keyed = keyed
        self.account = account
        self.status: int = request.scope["route"].status_code or 200
        self.response = response
        self.site_path: str = request.scope["root_path"]

    def set_location(self, response: Response, match: Any) -> None:
        """Set the headers of a reply with a new match."""
        response.headers["Location"] = f"{self.site_path}/api/v1/matches/{match.id}"

    async def __call__(
        self,
        create: Callable[[StoreReply], Awaitable[T]],
        set_headers: SetHeaders[T] = _set_no_headers,
        *,
        may_reuse: bool = False,
    ) -> T | Response:
        """The reply of `create`, or the first reply to the same request. Raises Problem.

        `create` stores its reply, unless it `may_reuse` an existing resource instead.
        """
        keyed = self.keyed
        if keyed is None:
            reply = await create(store_nothing)
            set_headers(self.response, reply)
            return reply
        stored: list[Any] = []

        async def store_reply(session: AsyncSession, reply: Any) -> None:
            set_headers(self.response, reply)
            await self.keys.store(session, keyed, self._owner(reply), self._to_stored(reply))
            stored.append(reply)

        async def create_and_store() -> T:
            reply = await create(store_reply)
            if not stored:
                assert may_reuse, "the transaction that creates the resource stores the reply"
                async with self.keys.database.writing() as session:
                    await store_reply(session, reply)
            return reply

        outcome = await self.keys.run_once(keyed, create_and_store)
        return _replay(outcome) if isinstance(outcome, StoredReply) else outcome

    def _owner(self, reply: Any) -> str:
        if isinstance(reply, SignedIn) and self.account is None:
            return reply.account.id
        assert self.account is not None
        return self.account

    def _to_stored(self, reply: Any) -> StoredReply:
        status = self.response.status_code or self.status
        headers = list(self.response.headers.items())
        return StoredReply(status, headers, msgspec.json.encode(reply))


def _replay(reply: StoredReply) -> Response:
    response = Response(reply.body, reply.status, REPLAYED, "application/json")
    for name, value in reply.headers:
        response.headers.append(name, value)
    return response


async def _keyed_by_account(
    request: Request,
    response: Response,
    idempotency_key: Key = None,
) -> IdempotentRequest:
    caller = await find_caller(request)
    account = caller.account if caller else None
    return await _idempotent(request, response, idempotency_key, account)


async def _keyed_by_address(
    request: Request,
    response: Response,
    idempotency_key: LongKey = None,
) -> IdempotentRequest:
    """An idempotent request whose key belongs to the sender's address: a repeated sign-in may carry
    the new cookie or lack the old one.
    """
    return await _idempotent(request, response, idempotency_key, None)


async def _idempotent(
    request: Request, response: Response, key: str | None, account: str | None
) -> IdempotentRequest:
    container = container_of(request)
    keyed = None
    if key is not None:
        sender = f"account {account}" if account else f"address {address_of(request)}"
        operation = f"{request.method} {request.url.path}?{request.url.query}"
        body = await request.body()
        keyed = keyed_request(container.settings, key, sender, operation, body)
    return IdempotentRequest(container.idempotency_keys, keyed, account, request, response)


IdempotentDep = Annotated[IdempotentRequest, Depends(_keyed_by_account)]
AnonymousIdempotentDep = Annotated[IdempotentRequest, Depends(_keyed_by_address)]
"""For endpoints that sign callers in."""
