"""Deliveries: the outboxes of a process, each with the worker that sends its messages."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.clocks.service_time import ServiceClock
from app.games.catalogue import Catalogue
from app.infra.database import Database
from app.infra.settings import Settings
from app.matches.presence import Presence
from app.notifications.notifier import Notifier
from app.notifications.outbox.delivery_worker import DeliveryWorker
from app.notifications.outbox.resolver import Resolver
from app.notifications.outbox.transport import Transport
from app.notifications.push.keys import PushKeys
from app.notifications.push.letters import LetterTransport, OnlineCheck
from app.notifications.push.transport import PushTransport
from app.notifications.webhooks.transport import WebhookTransport


class Deliveries:
    """Builds the delivery workers; packages above add transports of their own."""

    def __init__(
        self,
        database: Database,
        notifier: Notifier,
        catalogue: Catalogue,
        presence: Presence,
        is_online: OnlineCheck,
        service_clock: ServiceClock,
        settings: Settings,
    ) -> None:
        self.resolver = Resolver(settings)
        self.push_keys = PushKeys(database, settings, addresses=settings)
        self.workers: list[DeliveryWorker] = []
        self._shared = database, self.resolver, notifier, settings
        self.webhooks = self.add(WebhookTransport(catalogue, settings, settings.address))
        self.pushes = self.add(
            PushTransport(catalogue, presence, service_clock, self.push_keys, settings)
        )
        self.letters = self.add(LetterTransport(is_online, self.push_keys))

    def add(self, transport: Transport) -> DeliveryWorker:
        """Deliver the messages of one more transport."""
        worker = DeliveryWorker(*self._shared, transport)
        self.workers.append(worker)
        return worker

    async def count_waiting(self, session: AsyncSession) -> int:
        """How many messages wait to be sent, or to be sent again."""
        tables = [worker.transport.messages for worker in self.workers]
        counts = [
            sa.select(sa.func.count()).where(table.due.is_not(None)).scalar_subquery()
            for table in tables
        ]
        return sum((await session.execute(sa.select(*counts))).one())

    def receiver_added(self, account: str) -> None:
        """The account has one receiver more, of some kind."""
        for worker in self.workers:
            worker.receiver_added(account)
