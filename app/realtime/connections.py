"""Connection registry: the open sockets and streams of this process, by session or token.

Ending a session or token closes its connections at once, on every process. The bus may lose that
message, so each process also checks the database every few seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress

import msgspec
import sqlalchemy as sa
import structlog
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from app.accounts.caller import Caller, Callers
from app.accounts.models import Account, Token
from app.accounts.revocation import CHANNEL, CLOSE_CODE_ENDED, Revoked
from app.bus.base import Bus
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.settings import ConnectionSettings
from app.infra.wall_clock import now
from app.rate_limits.limits import address_of

CHECK_PAUSE_S = 10.0
"""Pause between two checks for ended sessions and tokens: the bus may lose their announcement."""
CHECK_BATCH = 500
MAX_EXPIRY_TIMER_S = 7 * 24 * 3600.0
REVOKED_TTL_S = 60.0
"""How long a revoked token is remembered: a connection may still be completing its handshake."""
Close = Callable[[int], None]
AdmitStream = Callable[[Close], AbstractContextManager[None]]
log = structlog.get_logger("conclave.connections")


class OpenConnection(Struct, eq=False):
    """One open socket or stream."""

    token: str
    close: Close


class ConnectionRegistry:
    """Counts open connections by account and address, and closes them by token."""

    def __init__(
        self, bus: Bus, database: Database, callers: Callers, settings: ConnectionSettings
    ) -> None:
        self.bus = bus
        self.database = database
        self.callers = callers
        self.settings = settings
        self._by_token: dict[str, set[OpenConnection]] = {}
        self._open: Counter[str] = Counter()
        self._ended: dict[str, float] = {}
        self._missed = asyncio.Event()

    @contextmanager
    def open(
        self, connection: HTTPConnection, caller: Caller | None, close: Close
    ) -> Iterator[None]:
        """Register a connection while it is open; `close` is called with a code when it must end.

        Raises Problem rate-limited if there are too many, unauthenticated if the session has ended.
        """
        places = self._places(connection, caller)
        self._require_capacity(places)
        if caller and (caller.is_expired or caller.token in self._ended):
            raise Problem("unauthenticated")
        self._open.update(places)
        opened = self._enter(caller, close)
        alarm = self._expiry_timer(caller, close)
        try:
            yield
        finally:
            if alarm:
                alarm.cancel()
            self._leave(opened)
            self._open.subtract(places)
            for place in places:
                if not self._open[place]:
                    del self._open[place]

    def accounts(self) -> list[str]:
        """The accounts with an open connection."""
        places = (place.partition(" ") for place in self._open)
        return [account for kind, _, account in places if kind == "account"]

    def admit_stream(self, connection: HTTPConnection, caller: Caller | None) -> AdmitStream:
        """A context manager that opens a streaming response after its headers are sent: a late
        refusal closes the stream. Raises Problem rate-limited at once if there are too many.
        """
        self._require_capacity(self._places(connection, caller))

        @contextmanager
        def enter(close: Close) -> Iterator[None]:
            with ExitStack() as stack:
                try:
                    stack.enter_context(self.open(connection, caller, close))
                except Problem:
                    close(1008)
                yield

        return enter

    def deliver(self, _channel: str, message: bytes) -> None:
        """Close the connections of tokens that another process has ended."""
        ended = msgspec.json.decode(message, type=Revoked)
        self.shut(ended.tokens, ended.code)

    def resync(self, missed: Container[str]) -> None:
        """After an outage of the bus, check at once for tokens that ended meanwhile."""
        if CHANNEL in missed:
            self.callers.clear_cache()
            self._missed.set()

    def subscribed(self, channel: str, seconds: float) -> None:
        """Nothing to do: no connection was open before, so none missed a message."""

    async def keep_checking(self) -> None:
        """Check the database every few seconds: the bus may lose messages."""
        while self.bus.shared:
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK_PAUSE_S):
                    await self._missed.wait()
            self._missed.clear()
            try:
                await self.check()
            except (SQLAlchemyError, OSError) as error:
                log.warning("revocation check failed", error=type(error).__name__)

    async def check(self) -> None:
        """Close the connections of tokens whose end was not announced."""
        tokens = list(self._by_token)
        for first in range(0, len(tokens), CHECK_BATCH):
            batch = tokens[first : first + CHECK_BATCH]
            valid = await self._valid(batch)
            if ended := [token for token in batch if token not in valid]:
                self.shut(ended, CLOSE_CODE_ENDED)

    async def _valid(self, tokens: list[str]) -> set[str]:
        """The tokens that are still valid, of those given."""
        query = (
            sa.select(Token.id)
            .join(Account, Account.id == Token.account)
            .where(
                Token.id.in_(tokens),
                Account.closed_at.is_(None),
                sa.or_(Token.expires_at.is_(None), Token.expires_at > now()),
            )
        )
        async with self.database.reading() as session:
            return set((await session.scalars(query)).all())

    def shut(self, tokens: list[str], code: int) -> None:
        """Close this process's connections of ended tokens, and remember them for a while."""
        self.callers.clear_cache()
        moment = time.monotonic()
        self._ended = {
            token: at for token, at in self._ended.items() if at > moment - REVOKED_TTL_S
        }
        for token in tokens:
            self._ended[token] = moment
            for opened in self._by_token.get(token, ()):
                opened.close(code)

    def _places(self, connection: HTTPConnection, caller: Caller | None) -> list[str]:
        """The keys under which a connection counts: its address and, if any, its account."""
        address = f"address {address_of(connection)}"
        return [address, f"account {caller.account}"] if caller else [address]

    def _require_capacity(self, places: list[str]) -> None:
        settings = self.settings
        limits = (settings.sockets_per_address, settings.sockets_per_account)
        for place, limit in zip(places, limits, strict=False):
            if self._open[place] >= limit:
                raise Problem("rate-limited", f"At most {limit} connections at once.")

    def _enter(self, caller: Caller | None, close: Close) -> OpenConnection | None:
        if caller is None:
            return None
        opened = OpenConnection(caller.token, close)
        self._by_token.setdefault(caller.token, set()).add(opened)
        return opened

    def _leave(self, opened: OpenConnection | None) -> None:
        if opened is None:
            return
        others = self._by_token[opened.token]
        others.discard(opened)
        if not others:
            del self._by_token[opened.token]

    def _expiry_timer(self, caller: Caller | None, close: Close) -> asyncio.TimerHandle | None:
        """A timer that closes the connection when its session or token expires. A very distant
        expiry closes it early, with 1012, so the client reconnects.
        """
        if caller is None or caller.expires is None:
            return None
        left = min((caller.expires - now()).total_seconds(), MAX_EXPIRY_TIMER_S)
        code = 4001 if left < MAX_EXPIRY_TIMER_S else 1012
        return asyncio.get_running_loop().call_later(left, close, code)
