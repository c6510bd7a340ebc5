"""Delivery worker: queues notifications in an outbox table and sends them.

Any number of processes may deliver: each commits a lease on a message before it sends it. Failed
messages are retried with back-off; a receiver that never accepts a message is removed.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from datetime import datetime, timedelta

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.infra.database import Database
from app.infra.fault_reports import report_fault
from app.infra.settings import WebhookSettings
from app.infra.wall_clock import now
from app.matches.models import MatchRow
from app.notifications.notifier import Notification, Notifier
from app.notifications.outbox.addresses import BUSY_RETRY_S
from app.notifications.outbox.leases import Key, Lease, lease
from app.notifications.outbox.models import Message
from app.notifications.outbox.posting import Outgoing, Posted, is_accepted, post
from app.notifications.outbox.queue import queue_paced, queue_settled
from app.notifications.outbox.resolver import Busy, Resolver
from app.notifications.outbox.transport import Later, Transport

LEASE_FACTOR = 4
"""Length of a lease, in multiples of the delivery timeout."""
BACKOFF_S = (10, 60, 300, 1800, 7200)
"""Pause before each retry; after the last one a message is dropped."""
MAX_FAILURES = 5
"""Consecutively dropped messages before a receiver is removed."""
MAX_INCOMING = 10_000
MAX_CACHED = 50_000
CACHE_S = 60.0
COALESCE_S = 0.1
"""How long notifications are collected, so one query finds the receivers for many of them."""
log = structlog.get_logger("conclave.delivery")


class DeliveryWorker:
    """Queues and delivers the messages of one transport: one task queues notifications, another
    leases due messages and starts a task to send each.
    """

    def __init__(
        self,
        database: Database,
        resolver: Resolver,
        notifier: Notifier,
        settings: WebhookSettings,
        transport: Transport,
    ) -> None:
        self.database = database
        self.transport = transport
        self.resolver = resolver
        self.settings = settings
        self._incoming: asyncio.Queue[Notification] = asyncio.Queue(MAX_INCOMING)
        self._wake = asyncio.Event()
        self._without_receivers: dict[str, float] = {}
        self._running: dict[Lease, asyncio.Task[None]] = {}
        notifier.add_sink(self.accept)

    def accept(self, notification: Notification) -> None:
        """Accept a new turn, offer or invitation for queueing; a settlement queues its own."""
        kinds = self.transport.kinds_after(notification.kind)
        is_new = not notification.facts.get("again") and kinds
        if is_new and not self._has_no_receiver(notification.account):
            with suppress(asyncio.QueueFull):
                self._incoming.put_nowait(notification)

    def receiver_added(self, account: str) -> None:
        """The account has a receiver now: clear the cached fact that it had none."""
        self._without_receivers.pop(account, None)

    def wake(self) -> None:
        """Check for due messages now."""
        self._wake.set()

    async def keep_queueing(self) -> None:
        while True:
            batch = [await self._incoming.get()]
            await asyncio.sleep(COALESCE_S)
            while not self._incoming.empty():
                batch.append(self._incoming.get_nowait())
            try:
                await self._queue(batch)
            except (SQLAlchemyError, OSError) as error:
                log.warning(f"{self.transport.name} delivery failed", error=type(error).__name__)

    def _has_no_receiver(self, account: str) -> bool:
        """Whether the cache says that the account has no receiver."""
        return self._without_receivers.get(account, 0.0) >= time.monotonic()

    async def _queue(self, batch: list[Notification]) -> None:
        unchecked = {
            notification.account
            for notification in batch
            if not self._has_no_receiver(notification.account)
        }
        if not unchecked:
            return
        with_receivers = await self._with_receivers(unchecked)
        for notification in batch:
            if notification.account in with_receivers:
                await self._queue_one(notification)

    async def _queue_one(self, notification: Notification) -> None:
        async with self.database.writing() as session:
            for kind in self.transport.kinds_after(notification.kind):
                where = kind, notification.match, notification.account
                await queue_paced(session, self.transport, *where, self.settings)
        self.wake()

    async def queue_settled(self, session: AsyncSession, row: MatchRow) -> None:
        """Queue the messages to each account in a match that is over; idempotent."""
        await queue_settled(session, self.transport, row)

    async def _with_receivers(self, accounts: set[str]) -> set[str]:
        """The accounts that have a receiver. Most have none; the cache spares later look-ups."""
        query = sa.select(self.transport.receivers.account).where(
            self.transport.receivers.account.in_(accounts)
        )
        async with self.database.reading() as session:
            with_receivers = set((await session.scalars(query)).all())
        if len(self._without_receivers) >= MAX_CACHED:
            self._without_receivers.clear()
        until = time.monotonic() + CACHE_S
        self._without_receivers.update(dict.fromkeys(accounts - with_receivers, until))
        return with_receivers

    async def keep_delivering(self) -> None:
        try:
            while True:
                if not await self._start_due():
                    await self._wait_for_more()
        finally:
            for task in self._running.values():
                task.cancel()
            await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _start_due(self) -> int:
        try:
            return len(await self._lease_and_start())
        except (SQLAlchemyError, OSError) as error:
            log.warning(f"{self.transport.name} delivery failed", error=type(error).__name__)
            return 0

    async def _wait_for_more(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self.settings.webhook_poll_seconds):
                await self._wake.wait()
        self._wake.clear()

    async def deliver(self) -> int:
        """Deliver one batch of due messages and wait for it; returns its size."""
        tasks = await self._lease_and_start()
        await asyncio.gather(*tasks)
        return len(tasks)

    async def _lease_and_start(self) -> list[asyncio.Task[None]]:
        """Lease due messages, up to the limit, and start sending each in its own task."""
        seconds = LEASE_FACTOR * self.settings.webhook_seconds
        leases = await lease(self.database, self.transport, self._running, seconds)
        for due_lease in leases:
            self._running[due_lease] = asyncio.create_task(self._send_one(due_lease))
        return [self._running[due_lease] for due_lease in leases]

    async def _send_one(self, lease: Lease) -> None:
        try:
            await self._send(lease.key)
        except (SQLAlchemyError, OSError) as error:
            log.warning(f"{self.transport.name} delivery failed", error=type(error).__name__)
        except Exception as error:
            report_fault(error, **{self.transport.name: lease.receiver})
        finally:
            del self._running[lease]
            self.wake()

    async def _compose(self, session: AsyncSession, row: Message) -> Outgoing | Later | None:
        """The message to send; None for receivers of a closed account."""
        receivers = self.transport.receivers
        open_ones = sa.select(receivers.id).join(Account, Account.id == receivers.account)
        query = open_ones.where(receivers.id == row.receiver, Account.closed_at.is_(None))
        if await session.scalar(query) is None:
            return None
        return await self.transport.compose(session, row)

    async def _send(self, key: Key) -> None:
        async with self.database.reading() as session:
            row = await self._row(session, key)
            message = await self._compose(session, row) if row else None
        if row is None:
            return
        if message is None:
            await self._clear(key)
            return
        if isinstance(message, Later):
            await self._postpone(key, message.at)
            return
        try:
            posted = await post(self.settings, self.resolver, message, self.transport.name)
        except Busy:
            self._count("postponed")
            await self._postpone(key, now() + timedelta(seconds=BUSY_RETRY_S))
            return
        if is_accepted(posted.status):
            await self._record_sent(key, posted)
        elif posted.status in self.transport.gone_statuses:
            await self._remove(key, "gone")
        else:
            await self._record_failure(key, posted)

    async def _postpone(self, key: Key, at: datetime) -> None:
        """Try again at this time, without counting an attempt."""
        async with self.database.writing() as session:
            row = await self._row(session, key, locked=True)
            if row is not None:
                row.due = at

    async def _clear(self, key: Key) -> None:
        """Clear a message without content; delete it if it was never sent."""
        async with self.database.writing() as session:
            row = await self._row(session, key, locked=True)
            if row is None:
                return
            row.due, row.attempts = None, 0
            if row.sent_at is None:
                await session.delete(row)

    async def _record_sent(self, key: Key, posted: Posted) -> None:
        """Mark the message as sent, and delete messages sent more than WEBHOOK_DAYS ago."""
        self._count("sent")
        messages = self.transport.messages
        async with self.database.writing() as session:
            row = await self._row(session, key, locked=True)
            if row is None:
                return
            row.due, row.attempts, row.sent_at = None, 0, now()
            receivers = self.transport.receivers
            receiver = await session.get_one(receivers, row.receiver, with_for_update=True)
            receiver.record_success()
            receiver.record_attempt(*posted)
            old = now() - timedelta(days=self.settings.webhook_days)
            await session.execute(
                sa.delete(messages).where(messages.due.is_(None), messages.sent_at < old)
            )

    async def _record_failure(self, key: Key, posted: Posted) -> None:
        """Schedule a retry or drop the message; after MAX_FAILURES of those, drop the receiver."""
        async with self.database.writing() as session:
            row = await self._row(session, key, locked=True)
            if row is None:
                return
            receivers = self.transport.receivers
            receiver = await session.get_one(receivers, row.receiver, with_for_update=True)
            receiver.record_attempt(*posted)
            if row.attempts < len(BACKOFF_S):
                row.due = now() + timedelta(seconds=BACKOFF_S[row.attempts])
                row.attempts += 1
                self._count("retried")
                return
            await session.delete(row)
            receiver.failures += 1
            is_last = receiver.failures >= MAX_FAILURES
        self._count("dropped")
        if is_last:
            await self._remove(key, "silent")

    async def _remove(self, key: Key, why: str) -> None:
        """Delete a receiver with its messages."""
        receivers, name = self.transport.receivers, self.transport.name
        async with self.database.writing() as session:
            await session.execute(sa.delete(receivers).where(receivers.id == key[0]))
        self._count("removed")
        log.info(f"{name} removed", **{name: key[0]}, why=why)

    async def _row(
        self, session: AsyncSession, key: Key, *, locked: bool = False
    ) -> Message | None:
        """A message. With `locked`, its receiver is locked first, in the same order as a deletion:
        the opposite order could deadlock.
        """
        primary_key = dict(zip(("receiver", "match", "event"), key, strict=True))
        if (
            locked
            and await session.get(self.transport.receivers, key[0], with_for_update=True) is None
        ):
            return None
        return await session.get(
            self.transport.messages, primary_key, with_for_update=locked or None
        )

    def _count(self, outcome: str) -> None:
        self.transport.outcomes.labels(outcome).inc()
