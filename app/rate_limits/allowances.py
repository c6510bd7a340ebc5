"""Allowance: how many commands an account may send, and an address.

All sockets and requests of an account in a process share one. Processes tell one another each
second what was spent, so that an excess over several is slowed as well; nothing waits for that, and
where the bus is away each process counts for itself.
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
from app.infra.metrics import SLOWED
from app.infra.settings import Settings

CHANNEL = "spent:commands"
LONGEST = 3.0
"""Seconds for which a command waits, at most."""
EXCHANGE = 1.0
"""Seconds between two messages to the other processes."""
FORGET = 30
"""After how many of those it is forgotten who has spent nothing lately."""
WORTH_TELLING = 50
"""What is less than this part of an allowance is not told."""


log = structlog.get_logger("conclave.allowance")


class Allowance:
    """Fills at `rate` a second up to `burst`; every command takes one."""

    __slots__ = ("burst", "left", "rate", "then")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = float(burst)
        self.then = now

    def wait(self, now: float) -> float:
        """The seconds until one more may be taken."""
        self._fill(now)
        return max(0.0, (1 - self.left) / self.rate)

    def spend(self, count: int) -> None:
        """So many were taken, here or elsewhere; a debt never grows beyond LONGEST."""
        self.left = max(self.left - count, -LONGEST * self.rate)

    def is_full(self, now: float) -> bool:
        self._fill(now)
        return self.left >= self.burst

    def _fill(self, now: float) -> None:
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now


class Spent(Struct, array_like=True):
    """What travels on the bus: the name of a process, and what was spent there, by place."""

    process: str
    counts: dict[str, int]


class Allowances:
    """The allowances of this process, by place: an account or an address."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = settings.commands_per_second
        self.burst = settings.commands_at_once
        self.share = settings.commands_of_an_address
        self.process = secrets.token_hex(6)
        self._clock = clock
        self._allowances: dict[str, Allowance] = {}
        self._spent: Counter[str] = Counter()

    def take(self, account: str | None, address: str, cost: int = 1) -> float:
        """Take one more command; the seconds that it has to wait for its turn. To an account it may
        `cost` as much as several; an empty address is not counted.

        Nothing is taken where that is longer than LONGEST: then it is to be refused.
        """
        now, wait, taken = self._clock(), 0.0, []
        if address:
            taken.append((f"address {address}", 1))
        if account:
            taken.append((f"account {account}", cost))
        for place, _ in taken:
            wait = max(wait, self._at(place, now).wait(now))
        if wait <= LONGEST:
            for place, count in taken:
                self._allowances[place].spend(count)
                self._spent[place] += count
        if wait:
            SLOWED.inc()
        return wait

    def exchange(self, bus: Bus) -> None:
        """Tell the others what was spent here since the last time."""
        spent, self._spent = self._spent, Counter()
        told = {
            place: count
            for place, count in spent.items()
            if count * WORTH_TELLING >= self._allowances[place].rate * EXCHANGE
        }
        if told and bus.shared:
            bus.publish(CHANNEL, msgspec.json.encode(Spent(self.process, told)))
        for place in told:
            if self._allowances[place].left < 0:
                log.warning("commands are slowed", place=place, taken=spent[place])

    def deliver(self, _channel: str, message: bytes) -> None:
        """Another process tells what was spent there."""
        spent = msgspec.json.decode(message, type=Spent)
        if spent.process != self.process:
            now = self._clock()
            for place, count in spent.counts.items():
                known = self._at(place, now)
                known.wait(now)
                known.spend(count)

    def heal(self, missed: Container[str]) -> None:
        """What was spent while the bus was away is past."""

    def joined(self, channel: str, seconds: float) -> None:
        """So is what was spent before this process heard of it."""

    def forget(self) -> None:
        """Forget allowances that are full again: a new one is full as well."""
        now = self._clock()
        self._allowances = {
            place: one for place, one in self._allowances.items() if not one.is_full(now)
        }

    async def keep_exchanging(self, bus: Bus) -> None:
        while True:
            for _ in range(FORGET):
                await asyncio.sleep(EXCHANGE)
                self.exchange(bus)
            self.forget()

    def _at(self, place: str, now: float) -> Allowance:
        known = self._allowances.get(place)
        if known is None:
            many = self.share if place.startswith("address ") else 1
            known = Allowance(self.rate * many, self.burst * many, now)
            self._allowances[place] = known
        return known
