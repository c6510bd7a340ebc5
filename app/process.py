"""Process: starts, drains and stops the components of one server process."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from app.accounts import revocation
from app.container import Container
from app.infra.pruning import keep_pruning
from app.infra.shutdown import cancel_all, stop_within
from app.rate_limits import command_buckets
from app.realtime.match_stream import restart_frame
from app.wire.frames import encode

SHUTDOWN_MARGIN_S = 2.0
"""How long the shutdown of each component may take on top of DRAIN_SECONDS."""


class Process:
    """The life of one container's components."""

    def __init__(self, container: Container) -> None:
        self.container = container
        self._loops: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Connect to the services and start the loops. Raises WrongSetting."""
        parts = self.container
        await parts.process_lock.join()
        await parts.bus.start()
        await parts.pipeline.start()
        parts.bus.subscribe(revocation.CHANNEL)
        parts.bus.subscribe(command_buckets.CHANNEL)
        parts.writer.start()
        await parts.service_clock.renew()
        await parts.deliveries.push_keys.prepare()
        loops = [
            parts.rooms.keep_sweeping(),
            parts.presence.keep_renewing(),
            parts.online.keep_renewing(),
            parts.service_clock.keep(),
            parts.process_lock.keep(),
            parts.connections.keep_checking(),
            parts.hosts.keep_noting(parts.connections.accounts),
            parts.matchmaking.pairing.keep(parts.account_listeners.accounts),
            parts.limits.commands.keep_exchanging(parts.bus),
            parts.mails.keep_sending(),
            *(worker.keep_queueing() for worker in parts.deliveries.workers),
            *(worker.keep_delivering() for worker in parts.deliveries.workers),
        ]
        if parts.stores.pulse is not None:
            loops.append(parts.stores.pulse.keep())
        if parts.settings.background:
            prunes = (
                parts.idempotency_keys.prune,
                parts.mails.prune,
                parts.lessons.prune,
                parts.matchmaking.pairing.prune,
                parts.personal_data.prune,
            )
            loops += [parts.sweeper.keep(), keep_pruning(*prunes)]
        self._loops = [asyncio.create_task(loop) for loop in loops]
        parts.analysis.runner.start()

    async def drain(self) -> None:
        """Hand the matches over, announce the restart to every listener and close it."""
        parts = self.container
        parts.shutdown.begun = True
        parts.bus.leave()
        streams = parts.hub, parts.account_listeners, parts.listing
        for listener in parts.hub.all_listeners():
            listener.queue_aside(encode(restart_frame()))
            listener.want_close(1012)
        for follower in parts.account_listeners.all_listeners():
            follower.want_close(1012)
        for subscriber in parts.listing.subscribers:
            subscriber.want_close(1012)
        parts.analysis.streams.close()
        await parts.analysis.runner.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(parts.settings.drain_seconds):
                for part in (*streams, parts.analysis.streams):
                    await part.drained.wait()

    async def stop(self) -> None:
        """Finish running work and close everything; a failing component does not hold up others."""
        parts = self.container
        seconds = parts.settings.drain_seconds + SHUTDOWN_MARGIN_S
        await stop_within(seconds, "listeners", self.drain())
        await stop_within(seconds, "loops", cancel_all(self._loops))
        for part, stop in {
            "scheduler": parts.scheduler.stop,
            "pairing": parts.matchmaking.pairing.stop,
            "obsolete offers": parts.obsolete_offers.stop,
            "bots": parts.bots.stop,
            "pipeline": parts.pipeline.stop,
            "presence": parts.presence.stop,
            "online accounts": parts.online.stop,
            "writer": parts.writer.stop,
            "bus": parts.bus.stop,
            "service clock": parts.service_clock.stop,
            "rate limits": parts.limits.close,
            "process lock": parts.process_lock.leave,
            "rooms": parts.rooms.close,
            "database": parts.database.close,
        }.items():
            await stop_within(seconds, part, stop())
        parts.passwords.close()
