"""Hints: the best answers to a player's open decision, found by a bot from their seat's knowledge.
They are not stored, logged or published.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import structlog

from app.accounts.caller import Caller
from app.bots.open_decisions import OpenDecisions
from app.bots.pace import LIMIT_SHARE
from app.bots.players import BotPlayers
from app.bots.thinker import BotFailed
from app.bots.worker import HintTask
from app.bots.worker_pool import WorkerDied
from app.infra.metrics import HINTS
from app.infra.problems import Problem
from app.infra.settings import BotSettings
from app.matches.match_info import MatchInfo, SeatInfo
from app.rate_limits.limits import RateLimits
from app.wire.hints import Hint, Suggestion
from engine.bots import hint as engine

MAX_QUEUE_WAIT_S = 10.0
"""How long a hint waits for a free worker."""
DECIMAL_PLACES = 4
log = structlog.get_logger("conclave.bots")


class Hints:
    """Hints for the players of this process."""

    def __init__(
        self,
        open_decisions: OpenDecisions,
        bots: BotPlayers,
        limits: RateLimits,
        settings: BotSettings,
    ) -> None:
        self.open_decisions = open_decisions
        self.bots = bots
        self.limits = limits
        self.seconds = min(settings.hint_seconds, settings.bot_seconds * LIMIT_SHARE)

    async def give(self, match: str, decision: str, caller: Caller) -> Hint:
        """A hint for one of the open decisions of the caller's seat. Raises Problem."""
        with _counted():
            await self.open_decisions.get(match, decision, caller, require_hints)
            await self.limits.hint(caller.account)
            return await self._think(match, decision, caller)

    async def _think(self, match: str, decision: str, caller: Caller) -> Hint:
        """Wait for a place that no bot needs, then search; the match may change meanwhile."""
        owners = await self.bots.owners.owners_of([caller.account])
        try:
            async with (
                asyncio.timeout(MAX_QUEUE_WAIT_S) as timeout,
                self.bots.fair_queue.spare_turn(owners) as share,
            ):
                timeout.reschedule(None)
                room, seat = await self.open_decisions.get(match, decision, caller, require_hints)
                ply, state, names = room.ply, room.started_match.to_bytes(), room.info.names
                task = HintTask(state, seat, decision, self.seconds * share, names)
                suggestions = await self._suggest(match, task)
        except TimeoutError:
            raise Problem("unavailable", "The bots are busy; try again in a moment.") from None
        await self.open_decisions.get(match, decision, caller, require_hints)
        return Hint(
            decision=decision,
            ply=ply,
            answers=[_suggestion(suggestion) for suggestion in suggestions],
        )

    async def _suggest(self, match: str, task: HintTask) -> list[engine.Suggestion]:
        try:
            return await self.bots.thinker.hint(task)
        except (BotFailed, WorkerDied, OSError) as error:
            name = error.name if isinstance(error, BotFailed) else type(error).__name__
            log.warning("hint failed", match=match, error=name)
            raise Problem("unavailable", "No hint could be found.") from None


def require_hints(info: MatchInfo, seat: int) -> None:
    """Check that the seat may have hints: the match is unrated, and built-in bots hold all other
    seats for good. Raises Problem forbidden.
    """
    if info.rated:
        raise Problem("forbidden", "There are no hints in rated matches.")
    others = [occupant for number, occupant in enumerate(info.seats) if number != seat]
    if not all(_is_built_in(occupant) for occupant in others):
        raise Problem("forbidden", "Hints are only for matches against built-in bots.")


def _is_built_in(seat: SeatInfo) -> bool:
    """Whether a built-in bot holds the seat, and no player can reclaim it."""
    return seat.bot is not None and (seat.resigned or not seat.stands_in)


def _suggestion(suggestion: engine.Suggestion) -> Suggestion:
    converted = msgspec.convert(msgspec.to_builtins(suggestion), Suggestion)
    converted.chance, converted.error = (
        round(suggestion.chance, DECIMAL_PLACES),
        round(suggestion.error, DECIMAL_PLACES),
    )
    return converted


@contextmanager
def _counted() -> Iterator[None]:
    result = "failed"
    try:
        yield
        result = "given"
    except Problem as problem:
        result = problem.name
        raise
    finally:
        HINTS.labels(result).inc()
