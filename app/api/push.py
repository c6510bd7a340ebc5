"""Push routes, `/me/push`: browsers that show notifications while the page is closed."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

import sqlalchemy as sa
from fastapi import APIRouter, Response
from pydantic import Field
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.caller import Caller
from app.accounts.models import Account, Token
from app.api.dependencies import (
    ChangingCaller,
    DatabaseDep,
    DeliveriesDep,
    SettingsDep,
    UnscopedCaller,
)
from app.api.idempotent import IdempotentDep
from app.api.parameters import Lang
from app.http.request_bodies import JsonRoute
from app.idempotency.service import StoreReply
from app.infra.problems import Problem, invalid, not_found
from app.infra.security import new_id
from app.infra.wall_clock import now
from app.notifications.outbox.addresses import require_public
from app.notifications.push.keys import encryption
from app.notifications.push.models import PushSubscriptionRow
from app.notifications.texts import push_switches
from app.wire.bodies import Body
from app.wire.operations import changes, creates, reads
from app.wire.people import Push

router = APIRouter(route_class=JsonRoute, tags=["notifications"])

MAX_SUBSCRIPTIONS = 10
Endpoint = Annotated[str, Field(min_length=1, max_length=2000)]
Key = Annotated[str, Field(min_length=1, max_length=200)]


class BrowserKeys(Body):
    """The keys of a browser, in base64url."""

    p256dh: Key
    """The browser's public key, in base64url."""
    auth: Key
    """The browser's authentication secret, in base64url."""


class NewPushSubscription(Body):
    """What `PushSubscription.toJSON()` gives, without `expirationTime`."""

    endpoint: Endpoint
    """Where the browser's push service takes messages; https."""
    keys: BrowserKeys
    """The keys that encrypt messages to the browser."""


class PushEndpoint(Body):
    endpoint: Endpoint
    """Where the browser's push service takes messages; https."""


@router.get("/me/push", operation_id="getPush", summary="The key for push messages")
@reads()
async def read_push(
    caller: UnscopedCaller, database: DatabaseDep, deliveries: DeliveriesDep, lang: Lang = None
) -> Push:
    """The key with which a browser subscribes, how many of the account's browsers have, and the
    preferences that switch kinds of messages off, with labels in the language of the tag `lang`.
    """
    async with database.reading() as session:
        count = await _count(session, caller.account)
    return Push(
        key=await deliveries.push_keys.public(), subscriptions=count, switches=push_switches(lang)
    )


@router.post(
    "/me/push",
    status_code=201,
    operation_id="createPushSubscription",
    summary="Subscribe a browser",
)
@creates(reply=Push)
async def subscribe(
    body: NewPushSubscription,
    caller: ChangingCaller,
    idempotent: IdempotentDep,
    settings: SettingsDep,
    database: DatabaseDep,
    deliveries: DeliveriesDep,
) -> Push | Response:
    """Subscribe this browser until its session ends. An endpoint has one subscription, the newest;
    of an account's eleventh browser on, the oldest subscription ends.
    """
    if urlsplit(body.endpoint).scheme != "https":
        raise invalid("An endpoint begins with https://.", "body", "endpoint")
    if not encryption().are_keys(body.keys.p256dh, body.keys.auth):
        raise invalid("These are not the keys of a browser.", "body", "keys")

    async def make(store_reply: StoreReply) -> Push:
        await require_public(
            settings, deliveries.resolver, body.endpoint, caller.account, "endpoint"
        )
        key = await deliveries.push_keys.public()
        try:
            async with database.writing() as session:
                reply = Push(key=key, subscriptions=await _add(session, body, caller))
                await store_reply(session, reply)
        except IntegrityError:
            raise Problem("unavailable", "Another request has changed this subscription.") from None
        deliveries.receiver_added(caller.account)
        return reply

    return await idempotent(make)


@router.delete(
    "/me/push",
    status_code=204,
    operation_id="deletePushSubscription",
    summary="Unsubscribe a browser",
)
@changes("not-found")
async def unsubscribe(body: PushEndpoint, caller: UnscopedCaller, database: DatabaseDep) -> None:
    """End the subscription of an endpoint."""
    own = PushSubscriptionRow.account == caller.account
    async with database.writing() as session:
        if not await _delete(session, own, PushSubscriptionRow.endpoint == body.endpoint):
            raise not_found("subscription")


async def _add(session: AsyncSession, body: NewPushSubscription, caller: Caller) -> int:
    """Add a subscription, replacing others; returns how many the account has now."""
    row = PushSubscriptionRow(
        id=new_id("p"),
        account=caller.account,
        session=caller.token,
        endpoint=body.endpoint,
        p256dh=body.keys.p256dh,
        auth=body.keys.auth,
        failures=0,
        created_at=now(),
    )
    await session.get_one(Account, caller.account, with_for_update=True)
    if await session.get(Token, caller.token) is None:
        raise Problem("unauthenticated")
    await _delete(session, PushSubscriptionRow.endpoint == row.endpoint)
    await _delete(session, PushSubscriptionRow.id.in_(_surplus(caller.account)))
    session.add(row)
    await session.flush()
    return await _count(session, caller.account)


async def _count(session: AsyncSession, account: str) -> int:
    count = sa.select(sa.func.count()).where(PushSubscriptionRow.account == account)
    return await session.scalar(count) or 0


async def _delete(session: AsyncSession, *conditions: sa.ColumnElement[bool]) -> int:
    deletion = sa.delete(PushSubscriptionRow).where(*conditions).returning(PushSubscriptionRow.id)
    return len((await session.execute(deletion)).all())


def _surplus(account: str) -> sa.Select[str]:
    """The oldest subscriptions, to delete before adding one more."""
    newest = PushSubscriptionRow.created_at.desc(), PushSubscriptionRow.id
    own = sa.select(PushSubscriptionRow.id).where(PushSubscriptionRow.account == account)
    return own.order_by(*newest).offset(MAX_SUBSCRIPTIONS - 1)
