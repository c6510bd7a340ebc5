"""Redis bus: Redis pub/sub between processes, published in batches.

Redis may go down or fall silent at any time: nothing waits for it, and every subscriber resyncs
when it returns. An open connection proves nothing, so each process sends itself a heartbeat every
second and replaces both connections when heartbeats stop coming back. Messages that could not be
published are dropped, but their channels are remembered and announced later, so the other processes
resync them.

A process delivers its own messages directly. It does not publish a message that it alone would
receive, and drops its own messages, which carry its name, when Redis sends them back.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from typing import Any

import msgspec
import structlog

from app.bus.base import (
    Message,
    OnDirectMessage,
    OnMessage,
    OnNote,
    OnProcessLeft,
    OnResync,
    OnSubscribed,
    OnUndelivered,
)
from app.bus.connection import LOST, RedisConnection
from app.bus.envelope import PROCESSES, Envelope
from app.bus.notes import Notes
from app.bus.outbox import EVERYTHING
from app.bus.publisher import RETRY_PAUSE_S, BatchPublisher
from app.infra.metrics import BUS_RENEWED
from app.infra.settings import redis_name

HEARTBEAT_S = 1.0
"""Pause between two heartbeats."""
MAX_MISSING_HEARTBEATS = 3
"""Unreturned heartbeats after which both connections are replaced."""
MAX_HEARTBEAT_AGE_S = 5.0
"""Age of the last returned heartbeat at which the bus counts as down."""
COALESCE_NOTES_S = 0.02
"""How long notes are gathered into one message."""
SWEEP_HEARTBEATS = 30
"""Heartbeats between two sweeps of old notes."""
PROCESS_TTL_S = 60.0
"""A process from which nothing has come for this long is forgotten."""
DRAIN_S = 1.0
"""Time to publish what is queued when the process stops."""
log = structlog.get_logger("conclave.bus")


class RedisBus:
    """A Bus over a Redis server: one task publishes, one listens, one watches both."""

    shared = True

    def __init__(self, url: str) -> None:
        self.on_message: OnMessage = lambda channel, message: None
        self.on_resync: OnResync = lambda missed: None
        self.on_subscribed: OnSubscribed = lambda channel, seconds: None
        self.on_note: OnNote = lambda subject, before, after: None
        self.on_direct_message: OnDirectMessage = lambda process, message: None
        self.on_process_left: OnProcessLeft = lambda process: None
        self.server = redis_name(url)
        self._url = url
        self.name = secrets.token_hex(6)
        self._own_channel = channel_of_process(self.name)
        self._last_received_at: dict[str, float] = {}
        self._publisher = BatchPublisher(url, self.name, self._own_channel, self.is_subscribed)
        self.sent = self._publisher.sent
        self._channels: dict[str, bool] = {}
        """Subscribed channels, and whether Redis has confirmed each."""
        self._requested_at: dict[str, float] = {}
        """When unconfirmed channels were requested on the open connection."""
        self._pending_channels: dict[str, None] = {}
        """Channels to subscribe or unsubscribe at Redis."""
        self._notes = Notes()
        self._subscriber: RedisConnection | None = None
        self._subscribed_at: float | None = None
        """When Redis confirmed the subscriptions of this connection."""
        self._unreturned_beats = 0
        """Heartbeats sent since the last one that came back."""
        self._last_heartbeat_at = -MAX_HEARTBEAT_AGE_S
        """When a heartbeat last came back."""
        self._tasks: list[asyncio.Task[None]] = []
        self._connections: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._notes.on_note = self.on_note
        self._connect()
        self._tasks = [asyncio.create_task(self._keep_watching())]

    async def stop(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_S):
                await self.sent.wait()
        await _cancel(self._tasks)
        await _cancel(self._connections)

    def _connect(self) -> None:
        self._connections = [
            asyncio.create_task(self._publisher.keep_publishing()),
            asyncio.create_task(self._keep_listening()),
        ]

    # -- watching

    def is_up(self) -> bool:
        """Whether a heartbeat came back recently."""
        heartbeat_age_s = time.monotonic() - self._last_heartbeat_at
        return self._subscribed_at is not None and heartbeat_age_s < MAX_HEARTBEAT_AGE_S

    def uptime(self) -> float:
        if self._subscribed_at is None or not self.is_up():
            return 0.0
        return time.monotonic() - self._subscribed_at

    async def _keep_watching(self) -> None:
        beats = 0
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            beats += 1
            if beats % SWEEP_HEARTBEATS == 0:
                self._notes.forget_old()
                self._forget_silent()
            if self._unreturned_beats >= MAX_MISSING_HEARTBEATS:
                log.warning("bus silent", server=self.server)
                BUS_RENEWED.inc()
                await self._renew()
            self._beat()

    def _beat(self) -> None:
        """Send a heartbeat like any other message: it comes back only if messages get through."""
        self._unreturned_beats += 1
        self._publisher.post(self._own_channel, b"")

    async def _renew(self) -> None:
        """Replace both connections, whatever they wait for."""
        await _cancel(self._connections)
        self._unreturned_beats = 0
        self._connect()

    # -- publishing

    def publish(self, channel: str, message: Message) -> None:
        if channel in self._channels:
            self.on_message(channel, message)
        self._publisher.post(channel, message)

    def send(self, process: str, message: bytes, on_undelivered: OnUndelivered) -> None:
        self._publisher.post(channel_of_process(process), message, on_undelivered)

    def last_received_at(self, process: str) -> float:
        return self._last_received_at.get(process, float("-inf"))

    def has_subscribers(self, channel: str) -> bool:
        return channel in self._channels or self._publisher.counts.get(channel, 1) > 0

    def is_subscribed(self, channel: str) -> bool:
        """Whether this process's subscription to the channel is confirmed."""
        return self._channels.get(channel, False)

    # -- listening

    def subscribe(self, channel: str) -> None:
        if channel not in self._channels:
            self._channels[channel] = False
            self._requested_at[channel] = time.monotonic()
            self._queue_change(channel)

    def unsubscribe(self, channel: str) -> None:
        if self._channels.pop(channel, None) is not None:
            self._requested_at.pop(channel, None)
            self._queue_change(channel)

    def _queue_change(self, channel: str) -> None:
        if self._subscriber is not None and not self._pending_channels:
            asyncio.get_running_loop().call_soon(self._send_changes)
        self._pending_channels[channel] = None

    def _send_changes(self) -> None:
        """Subscribe and unsubscribe the channels that have changed in this turn of the loop."""
        changed, self._pending_channels = list(self._pending_channels), {}
        if self._subscriber is None:
            return
        joining = [channel for channel in changed if channel in self._channels]
        leaving = [channel for channel in changed if channel not in self._channels]
        if joining:
            self._subscriber.send("SUBSCRIBE", *joining)
        if leaving:
            self._subscriber.send("UNSUBSCRIBE", *leaving)

    async def _keep_listening(self) -> None:
        while True:
            reason = "closed"
            try:
                await self._listen()
            except LOST as error:
                reason = type(error).__name__
            log.warning("bus away", server=self.server, error=reason)
            await asyncio.sleep(RETRY_PAUSE_S)

    async def _listen(self) -> None:
        """Receive messages until the connection is lost. Raises one of LOST if there is none."""
        connection = RedisConnection(self._url, self._handle_reply)
        try:
            await connection.open()
            self._requested_at.clear()
            self._pending_channels.clear()
            # The last confirmation implies all the others.
            connection.send("SUBSCRIBE", *self._channels, self._own_channel, PROCESSES)
            self._subscriber = connection
            await connection.wait_closed()
        finally:
            self._subscriber = None
            self._subscribed_at = None
            self._channels = dict.fromkeys(self._channels, False)
            await connection.close()

    def _handle_reply(self, reply: Any) -> None:
        """A message or a confirmation, as [kind, channel, data]."""
        if isinstance(reply, Exception):
            raise reply
        kind, channel, data = reply
        if kind == b"message":
            name, _, text = data.partition(b" ")
            self._receive(channel.decode(), name.decode(), text)
        elif kind == b"subscribe":
            self._confirmed(channel.decode())

    def _confirmed(self, channel: str) -> None:
        if channel == PROCESSES:
            self._subscribed_at = time.monotonic()
            self._publisher.counts.clear()
            self._announce_connection()
            self.on_resync(self._channels)
        elif channel in self._channels:
            self._publisher.counts.pop(channel, None)
            self._channels[channel] = True
            if channel in self._requested_at:
                self.on_subscribed(channel, time.monotonic() - self._requested_at.pop(channel))

    def _receive(self, channel: str, process: str, text: bytes) -> None:
        if process == self.name:
            if channel == self._own_channel:
                self._unreturned_beats = 0
                self._last_heartbeat_at = time.monotonic()
            return
        self._last_received_at[process] = time.monotonic()
        if channel == self._own_channel:
            self.on_direct_message(process, text)
        elif channel == PROCESSES:
            self._receive_envelope(process, msgspec.json.decode(text, type=Envelope))
        else:
            self._publisher.counts.pop(channel, None)
            self.on_message(channel, text)

    def _forget_silent(self) -> None:
        oldest = time.monotonic() - PROCESS_TTL_S
        self._last_received_at = {
            name: at for name, at in self._last_received_at.items() if at > oldest
        }

    # -- messages between processes

    def _announce_connection(self) -> None:
        """After connecting, send a heartbeat, request the others' notes and send this process's."""
        self._beat()
        self._publisher.post(PROCESSES, msgspec.json.encode(Envelope(asks=True)))
        self._send_all_notes()

    def _receive_envelope(self, process: str, envelope: Envelope) -> None:
        self._notes.receive(process, envelope.notes)
        if envelope.leaves:
            self.on_process_left(process)
        if envelope.asks:
            self._send_all_notes()
        if EVERYTHING in envelope.missed:
            self.on_resync(self._channels)
        elif envelope.missed:
            self.on_resync(set(envelope.missed))

    def leave(self) -> None:
        self._publisher.post(PROCESSES, msgspec.json.encode(Envelope(leaves=True)))

    def note(self, subject: str, note: str) -> None:
        if self._notes.note(subject, note):
            asyncio.get_running_loop().call_later(COALESCE_NOTES_S, self._send_notes)

    def notes(self, subject: str) -> list[str]:
        return self._notes.of_others(subject)

    def _send_all_notes(self) -> None:
        self._notes.mark_all_unsent()
        self._send_notes()

    def _send_notes(self) -> None:
        for notes in self._notes.pop_unsent():
            self._publisher.post(PROCESSES, msgspec.json.encode(Envelope(notes=notes)))


def channel_of_process(name: str) -> str:
    """The channel on which a process receives its heartbeats and messages to it alone."""
    return f"process:{name}"


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel tasks until they end: one that loses its connection just then may swallow a
    cancellation.
    """
    living = set(tasks)
    while living:
        for task in living:
            task.cancel()
        _, living = await asyncio.wait(living, timeout=1)
