"""Batch publisher: the sending half of a Redis bus, over a connection of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from app.bus.base import Message, Unheard
from app.bus.envelope import PROCESSES, Envelope
from app.bus.outbox import Outbox, Posted

RETRY_PAUSE_S = 0.25
LOST = (RedisError, OSError, TimeoutError, RuntimeError, AttributeError)
"""What a connection that breaks during a write raises: redis-py removes its reader and writer
(AttributeError) before tasks waiting for them have resumed.
"""
MAX_COUNTS = 50_000
"""Channels whose number of subscribers is cached."""
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

Arguments: the channel that shows whether this process is still subscribed, and a list of (channel,
message, whether this process has subscribed to the channel). Returns the number of subscribers of
each, including this process where it has subscribed.
"""
_PACKED = msgspec.msgpack.Encoder()


class BatchPublisher:
    """Publishes posted messages soon, under this process's name. `follows` says whether this
    process's subscription to a channel is confirmed.
    """

    def __init__(self, url: str, name: str, own: str, follows: Callable[[str], bool]) -> None:
        # A dedicated connection: getting one from a pool costs half as much as publishing.
        self._redis = Redis.from_url(
            url, single_connection_client=True, socket_timeout=5, socket_connect_timeout=2
        )
        self._mark = f"{name} "
        self._own = own
        self._follows = follows
        self._outbox = Outbox(unmissed=(own, PROCESSES))
        self._wake = asyncio.Event()
        self.sent = asyncio.Event()
        """Set while every message has reached Redis or been given up."""
        self.sent.set()
        self.counts: dict[str, int] = {}
        """Number of processes subscribed to a channel, as last known."""

    def post(self, channel: str, message: Message, unheard: Unheard | None = None) -> None:
        if not self._outbox:
            self.sent.clear()
            self._wake.set()
        self._outbox.post(channel, message, unheard)

    async def keep_publishing(self) -> None:
        """Publish what is posted, beginning with what an earlier connection has left."""
        while True:
            while self._outbox:
                if not await self._publish_some():
                    await asyncio.sleep(RETRY_PAUSE_S)
            self.sent.set()
            await self._wake.wait()
            self._wake.clear()

    async def disconnect(self) -> None:
        """Drop the connection and what is in flight; the next batch reconnects."""
        with suppress(*LOST):
            if self._redis.connection:
                await self._redis.connection.disconnect(nowait=True)

    async def close(self) -> None:
        with suppress(*LOST):
            await self._redis.aclose()

    async def _publish_some(self) -> bool:
        """Publish a batch; False if Redis did not take it: its channels are announced later."""
        batch, missed = self._outbox.take(), self._outbox.take_missed()
        if missed:
            batch.append(Posted(PROCESSES, msgspec.json.encode(Envelope(missed=missed))))
        is_taken = False
        try:
            await self._publish(batch)
            is_taken = True
        except LOST:
            pass
        finally:
            if not is_taken:
                self._outbox.lose(batch)
                self._outbox.miss(missed)
        return is_taken

    async def _publish(self, batch: list[Posted]) -> None:
        items = [self._item(one.channel, one.message) for one in batch]
        await self._look_for_the_end()
        script = PUBLISH, 0, self._own, _PACKED.encode(items)
        counts: Any = await self._redis.eval(*script)
        if len(self.counts) > MAX_COUNTS:
            self.counts.clear()
        for one, count in zip(batch, counts, strict=True):
            if one.unheard is None:
                self.counts[one.channel] = count
            elif not count:
                one.unheard()

    async def _look_for_the_end(self) -> None:
        """Detect a connection closed by the peer, which only shows by reading; writes to it would
        be lost.
        """
        connection = self._redis.connection
        if connection and connection.is_connected and await connection.can_read():
            await connection.disconnect(nowait=True)

    def _item(self, channel: str, message: Message) -> tuple[str, str, bool]:
        """The script's arguments for a message. A frame is shortened if this process seems to be
        the channel's only subscriber: a newer subscriber makes a full frame.
        """
        follows = self._follows(channel)
        if isinstance(message, bytes):
            text = message.decode()
        elif follows and self.counts.get(channel) == 1:
            text = message.in_short()
        else:
            text = message.packed()
        return channel, self._mark + text, follows
