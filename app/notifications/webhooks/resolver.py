"""Resolver: finds the address of a host that a webhook may call.

The system's own look-up can't be stopped, so each runs in a thread of its own, which the end of the
process does not wait for. An account has few of them at a time, and one when many are under way:
names that nobody answers for hold up no others.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from threading import Thread
from typing import Any

from app.infra.settings import Settings
from app.notifications.webhooks.address_registries import is_public

SECONDS = 3.0
"""Seconds within which a name must be found."""
UNFINISHED_OF_AN_ACCOUNT = 10
UNFINISHED_TOGETHER = 256
FOR_DELIVERIES = 64
"""Of these, those that addresses of new webhooks can't take."""
CROWDED = 64
"""From so many on, each account has one."""
Places = list[tuple[Any, ...]]
"""What `socket.getaddrinfo` returns."""


class NotPublic(Exception):
    """The name leads nowhere, or to a place that is not for us to call."""


class Busy(Exception):
    """Too many names are being looked up; nothing is wrong with this one."""


class Resolver:
    """`look_up` has the signature and result of `socket.getaddrinfo`."""

    def __init__(
        self, settings: Settings, look_up: Callable[[str, int], Places] | None = None
    ) -> None:
        self.settings = settings
        self.look_up = look_up or _look_up
        self._unfinished: Counter[str] = Counter()

    async def find(self, host: str, port: int, account: str, *, delivers: bool = False) -> str:
        """An address of the host that may be called. Raises NotPublic, or Busy before it looks.

        Every address of a name must be public: its owner must not choose which one is tried.
        """
        if not self.settings.may_call(port):
            raise NotPublic
        if self._is_full(account, delivers=delivers):
            raise Busy
        try:
            async with asyncio.timeout(SECONDS):
                found = await self._in_a_thread(host, port, account)
        except (OSError, TimeoutError, UnicodeError):
            raise NotPublic from None
        addresses = [ip_address(str(place[4][0]).partition("%")[0]) for place in found]
        private = self.settings.webhooks_to_private
        if not addresses or not (private or all(is_public(one) for one in addresses)):
            raise NotPublic
        return str(addresses[0])

    def _is_full(self, account: str, *, delivers: bool) -> bool:
        together = self._unfinished.total()
        own = UNFINISHED_OF_AN_ACCOUNT if together < CROWDED else 1
        places = UNFINISHED_TOGETHER if delivers else UNFINISHED_TOGETHER - FOR_DELIVERIES
        return self._unfinished[account] >= own or together >= places

    async def _in_a_thread(self, host: str, port: int, account: str) -> Places:
        loop = asyncio.get_running_loop()
        found: asyncio.Future[Places] = loop.create_future()

        def settle(places: Places, error: Exception | None) -> None:
            self._unfinished[account] -= 1
            self._unfinished += Counter()  # drops accounts that have none
            if not found.done():
                found.set_exception(error) if error else found.set_result(places)

        def run() -> None:
            places: Places = []
            error: Exception | None = None
            try:
                places = self.look_up(host, port)
            except Exception as raised:
                error = raised
            with suppress(RuntimeError):  # the loop is closed: the process ends
                loop.call_soon_threadsafe(settle, places, error)

        self._unfinished[account] += 1
        Thread(target=run, name="webhook-name", daemon=True).start()
        return await found


def _look_up(host: str, port: int) -> Places:
    return list(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
