"""Scheduler: runs deadlines, auto-pass and offer expiry for the matches of this process.

It keeps a timer for every match with a next deadline; the sweeper attends to matches whose process
died. Both submit commands through the same pipeline as players, and only due actions are executed,
so any number of them may run at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.container import Services
from app.departures.resignation import forfeit
from app.departures.substitution import take_over_by_bot
from app.infra.fault_reports import report_fault
from app.infra.problems import Problem
from app.lobby.expiry import lapse_table
from app.matches.commands import Command
from app.matches.deadlines import due_at, lapses, next_deadlines
from app.matches.due_actions import due_decisions, timed_out
from app.matches.entry import waited_for
from app.matches.errors import is_of_the_rules
from app.matches.models import MatchRow
from app.matches.park import park
from app.matches.room import OVER, Offer, Room
from app.offers.service import close_overtaken, lapse

TIMER_HORIZON_S = 120.0
"""How far ahead timers are set; the sweeper handles later deadlines."""
REVISIT_PAUSE_S = 0.25
"""Before a match is attended to again."""
TROUBLE_PAUSE_S = 5.0
"""The same while the database refuses answers; the match's lease stays in place."""
MAX_BATCH = 200
"""Decisions of a match answered in one visit."""
MAX_FAILURES = 3
"""How often the rules may fail at one ply before the match is parked."""
GONE = ("stale-decision", "match-over", "match-not-started", "forbidden", "offer-closed", "paused")
log = structlog.get_logger("conclave.scheduler")


class Scheduler:
    """The timers of this process and the actions they trigger."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: dict[str, tuple[int, int]] = {}
        self.settlement: Callable[[str], Awaitable[datetime | None]] | None = None
        """Called after a match ends, possibly repeatedly; returns when to call it again, if at all.
        """

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
        settings, service_clock = self.services.settings, self.services.service_clock
        at = min(next_deadlines(settings, service_clock, room.info, room.info.times), default=None)
        seconds = TIMER_HORIZON_S if at is None else (at - service_clock.reference()) / 1000
        if seconds < TIMER_HORIZON_S and not self.services.lifecycle.closing:
            loop = asyncio.get_running_loop()
            ring = loop.call_later(max(at_least, seconds) + 0.002, self._ring, room.info.id)
            self._timers[room.info.id] = ring

    def close_offers(self, room: Room, before: Sequence[Offer]) -> None:
        """Close the offers that an entry has overtaken."""
        self._start(close_overtaken(self.services, room, before))

    async def attend(self, match: str, lease: datetime | None = None) -> None:
        """Run every due action of a match; release the `lease` taken for it, if any."""
        try:
            room = await self.services.rooms.fresh(match)
            if room.info.status in OVER:
                await self._settle(room)
                return
            if room.info.status == "open":
                await lapse_table(self.services, match)
                return
            self.services.bots.wake(room)
            await self.services.service_clock.be_sure()
            await self._attend(room)
            room = await self.services.rooms.fresh(match)
            if self._is_troubled:
                self.watch(room, TROUBLE_PAUSE_S)
                return
            await self._give_back(room, lease)
        except (Problem, SQLAlchemyError, OSError) as error:
            log.warning("due actions failed", match=match, error=type(error).__name__)
        except Exception as error:
            report_fault(error, match=match)

    @property
    def _is_troubled(self) -> bool:
        """Whether the database refuses answers to any process: then no clock expires."""
        return self.services.service_clock.is_troubled or self.services.writer.refused is not None

    async def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def count_failure(self, room: Room) -> bool:
        """Count a failure of the rules in a due action; True once it was the last one allowed."""
        ply, failures = self._failed.pop(room.info.id, (room.ply, 0))
        failures = failures + 1 if ply == room.ply else 1
        if failures < MAX_FAILURES:
            self._failed[room.info.id] = (room.ply, failures)
        return failures >= MAX_FAILURES

    def _ring(self, match: str) -> None:
        self._timers.pop(match, None)
        self._start(self.attend(match))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _attend(self, room: Room) -> None:
        services, settings = self.services, self.services.settings
        if timed_out(room.info, services.service_clock, settings):
            await services.service_clock.renew()
        for offer in room.info.offers:
            if lapses(settings, room.info.clock, offer.at) <= services.service_clock.now():
                await self._unless_gone(lapse(services, room.info.id, offer.id))
        for _ in range(MAX_BATCH):
            due = next(due_decisions(room, settings), None)
            if due is None:
                break
            await self._take(room, *due)
            room = await services.rooms.get(room.info.id)
        policy = room.info.clock.on_timeout
        if policy == "default" or self._is_troubled:
            return
        for seat in timed_out(room.info, services.service_clock, settings):
            act = take_over_by_bot if policy == "bot" else forfeit
            await self._unless_gone(act(services, room.info.id, seat))

    async def _take(self, room: Room, kind: str, decision: Any) -> None:
        command = Command(kind, room.info.id, decision.seat, decision.id)
        try:
            await self.services.pipeline.take(command)
        except Problem as problem:
            if problem.name in GONE:
                return
            if is_of_the_rules(problem) and self.count_failure(room):
                await park(self.services, room)
            raise

    async def _unless_gone(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Problem as problem:
            if problem.name not in GONE:
                raise

    async def _give_back(self, room: Room, lease: datetime | None) -> None:
        """Release the lease: set the row's `due` to the match's next deadline."""
        self.watch(room, REVISIT_PAUSE_S)
        if lease is None:
            return
        services = self.services
        waiting = waited_for(room.match) if room.match and room.info.status == "playing" else []
        due = due_at(services.settings, services.service_clock, room.info, room.info.times, waiting)
        query = (
            sa.update(MatchRow)
            .where(
                MatchRow.id == room.info.id,
                MatchRow.due == lease,
                MatchRow.ply == room.match_ply,
                MatchRow.edition == room.info.edition,
            )
            .values(due=min(due, lease + timedelta(days=1)) if due else None)
        )
        async with services.database.writing() as session:
            await session.execute(query)

    async def _settle(self, room: Room) -> None:
        """Settle a finished match, then take it off the sweeper's list."""
        again = await self.settlement(room.info.id) if self.settlement else None
        query = (
            sa.update(MatchRow)
            .where(MatchRow.id == room.info.id, MatchRow.status.in_(OVER))
            .values(due=again)
        )
        async with self.services.database.writing() as session:
            await session.execute(query)
