"""Webhook routes, `/me/webhooks`: URLs notified of an account's turns, invitations and results."""

from __future__ import annotations

from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Response
from msgspec import UnsetType
from pydantic import Field

from app.accounts.models import Account
from app.accounts.schemas import iso_time
from app.api.dependencies import (
    ChangingCaller,
    DatabaseDep,
    DeliveriesDep,
    SettingsDep,
    UnscopedCaller,
)
from app.api.idempotent import IdempotentDep
from app.api.parameters import Lang, WebhookId
from app.http.request_bodies import JsonRoute
from app.idempotency.service import StoreReply
from app.infra.problems import Problem, invalid, not_found
from app.infra.security import new_id
from app.infra.settings import StorageSettings
from app.infra.wall_clock import now
from app.notifications.outbox.addresses import require_public
from app.notifications.outbox.posting import post
from app.notifications.outbox.resolver import Busy
from app.notifications.texts import webhook_events
from app.notifications.webhooks.models import WebhookRow
from app.notifications.webhooks.payloads import secret_of, trial_payload
from app.wire import UNSET, given, retyped
from app.wire import webhooks as wire
from app.wire.bodies import Body
from app.wire.literals import WebhookError, WebhookFormat
from app.wire.operations import changes, creates, reads
from app.wire.webhooks import EVENTS, MadeWebhook, WebhookEvent

router = APIRouter(route_class=JsonRoute, tags=["notifications"])

MAX_WEBHOOKS = 10


class NewWebhook(Body):
    """`generic` messages are signed; `discord` messages have the format of Discord's webhooks."""

    url: Annotated[str, Field(min_length=1, max_length=500)]
    """Where messages are posted."""
    format: WebhookFormat = "generic"
    """`generic`: signed JSON; `discord`: the format of Discord's webhooks."""
    events: list[WebhookEvent] = Field(min_length=1, max_length=len(EVENTS))
    """The kinds of notification that the webhook receives."""


@router.get("/me/webhooks", operation_id="listWebhooks", summary="List webhooks")
@reads()
async def webhooks(
    caller: UnscopedCaller, database: DatabaseDep, lang: Lang = None
) -> wire.Webhooks:
    """The caller's webhooks, and the events of which one may be notified, with labels in the
    language of the tag `lang`.
    """
    query = sa.select(WebhookRow).where(WebhookRow.account == caller.account)
    async with database.reading() as session:
        rows = (await session.scalars(query.order_by(WebhookRow.created_at, WebhookRow.id))).all()
    return wire.Webhooks(items=[_webhook_view(row) for row in rows], events=webhook_events(lang))


@router.post(
    "/me/webhooks", status_code=201, operation_id="createWebhook", summary="Create a webhook"
)
@creates(reply=MadeWebhook)
async def make_webhook(
    body: NewWebhook,
    caller: ChangingCaller,
    idempotent: IdempotentDep,
    settings: SettingsDep,
    database: DatabaseDep,
    deliveries: DeliveriesDep,
) -> wire.MadeWebhook | Response:
    """Create a webhook; the secret that signs its messages is shown only this once."""
    from httpx import URL

    async def make(store_reply: StoreReply) -> wire.MadeWebhook:
        await require_public(settings, deliveries.resolver, body.url, caller.account)
        row = _row(body, caller.account)
        reply = _with_secret(settings, row)
        async with database.writing() as session:
            await session.get_one(Account, caller.account, with_for_update=True)
            count = sa.select(sa.func.count()).where(WebhookRow.account == caller.account)
            own = sa.select(WebhookRow.url).where(WebhookRow.account == caller.account)
            if URL(body.url) in [URL(url) for url in await session.scalars(own)]:
                raise invalid("You have a webhook of this address.", "body", "url")
            if (await session.scalar(count) or 0) >= MAX_WEBHOOKS:
                raise Problem("forbidden", f"An account has at most {MAX_WEBHOOKS} webhooks.")
            session.add(row)
            await store_reply(session, reply)
        deliveries.receiver_added(caller.account)
        return reply

    return await idempotent(make)


@router.post(
    "/me/webhooks/{webhook}/test", operation_id="tryWebhook", summary="Send a test message"
)
@changes("not-found")
async def try_webhook(
    webhook: WebhookId,
    caller: ChangingCaller,
    settings: SettingsDep,
    deliveries: DeliveriesDep,
    database: DatabaseDep,
) -> wire.Webhook:
    """Send a test message at once, once; `last` says what became of it."""
    own = sa.select(WebhookRow).where(
        WebhookRow.id == webhook, WebhookRow.account == caller.account
    )
    async with database.reading() as session:
        row = await session.scalar(own)
        if row is None:
            raise not_found("webhook")
        account = await session.get_one(Account, caller.account)
    try:
        message = trial_payload(row, account, settings, settings.address)
        posted = await post(settings, deliveries.resolver, message, "webhook")
    except Busy:
        raise Problem("unavailable", "Too many addresses are being looked up.") from None
    async with database.writing() as session:
        row = await session.scalar(own.with_for_update())
        if row is None:
            raise not_found("webhook")
        row.record_attempt(*posted)
    return _webhook_view(row)


@router.delete(
    "/me/webhooks/{webhook}",
    status_code=204,
    operation_id="deleteWebhook",
    summary="Delete a webhook",
)
@changes("not-found")
async def drop_webhook(webhook: WebhookId, caller: UnscopedCaller, database: DatabaseDep) -> None:
    """Delete a webhook and its pending deliveries."""
    own = WebhookRow.id == webhook, WebhookRow.account == caller.account
    async with database.writing() as session:
        deleted = await session.execute(sa.delete(WebhookRow).where(*own).returning(WebhookRow.id))
        if not deleted.all():
            raise not_found("webhook")


def _row(body: NewWebhook, account: str) -> WebhookRow:
    return WebhookRow(
        id=new_id("w"),
        account=account,
        url=body.url,
        format=body.format,
        events=sorted(set(body.events)),
        failures=0,
        created_at=now(),
    )


def _with_secret(settings: StorageSettings, row: WebhookRow) -> wire.MadeWebhook:
    """The new webhook, with the secret of its signatures."""
    reply = retyped(wire.MadeWebhook, _webhook_view(row))
    if row.format == "generic":
        reply.secret = secret_of(settings, row.id)
    return reply


def _webhook_view(row: WebhookRow) -> wire.Webhook:
    return wire.Webhook(
        id=row.id,
        url=row.url,
        format=row.format,
        events=row.events,
        failures=row.failures,
        created_at=iso_time(row.created_at),
        last=_result(row),
    )


def _result(row: WebhookRow) -> wire.WebhookResult | UnsetType:
    if row.last_at is None:
        return UNSET
    error: WebhookError | UnsetType = row.last_error or UNSET
    at, status = iso_time(row.last_at), given(row.last_status)
    return wire.WebhookResult(at=at, status=status, error=error)
