"""Allowances: token buckets that limit the commands of an account and of an address.

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
from app.infra.settings import Settings

CHANNEL = "spent:commands"
MAX_WAIT_S = 3.0
"""The longest a command waits for its turn."""
EXCHANGE_PAUSE_S = 1.0
"""Between two messages to the other processes."""
SWEEP_EXCHANGES = 30
"""Exchanges between two sweeps of full buckets."""
MIN_SHARE_DIVISOR = 50
"""Less than a fiftieth of an allowance is not announced."""


log = structlog.get_logger("conclave.command_limits")


class Allowance:
    """A token bucket: refills at `rate` per second up to `burst`; every command takes one."""

    __slots__ = ("burst", "left", "rate", "then")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = float(burst)
        self.then = now

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
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now


class Spent(Struct, array_like=True):
    """Bus message: the name of a process, and what was spent there, by key."""

    process: str
    counts: dict[str, int]


class Allowances:
    """The allowances of this process, by key: an account or an address."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = settings.commands_per_second
        self.burst = settings.command_burst
        self.share = settings.address_command_factor
        self.process = secrets.token_hex(6)
        self._clock = clock
        self._allowances: dict[str, Allowance] = {}
        self._spent: Counter[str] = Counter()

    def take(self, account: str | None, address: str, cost: int = 1) -> float:
        """Take one command; returns the seconds it must wait for its turn. It may `cost` an account
        as much as several; an empty address is not counted.

        Takes nothing if the wait exceeds MAX_WAIT_S: the caller must then refuse the command.
        """
        now, wait, taken = self._clock(), 0.0, []
        if address:
            taken.append((f"address {address}", 1))
        if account:
            taken.append((f"account {account}", cost))
        for place, _ in taken:
            wait = max(wait, self._at(place, now).wait(now))
        if wait <= MAX_WAIT_S:
            for place, count in taken:
                self._allowances[place].spend(count)
                self._spent[place] += count
        if wait:
            DELAYED_COMMANDS.inc()
        return wait

    def left(self, account: str) -> tuple[int, float]:
        """How many commands the account may give at once, and seconds until its bucket is full."""
        known = self._at(f"account {account}", self._clock())
        known.wait(self._clock())
        return max(0, int(known.left)), (known.burst - known.left) / known.rate

    def exchange(self, bus: Bus) -> None:
        """Announce what was spent here since the last exchange."""
        spent, self._spent = self._spent, Counter()
        told = {
            place: count
            for place, count in spent.items()
            if count * MIN_SHARE_DIVISOR >= self._allowances[place].rate * EXCHANGE_PAUSE_S
        }
        if told and bus.shared:
            bus.publish(CHANNEL, msgspec.json.encode(Spent(self.process, told)))
        for place in told:
            if self._allowances[place].left < 0:
                log.warning("commands delayed", place=place, taken=spent[place])

    def deliver(self, _channel: str, message: bytes) -> None:
        """Another process announces what was spent there."""
        spent = msgspec.json.decode(message, type=Spent)
        if spent.process != self.process:
            now = self._clock()
            for place, count in spent.counts.items():
                known = self._at(place, now)
                known.wait(now)
                known.spend(count)

    def resync(self, missed: Container[str]) -> None:
        """Nothing to resync: what was spent while the bus was down no longer matters."""

    def joined(self, channel: str, seconds: float) -> None:
        """Nor does what was spent before this process subscribed."""

    def forget(self) -> None:
        """Drop allowances that are full again: a new one is full as well."""
        now = self._clock()
        self._allowances = {
            place: allowance
            for place, allowance in self._allowances.items()
            if not allowance.is_full(now)
        }

    async def keep_exchanging(self, bus: Bus) -> None:
        while True:
            for _ in range(SWEEP_EXCHANGES):
                await asyncio.sleep(EXCHANGE_PAUSE_S)
                self.exchange(bus)
            self.forget()

    def _at(self, place: str, now: float) -> Allowance:
        known = self._allowances.get(place)
        if known is None:
            many = self.share if place.startswith("address ") else 1
            known = Allowance(self.rate * many, self.burst * many, now)
            self._allowances[place] = known
        return known
