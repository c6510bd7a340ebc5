"""Webhook delivery: queues notifications for webhooks in an outbox table and delivers them.

Any number of processes may deliver: each commits a lease on a message before it sends it. Failed
messages are retried with back-off; a webhook that never accepts a message is removed.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from datetime import timedelta

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.games.catalogue import Catalogue
from app.infra.database import Database
from app.infra.fault_reports import report_fault
from app.infra.metrics import WEBHOOKS
from app.infra.settings import Settings
from app.infra.wall_clock import now
from app.notifications.events import Notification, Notifications
from app.notifications.webhooks.addresses import BUSY_SECONDS
from app.notifications.webhooks.http import post_webhook
from app.notifications.webhooks.leases import Key, Lease, lease
from app.notifications.webhooks.models import DeliveryRow, WebhookRow
from app.notifications.webhooks.payloads import Payload, payload_of
from app.notifications.webhooks.queue import queue, queue_again
from app.notifications.webhooks.resolver import Busy, Resolver

LEASE_FACTOR = 4
"""Length of a lease, in multiples of the delivery timeout."""
BACKOFF = (10, 60, 300, 1800, 7200)
"""Seconds before each retry; after the last one a message is dropped."""
FAILURES = 5
"""Consecutively dropped messages before a webhook is removed."""
MAX_HEARD = 10_000
MAX_CACHED = 50_000
CACHE_SECONDS = 60.0
COALESCE_SECONDS = 0.1
"""How long notifications are collected, so one query finds the webhooks for many of them."""
KEPT_DAYS = 7
log = structlog.get_logger("conclave.webhook_delivery")


class WebhookDelivery:
    """One task queues notifications, another starts deliveries, each of which is its own task."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        resolver: Resolver,
        notifications: Notifications,
        settings: Settings,
    ) -> None:
        self.database = database
        self.catalogue = catalogue
        self.resolver = resolver
        self.settings = settings
        self._heard: asyncio.Queue[Notification] = asyncio.Queue(MAX_HEARD)
        self._wake = asyncio.Event()
        self._without: dict[str, float] = {}
        self._running: dict[Lease, asyncio.Task[None]] = {}
        notifications.listen(self.hear)

    def hear(self, notice: Notification) -> None:
        """Accept a new turn, offer or invitation to queue; the settlement queues ends."""
        is_news = notice.kind in ("decision", "offer", "invite") and not notice.facts.get("again")
        if is_news and not self._is_without(notice.account):
            with suppress(asyncio.QueueFull):
                self._heard.put_nowait(notice)

    def listen_for(self, account: str) -> None:
        """The account has a webhook now: forget that it had none."""
        self._without.pop(account, None)

    def wake(self) -> None:
        """Check for due messages now."""
        self._wake.set()

    async def keep_queueing(self) -> None:
        while True:
            heard = [await self._heard.get()]
            await asyncio.sleep(COALESCE_SECONDS)
            while not self._heard.empty():
                heard.append(self._heard.get_nowait())
            try:
                await self._queue(heard)
            except (SQLAlchemyError, OSError) as error:
                log.warning("webhook delivery failed", error=type(error).__name__)

    def _is_without(self, account: str) -> bool:
        """Whether the cache says that the account has no webhook."""
        return self._without.get(account, 0.0) >= time.monotonic()

    async def _queue(self, heard: list[Notification]) -> None:
        unknown = {one.account for one in heard if not self._is_without(one.account)}
        if not unknown:
            return
        listening = await self._who_listens(unknown)
        for notice in heard:
            if notice.account in listening:
                await self._queue_one(notice)

    async def _queue_one(self, notice: Notification) -> None:
        async with self.database.writing() as session:
            if notice.kind in ("decision", "offer"):
                settings = self.settings
                await queue_again(session, notice.kind, notice.match, notice.account, settings)
            else:
                await queue(session, notice.match, "invite", [notice.account], now())
        self.wake()

    async def _who_listens(self, accounts: set[str]) -> set[str]:
        """The accounts that have a webhook. Most have none, which is cached for later turns."""
        query = sa.select(WebhookRow.account).where(WebhookRow.account.in_(accounts))
        async with self.database.reading() as session:
            listening = set((await session.scalars(query)).all())
        if len(self._without) >= MAX_CACHED:
            self._without.clear()
        until = time.monotonic() + CACHE_SECONDS
        self._without.update(dict.fromkeys(accounts - listening, until))
        return listening

    async def keep_delivering(self) -> None:
        try:
            while True:
                if not await self._begin_what_is_due():
                    await self._wait_for_more()
        finally:
            for task in self._running.values():
                task.cancel()
            await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _begin_what_is_due(self) -> int:
        try:
            return len(await self._begin())
        except (SQLAlchemyError, OSError) as error:
            log.warning("webhook delivery failed", error=type(error).__name__)
            return 0

    async def _wait_for_more(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self.settings.webhook_poll_seconds):
                await self._wake.wait()
        self._wake.clear()

    async def deliver(self) -> int:
        """Deliver one batch of due messages and wait for it; returns its size."""
        begun = await self._begin()
        await asyncio.gather(*begun)
        return len(begun)

    async def _begin(self) -> list[asyncio.Task[None]]:
        """Lease due messages, up to the limit, and start sending each in its own task."""
        seconds = LEASE_FACTOR * self.settings.webhook_seconds
        leases = await lease(self.database, self._running, seconds)
        for one in leases:
            self._running[one] = asyncio.create_task(self._send_one(one))
        return [self._running[one] for one in leases]

    async def _send_one(self, one: Lease) -> None:
        try:
            await self._send(one.key)
        except (SQLAlchemyError, OSError) as error:
            log.warning("webhook delivery failed", error=type(error).__name__)
        except Exception as error:
            report_fault(error, webhook=one.webhook)
        finally:
            del self._running[one]
            self.wake()

    async def _send(self, key: Key) -> None:
        settings, shelf = self.settings, self.catalogue
        async with self.database.reading() as session:
            row = await session.get(DeliveryRow, key)
            message = await payload_of(session, row, settings, shelf) if row else None
        if row is None:
            return
        if message is None:
            await self._rest(key, sent=False)
            return
        try:
            is_taken = await post_webhook(settings, self.resolver, message)
        except Busy:
            await self._put_off(key)
            return
        if is_taken:
            WEBHOOKS.labels("sent").inc()
            await self._rest(key, sent=True)
        else:
            await self._failed(key, message)

    async def _put_off(self, key: Key) -> None:
        """Retry soon, without counting an attempt."""
        WEBHOOKS.labels("postponed").inc()
        async with self.database.writing() as session:
            row = await session.get(DeliveryRow, key, with_for_update=True)
            if row is not None:
                row.due = now() + timedelta(seconds=BUSY_SECONDS)

    async def _rest(self, key: Key, *, sent: bool) -> None:
        """Mark the message as done for now; deletes messages sent more than KEPT_DAYS ago."""
        async with self.database.writing() as session:
            row = await session.get(DeliveryRow, key, with_for_update=True)
            if row is None:
                return
            row.due, row.attempts = None, 0
            if sent:
                row.sent_at = now()
                webhook = await session.get_one(WebhookRow, row.webhook, with_for_update=True)
                webhook.failures = 0
            elif row.sent_at is None:
                await session.delete(row)
            old = now() - timedelta(days=KEPT_DAYS)
            await session.execute(
                sa.delete(DeliveryRow).where(DeliveryRow.due.is_(None), DeliveryRow.sent_at < old)
            )

    async def _failed(self, key: Key, message: Payload) -> None:
        """Schedule a retry, or drop the message and, after FAILURES of them, the webhook."""
        async with self.database.writing() as session:
            row = await session.get(DeliveryRow, key, with_for_update=True)
            if row is None:
                return
            if row.attempts < len(BACKOFF):
                row.due = now() + timedelta(seconds=BACKOFF[row.attempts])
                row.attempts += 1
                WEBHOOKS.labels("retried").inc()
                return
            await session.delete(row)
            webhook = await session.get_one(WebhookRow, row.webhook, with_for_update=True)
            webhook.failures += 1
            WEBHOOKS.labels("dropped").inc()
            if webhook.failures >= FAILURES:
                await session.delete(webhook)
                log.info("webhook removed", webhook=message.webhook)
