"""Notes to the streams of friends: what has changed, which the receiver reads.

They go to accounts without a stream too: `Bus.has_subscribers` is a hint that only further
messages correct, and an account that seems to have none may have opened a stream since.
"""

from __future__ import annotations

import msgspec

from app.bus.base import Bus
from app.notifications.notifier import account_channel


def tell_list(bus: Bus, *accounts: str) -> None:
    """Have the streams of these accounts send the list of friends."""
    for account in accounts:
        bus.publish(account_channel(account), b'{"kind":"friends"}')


def tell_friend(bus: Bus, account: str, friend: str) -> None:
    """Have the streams of an account send what has changed of one friend."""
    note = msgspec.json.encode({"kind": "friend", "account": friend})
    bus.publish(account_channel(account), note)


def tell_message(bus: Bus, account: str, message: int) -> None:
    """Have the streams of an account send a message."""
    bus.publish(
        account_channel(account), msgspec.json.encode({"kind": "message", "message": message})
    )
