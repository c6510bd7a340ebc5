"""Scheduler: runs deadlines, auto-pass and offer expiry for the matches of this process.

It keeps a timer for every match with a next deadline; the sweeper attends to matches whose process
died. Both submit commands through the same pipeline as players, which executes only due actions, so
any number of them may run at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.clocks.service_time import ServiceClock
from app.forfeits.resignation import Resignations
from app.forfeits.substitution import Substitutions
from app.infra.database import Database
from app.infra.fault_reports import report_fault
from app.infra.leases import update_leased
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.infra.shutdown import Shutdown
from app.lobby.open_tables import OpenTables
from app.matches.automation.deadlines import due_at, next_deadlines, offer_expiry
from app.matches.automation.due_actions import due_decisions, timed_out
from app.matches.commands import Command, CommandKind, CommandPipeline
from app.matches.entry import waited_for
from app.matches.errors import is_rules_fault
from app.matches.former_names import release_names
from app.matches.hooks import Committed, MatchChanged
from app.matches.match_info import OVER
from app.matches.models import MatchRow
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.matches.rules_failures import RulesFailures
from app.matches.store.group_commit import Writer
from app.offers.service import Offers
from app.ratings.settlement import Settlement

MAX_TIMER_S = 120.0
"""How far ahead timers are set; the sweeper handles later deadlines."""
REVISIT_PAUSE_S = 0.25
"""Pause before a match is attended to again."""
TROUBLE_PAUSE_S = 5.0
"""The same while the database refuses answers; the match's lease stays in place."""
MAX_BATCH = 200
"""Decisions of a match answered in one visit."""
NO_LONGER_DUE = (
    "stale-decision",
    "match-over",
    "match-not-started",
    "forbidden",
    "offer-closed",
    "paused",
)
log = structlog.get_logger("conclave.scheduler")


class Scheduler:
    """The timers of this process and the actions they trigger."""

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        pipeline: CommandPipeline,
        writer: Writer,
        service_clock: ServiceClock,
        offers: Offers,
        open_tables: OpenTables,
        resignations: Resignations,
        substitutions: Substitutions,
        settlement: Settlement,
        failures: RulesFailures,
        shutdown: Shutdown,
        settings: Settings,
    ) -> None:
        self.database = database
        self.rooms = rooms
        self.pipeline = pipeline
        self.writer = writer
        self.service_clock = service_clock
        self.offers = offers
        self.open_tables = open_tables
        self.resignations = resignations
        self.substitutions = substitutions
        self.settlement = settlement
        self.failures = failures
        self.shutdown = shutdown
        self.settings = settings
        self.on_attend: list[Callable[[Room], None]] = []
        """Called with each match in play before its due actions run."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def committed(self, event: Committed) -> None:
        """After an entry, watch its match and close the offers that it has overtaken."""
        self.watch(event.room)
        before, now = event.before.offers, event.room.info.offers
        if before and len(before) > len(now):
            self._start(self.offers.close_obsolete(event.room, before))

    def changed(self, event: MatchChanged) -> None:
        """After a change of a match outside its log, watch it."""
        self.watch(event.room)

    def watch(self, room: Room, at_least: float = 0.0) -> None:
        """Set a match's timer to its next deadline, but at least `at_least` seconds ahead."""
        timer = self._timers.pop(room.info.id, None)
        if timer:
            timer.cancel()
        if room.info.status in OVER:
            self._start(self.attend(room.info.id))
            return
        if room.info.times is None and not room.info.offers:
            return
        settings, service_clock = self.settings, self.service_clock
        at = min(next_deadlines(settings, service_clock, room.info, room.info.times), default=None)
        seconds = MAX_TIMER_S if at is None else (at - service_clock.reference()) / 1000
        if seconds < MAX_TIMER_S and not self.shutdown.begun:
            loop = asyncio.get_running_loop()
            handle = loop.call_later(max(at_least, seconds) + 0.002, self._on_timer, room.info.id)
            self._timers[room.info.id] = handle

    async def attend(self, match: str, lease: datetime | None = None) -> None:
        """Run every due action of a match; release the `lease` taken for it, if any."""
        try:
            room = await self.rooms.fresh(match)
            if room.info.status in OVER:
                await self._settle(room)
                return
            if room.info.status == "open":
                await self.open_tables.attend(match)
                return
            for hook in self.on_attend:
                hook(room)
            await self.service_clock.ensure_synced()
            await self._attend(room)
            room = await self.rooms.fresh(match)
            if self._is_troubled:
                self.watch(room, TROUBLE_PAUSE_S)
                return
            await self._release_lease(room, lease)
        except (Problem, SQLAlchemyError, OSError) as error:
            log.warning("due actions failed", match=match, error=type(error).__name__)
        except Exception as error:
            report_fault(error, match=match)

    @property
    def _is_troubled(self) -> bool:
        """Whether the database refuses answers to any process; no clock expires then."""
        return self.service_clock.answers_refused or self.writer.refused is not None

    async def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _on_timer(self, match: str) -> None:
        self._timers.pop(match, None)
        self._start(self.attend(match))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _attend(self, room: Room) -> None:
        settings = self.settings
        if timed_out(room.info, self.service_clock, settings):
            await self.service_clock.renew()
        for offer in room.info.offers:
            if offer_expiry(settings, room.info.clock, offer.at) <= self.service_clock.now():
                await self._ignore_if_not_due(self.offers.expire(room.info.id, offer.id))
        for _ in range(MAX_BATCH):
            due = next(due_decisions(room, settings), None)
            if due is None:
                break
            await self._run_command(room, *due)
            room = await self.rooms.get(room.info.id)
        policy = room.info.clock.on_timeout
        if policy == "default" or self._is_troubled:
            return
        by_bot = policy == "bot"
        act = self.substitutions.take_over_by_bot if by_bot else self.resignations.forfeit
        for seat in timed_out(room.info, self.service_clock, settings):
            await self._ignore_if_not_due(act(room.info.id, seat))

    async def _run_command(self, room: Room, kind: CommandKind, decision: Any) -> None:
        command = Command(kind, room.info.id, decision.seat, decision.id)
        try:
            await self.pipeline.take(command)
        except Problem as problem:
            if problem.name in NO_LONGER_DUE:
                return
            if is_rules_fault(problem):
                await self.failures.count(room)
            raise

    async def _ignore_if_not_due(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Problem as problem:
            if problem.name not in NO_LONGER_DUE:
                raise

    async def _release_lease(self, room: Room, lease: datetime | None) -> None:
        """Release the lease: set the row's `due` to the match's next deadline."""
        self.watch(room, REVISIT_PAUSE_S)
        if lease is None:
            return
        waiting = waited_for(room.match) if room.match and room.info.status == "playing" else []
        due = due_at(self.settings, self.service_clock, room.info, room.info.times, waiting)
        await update_leased(
            self.database,
            MatchRow,
            MatchRow.id == room.info.id,
            MatchRow.due == lease,
            MatchRow.ply == room.match_ply,
            MatchRow.edition == room.info.edition,
            due=min(due, lease + timedelta(days=1)) if due else None,
        )

    async def _settle(self, room: Room) -> None:
        """Settle a finished match and free former names, then take it off the sweeper's list."""
        again = await self.settlement.settle(room.info.id)
        query = (
            sa.update(MatchRow)
            .where(MatchRow.id == room.info.id, MatchRow.status.in_(OVER))
            .values(due=again)
        )
        async with self.database.writing() as session:
            if again is None:
                await release_names(session, [room.info.id])
            await session.execute(query)
