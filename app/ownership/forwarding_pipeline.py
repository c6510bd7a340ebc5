"""Forwarding pipeline: takes a command in the process that owns its match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.bus.base import Bus
from app.clocks.service_time import ServiceClock
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.shutdown import Shutdown
from app.matches.commands import Command, CommandPipeline
from app.matches.hooks import MatchHooks
from app.matches.idempotency import keyed
from app.matches.pipeline import Pipeline
from app.matches.presence import Presence
from app.matches.room_cache import RoomCache
from app.matches.store.group_commit import Writer
from app.ownership.forwarded import ForwardedCommands
from app.ownership.forwarding import Bypassed, Declined, Forwarder
from app.ownership.ownership import Ownership

if TYPE_CHECKING:
    from app.matches.store.pulse import Pulse


class ForwardingPipeline(CommandPipeline):
    """Wraps this process's pipeline, and connects itself to the hooks, the bus and the pulse."""

    def __init__(
        self,
        local: Pipeline,
        rooms: RoomCache,
        database: Database,
        bus: Bus,
        service_clock: ServiceClock,
        hooks: MatchHooks,
        presence: Presence,
        writer: Writer,
        pulse: Pulse,
        shutdown: Shutdown,
    ) -> None:
        self.local = local
        self.rooms = rooms
        self.ownership = Ownership(bus, database)
        self.forwarder = Forwarder(bus, self.ownership, service_clock)
        self.forwarded = ForwardedCommands(
            bus, self.forwarder, local, presence, writer, pulse, shutdown
        )
        hooks.before_commit.append(self.ownership.assign_owner)
        hooks.on_commit.append(self.ownership.committed)
        bus.on_direct_message = self.forwarded.receive
        bus.on_process_left = self.ownership.process_left
        pulse.on_silence.append(self.forwarded.leave)

    async def start(self) -> None:
        await self.ownership.start()

    async def stop(self) -> None:
        await self.forwarded.stop()

    async def take(self, command: Command) -> int:
        ply, _ = await self._take(command, asks=False)
        return ply

    async def take_and_ask(self, command: Command) -> tuple[int, bytes]:
        ply, decisions = await self._take(command, asks=True)
        return ply, decisions or await self.decisions(command.match, command.seat)

    async def decisions(self, match: str, seat: int) -> bytes:
        return await self.local.decisions(match, seat)

    async def _take(self, command: Command, *, asks: bool) -> tuple[int, bytes]:
        owner = await self._other_owner(command.match)
        if owner is None:
            return await self.local.take(command), b""
        command = keyed(command)
        try:
            with self.local.turns.in_flight.track(command):
                return await self._forward(command, owner, asks=asks)
        except Declined:
            return await self.local.take(command), b""

    async def _other_owner(self, match: str) -> str | None:
        room = await self.rooms.peek(match)
        owner = self.ownership.other_owner(room)
        if owner is None and room.is_stale:
            owner = self.ownership.other_owner(await self.rooms.get(match))
        return owner

    async def _forward(self, command: Command, owner: str, *, asks: bool) -> tuple[int, bytes]:
        """Have the owner take it. A bypassed owner may have taken it or may still take it, so this
        process then takes it a second time, under the same key. Raises Problem or Declined.
        """
        try:
            reply = await self.forwarder.forward(command, owner, asks=asks)
        except Bypassed:
            ply = await self.local.find_earlier(command)
            return await self.local.take(command) if ply is None else ply, b""
        except Problem:
            self.rooms.note_change(command.match)  # it may have no subscription that announces it
            raise
        self.rooms.note_ply(command.match, reply.ply)
        return reply.ply, bytes(reply.decisions)
