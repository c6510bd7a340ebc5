"""Doors: the sockets and streams that are open here, and what opened them.

A session or token that ends closes what it opened at once, on every process. The bus may lose that
word, so each process looks for itself every few seconds as well.
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

from app.accounts.caller import Caller
from app.accounts.models import Account, Token
from app.container import Services
from app.infra.database import now
from app.infra.problems import Problem
from app.rate_limits.limits import address_of

CHANNEL = "ended:tokens"
LOOK = 10.0
"""Seconds between two looks at what may have ended without a word."""
AT_ONCE = 500
LONGEST = 7 * 24 * 3600.0
RECENT = 60.0
"""Seconds for which one remembers what has ended: somebody may be on his way in."""
Close = Callable[[int], None]
AdmitStream = Callable[[Close], AbstractContextManager[None]]
log = structlog.get_logger("conclave.connections")


class Revoked(Struct):
    """What travels on the bus: sessions and tokens that are worthless now."""

    tokens: list[str]
    code: int


class OpenConnection(Struct, eq=False):
    """One open socket or stream."""

    token: str
    close: Close


class ConnectionRegistry:
    """Counts what is open by account and address, and shuts it by token."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._by_token: dict[str, set[OpenConnection]] = {}
        self._open: Counter[str] = Counter()
        self._ended: dict[str, float] = {}
        self._missed = asyncio.Event()

    @contextmanager
    def open(
        self, connection: HTTPConnection, caller: Caller | None, close: Close
    ) -> Iterator[None]:
        """Count one more as long as it is open; `close` is called with a code when it must end.

        Raises Problem rate-limited where there are too many, unauthenticated where it is over.
        """
        places = self._places(connection, caller)
        self._require_room(places)
        if caller and (caller.is_over or caller.token in self._ended):
            raise Problem("unauthenticated")
        self._open.update(places)
        door = self._enter(caller, close)
        alarm = self._alarm(caller, close)
        try:
            yield
        finally:
            if alarm:
                alarm.cancel()
            self._leave(door)
            self._open.subtract(places)
            for place in places:
                if not self._open[place]:
                    del self._open[place]

    def way(self, connection: HTTPConnection, caller: Caller | None) -> AdmitStream:
        """`open` for a stream whose answer is under way when it begins: what is refused only then
        is closed. Raises Problem rate-limited where there are too many already.
        """
        self._require_room(self._places(connection, caller))

        @contextmanager
        def enter(close: Close) -> Iterator[None]:
            with ExitStack() as stack:
                try:
                    stack.enter_context(self.open(connection, caller, close))
                except Problem:
                    close(1008)
                yield

        return enter

    def tell_ended(self, tokens: list[str], code: int) -> None:
        """These have ended: shut their doors here and on every other process."""
        self._shut(tokens, code)
        self.services.bus.publish(CHANNEL, msgspec.json.encode(Revoked(tokens, code)))

    def deliver(self, _channel: str, message: bytes) -> None:
        """Another process tells what has ended."""
        ended = msgspec.json.decode(message, type=Revoked)
        self._shut(ended.tokens, ended.code)

    def heal(self, missed: Container[str]) -> None:
        """The bus was away: look at once for what has ended meanwhile."""
        if CHANNEL in missed:
            self.services.callers.forget()
            self._missed.set()

    def joined(self, channel: str, seconds: float) -> None:
        """Nothing was open here before."""

    async def keep_looking(self) -> None:
        """Look in the database every few seconds: what the bus carries may be lost."""
        while self.services.bus.shared:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._missed.wait()
            self._missed.clear()
            try:
                await self.look()
            except (SQLAlchemyError, OSError) as error:
                log.warning("doors", error=type(error).__name__)

    async def look(self) -> None:
        """Shut the doors of all that has ended without a word."""
        tokens = list(self._by_token)
        for first in range(0, len(tokens), AT_ONCE):
            some = tokens[first : first + AT_ONCE]
            good = await self._good(some)
            if ended := [token for token in some if token not in good]:
                self._shut(ended, 4001)

    async def _good(self, tokens: list[str]) -> set[str]:
        """Those of the tokens that still prove somebody."""
        query = (
            sa.select(Token.id)
            .join(Account, Account.id == Token.account)
            .where(
                Token.id.in_(tokens),
                Account.closed_at.is_(None),
                sa.or_(Token.expires_at.is_(None), Token.expires_at > now()),
            )
        )
        async with self.services.database.reading() as session:
            return set((await session.scalars(query)).all())

    def _shut(self, tokens: list[str], code: int) -> None:
        self.services.callers.forget()
        moment = time.monotonic()
        self._ended = {one: at for one, at in self._ended.items() if at > moment - RECENT}
        for token in tokens:
            self._ended[token] = moment
            for door in self._by_token.get(token, ()):
                door.close(code)

    def _places(self, connection: HTTPConnection, caller: Caller | None) -> list[str]:
        """What it counts for: its address and, with an account, that."""
        address = f"address {address_of(connection)}"
        return [address, f"account {caller.account}"] if caller else [address]

    def _require_room(self, places: list[str]) -> None:
        settings = self.services.settings
        most = (settings.sockets_of_an_address, settings.sockets_of_an_account)
        for place, limit in zip(places, most, strict=False):
            if self._open[place] >= limit:
                raise Problem("rate-limited", f"At most {limit} connections at once.")

    def _enter(self, caller: Caller | None, close: Close) -> OpenConnection | None:
        if caller is None:
            return None
        door = OpenConnection(caller.token, close)
        self._by_token.setdefault(caller.token, set()).add(door)
        return door

    def _leave(self, door: OpenConnection | None) -> None:
        if door is None:
            return
        others = self._by_token[door.token]
        others.discard(door)
        if not others:
            del self._by_token[door.token]

    def _alarm(self, caller: Caller | None, close: Close) -> asyncio.TimerHandle | None:
        """What closes it when session or token expire; a very long one is asked again earlier."""
        if caller is None or caller.expires is None:
            return None
        left = min((caller.expires - now()).total_seconds(), LONGEST)
        code = 4001 if left < LONGEST else 1012
        return asyncio.get_running_loop().call_later(left, close, code)
