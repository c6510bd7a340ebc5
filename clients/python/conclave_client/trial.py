"""Trial: plays matches against built-in bots to measure a bot's strength."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from conclave_client import calls
from conclave_client.async_client import AsyncClient
from conclave_client.bot import Bot
from conclave_client.match_player import MatchPlayer
from conclave_client.thinking import Thinker
from conclave_client.types import Outcome

log = logging.getLogger("conclave_client")


class Trial:
    """A number of matches of a game, with the bot's seat rotating."""

    def __init__(
        self,
        game: str,
        opponents: Sequence[str],
        games: int,
        max_concurrent: int = 2,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.opponents = list(opponents)
        self.options = dict(options or {})
        self.games = games
        self.max_concurrent = max_concurrent
        self.points: list[float] = []

    async def play(self, client: AsyncClient, make_bot: Callable[[], Bot], seconds: float) -> str:
        """Play them all; returns the result as a line. Raises Problem."""
        slots = asyncio.Semaphore(self.max_concurrent)
        with ThreadPoolExecutor(self.max_concurrent) as threads:

            async def play_one(number: int) -> None:
                async with slots:
                    await self._play(client, Thinker(make_bot(), threads, seconds), number)

            async with asyncio.TaskGroup() as group:
                for number in range(self.games):
                    group.create_task(play_one(number))
        return self.result()

    async def _play(self, client: AsyncClient, thinker: Thinker, number: int) -> None:
        seat = number % (len(self.opponents) + 1)
        seats = [calls.bot(name) for name in self.opponents]
        seats.insert(seat, calls.ME)
        match = await client.send(calls.create_match(self.game, seats, options=self.options))
        await MatchPlayer(client, thinker, match, seat).play()
        final_match = await client.send(calls.match(match.id))
        self.points.append(share(final_match.outcome, seat))
        progress = f"{len(self.points)} of {self.games}"
        log.info("%s: %g points, %s/m/%s", progress, self.points[-1], client.server, match.id)

    def result(self) -> str:
        """Such as `7.5 of 10 (75 %) at res_arcana against greedy`."""
        points, games = sum(self.points), len(self.points)
        share = f" ({100 * points / games:.0f} %)" if games else ""
        return f"{points:g} of {games}{share} at {self.game} against {', '.join(self.opponents)}"


def share(outcome: Outcome | None, seat: int) -> float:
    """1 for a victory, a part of it for a shared first rank, else 0."""
    if outcome is None or not outcome.ranks or seat not in outcome.ranks[0]:
        return 0.0
    return 1 / len(outcome.ranks[0])
