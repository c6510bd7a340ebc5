"""The bus between processes: Redis pub/sub, published in batches.

Redis may go away at any time: nothing waits for it, and when it is back everybody is told. This
process hears itself at once: Redis is not to send out what this process alone would hear, and what
it does send bears this process's name and is dropped when it comes back.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from app.live.bus import Deliver, Frame, Message, Returned
from app.metrics import BUS_LOST
from app.settings import redis_name

MOST_WAITING = 10_000
BATCH = 256
AGAIN = 0.25
CONFIRMED = 2.0
NOTE_SECONDS = 90
LOST = (RedisError, OSError, TimeoutError, RuntimeError, AttributeError)
"""What a connection raises that goes away while one writes to it: redis-py takes its reader and
writer away (AttributeError) before whoever waits for them has gone on.
"""
LAST_WORDS = 1.0
"""Seconds for what waits to be published at the end."""
KNOWN = 50_000
PUBLISH = """
local function heard(channel) return redis.call('PUBSUB', 'NUMSUB', channel)[2] end
local alone = heard(ARGV[1]) == 1 and 1 or -1
local counts = {}
for n, item in ipairs(cmsgpack.unpack(ARGV[2])) do
    local channel, message, follows = item[1], item[2], item[3]
    if follows and heard(channel) == alone then
        counts[n] = 1
    else
        counts[n] = redis.call('PUBLISH', channel, message)
        if follows and alone < 0 then counts[n] = counts[n] + 1 end
    end
end
return counts
"""
"""One command and one reply for a whole batch: a small part of what a pipeline costs this process.

