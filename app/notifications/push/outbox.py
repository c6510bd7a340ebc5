"""Push outbox: what the messages to push subscriptions have in common."""

from __future__ import annotations

from app.infra.metrics import PUSHES
from app.notifications.outbox.models import Receiver
from app.notifications.outbox.transport import Transport
from app.notifications.push.models import PushSubscriptionRow


class PushOutbox(Transport):
    """Messages to push subscriptions; their account's switches are read when one is composed."""

    receivers = PushSubscriptionRow
    outcomes = PUSHES
    gone_statuses = (404, 410)

    def wants(self, receiver: Receiver, event: str) -> bool:
        return True
