"""Notes to the streams of friends: what has changed, which the receiver reads."""

from __future__ import annotations

import msgspec

from app.bus.base import Bus
from app.notifications.notifier import account_channel


def tell_list(bus: Bus, *accounts: str) -> None:
    """Have the streams of these accounts send the list of friends."""
    for account in accounts:
        bus.publish(account_channel(account), b'{"kind":"friends"}')


def tell_friend(bus: Bus, account: str, friend: str) -> None:
    """Have the streams of an account send what has changed of one friend, if any are open."""
    channel = account_channel(account)
    if bus.has_subscribers(channel):
        bus.publish(channel, msgspec.json.encode({"kind": "friend", "account": friend}))


def tell_message(bus: Bus, account: str, message: int) -> None:
    """Have the streams of an account send a message, if any are open."""
    channel = account_channel(account)
    if bus.has_subscribers(channel):
        bus.publish(channel, msgspec.json.encode({"kind": "message", "message": message}))
