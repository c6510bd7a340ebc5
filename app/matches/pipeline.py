"""Pipeline: takes the commands of websockets, REST, built-in bots and the scheduler.

A command waits for its room's turn (`app.matches.command_turns`) and then goes through five steps:
authorise -> run the rules (pure) -> commit -> acknowledge -> publish.
"""

from __future__ import annotations

import asyncio
import time

from app.infra.fault_reports import report_fault
from app.infra.metrics import PUBLISH
from app.matches.command_runner import CommandRunner
from app.matches.command_turns import CommandTurns
from app.matches.commands import Command, CommandPipeline
from app.matches.entry import EntryWrite
from app.matches.entry_builder import EntryBuilder, info_after
from app.matches.errors import require_player
from app.matches.hooks import Committed, MatchHooks
from app.matches.publisher import Before, Publisher, current_view
from app.matches.request_budget import WithdrawnWithBudget
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.matches.store.group_commit import Writer
from app.matches.verdicts import NotWritten
from engine.core.match import Match, Transition


class Pipeline(CommandPipeline):
    """Takes commands in this process."""

    def __init__(
        self,
        rooms: RoomCache,
        turns: CommandTurns,
        runner: CommandRunner,
        entries: EntryBuilder,
        writer: Writer,
        publisher: Publisher,
        hooks: MatchHooks,
    ) -> None:
        self.rooms = rooms
        self.turns = turns
        self.runner = runner
        self.entries = entries
        self.writer = writer
        self.publisher = publisher
        self.hooks = hooks

    async def start(self) -> None:
        """It is ready at once."""

    async def stop(self) -> None:
        """No other process waits; what it has sent to the database, the writer finishes."""

    async def take(self, command: Command) -> int:
        return await self.turns.run(command, self._take)

    async def _take(self, room: Room, command: Command, arrived_at: float) -> int | None:
        """The five steps; None if another process has committed first. Raises EngineError, Problem
        for a refusal.
        """
        match = self._authorise(room, command)
        before = Before(room, match)
        transition, change = await self._run_rules(room, match, command)
        if not await self._commit(room, change, arrived_at):
            return None
        try:
            await self._acknowledge(command, change)
        finally:
            self._publish(room, before, change, transition)
        return change.ply

    def _authorise(self, room: Room, command: Command) -> Match:
        match = room.started_match
        require_player(room.info, command.by, command.seat)
        return match

    async def _run_rules(
        self, room: Room, match: Match, command: Command
    ) -> tuple[Transition, EntryWrite]:
        transition, entry = await self.runner.run(room, match, command)
        change = self.entries.describe(room, match, transition, entry)
        self.hooks.committing(room, command, change)
        return transition, change

    async def _commit(self, room: Room, change: EntryWrite, arrived_at: float) -> bool:
        """Commit an entry; False if its ply is taken. An unknown outcome drops the room."""
        try:
            with WithdrawnWithBudget(self.writer, change):
                return await self.writer.commit(change, arrived_at)
        except NotWritten:
            raise
        except BaseException:
            self._drop(room)
            raise

    async def _acknowledge(self, command: Command, change: EntryWrite) -> None:
        """Acknowledge a committed command, whatever becomes of its frames.

        While answers are few, the ack is sent before the frame is built; under load, with it. The
        reply to another process always goes with the frames, in one batch for the bus.
        """
        if command.ack:
            command.ack(change.ply)
            if self.writer.is_calm and not command.is_forwarded:
                await asyncio.sleep(0)

    def _publish(
        self, room: Room, before: Before, change: EntryWrite, transition: Transition
    ) -> None:
        """Publish a committed entry, then run the hooks."""
        started = time.perf_counter()
        try:
            info = info_after(before.info, change)
            self.publisher.publish(room, before, info, transition, change.told)
            self.hooks.committed(
                Committed(room, change, before.info, before.match, info, transition.match)
            )
        except Exception as error:
            report_fault(error, match=room.info.id, ply=change.ply)
            self._drop(room)
        PUBLISH.observe(time.perf_counter() - started)

    def _drop(self, room: Room) -> None:
        """Drop the room: it may differ from the database."""
        self.rooms.drop(room.info.id)
        room.announced_changes += 1

    async def take_and_ask(self, command: Command) -> tuple[int, bytes]:
        return await self.take(command), await self.decisions(command.match, command.seat)

    async def decisions(self, match: str, seat: int) -> bytes:
        return current_view(await self.rooms.get(match), seat).decisions

    async def find_earlier(self, command: Command) -> int | None:
        """See `CommandTurns.find_earlier`."""
        return await self.turns.find_earlier(command)
