"""Trial: plays matches against built-in bots to measure a bot's strength."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from msgspec import Struct

from conclave_client import calls
from conclave_client.async_client import AsyncClient
from conclave_client.bot import Bot
from conclave_client.failures import Failures
from conclave_client.match_player import MatchPlayer
from conclave_client.results import name_of, result_of
from conclave_client.scores import share
from conclave_client.thinking import Thinker
from conclave_client.types import Outcome

log = logging.getLogger("conclave_client")
PROGRESS_LINES = 20
"""Limit on the lines about matches that have ended."""


class TrialMatch(Struct):
    """A match of a trial that has ended."""

    rivals: tuple[str, ...]
    share: float  # of the victory
    own_sheet: dict[str, float]  # points by line of the score sheet
    rival_sheet: dict[str, float]  # the mean of the others'
    line: str  # how it ended
    url: str  # of its replay


class Trial:
    """Matches of a game, `games` against each table of `rivals`, with the bot's seat rotating.

    They are private and unrated, so a server that permits it plays them at full speed. Each has a
    deal of its own.
    """

    def __init__(
        self,
        game: str,
        rivals: Sequence[Sequence[str]],
        games: int,
        max_concurrent: int = 2,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.rivals = [tuple(names) for names in rivals]
        self.options = dict(options or {})
        self.games = games
        self.max_concurrent = max_concurrent
        self.failures = Failures()
        self.matches: list[TrialMatch] = []

    async def play(self, client: AsyncClient, make_bot: Callable[[], Bot], seconds: float) -> None:
        """Play them all. Raises ConclaveError; `matches` then has those that have ended."""
        slots = asyncio.Semaphore(self.max_concurrent)
        with ThreadPoolExecutor(self.max_concurrent) as threads:

            def thinker_of(match: str) -> Thinker:
                return Thinker(match, make_bot(), threads, seconds, self.failures)

            async def play_one(rivals: tuple[str, ...], number: int) -> None:
                async with slots:
                    await self._play(client, rivals, number, thinker_of)

            try:
                async with asyncio.TaskGroup() as group:
                    for number in range(self.games):
                        for rivals in self.rivals:
                            group.create_task(play_one(rivals, number))
            except ExceptionGroup as errors:
                raise errors.exceptions[0] from None

    async def _play(
        self,
        client: AsyncClient,
        rivals: tuple[str, ...],
        number: int,
        thinker_of: Callable[[str], Thinker],
    ) -> None:
        seat = number % (len(rivals) + 1)
        seats = [calls.bot(name) for name in rivals]
        seats.insert(seat, calls.ME)
        terms = {"options": self.options, "visibility": "private", "rated": False}
        match = await client.send(calls.create_match(self.game, seats, **terms))
        name = name_of(match, seat)
        outcome = await MatchPlayer(client, thinker_of(name), match, seat).play()
        line, url = f"{name}: {result_of(outcome, seat)}", f"{client.server}/m/{match.id}/replay"
        part, sheets = share(outcome, seat), _sheets(outcome, seat)
        self.matches.append(TrialMatch(rivals, part, *sheets, line, url))
        self._log_progress(self.matches[-1])

    def _log_progress(self, match: TrialMatch) -> None:
        ended, total = len(self.matches), self.games * len(self.rivals)
        if ended * PROGRESS_LINES // total > (ended - 1) * PROGRESS_LINES // total:
            log.info("%d of %d: %s, %s", ended, total, match.line, match.url)


def _sheets(outcome: Outcome | None, seat: int) -> tuple[dict[str, float], dict[str, float]]:
    """The points of a seat by line of the score sheet, and the mean of the others'."""
    own: dict[str, float] = defaultdict(float)
    others: dict[str, float] = defaultdict(float)
    for score in outcome.sheet if outcome else ():
        sheet = own if score.seat == seat else others
        for line in score.lines:
            sheet[line.key.rpartition(".")[2]] += line.points
        sheet["total"] += score.total
    rivals = max(1, len(outcome.sheet) - 1) if outcome else 1
    return dict(own), {key: points / rivals for key, points in others.items()}
