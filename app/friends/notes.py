"""Notes to the streams of friends: what has changed, which the receiver reads."""

from __future__ import annotations

from app.bus.base import Bus
from app.notifications.notifier import account_channel


def tell_list(bus: Bus, *accounts: str) -> None:
    """Have the streams of these accounts send the list of friends."""
    for account in accounts:
        bus.publish(account_channel(account), b'{"kind":"friends"}')
