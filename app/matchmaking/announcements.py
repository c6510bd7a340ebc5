"""Announcements: tell the account streams of all processes that something about pools changed."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from app.bus.base import Bus
from app.notifications.notifier import Notifier, account_channel

POOL = "pool"
READY_CHECK = "ready_check"


class Announcements:
    """Tells the streams of accounts what to read again."""

    def __init__(self, bus: Bus, notifier: Notifier) -> None:
        self.bus = bus
        self.notifier = notifier

    def places_changed(self, accounts: Iterable[str]) -> None:
        """The accounts' places in pools have changed."""
        self._publish(accounts, POOL, "")

    def table_found(self, accounts: Iterable[str], pairing: str) -> None:
        """The accounts are asked whether they are ready, by push messages too."""
        accounts = list(accounts)
        self.check_changed(accounts, pairing)
        for account in accounts:
            self.notifier.table_found(account, pairing)

    def check_changed(self, accounts: Iterable[str], pairing: str) -> None:
        """A ready check of the accounts has changed."""
        self._publish(accounts, READY_CHECK, pairing)

    def _publish(self, accounts: Iterable[str], kind: str, subject: str) -> None:
        message = msgspec.json.encode({"kind": kind, "match": subject})
        for account in accounts:
            self.bus.publish(account_channel(account), message)
