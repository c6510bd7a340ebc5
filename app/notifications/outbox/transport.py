"""Transport: the part of an outbox that differs between webhooks and push messages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from datetime import datetime

from msgspec import Struct
from prometheus_client import Counter
from sqlalchemy.ext.asyncio import AsyncSession

from app.notifications.kinds import NotificationKind
from app.notifications.outbox.models import Message, Receiver
from app.notifications.outbox.posting import Outgoing


class Later(Struct, frozen=True):
    """Nothing to send before this time."""

    at: datetime


class Transport(ABC):
    """One kind of receiver: its tables, the kinds of notification it receives, and the form of its
    messages. The delivery worker queues, leases and posts them.

    `outcomes` counts messages by outcome. A receiver whose reply has one of the `gone_statuses` is
    removed.
    """

    name: str
    receivers: type[Receiver]
    messages: type[Message]
    outcomes: Counter
    kinds: Sequence[NotificationKind]
    gone_statuses: Collection[int] = ()

    def kinds_after(self, cause: str) -> list[NotificationKind]:
        """The kinds to queue after a notification of this kind, or a settlement."""
        return [kind for kind in self.kinds if kind.cause == cause]

    @abstractmethod
    def wants(self, receiver: Receiver, event: str) -> bool:
        """Whether the receiver has subscribed to this kind of notification."""

    @abstractmethod
    async def compose(self, session: AsyncSession, message: Message) -> Outgoing | Later | None:
        """The message, from the current state; None if the event no longer holds."""
