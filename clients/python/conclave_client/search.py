"""Search: bots of `conclave-engine` as bots of an account (`conclave-client[search]`).

The server deals a world that may be the true one by all that the seat knows; the engine's bot deals
itself more like it and searches in them, in a process of its own. It plays as the server's bots
do, on the processors of its operator.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
import time
from base64 import b64decode
from concurrent.futures import ProcessPoolExecutor
from random import Random
from types import TracebackType
from typing import Any

from conclave_client.answers import Answer
from conclave_client.bot import Bot, Refusal
from conclave_client.config import WrongConfig
from conclave_client.types import Decision, Match, View
from engine.bots import think
from engine.bots.bot import installed_bots
from engine.core.match import Match as EngineMatch
from engine.core.registry import games

DEFAULT_SECONDS = 1.0
"""The search time for the first answer of a bot that declares none."""


class SearchPool:
    """Processes in which an engine's bot thinks for all matches. Raises WrongConfig."""

    def __init__(self, name: str, processes: int) -> None:
        if name not in installed_bots():
            names = ", ".join(installed_bots())
            raise WrongConfig(f"engine: there is no {name!r}; there are {names}")
        self.name = name
        # Not forked: this process has threads.
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(processes, mp_context=context)

    def __enter__(self) -> SearchPool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)

    def bot(self) -> SearchBot:
        """A player of one match."""
        return SearchBot(self)


class SearchBot(Bot):
    """A seat that one of the engine's bots plays.

    It gives the default answer if the server has no world (a draw in the same step precedes the
    question), or other rules than the installed engine.
    """

    def __init__(self, search_pool: SearchPool) -> None:
        self.search_pool = search_pool

    async def accepts(self, match: Match, seat: int) -> Refusal | None:
        return None if match.game in games() else Refusal("game")

    async def choose(self, decision: Decision, view: View) -> Answer | None:
        world_state = await self.world(decision)
        if world_state.state is None or world_state.rules != games()[view.game].rules:
            return None
        task = (self.search_pool.name, b64decode(world_state.state), decision.seat, decision.id)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.search_pool.pool, search, *task)


def search(name: str, state: bytes, seat: int, decision: str) -> Any:
    """The bot's answer, within its time; runs in a process of the pool."""
    match = EngineMatch.from_bytes(state)
    seconds = installed_bots()[name].seconds or DEFAULT_SECONDS
    rng = Random(secrets.randbits(64))
    budget = TimeBudget(seconds)
    return think(name, games()[match.game], match, seat, decision, rng, budget).answer


class TimeBudget:
    """A budget of time."""

    iterations: int | None = None

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds

    def expired(self) -> bool:
        return time.monotonic() >= self._until
