"""Bot players: move the built-in bots in the matches of this process."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from math import inf

import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.accounts.owners import Owners
from app.bots.fair_queue import FairQueue
from app.bots.pace import Pace, pace_of
from app.bots.tempo import Tempo, has_begun, turn_of
from app.bots.thinker import Thinker
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.infra.shutdown import Shutdown
from app.matches.automation.undo_grace import grace_left
from app.matches.commands import Command, CommandPipeline
from app.matches.errors import is_rules_fault
from app.matches.hooks import Committed, MatchChanged
from app.matches.match_info import MatchInfo
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.matches.rules_failures import RulesFailures
from app.matches.trials import is_trial, permits_trials
from app.matches.verdicts import NotWritten, Unknown
from engine.bots import find_bot
from engine.bots.plan import Thought
from engine.core.match import Decision

RETRY_PAUSE_S = 1.0
log = structlog.get_logger("conclave.bots")


class BotPlayers:
    """Runs one task per match in which a built-in bot is to move."""

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        pipeline: CommandPipeline,
        failures: RulesFailures,
        shutdown: Shutdown,
        settings: Settings,
        engine_seconds: float,
        *,
        background: bool,
    ) -> None:
        self.rooms = rooms
        self.pipeline = pipeline
        self.failures = failures
        self.shutdown = shutdown
        self.settings = settings
        self.engine_seconds = engine_seconds
        self.background = background
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.thinker = Thinker(settings, engine_seconds)
        self._tempo = Tempo()
        self.fair_queue = FairQueue(settings.bot_workers)
        self.owners = Owners(database)
        self._clock = time.monotonic
        self._sleep = asyncio.sleep

    def committed(self, event: Committed) -> None:
        self.wake(event.room)

    def changed(self, event: MatchChanged) -> None:
        self.wake(event.room)

    def wake(self, room: Room) -> None:
        """Start the task of a match if it is a bot's turn."""
        if room.info.status != "playing":
            self._tempo.forget(room.info.id)
            self.thinker.plans.forget(room.info.id)
        if not self.background or self.shutdown.begun:
            return
        if room.info.id in self._tasks or _to_move(room) is None:
            return
        task = asyncio.get_running_loop().create_task(self._run_bots(room.info.id))
        self._tasks[room.info.id] = task

    async def attend(self, room: Room) -> None:
        """Start the task of a match that no process plays any more."""
        self.wake(room)

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.thinker.stop()

    async def _run_bots(self, match: str) -> None:
        """Move as long as it is a built-in bot's turn.

        Retries while the database is down. After any other error the sweeper restarts it later;
        if the rules keep failing, the match is parked.
        """
        try:
            # no event signals the recovery of the database
            while not await self._run_until_outage(match):  # noqa: ASYNC110
                await asyncio.sleep(RETRY_PAUSE_S)
        except Exception as error:
            log.warning("bot gives up", match=match, error=type(error).__name__)
            if is_rules_fault(error):
                await self._count_rules_failure(match)
        finally:
            self._tasks.pop(match, None)

    async def _count_rules_failure(self, match: str) -> None:
        with suppress(Problem, SQLAlchemyError, OSError):
            room = await self.rooms.get(match)
            if room.info.status == "playing":
                await self.failures.count(room)

    async def _run_until_outage(self, match: str) -> bool:
        """Make the bots' moves; False if the database was down."""
        try:
            await self._make_moves(match)
        except (NotWritten, Unknown, SQLAlchemyError, OSError):
            return self.shutdown.begun
        return True

    async def _make_moves(self, match: str) -> None:
        while not self.shutdown.begun:
            room = await self.rooms.get(match)
            if _to_move(room) is None:
                self._reset_tempo(room)
                return
            pause = grace_left(room)
            if pause:
                await asyncio.sleep(pause)
                continue
            try:
                await self._make_move(room)
            except Problem as problem:
                if problem.name != "stale-decision":
                    raise

    async def _make_move(self, room: Room) -> None:
        """Wait for a place in the queue, then answer the bot's decision, which may have changed.

        The answer appears at the bot's pace, in a trial at once; while it waits, other bots think.
        """
        match, started = room.info.id, self._clock()
        owners = await self.owners.owners_of(_charged_accounts(room.info))
        async with self.fair_queue.turn(owners) as queue_share:
            room = await self.rooms.get(match)
            turn = _to_move(room)
            if turn is None or grace_left(room):
                return
            (name, decision), ply = turn, room.ply
            unpaced = await self._is_trial(room.info)
            pace = self._pace(name, room, decision, 1.0 if unpaced else queue_share)
            due = self._clock() + (0.0 if unpaced else pace.wait_s)
            thought = await self._think(room, decision, pace)
        await self._sleep(max(0.0, due - self._clock()))
        self._tempo.record(match, self._clock() - started)
        room = await self.rooms.get(match)
        if room.ply != ply or _to_move(room) != turn:
            return  # the thought may be out of date
        seat, answer = decision.seat, thought.answer
        self.thinker.plans.keep(match, seat, thought.plan)
        try:
            await self.pipeline.take(Command("answer", match, seat, decision.id, answer))
        except BaseException:
            self.thinker.plans.pop(match, seat)  # the answer it continues was not taken
            raise

    async def _is_trial(self, info: MatchInfo) -> bool:
        if not permits_trials(self.settings):
            return False
        return is_trial(info, await self.owners.owners_of(_charged_accounts(info)))

    def _pace(self, name: str, room: Room, decision: Decision, queue_share: float) -> Pace:
        turn, seat = turn_of(room, self.engine_seconds), decision.seat
        further = has_begun(room.started_match, seat)
        match, has_players = room.info.id, bool(_player_seats(room.info))
        turn_share = self._tempo.turn_share(match, turn, seat, decision.id, further=further)
        limit_s = self._tempo.limit_s(match) if has_players else inf
        return pace_of(find_bot(name), turn_share, queue_share, self.settings, limit_s)

    def _reset_tempo(self, room: Room) -> None:
        """Restart the time used by bots if it is a player's turn."""
        if room.info.status == "playing":
            seats = turn_of(room, self.engine_seconds).seats
            if _player_seats(room.info).intersection(seats):
                self._tempo.reset(room.info.id)

    async def _think(self, room: Room, decision: Decision, pace: Pace) -> Thought:
        return await self.thinker.think(room.info.id, room.started_match, decision, pace)


def _player_seats(info: MatchInfo) -> set[int]:
    """The seats that no built-in bot plays."""
    return {number for number, seat in enumerate(info.seats) if not seat.bot}


def _charged_accounts(info: MatchInfo) -> list[str]:
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
