"""Webhook transport: the tables and payloads of webhook messages."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncSession

from app.games.catalogue import Catalogue
from app.infra.metrics import WEBHOOKS
from app.infra.settings import StorageSettings
from app.notifications.kinds import POSTED
from app.notifications.outbox.models import Message, Receiver
from app.notifications.outbox.posting import Outgoing
from app.notifications.outbox.transport import Transport
from app.notifications.webhooks.models import DeliveryRow, WebhookRow
from app.notifications.webhooks.payloads import payload_of


class WebhookTransport(Transport):
    """Webhooks receive the events that their account has chosen for each."""

    name = "webhook"
    receivers = WebhookRow
    messages = DeliveryRow
    outcomes = WEBHOOKS
    kinds = tuple(kind for kind, _ in POSTED.values())

    def __init__(self, catalogue: Catalogue, storage: StorageSettings, address: str) -> None:
        self.catalogue = catalogue
        self.storage = storage
        self.address = address

    def wants(self, receiver: Receiver, event: str) -> bool:
        return isinstance(receiver, WebhookRow) and event in receiver.events

    async def compose(self, session: AsyncSession, message: Message) -> Outgoing | None:
        return await payload_of(session, message, self.storage, self.address, self.catalogue)
