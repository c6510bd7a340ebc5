"""Bot players: move the built-in bots in the matches of this process."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.accounts.owners import Owners
from app.bots.fair_queue import FairQueue
from app.bots.worker import initialise_worker, think
from app.games.run_rules import run_rules
from app.infra.database import Database
from app.infra.lifecycle import Lifecycle
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.matches.commands import Command
from app.matches.errors import is_of_the_rules
from app.matches.hooks import Committed, MatchChanged
from app.matches.pipeline import Pipeline
from app.matches.room import MatchInfo, Room
from app.matches.rooms import RoomCache
from app.matches.rules_failures import RulesFailures
from app.matches.undo_grace import grace_left
from app.matches.verdicts import NotWritten, Unknown
from engine.core.match import Decision, Match

FALLBACK_BOT = "random"
"""Answers when a worker has died, failed or exceeded its time."""
BUDGET = 0.5
"""The share of its time limit that a bot may spend thinking."""
RETRY_PAUSE_S = 1.0
log = structlog.get_logger("conclave.bots")


class BotPlayers:
    """Runs one task per match in which a built-in bot is to move."""

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        pipeline: Pipeline,
        failures: RulesFailures,
        lifecycle: Lifecycle,
        settings: Settings,
    ) -> None:
        self.rooms = rooms
        self.pipeline = pipeline
        self.failures = failures
        self.lifecycle = lifecycle
        self.settings = settings
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._turns = FairQueue(settings.bot_workers)
        self._persons = Owners(database)

    def committed(self, event: Committed) -> None:
        self.wake(event.room)

    def changed(self, event: MatchChanged) -> None:
        self.wake(event.room)

    def wake(self, room: Room) -> None:
        """Start the task of a match if it is a bot's turn."""
        if not self.settings.background or self.lifecycle.closing:
            return
        if room.info.id in self._tasks or _to_move(room) is None:
            return
        task = asyncio.get_running_loop().create_task(self._play(room.info.id))
        self._tasks[room.info.id] = task

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._end_pool()

    async def _play(self, match: str) -> None:
        """Move as long as it is a built-in bot's turn.

        Retries while the database is down. After any other error the sweeper restarts it later;
        if the rules keep failing, the match is parked.
        """
        try:
            while not await self._play_on(match):  # noqa: ASYNC110 - no event signals recovery
                await asyncio.sleep(RETRY_PAUSE_S)
        except Exception as error:
            log.warning("bot gives up", match=match, error=type(error).__name__)
            if is_of_the_rules(error):
                await self._failed(match)
        finally:
            self._tasks.pop(match, None)

    async def _failed(self, match: str) -> None:
        with suppress(Problem, SQLAlchemyError, OSError):
            room = await self.rooms.get(match)
            if room.info.status == "playing":
                await self.failures.count(room)

    async def _play_on(self, match: str) -> bool:
        """False if the database was down."""
        try:
            await self._move_on(match)
        except (NotWritten, Unknown, SQLAlchemyError, OSError):
            return self.lifecycle.closing
        return True

    async def _move_on(self, match: str) -> None:
        pace = pause = self.settings.bot_delay
        while not self.lifecycle.closing:
            await asyncio.sleep(pause)
            room = await self.rooms.get(match)
            turn = _to_move(room)
            if turn is None:
                return
            pause = grace_left(room)
            if pause:
                continue
            pause = pace
            try:
                await self._move(room)
            except Problem as problem:
                if problem.name != "stale-decision":
                    raise

    async def _move(self, room: Room) -> None:
        """Wait for a place in the queue, then answer the bot's decision, which may have changed."""
        match = room.info.id
        people = await self._persons.behind(_waiting_for(room.info))
        async with self._turns.turn(people):
            room = await self.rooms.get(match)
            turn = _to_move(room)
            if turn is None or grace_left(room):
                return
            name, decision = turn
            answer = await self._think(name, room.playing, decision)
        await self.pipeline.take(Command("answer", match, decision.seat, decision.id, answer))

    async def _think(self, name: str, match: Match, decision: Decision) -> Any:
        seconds = self.settings.bot_seconds * BUDGET
        task = (name, match.to_bytes(), decision.seat, decision.id, seconds)
        try:
            loop = asyncio.get_running_loop()
            thought = loop.run_in_executor(self._workers(), think, *task)
            async with asyncio.timeout(self.settings.bot_seconds):
                return msgspec.json.decode(await thought)
        except Exception as error:
            log.warning("bot failed to answer", bot=name, error=type(error).__name__)
            if isinstance(error, TimeoutError | BrokenProcessPool):
                self._end_pool()
            fallback = partial(think, FALLBACK_BOT, *task[1:])
            return msgspec.json.decode(run_rules(fallback, self.settings.engine_seconds))

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.settings.bot_workers,
                multiprocessing.get_context("spawn"),
                initialise_worker,
            )
        return self._pool

    def _end_pool(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)


def _waiting_for(info: MatchInfo) -> list[str]:
    """The accounts that the bots' thinking time of a match is charged to."""
    return [seat.account for seat in info.seats if seat.account] or [info.creator]


def _to_move(room: Room) -> tuple[str, Decision] | None:
    """The first decision of a built-in bot, and the bot's name. Bots do not answer optional
    decisions, which hold up no player (`docs/decisions/0005`).
    """
    if room.match is None or room.info.status != "playing":
        return None
    for decision in room.match.decisions:
        bot = room.info.seats[decision.seat].bot
        if bot and not decision.optional:
            return bot, decision
    return None
