"""Thinker: runs bots in worker processes, with simpler bots as fallback."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import structlog

from app.bots.pace import QUICK_BOT, Pace
from app.bots.plans import Plans
from app.bots.worker import HintTask, Reply, Task, decode_reply, encode_task, think
from app.bots.worker_pool import WorkerDied, WorkerPool
from app.games.run_rules import run_rules
from app.infra.metrics import BOT_SECONDS, BOT_SHARE, BOT_THOUGHTS
from app.infra.settings import BotSettings
from engine.bots.hint import Suggestion
from engine.bots.plan import Thought
from engine.core.match import Decision, Match

LAST_RESORT = "random"
log = structlog.get_logger("conclave.bots")


class BotFailed(Exception):
    """The bot raised an error; `name` is the error's type."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Thinker:
    """The worker processes, and the plans that bots have made there."""

    def __init__(self, settings: BotSettings, engine_seconds: float) -> None:
        self.settings = settings
        self.engine_seconds = engine_seconds
        self.plans = Plans()
        self.pool = WorkerPool(settings.bot_workers)

    async def stop(self) -> None:
        await self.pool.stop()

    async def think(self, id: str, match: Match, decision: Decision, pace: Pace) -> Thought:
        """The bot's thought in the match `id`, from its plan there if that fits.

        If the bot fails, or its worker dies or takes too long, `greedy` answers in this process,
        or `random` if that fails too. Raises what the rules raise then (`run_rules`).
        """
        seat = decision.seat
        plan = self.plans.pop(id, seat)
        task = Task(pace.bot, match.to_bytes(), seat, decision.id, pace.search_s, plan)
        BOT_SHARE.observe(pace.queue_share)
        try:
            with _counted(pace.bot):
                return await self._think(task)
        except (BotFailed, WorkerDied, OSError) as error:
            name = error.name if isinstance(error, BotFailed) else type(error).__name__
            log.warning("bot failed to answer", match=id, bot=pace.bot, error=name)
            return self._fall_back(task)

    async def hint(self, task: HintTask) -> list[Suggestion]:
        """The best moves. Raises BotFailed, WorkerDied or OSError."""
        reply = await self._ask(task)
        if reply.hint is None:
            raise BotFailed(reply.error)
        return reply.hint

    async def _think(self, task: Task) -> Thought:
        reply = await self._ask(task)
        if reply.thought is None:
            raise BotFailed(reply.error)
        return reply.thought

    async def _ask(self, task: Task | HintTask) -> Reply:
        return decode_reply(await self.pool.ask(encode_task(task), self.settings.bot_seconds))

    def _fall_back(self, task: Task) -> Thought:
        task.plan, task.seconds = None, 0.0
        limit = self.engine_seconds
        try:
            task.bot = QUICK_BOT
            return run_rules(partial(think, task), limit)
        except Exception:  # reported by run_rules
            task.bot = LAST_RESORT
            return run_rules(partial(think, task), limit)


@contextmanager
def _counted(bot: str) -> Iterator[None]:
    started, result = time.perf_counter(), "stopped"
    try:
        yield
        result = "answered"
    except BotFailed:
        result = "failed"
        raise
    except WorkerDied:
        result = "died"
        raise
    except TimeoutError:
        result = "timeout"
        raise
    finally:
        BOT_THOUGHTS.labels(bot, result).inc()
        BOT_SECONDS.labels(bot).observe(time.perf_counter() - started)
