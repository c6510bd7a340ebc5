"""Scheduler: runs the due actions of the matches of this process.

It keeps a timer for every match with a next deadline; the sweeper attends to matches whose process
died. What may be due are handlers, which `app.container` registers. Each checks once more that its
action is due, under the match's lock or in its turn, so any number of processes may run at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta

import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.clocks.service_time import ServiceClock
from app.infra.background_tasks import TaskSet
from app.infra.database import Database
from app.infra.fault_reports import report_fault
from app.infra.leases import update_leased
from app.infra.problems import Problem
from app.infra.settings import PlaySettings
from app.infra.shutdown import Shutdown
from app.matches.automation.deadlines import Deadlines
from app.matches.automation.due_actions import timed_out
from app.matches.entry import waited_for
from app.matches.hooks import Committed, MatchChanged
from app.matches.match_info import OVER, RUNNING
from app.matches.models import MatchRow
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.matches.store.group_commit import Writer
from app.wire.literals import MatchStatus

MAX_TIMER_S = 120.0
"""How far ahead timers are set; the sweeper handles later deadlines."""
REVISIT_PAUSE_S = 0.25
"""Pause before a match is attended to again."""
TROUBLE_PAUSE_S = 5.0
"""The same while the database refuses answers; the match's lease stays in place."""
DueHandler = Callable[[Room], Awaitable[None]]
log = structlog.get_logger("conclave.scheduler")


class Scheduler:
    """The timers of this process and the actions they trigger."""

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        writer: Writer,
        service_clock: ServiceClock,
        deadlines: Deadlines,
        shutdown: Shutdown,
        settings: PlaySettings,
    ) -> None:
        self.database = database
        self.rooms = rooms
        self.writer = writer
        self.service_clock = service_clock
        self.deadlines = deadlines
        self.shutdown = shutdown
        self.settings = settings
        self._handlers: dict[MatchStatus, list[DueHandler]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks = TaskSet()

    def on_due(self, statuses: Sequence[MatchStatus], *handlers: DueHandler) -> None:
        """Register what may be due in matches with one of these statuses; it runs in this order.
        The scheduler stores when a running match is due again; for others a handler does.
        """
        for status in statuses:
            self._handlers.setdefault(status, []).extend(handlers)

    def committed(self, event: Committed) -> None:
        """After an entry, watch its match."""
        self.watch(event.room)

    def changed(self, event: MatchChanged) -> None:
        """After a change of a match outside its log, watch it."""
        self.watch(event.room)

    def watch(self, room: Room, at_least: float = 0.0) -> None:
        """Set a match's timer to its next deadline, but at least `at_least` seconds ahead."""
        timer = self._timers.pop(room.info.id, None)
        if timer:
            timer.cancel()
        if room.info.status in OVER:
            self._tasks.start(self.attend(room.info.id))
            return
        if room.info.times is None and not room.info.offers:
            return
        at = min(self.deadlines.of(room.info, room.info.times), default=None)
        seconds = MAX_TIMER_S if at is None else (at - self.service_clock.reference()) / 1000
        if seconds < MAX_TIMER_S and not self.shutdown.begun:
            loop = asyncio.get_running_loop()
            handle = loop.call_later(max(at_least, seconds) + 0.002, self._on_timer, room.info.id)
            self._timers[room.info.id] = handle

    async def attend(self, match: str, lease: datetime | None = None) -> None:
        """Run every due action of a match; release the `lease` taken for it, if any."""
        try:
            room = await self.rooms.fresh(match)
            if room.info.status in RUNNING:
                await self._attend_running(room, lease)
            else:
                await self._run_handlers(room)
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
        await self._tasks.cancel()

    def _on_timer(self, match: str) -> None:
        self._timers.pop(match, None)
        self._tasks.start(self.attend(match))

    async def _attend_running(self, room: Room, lease: datetime | None) -> None:
        await self.service_clock.ensure_synced()
        if timed_out(room.info, self.service_clock, self.settings):
            await self.service_clock.renew()
        await self._run_handlers(room)
        room = await self.rooms.fresh(room.info.id)
        if self._is_troubled:
            self.watch(room, TROUBLE_PAUSE_S)
            return
        await self._release_lease(room, lease)

    async def _run_handlers(self, room: Room) -> None:
        for handler in self._handlers.get(room.info.status, ()):
            await handler(await self.rooms.get(room.info.id))

    async def _release_lease(self, room: Room, lease: datetime | None) -> None:
        """Release the lease: set the row's `due` to the match's next deadline."""
        self.watch(room, REVISIT_PAUSE_S)
        if lease is None:
            return
        waiting = waited_for(room.match) if room.match and room.info.status == "playing" else []
        due = self.deadlines.due_at(room.info, room.info.times, waiting)
        await update_leased(
            self.database,
            MatchRow,
            MatchRow.id == room.info.id,
            MatchRow.due == lease,
            MatchRow.ply == room.match_ply,
            MatchRow.edition == room.info.edition,
            due=min(due, lease + timedelta(days=1)) if due else None,
        )
