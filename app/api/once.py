"""Once: requests that create something, carried out once however often they are sent.

A route hands `once` what creates, and what else the reply says in headers; where it runs, it calls
`keep` with the reply as the last statement of its transaction.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from app.api.dependencies import container_of, find_caller
from app.api.paths import Key, LongKey
from app.idempotency.sealing import KeptReply, KeyedRequest, keyed_request
from app.idempotency.service import IdempotencyKeys, Keep, keep_nothing
from app.rate_limits.limits import address_of
from app.wire.people import SignedIn

T = TypeVar("T")
Finish = Callable[[Response, T], None]
"""Sets the headers of a response to a reply."""
REPEATED = {"Idempotent-Replayed": "true"}


def _nothing(response: Response, reply: Any) -> None:
    """For replies without headers of their own."""


class Once:
    """One request, with or without an idempotency key; `account` is its caller's, if known."""

    def __init__(
        self,
        keys: IdempotencyKeys,
        sent: KeyedRequest | None,
        account: str | None,
        request: Request,
        response: Response,
    ) -> None:
        self.keys = keys
        self.sent = sent
        self.account = account
        self.status: int = request.scope["route"].status_code or 200
        self.response = response
        self.site_path: str = request.scope["root_path"]

    def located(self, response: Response, match: Any) -> None:
        """The headers of a reply that tells of a new match."""
        response.headers["Location"] = f"{self.site_path}/api/v1/matches/{match.id}"

    async def __call__(
        self,
        create: Callable[[Keep], Awaitable[T]],
        finish: Finish[T] = _nothing,
        *,
        may_find: bool = False,
    ) -> T | Response:
        """The reply of `create`, or the first reply to the same request. Raises Problem.

        `create` keeps its reply unless it `may_find` what it would create.
        """
        sent = self.sent
        if sent is None:
            reply = await create(keep_nothing)
            finish(self.response, reply)
            return reply
        kept: list[Any] = []

        async def keep(session: AsyncSession, reply: Any) -> None:
            finish(self.response, reply)
            await self.keys.keep(session, sent, self._owner(reply), self._kept(reply))
            kept.append(reply)

        async def create_and_keep() -> T:
            reply = await create(keep)
            if not kept:
                assert may_find, "a reply is kept by the transaction that creates what it tells of"
                async with self.keys.database.writing() as session:
                    await keep(session, reply)
            return reply

        found = await self.keys.once(sent, create_and_keep)
        return _repeated(found) if isinstance(found, KeptReply) else found

    def _owner(self, reply: Any) -> str:
        if isinstance(reply, SignedIn) and self.account is None:
            return reply.account.id
        assert self.account is not None
        return self.account

    def _kept(self, reply: Any) -> KeptReply:
        status = self.response.status_code or self.status
        headers = list(self.response.headers.items())
        return KeptReply(status, headers, msgspec.json.encode(reply))


def _repeated(reply: KeptReply) -> Response:
    response = Response(reply.body, reply.status, REPEATED, "application/json")
    for name, value in reply.headers:
        response.headers.append(name, value)
    return response


async def _of_account(
    request: Request,
    response: Response,
    idempotency_key: Key = None,
) -> Once:
    caller = await find_caller(request)
    account = caller.account if caller else None
    return await _once(request, response, idempotency_key, account)


async def _of_anyone(
    request: Request,
    response: Response,
    idempotency_key: LongKey = None,
) -> Once:
    """A sign-in changes who the caller is: its repetition may come with the new cookie, or without
    the old one. So the key belongs to the address that sends it.
    """
    return await _once(request, response, idempotency_key, None)


async def _once(request: Request, response: Response, key: str | None, account: str | None) -> Once:
    container = container_of(request)
    sent = None
    if key is not None:
        sender = f"account {account}" if account else f"address {address_of(request)}"
        operation = f"{request.method} {request.url.path}?{request.url.query}"
        body = await request.body()
        sent = keyed_request(container.settings, key, sender, operation, body)
    return Once(container.idempotency_keys, sent, account, request, response)


OnceDep = Annotated[Once, Depends(_of_account)]
OnceForAnyoneDep = Annotated[Once, Depends(_of_anyone)]
"""For endpoints that make callers known."""
