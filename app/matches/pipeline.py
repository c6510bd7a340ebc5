"""Pipeline: the single entry point for answers from websocket, REST and built-in bots. In order:

authorise the seat -> the room's turn -> engine (pure) -> commit -> ack -> project -> publish.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any, TypeVar

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.clocks.service_time import ServiceClock
from app.infra.database import Database
from app.infra.database_errors import AHEAD, SLOW, reason_of
from app.infra.fault_reports import report_fault
from app.infra.metrics import ANSWERS, CONFLICTS, PUBLISH
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.infra.wait_budget import WaitBudget, current_wait_budget
from app.matches.command_runner import CommandRunner
from app.matches.commands import Command
from app.matches.entry import EntryWrite
from app.matches.entry_builder import EntryBuilder, info_after
from app.matches.errors import NAMES_QUESTIONS, refusal, require_player
from app.matches.forwarding import Bypassed, Declined, Forwarder, Reply
from app.matches.hooks import Committed, MatchHooks
from app.matches.idempotency import InFlight, find_keyed, keyed
from app.matches.ownership import Ownership
from app.matches.publisher import Before, Publisher, current_view
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.matches.store.group_commit import Writer
from app.matches.verdicts import NotWritten, Unknown
from app.server.gc_tuning import note_released
from app.wire.play import Decision
from engine.core.errors import EngineError
from engine.core.match import Transition

RETRY_FOR_S = 5.0
"""A command that loses its ply to another process is retried for this long after its arrival…"""
MIN_RETRIES = 20
"""… and at least this many times, in case the process was starved of CPU…"""
RETRY_LIMIT_S = 20.0
"""… but never for longer than this."""
MAX_RETRY_PAUSE_S = 0.02
"""Upper bound of the random pause between retries, so two processes do not keep in step."""
log = structlog.get_logger("conclave.pipeline")
T = TypeVar("T")


class Pipeline:
    """Takes the commands for matches in play."""

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        service_clock: ServiceClock,
        ownership: Ownership,
        forwarder: Forwarder,
        commands: CommandRunner,
        entries: EntryBuilder,
        writer: Writer,
        publisher: Publisher,
        hooks: MatchHooks,
        settings: Settings,
    ) -> None:
        self.database = database
        self.rooms = rooms
        self.service_clock = service_clock
        self.ownership = ownership
        self.forwarder = forwarder
        self.commands = commands
        self.entries = entries
        self.writer = writer
        self.publisher = publisher
        self.hooks = hooks
        self.settings = settings
        self._in_flight = InFlight()
        self._taking: set[asyncio.Task[int]] = set()

    async def take(self, command: Command) -> int:
        """Take an answer, an undo or a show, here or at the match's owner; returns its ply. Raises
        Problem.
        """
        return (await self._take_here_or_forward(command, asks=False)).ply

    async def take_and_ask(self, command: Command) -> tuple[int, bytes]:
        """The same, and the seat's open questions afterwards, as JSON."""
        reply = await self._take_here_or_forward(command, asks=True)
        decisions = bytes(reply.decisions) or await self.decisions(command.match, command.seat)
        return reply.ply, decisions

    async def _take_here_or_forward(self, command: Command, *, asks: bool) -> Reply:
        owner = await self._owner_elsewhere(command.match)
        if owner is None:
            return Reply(0, await self.take_here(command))
        command = keyed(command)
        try:
            with self._in_flight.track(command):
                return await self._forward(command, owner, asks=asks)
        except Declined:
            return Reply(0, await self.take_here(command))

    async def _owner_elsewhere(self, match: str) -> str | None:
        if not self.rooms.shared:
            return None
        room = await self.rooms.peek(match)
        owner = self.ownership.other_owner(room)
        if owner is None and room.is_stale:
            owner = self.ownership.other_owner(await self.rooms.get(match))
        return owner

    async def _forward(self, command: Command, owner: str, *, asks: bool) -> Reply:
        """Have the owner take it. A bypassed owner may have taken it or may still take it, so this
        process then sends it a second time, under the same key. Raises Problem or Declined.
        """
        try:
            reply = await self.forwarder.forward(command, owner, asks=asks)
        except Bypassed:
            ply = await self._find_earlier(command)
            return Reply(0, await self.take_here(command) if ply is None else ply)
        except Problem:
            self.rooms.note_change(command.match)  # it may have no subscription that announces it
            raise
        self.rooms.note_ply(command.match, reply.ply)
        return reply

    async def take_here(self, command: Command) -> int:
        """Take it in this process."""
        started = time.perf_counter()
        result, taken = "failed", {}
        try:
            taken["ply"] = await self._take_within_budget(command)
            result = "taken"
            return taken["ply"]
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
                **taken,
            )

    async def _take_within_budget(self, command: Command) -> int:
        """Take it. If the request's wait budget is spent while the change is at the database, the
        command goes on without the request. Raises Unknown then.
        """
        budget = current_wait_budget()
        if budget is None:
            return await self._take_once(command)
        taking = asyncio.create_task(self._take_once(command))
        self._taking.add(taking)
        taking.add_done_callback(self._take_ended)
        either: list[asyncio.Future[Any]] = [taking, budget.exhausted]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        either.clear()
        try:
            if not taking.done():
                raise Unknown
            return taking.result()
        finally:
            del taking  # its exception refers to this frame: a reference cycle otherwise

    def _take_ended(self, taking: asyncio.Task[int]) -> None:
        self._taking.discard(taking)
        if not taking.cancelled():
            taking.exception()

    async def _take_once(self, command: Command) -> int:
        with self._in_flight.track(command):
            return await self._take(command)

    async def _take(self, command: Command) -> int:
        arrived_at = time.monotonic()
        try:
            async with self.rooms.turn(
                command.match, arrived_at + self.settings.commit_seconds
            ) as room:
                return await self._take_in_room(room, command, arrived_at)
        except EngineError as error:
            raise await self._refusal(error, command) from None

    async def _refusal(self, error: EngineError, command: Command) -> Problem:
        """The problem for the client; built after the turn, so the next command need not wait."""
        own: list[Decision] = []
        if isinstance(error, NAMES_QUESTIONS):
            open_now = await self.decisions(command.match, command.seat)
            own = msgspec.json.decode(open_now, type=list[Decision])
        return refusal(error, own, command.decision)

    async def _take_in_room(self, room: Room, command: Command, arrived_at: float) -> int:
        """Take it in the room, during its turn; retry limits count from `arrived_at`. Raises
        EngineError, Problem.
        """
        if command.not_after is not None:
            await self._ensure_clock_synced()  # this process may have slept
            if command.not_after < self.service_clock.reference():
                raise NotWritten(AHEAD)
        losses = 0
        while True:
            if room.is_stale or room.info.status == "paused":
                await self.rooms.refresh(room)
            try:
                ply = await self._try_once(room, command, arrived_at)
            except (EngineError, Problem) as error:
                if not await self._may_be_mistaken(room, error):
                    raise
            else:
                if ply is not None:
                    return ply
                losses += 1
                CONFLICTS.inc()
                await asyncio.sleep(random.uniform(0, MAX_RETRY_PAUSE_S))
                await self.rooms.refresh(room)
            if time.monotonic() > arrived_at + (
                RETRY_LIMIT_S if losses < MIN_RETRIES else RETRY_FOR_S
            ):
                raise Problem("unavailable", "Too many conflicting updates; try again.")

    async def _may_be_mistaken(self, room: Room, error: EngineError | Problem) -> bool:
        """Whether the refusal came from a stale room; the room is up to date afterwards."""
        if isinstance(error, Problem) and error.name in ("engine-timeout", "unavailable"):
            return False
        if not self.rooms.shared:
            return False
        return await self.rooms.refresh(room)

    async def _try_once(self, room: Room, command: Command, arrived_at: float) -> int | None:
        """Try once; None if another process committed first."""
        if room.info.clock.runs:
            await self._ensure_clock_synced()
        match = room.started_match
        try:
            require_player(room.info, command.by, command.seat)
            before = Before(room, match)
            transition, entry = await self.commands.run(room, match, command)
            change = self.entries.describe(room, match, transition, entry)
            change.owner = self.ownership.owner_after(room, command)
        except (EngineError, Problem):
            ply = await self._find_earlier(command)
            if ply is None:
                raise
            return ply
        if await self._commit(room, change, arrived_at):
            return await self._committed(room, before, change, transition, command)
        return await self._find_earlier(command)

    async def _ensure_clock_synced(self) -> None:
        """Make sure that the service clock is right. Raises NotWritten."""
        try:
            await self.service_clock.ensure_synced()
        except (SQLAlchemyError, OSError) as error:
            raise NotWritten(reason_of(error) or SLOW) from error

    async def _find_earlier(self, command: Command) -> int | None:
        """Acknowledge a command that was taken before; returns its ply, or None if it was not."""
        note_released()
        ply = await find_keyed(self.database, command)
        if ply is not None and command.ack:
            command.ack(ply)
        return ply

    async def _commit(self, room: Room, change: EntryWrite, arrived_at: float) -> bool:
        budget, started = current_wait_budget(), time.monotonic()
        timer = budget and asyncio.get_running_loop().call_later(
            max(0.0, budget.left_s), self._let_go, change, budget
        )
        try:
            return await self.writer.commit(change, arrived_at)
        except NotWritten:
            raise
        except BaseException:
            self._doubt(room)
            raise
        finally:
            if budget and timer:
                timer.cancel()
                budget.left_s -= time.monotonic() - started

    def _let_go(self, change: EntryWrite, budget: WaitBudget) -> None:
        """Withdraw a change that has not been sent when the request's wait budget is spent."""
        command_id = change.match, change.seat, change.key
        if self.writer.withdraw(*command_id):
            self.writer.readmit(*command_id)
        else:
            budget.exhaust()

    async def _committed(
        self,
        room: Room,
        before: Before,
        change: EntryWrite,
        transition: Transition,
        command: Command,
    ) -> int:
        """Acknowledge a committed command, whatever becomes of its frames.

        While answers are few, the ack is sent before the frame is built; under load, with it. The
        reply to another process always goes with the frames, in one batch for the bus.
        """
        try:
            if command.ack:
                command.ack(change.ply)
                if self.writer.is_calm and not command.is_forwarded:
                    await asyncio.sleep(0)
        finally:
            self._publish(room, before, change, transition)
        return change.ply

    def _publish(
        self, room: Room, before: Before, change: EntryWrite, transition: Transition
    ) -> None:
        """Publish a committed entry, then run the hooks."""
        started = time.perf_counter()
        try:
            info = info_after(before.info, change)
            self.publisher.publish(room, before, info, transition, change.told)
            self.ownership.committed(room, change)
            self.hooks.committed(Committed(room, before.info, before.match, info, transition.match))
        except Exception as error:
            report_fault(error, match=room.info.id, ply=change.ply)
            self._doubt(room)
        PUBLISH.observe(time.perf_counter() - started)

    def _doubt(self, room: Room) -> None:
        """Drop the room: it may differ from the database."""
        self.rooms.drop(room.info.id)
        room.announced_changes += 1

    async def decisions(self, match: str, seat: int) -> bytes:
        """The seat's open questions now, as JSON."""
        return current_view(await self.rooms.get(match), seat).decisions
