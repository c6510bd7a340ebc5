"""Rate limits: per address on new guests, wrong codes and sign-in attempts; per name on sign-in
attempts; per account and address on commands; per account on changes, hints,
analyses, reports, invitations and requests to be friends.

Commands and changes, which are frequent, are counted by each process (which learns of commands in
the others), everything else across all processes.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import IPv6Address, ip_address, ip_network

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from starlette.requests import HTTPConnection

from app.infra.problems import Problem
from app.infra.settings import ConnectionSettings, LimitSettings
from app.rate_limits.command_buckets import MAX_WAIT_S, CommandBuckets
from app.rate_limits.counter import RateCounter
from app.rate_limits.limit_status import LimitStatus, add_to_reply

LOCAL = ("nobody", "::/64")
"""Stands for an unknown address; and the network of ::1."""


class RateLimits:
    """The rate limits of this server, as its settings define them."""

    def __init__(
        self, settings: LimitSettings, connections: ConnectionSettings, redis_url: str
    ) -> None:
        self._local = RateCounter()
        self._shared = RateCounter(redis_url)
        self._guests = RateLimitItemPerMinute(settings.guests_per_minute)
        self._guesses = RateLimitItemPerMinute(settings.code_attempts_per_minute)
        self._same_guess = RateLimitItemPerMinute(1)
        self._same_state = RateLimitItemPerHour(1)
        self._sign_ins = RateLimitItemPerMinute(settings.sign_ins_per_minute)
        self._sign_ins_per_name = RateLimitItemPerMinute(settings.sign_ins_per_name)
        self._mails = RateLimitItemPerHour(settings.mails_per_hour)
        self._changes = RateLimitItemPerMinute(settings.changes_per_minute)
        self._hints = RateLimitItemPerMinute(settings.hints_per_minute)
        self._analyses = RateLimitItemPerHour(settings.analyses_per_hour)
        per_address = settings.analyses_per_hour * connections.address_command_factor
        self._analyses_per_address = RateLimitItemPerHour(per_address)
        self._reports = RateLimitItemPerHour(settings.reports_per_hour)
        self._friend_requests = RateLimitItemPerHour(settings.friend_requests_per_hour)
        self._invitations = RateLimitItemPerHour(settings.invitations_per_hour)
        self.commands = CommandBuckets(connections)

    async def close(self) -> None:
        await self._shared.close()

    async def guest(self, connection: HTTPConnection) -> None:
        """Count a new guest from this address. Raises Problem rate-limited."""
        place = ("guest", address_of(connection))
        within = await self._shared.hit(self._guests, *place)
        wait = await self._add_status(connection, self._shared, self._guests, *place)
        if not within:
            raise _try_again("Too many new guests", wait)

    @asynccontextmanager
    async def guessing(self, connection: HTTPConnection, *guess: str) -> AsyncIterator[None]:
        """Count wrong codes from this address, each `guess` once a minute: the page of a link and
        the request the page makes count as one. Raises Problem rate-limited after too many.
        """
        place = ("guess", address_of(connection))
        if not await self._shared.test(self._guesses, *place):
            raise _try_again_in_a_minute("Too many wrong codes")
        try:
            yield
        except Problem as problem:
            if problem.name in ("wrong-code", "not-found"):
                await self._count(place, guess)
            raise

    async def _count(self, place: tuple[str, str], guess: tuple[str, ...]) -> None:
        digest = hashlib.sha256(" ".join(guess).encode(errors="replace")).hexdigest()
        if await self._shared.hit(self._same_guess, *place, digest):
            await self._shared.hit(self._guesses, *place)

    async def command(self, connection: HTTPConnection, account: str | None, cost: int = 1) -> None:
        """Count a command by this account, from this address, and wait for its turn.

        Raises Problem rate-limited if that would take too long.
        """
        wait = self.commands.consume(account, public_address_of(connection), cost)
        if account:
            left, reset = self.commands.left(account)
            rate, burst = self.commands.rate, self.commands.burst
            window = math.ceil(burst / rate)
            status = LimitStatus("commands", burst, window, left, math.ceil(reset))
            add_to_reply(connection, status)
        if wait > MAX_WAIT_S:
            raise too_many_commands(wait)
        if wait:
            await asyncio.sleep(wait)

    async def sign_in(self, connection: HTTPConnection, name: str) -> None:
        """Count a sign-in attempt from this address, for this name. Raises Problem rate-limited."""
        place = ("sign-in", address_of(connection))
        hits = (
            await self._shared.hit(self._sign_ins, *place),
            await self._shared.hit(self._sign_ins_per_name, "name", name),
        )
        # The reply does not report the name's limit: others may have tried it.
        wait = await self._add_status(connection, self._shared, self._sign_ins, *place)
        if not all(hits):
            raise _try_again("Too many attempts to sign in", wait if not hits[0] else 60)

    async def reset(self, connection: HTTPConnection) -> None:
        """Count a request about a password from this address. Raises Problem rate-limited."""
        await self._sign_in_from(connection)

    async def provider(self, connection: HTTPConnection) -> None:
        """Count a sign-in with a provider from this address. Raises Problem rate-limited."""
        await self._sign_in_from(connection)

    async def is_first_use(self, state: str) -> bool:
        """Whether the answer of a provider that has this state has not come before."""
        digest = hashlib.sha256(state.encode(errors="replace")).hexdigest()
        return await self._shared.hit(self._same_state, "state", digest)

    async def _sign_in_from(self, connection: HTTPConnection) -> None:
        place = ("sign-in", address_of(connection))
        within = await self._shared.hit(self._sign_ins, *place)
        wait = await self._add_status(connection, self._shared, self._sign_ins, *place)
        if not within:
            raise _try_again("Too many attempts to sign in", wait)

    async def mail(self, connection: HTTPConnection, mailbox: str) -> None:
        """Count a mail to a mailbox that this address asks for. Raises Problem rate-limited."""
        await self.reset(connection)
        digest = hashlib.sha256(mailbox.lower().encode(errors="replace")).hexdigest()
        if not await self._shared.hit(self._mails, "mailbox", digest):
            raise Problem("rate-limited", "Too many mails; try again in an hour.", wait=3600)

    async def change(self, connection: HTTPConnection, account: str) -> None:
        """Count a change to this account or its secrets. Raises Problem rate-limited."""
        within = await self._local.hit(self._changes, "change", account)
        wait = await self._add_status(connection, self._local, self._changes, "change", account)
        if not within:
            raise _try_again("Too many changes", wait)

    async def hint(self, account: str) -> None:
        """Count a hint for this account. Raises Problem rate-limited."""
        if not await self._shared.hit(self._hints, "hint", account):
            raise _try_again_in_a_minute("Too many hints")

    async def analysis(self, account: str, address: str) -> None:
        """Count an analysis for this account, and for this address unless it is "". Raises Problem
        rate-limited.
        """
        within = await self._shared.hit(self._analyses, "analysis", account)
        if within and address:
            per_address = self._analyses_per_address
            within = await self._shared.hit(per_address, "analysis from", address)
        if not within:
            raise Problem("rate-limited", "Too many analyses; try again in an hour.", wait=3600)

    async def report(self, account: str) -> None:
        """Count a report by this account. Raises Problem rate-limited."""
        if not await self._shared.hit(self._reports, "report", account):
            raise Problem("rate-limited", "Too many reports; try again in an hour.", wait=3600)

    async def friend_request(self, account: str) -> None:
        """Count a request of this account to be friends. Raises Problem rate-limited."""
        if not await self._shared.hit(self._friend_requests, "friend request", account):
            raise Problem("rate-limited", "Too many requests; try again in an hour.", wait=3600)

    async def invitations(self, account: str, count: int) -> None:
        """Count seats that this account reserves for others. Raises Problem rate-limited."""
        for _ in range(count):
            if not await self._shared.hit(self._invitations, "invitation", account):
                text = "Too many invitations; try again in an hour."
                raise Problem("rate-limited", text, wait=3600)

    async def _add_status(
        self, connection: HTTPConnection, counter: RateCounter, item: RateLimitItem, *place: str
    ) -> int:
        """Report what is left in the reply; returns the seconds until the full quota is back."""
        left, reset = await counter.left(item, *place)
        seconds = math.ceil(reset)
        status = LimitStatus(place[0], item.amount, item.get_expiry(), left, seconds)
        add_to_reply(connection, status)
        return max(1, seconds)


def too_many_commands(wait: float) -> Problem:
    """The problem for a command that would have to wait this many seconds."""
    return Problem("rate-limited", "Too many commands.", wait=max(1, math.ceil(wait)))


def _try_again_in_a_minute(what: str) -> Problem:
    return _try_again(what, 60)


def _try_again(what: str, wait: int) -> Problem:
    when = "a minute" if wait > 30 else f"{wait} s"
    return Problem("rate-limited", f"{what}; try again in {when}.", wait=wait)


def public_address_of(connection: HTTPConnection) -> str:
    """The client's address, or "" if it is local: a local proxy that does not forward addresses
    would stand for all clients.
    """
    address = address_of(connection)
    return "" if address in LOCAL or address.startswith("127.") else address


def address_of(connection: HTTPConnection) -> str:
    """The client's address; for IPv6 its /64 network, which one household has."""
    host = connection.client.host if connection.client else "nobody"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
