"""Resolver: looks up the address of a webhook's host and checks that it may be called.

The system's look-up can't be cancelled, so each runs in its own daemon thread; shutdown does not
wait for those. An account has a few at a time, or one once many are in flight, so names that never
resolve delay no others.
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

from app.infra.settings import WebhookSettings
from app.notifications.outbox.address_registries import is_public

LOOKUP_TIMEOUT_S = 3.0
MAX_LOOKUPS_PER_ACCOUNT = 10
MAX_LOOKUPS = 256
RESERVED_FOR_DELIVERIES = 64
"""The part of MAX_LOOKUPS that registering webhooks can't use."""
CROWDED_FROM = 64
"""Look-ups in flight from which each account has only one."""
AddressInfos = list[tuple[Any, ...]]
"""What `socket.getaddrinfo` returns."""


class NotPublic(Exception):
    """The name does not resolve, or resolves to an address that must not be called."""


class Busy(Exception):
    """Too many look-ups are in flight; the name itself may be fine."""


class Resolver:
    """`look_up` has the signature and result of `socket.getaddrinfo`."""

    def __init__(
        self, settings: WebhookSettings, look_up: Callable[[str, int], AddressInfos] | None = None
    ) -> None:
        self.settings = settings
        self.look_up = look_up or _look_up
        self._unfinished: Counter[str] = Counter()

    async def find(self, host: str, port: int, account: str, *, for_delivery: bool = False) -> str:
        """An address of the host that may be called. Raises NotPublic, or Busy without a look-up.

        Every address of a name must be public, or its owner could choose which one is called.
        """
        if not self.settings.may_call(port):
            raise NotPublic
        if self._is_full(account, for_delivery=for_delivery):
            raise Busy
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT_S):
                infos = await self._in_a_thread(host, port, account)
        except (OSError, TimeoutError, UnicodeError):
            raise NotPublic from None
        addresses = [ip_address(str(info[4][0]).partition("%")[0]) for info in infos]
        private = self.settings.webhook_private_addresses
        if not addresses or not (private or all(is_public(address) for address in addresses)):
            raise NotPublic
        return str(addresses[0])

    def _is_full(self, account: str, *, for_delivery: bool) -> bool:
        in_flight = self._unfinished.total()
        max_own = MAX_LOOKUPS_PER_ACCOUNT if in_flight < CROWDED_FROM else 1
        max_all = MAX_LOOKUPS if for_delivery else MAX_LOOKUPS - RESERVED_FOR_DELIVERIES
        return self._unfinished[account] >= max_own or in_flight >= max_all

    async def _in_a_thread(self, host: str, port: int, account: str) -> AddressInfos:
        loop = asyncio.get_running_loop()
        result: asyncio.Future[AddressInfos] = loop.create_future()

        def settle(infos: AddressInfos, error: Exception | None) -> None:
            self._unfinished[account] -= 1
            self._unfinished += Counter()  # drops accounts without look-ups
            if not result.done():
                result.set_exception(error) if error else result.set_result(infos)

        def run() -> None:
            infos: AddressInfos = []
            error: Exception | None = None
            try:
                infos = self.look_up(host, port)
            except Exception as raised:
                error = raised
            with suppress(RuntimeError):  # the loop is closed: the process is shutting down
                loop.call_soon_threadsafe(settle, infos, error)

        self._unfinished[account] += 1
        Thread(target=run, name="webhook-name", daemon=True).start()
        return await result


def _look_up(host: str, port: int) -> AddressInfos:
    return list(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
