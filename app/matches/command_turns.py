"""Command turns: commands of a match wait for one another, and for what other processes commit."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.clocks.service_time import ServiceClock
from app.infra.database import Database
from app.infra.database_errors import AHEAD, SLOW, reason_of
from app.infra.metrics import ANSWERS, CONFLICTS
from app.infra.problems import Problem
from app.matches.commands import Command
from app.matches.errors import NAMES_QUESTIONS, refusal
from app.matches.idempotency import InFlight, find_keyed
from app.matches.publisher import current_view
from app.matches.request_budget import OutlivingCommands
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.matches.verdicts import NotWritten, Unknown
from app.wire.play import Decision
from engine.core.errors import EngineError

RETRY_FOR_S = 5.0
"""A command is attempted again, when another process has changed its match, for this long after
its arrival…
"""
MIN_RETRIES = 20
"""… and at least this many times, in case the process was starved of CPU…"""
RETRY_LIMIT_S = 20.0
"""… but never for longer than this."""
MAX_RETRY_PAUSE_S = 0.02
"""Upper bound of the random pause between retries, so two processes do not keep in step."""
log = structlog.get_logger("conclave.pipeline")

Attempt = Callable[[Room, Command, float], Awaitable[int | None]]
"""Takes a command in its room; `None` if another process has committed first. The float is when
the command arrived, on the loop's clock.
"""


class CommandTurns:
    """Attempts a command in its room's turn, again while other processes commit first."""

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        service_clock: ServiceClock,
        commit_seconds: float,
    ) -> None:
        self.database = database
        self.rooms = rooms
        self.service_clock = service_clock
        self.commit_seconds = commit_seconds
        self.in_flight = InFlight()
        self._outliving = OutlivingCommands()

    async def run(self, command: Command, attempt: Attempt) -> int:
        """The ply of a command. If the wait budget of its request is spent while the change is at
        the database, the command goes on without the request. Raises Problem, and Unknown in that
        case.
        """
        started = time.perf_counter()
        result, ply = "failed", {}
        try:
            ply["ply"] = await self._outliving.run(self._run_once(command, attempt))
            result = "taken"
            return ply["ply"]
        except Problem as problem:
            result = problem.name
            raise
        finally:
            ANSWERS.labels(result).inc()
            seconds = time.perf_counter() - started
            log.info(
                command.kind,
                match=command.match,
                seat=command.seat,
                result=result,
                ms=round(seconds * 1e3, 2),
                **ply,
            )

    async def _run_once(self, command: Command, attempt: Attempt) -> int:
        arrived_at = time.monotonic()
        with self.in_flight.track(command):
            try:
                until = arrived_at + self.commit_seconds
                async with self.rooms.turn(command.match, until) as room:
                    await self._check_in_time(command)
                    return await self._run_in_turn(room, command, arrived_at, attempt)
            except EngineError as error:
                raise await self._refusal(error, command) from None

    async def _check_in_time(self, command: Command) -> None:
        """Raises NotWritten if the command came too late: this process may have slept."""
        if command.not_after is None:
            return
        await self._ensure_clock_synced()
        if command.not_after < self.service_clock.reference():
            raise NotWritten(AHEAD)

    async def _run_in_turn(
        self, room: Room, command: Command, arrived_at: float, attempt: Attempt
    ) -> int:
        """Attempt it until this process commits it or it is refused by an up-to-date room."""
        attempts = 0
        while True:
            if room.is_stale or room.info.status == "paused":
                await self.rooms.refresh(room)
            if room.info.clock.runs:
                await self._ensure_clock_synced()
            ply = await self._attempt(room, command, arrived_at, attempt)
            if ply is not None:
                return ply
            attempts += 1
            limit_s = RETRY_LIMIT_S if attempts < MIN_RETRIES else RETRY_FOR_S
            if time.monotonic() > arrived_at + limit_s:
                raise Problem("unavailable", "Too many conflicting updates; try again.")

    async def _attempt(
        self, room: Room, command: Command, arrived_at: float, attempt: Attempt
    ) -> int | None:
        """The ply of a command, this time or earlier; None to try again in the room as it is now.
        Raises EngineError or Problem if it is refused by a room that was up to date.
        """
        try:
            ply = await attempt(room, command, arrived_at)
        except (NotWritten, Unknown):
            raise
        except (EngineError, Problem) as error:
            ply = await self._find_after_failure(command)
            if ply is None and not (_may_change(error) and await self._refresh_if_shared(room)):
                raise
            return ply
        if ply is None:
            ply = await self._find_after_failure(command)
        if ply is None:
            CONFLICTS.inc()
            await asyncio.sleep(random.uniform(0, MAX_RETRY_PAUSE_S))
            await self.rooms.refresh(room)
        return ply

    async def _find_after_failure(self, command: Command) -> int | None:
        self.rooms.on_release()  # the script that the attempt ran
        return await self.find_earlier(command)

    async def _refresh_if_shared(self, room: Room) -> bool:
        """Load newer rows that another process may have written; whether there were any."""
        return self.rooms.shared and await self.rooms.refresh(room)

    async def find_earlier(self, command: Command) -> int | None:
        """Acknowledge a command that was taken before; its ply, or None if it was not."""
        ply = await find_keyed(self.database, command)
        if ply is not None and command.ack:
            command.ack(ply)
        return ply

    async def _ensure_clock_synced(self) -> None:
        """Make sure that the service clock is right. Raises NotWritten."""
        try:
            await self.service_clock.ensure_synced()
        except (SQLAlchemyError, OSError) as error:
            raise NotWritten(reason_of(error) or SLOW) from error

    async def _refusal(self, error: EngineError, command: Command) -> Problem:
        """The problem for the client; built after the turn, so the next command need not wait."""
        own: list[Decision] = []
        if isinstance(error, NAMES_QUESTIONS):
            room = await self.rooms.get(command.match)
            open_now = current_view(room, command.seat).decisions
            own = msgspec.json.decode(open_now, type=list[Decision])
        return refusal(error, own, command.decision)


def _may_change(error: EngineError | Problem) -> bool:
    """Whether a newer room might not refuse the command: an engine timeout parks the match."""
    return not (isinstance(error, Problem) and error.name in ("engine-timeout", "unavailable"))
