"""Matchmaking: where a bot looks for opponents, and how often."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from itertools import cycle, product

from conclave_client import calls
from conclave_client.async_client import AsyncClient
from conclave_client.config import Matchmaking, WrongConfig
from conclave_client.types import Match, Pool

HOUR_S = 3600.0


class Matchmaker:
    """Chooses pools, and opens tables at which the other seats are free. Of the games, numbers of
    players and paces of its terms, tables take turns.
    """

    def __init__(
        self,
        client: AsyncClient,
        terms: Matchmaking,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.client = client
        self.terms = terms
        self._clock = clock
        self._begun: deque[float] = deque()

    async def prepare(self) -> list[str]:
        """The ids of the pools in which to wait. Raises Problem, WrongConfig."""
        offered = (await self.client.send(calls.games())).items
        known = {game.id: game for game in offered}
        wanted = list(known) if self.terms.games is None else self.terms.games
        if unknown := [game for game in wanted if game not in known]:
            raise WrongConfig(f"matchmaking: the server has no {', '.join(unknown)}")
        tables = [
            (game, players)
            for game in wanted
            for players in range(max(2, known[game].players.min), known[game].players.max + 1)
            if self.terms.players is None or players in self.terms.players
        ]
        if not tables:
            raise WrongConfig("matchmaking: no game has these numbers of players")
        self._tables = cycle(product(tables, self.terms.clocks))
        return [pool.id for pool in await self._pools() if (pool.game, pool.players) in tables]

    async def _pools(self) -> list[Pool]:
        """The pools that admit bots, of the paces in the terms."""
        if not self.terms.pools:
            return []
        pools, paces = (await self.client.send(calls.pools())).items, self.terms.paces
        return [pool for pool in pools if pool.bots and (paces is None or pool.pace in paces)]

    def wait_s(self) -> float:
        """Seconds until the bot may look for another match; 0: now."""
        now = self._clock()
        while self._begun and self._begun[0] <= now - HOUR_S:
            self._begun.popleft()
        if len(self._begun) < self.terms.per_hour:
            return 0.0
        return self._begun[0] + HOUR_S - now

    def count(self) -> None:
        """A match has been found."""
        self._begun.append(self._clock())

    async def open_table(self) -> Match:
        """Open the next table: public, with the bot in its first seat. Raises Problem."""
        (game, players), clock = next(self._tables)
        seats, rated = [calls.ME, *[calls.OPEN] * (players - 1)], self.terms.rated
        match = await self.client.send(calls.create_match(game, seats, clock=clock, rated=rated))
        self.count()
        return match