Given are the channel that shows that this process still listens, and a list of channel, message,
whether this process has subscribed to the channel. Replies how many listen to each, this process
among them where it thinks so.
"""
_PACKED = msgspec.msgpack.Encoder()
log = structlog.get_logger("conclave.bus")


class RedisBus:
    """One task publishes, one listens."""

    shared = True

    def __init__(self, url: str) -> None:
        self.deliver: Deliver = lambda channel, message: None
        self.returned: Returned = lambda missed: None
        self.server = redis_name(url)
        self.name = secrets.token_hex(6)
        self._own = f"process:{self.name}"
        self._mark = f"{self.name} "
        pool: Any = BlockingConnectionPool.from_url(
            url, max_connections=8, timeout=2, socket_timeout=5, socket_connect_timeout=2
        )
        self._redis = Redis(connection_pool=pool)
        # A connection of its own: to get one from a pool costs half as much as to publish.
        self._publishing_redis = Redis.from_url(
            url, single_connection_client=True, socket_timeout=5, socket_connect_timeout=2
        )
        # Under the older protocol a message that comes in costs the client half as much.
        listening: Any = BlockingConnectionPool.from_url(
            url, max_connections=2, socket_connect_timeout=2, protocol=2
        )
        self._listening_redis = Redis(connection_pool=listening)
        self._channels: dict[str, asyncio.Event] = {}
        self._waiting: deque[tuple[str, Message]] = deque()
        self._wake = asyncio.Event()
        self.sent = asyncio.Event()
        """Whether everything has reached Redis."""
        self.sent.set()
        self._counts: dict[str, int] = {}
        self._pubsub: PubSub | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._keep_publishing()),
            asyncio.create_task(self._keep_listening()),
        ]

    async def stop(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self.sent.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(RedisError, OSError):
            await self._redis.aclose()
            await self._publishing_redis.aclose()
            await self._listening_redis.aclose()

    # -- publishing

    def publish(self, channel: str, message: Message) -> None:
        if channel in self._channels:
            self.deliver(channel, message)
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.popleft()
            BUS_LOST.inc()
        self._waiting.append((channel, message))
        self.sent.clear()
        self._wake.set()

    def is_heard(self, channel: str) -> bool:
        return channel in self._channels or self._counts.get(channel, 1) > 0

    async def _keep_publishing(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
                try:
                    await self._publish(batch)
                except LOST:
                    BUS_LOST.inc(len(batch))
                    await asyncio.sleep(AGAIN)
            self.sent.set()

    async def _publish(self, batch: list[tuple[str, Message]]) -> None:
        items = [self._item(channel, message) for channel, message in batch]
        await self._renew_publishing()
        script = PUBLISH, 0, self._own, _PACKED.encode(items)
        counts: Any = await self._publishing_redis.eval(*script)
        if len(self._counts) > KNOWN:
            self._counts.clear()
        for (channel, _), count in zip(batch, counts, strict=True):
            self._counts[channel] = count

    async def _renew_publishing(self) -> None:
        """Whether a connection was closed from the other side is only learnt by looking: what is
        written into it is lost.
        """
        connection = self._publishing_redis.connection
        if connection and connection.is_connected and await connection.can_read():
            await connection.disconnect(nowait=True)

    def _item(self, channel: str, message: Message) -> tuple[str, str, bool]:
        """What Redis is given of a message. A frame goes in short where it seems that this process
        alone hears the channel: whoever began to listen since then will make a full one.
        """
        follows = self._follows(channel)
        if isinstance(message, Frame):
            is_alone = follows and self._counts.get(channel) == 1
            message = message.in_short() if is_alone else message.packed()
        return channel, self._mark + message.decode(), follows

    def _follows(self, channel: str) -> bool:
        confirmed = self._channels.get(channel)
        return confirmed is not None and confirmed.is_set()

    # -- listening

    async def subscribe(self, channel: str) -> None:
        confirmed = self._channels.setdefault(channel, asyncio.Event())
        if self._pubsub is None:
            return
        with suppress(*LOST):
            async with asyncio.timeout(CONFIRMED):
                if not confirmed.is_set():
                    await self._pubsub.subscribe(channel)
                await confirmed.wait()

    async def unsubscribe(self, channel: str) -> None:
        self._channels.pop(channel, None)
        if self._pubsub is not None:
            with suppress(*LOST):
                await self._pubsub.unsubscribe(channel)

    async def _keep_listening(self) -> None:
        while True:
            try:
                await self._listen()
            except LOST as error:
                log.warning("bus away", server=self.server, error=type(error).__name__)
            self._pubsub = None
            for confirmed in self._channels.values():
                confirmed.clear()
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        """Until the connection is lost."""
        pubsub = self._listening_redis.pubsub()
        try:
            await pubsub.subscribe(self._own, *self._channels)
            self._pubsub = pubsub
            self._counts.clear()
            self.returned(self._channels)
            while True:
                message = await pubsub.get_message(timeout=None)
                if message is not None:
                    self._take(message)
        finally:
            with suppress(RedisError, OSError, RuntimeError):
                await pubsub.aclose()  # type: ignore[no-untyped-call]

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "message":
            data: bytes = message["data"]
            name, _, text = data.partition(b" ")
            if name.decode() != self.name:
                self._counts.pop(message["channel"].decode(), None)
                self.deliver(message["channel"].decode(), text)
            return
        channel = message["channel"].decode()
        if message["type"] == "subscribe" and channel in self._channels:
            self._counts.pop(channel, None)
            self._channels[channel].set()

    # -- notes

    async def note(self, match: str, note: bytes) -> None:
        with suppress(RedisError, OSError, TimeoutError):
            async with self._redis.pipeline(transaction=False) as pipeline:
                pipeline.hset(f"notes:{match}", self.name, note)
                pipeline.expire(f"notes:{match}", NOTE_SECONDS)
                await pipeline.execute()

    async def notes(self, match: str) -> list[bytes]:
        with suppress(RedisError, OSError, TimeoutError):
            found: dict[Any, Any] = await self._redis.hgetall(f"notes:{match}")
            return [note for name, note in found.items() if name != self.name.encode()]
        return []

    async def is_well(self, match: str = "") -> bool:
        return self._pubsub is not None
