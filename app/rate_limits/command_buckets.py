"""Command buckets: token buckets that limit the commands of an account and of an address.

All sockets and requests of an account in a process share one bucket. Each second the processes
exchange what was spent, so an excess spread over several is throttled as well; nothing waits for
that exchange, and while the bus is down each process counts for itself.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable, Container

import msgspec
import structlog
from msgspec import Struct

from app.bus.base import Bus
from app.infra.metrics import DELAYED_COMMANDS
from app.infra.settings import ConnectionSettings

CHANNEL = "spent:commands"
MAX_WAIT_S = 3.0
"""The longest a command waits for its turn."""
EXCHANGE_PAUSE_S = 1.0
"""Between two messages to the other processes."""
SWEEP_EXCHANGES = 30
"""Exchanges between two sweeps of full buckets."""
MIN_SHARE_DIVISOR = 50
"""Less than a fiftieth of the refill of a bucket is not announced."""


log = structlog.get_logger("conclave.command_limits")


class TokenBucket:
    """A token bucket: refills at `rate` per second up to `burst`; every command takes one."""

    __slots__ = ("burst", "filled_at", "left", "rate")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = float(burst)
        self.filled_at = now

    def wait(self, now: float) -> float:
        """Seconds until one more command may be taken."""
        self._fill(now)
        return max(0.0, (1 - self.left) / self.rate)

    def spend(self, count: int) -> None:
        """Take `count`, spent here or elsewhere; the debt never exceeds MAX_WAIT_S."""
        self.left = max(self.left - count, -MAX_WAIT_S * self.rate)

    def is_full(self, now: float) -> bool:
        self._fill(now)
        return self.left >= self.burst

    def _fill(self, now: float) -> None:
        self.left = min(self.burst, self.left + (now - self.filled_at) * self.rate)
        self.filled_at = now


class Spent(Struct, array_like=True):
    """Bus message: the name of a process, and what was spent there, by key."""

    process: str
    counts: dict[str, int]


class CommandBuckets:
    """The buckets of this process, by key: an account or an address."""

    def __init__(
        self, settings: ConnectionSettings, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate = settings.commands_per_second
        self.burst = settings.command_burst
        self.address_factor = settings.address_command_factor
        self.process = secrets.token_hex(6)
        self._clock = clock
        self._buckets: dict[str, TokenBucket] = {}
        self._spent: Counter[str] = Counter()

    def consume(self, account: str | None, address: str, cost: int = 1) -> float:
        """Consume one command; returns the seconds it must wait for its turn. It may `cost` an
        account as much as several; an empty address is not counted.

        Consumes nothing if the wait exceeds MAX_WAIT_S: the caller must then refuse the command.
        """
        now, wait, taken = self._clock(), 0.0, []
        if address:
            taken.append((f"address {address}", 1))
        if account:
            taken.append((f"account {account}", cost))
        for place, _ in taken:
            wait = max(wait, self._bucket(place, now).wait(now))
        if wait <= MAX_WAIT_S:
            for place, count in taken:
                self._buckets[place].spend(count)
                self._spent[place] += count
        if wait:
            DELAYED_COMMANDS.inc()
        return wait

    def left(self, account: str) -> tuple[int, float]:
        """How many commands the account may give at once, and seconds until its bucket is full."""
        bucket = self._bucket(f"account {account}", self._clock())
        bucket.wait(self._clock())
        return max(0, int(bucket.left)), (bucket.burst - bucket.left) / bucket.rate

    def exchange(self, bus: Bus) -> None:
        """Announce what was spent here since the last exchange."""
        spent, self._spent = self._spent, Counter()
        announced = {
            place: count
            for place, count in spent.items()
            if count * MIN_SHARE_DIVISOR >= self._buckets[place].rate * EXCHANGE_PAUSE_S
        }
        if announced and bus.shared:
            bus.publish(CHANNEL, msgspec.json.encode(Spent(self.process, announced)))
        for place in announced:
            if self._buckets[place].left < 0:
                log.warning("commands delayed", place=place, taken=spent[place])

    def deliver(self, _channel: str, message: bytes) -> None:
        """Another process announces what was spent there."""
        spent = msgspec.json.decode(message, type=Spent)
        if spent.process != self.process:
            now = self._clock()
            for place, count in spent.counts.items():
                bucket = self._bucket(place, now)
                bucket.wait(now)
                bucket.spend(count)

    def resync(self, missed: Container[str]) -> None:
        """Nothing to resync: what was spent while the bus was down no longer matters."""

    def subscribed(self, channel: str, seconds: float) -> None:
        """Nor does what was spent before this process subscribed."""

    def drop_full(self) -> None:
        """Drop buckets that are full again: a new one is full as well."""
        now = self._clock()
        self._buckets = {
            place: bucket for place, bucket in self._buckets.items() if not bucket.is_full(now)
        }

    async def keep_exchanging(self, bus: Bus) -> None:
        while True:
            for _ in range(SWEEP_EXCHANGES):
                await asyncio.sleep(EXCHANGE_PAUSE_S)
                self.exchange(bus)
            self.drop_full()

    def _bucket(self, place: str, now: float) -> TokenBucket:
        bucket = self._buckets.get(place)
        if bucket is None:
            factor = self.address_factor if place.startswith("address ") else 1
            bucket = TokenBucket(self.rate * factor, self.burst * factor, now)
            self._buckets[place] = bucket
        return bucket
