"""Batch publisher: the sending half of a Redis bus, over a connection of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from app.bus.base import Message, OnUndelivered
from app.bus.connection import LOST, RedisConnection
from app.bus.envelope import PROCESSES, Envelope
from app.bus.outbox import Outbox, Posted

RETRY_PAUSE_S = 0.25
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
"""One command and one reply for a whole batch cost this process a small part of a pipeline.

Arguments: the channel that shows whether this process is still subscribed, and a list of (channel,
message, whether this process has subscribed to the channel). Returns the number of subscribers of
each, including this process where it has subscribed.
"""
_PACKED = msgspec.msgpack.Encoder()


class BatchPublisher:
    """Publishes posted messages in batches, one at a time, under this process's name.
    `follows` says whether this process's subscription to a channel is confirmed.
    """

    def __init__(
        self, url: str, name: str, own_channel: str, follows: Callable[[str], bool]
    ) -> None:
        self._url = url
        self._prefix = f"{name} "
        self._own_channel = own_channel
        self._follows = follows
        self._outbox = Outbox(unmissed=(own_channel, PROCESSES))
        self._connection: RedisConnection | None = None
        self._batch: list[Posted] = []
        """The batch under way."""
        self._missed: list[str] = []
        """The missed channels that the batch announces."""
        self._is_due = False
        """Whether the next batch is sent at the end of this turn of the loop."""
        self.sent = asyncio.Event()
        """Set while every message has reached Redis or been given up."""
        self.sent.set()
        self.counts: dict[str, int] = {}
        """Number of processes subscribed to a channel, as last known."""

    def post(
        self, channel: str, message: Message, on_undelivered: OnUndelivered | None = None
    ) -> None:
        self.sent.clear()
        self._outbox.post(channel, message, on_undelivered)
        if not (self._is_due or self._batch or self._connection is None):
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._publish_batch)

    async def keep_publishing(self) -> None:
        """Publish posted messages, beginning with those an earlier connection left. Messages posted
        while Redis can't be reached are lost: their channels are announced later.
        """
        while True:
            connection = RedisConnection(self._url, self._replied)
            try:
                await connection.open()
                self._connection = connection
                self._publish_batch()
                await connection.wait_closed()
            except LOST:
                self._outbox.lose_all()
                self._set_sent_if_done()
            finally:
                self._connection = None
                self._lose_batch()
                await connection.close()
            await asyncio.sleep(RETRY_PAUSE_S)

    def _publish_batch(self) -> None:
        """Send the next batch, if there is one and none is under way."""
        self._is_due = False
        if self._connection is None or self._batch or not self._outbox:
            return
        self._batch, self._missed = self._outbox.next_batch(), self._outbox.pop_missed()
        if self._missed:
            announcement = msgspec.json.encode(Envelope(missed=self._missed))
            self._batch.append(Posted(PROCESSES, announcement))
        items = [self._item(posted.channel, posted.message) for posted in self._batch]
        self._connection.send("EVAL", PUBLISH, 0, self._own_channel, _PACKED.encode(items))

    def _replied(self, counts: Any) -> None:
        """Handle Redis's reply: how many processes each message of the batch has reached."""
        if not isinstance(counts, list):
            self._lose_batch()
            self._publish_batch()
            return
        batch, self._batch, self._missed = self._batch, [], []
        if len(self.counts) > MAX_COUNTS:
            self.counts.clear()
        for posted, count in zip(batch, counts, strict=True):
            if posted.on_undelivered is None:
                self.counts[posted.channel] = count
            elif not count:
                posted.on_undelivered()
        self._publish_batch()
        self._set_sent_if_done()

    def _lose_batch(self) -> None:
        """Give up the batch: Redis did not take it, or did not say whether it did."""
        self._outbox.lose(self._batch)
        self._outbox.miss(self._missed)
        self._batch, self._missed = [], []
        self._set_sent_if_done()

    def _set_sent_if_done(self) -> None:
        if not (self._outbox or self._batch):
            self.sent.set()

    def _item(self, channel: str, message: Message) -> tuple[str, str, bool]:
        """The script's arguments for a message. A frame is shortened if this process seems to be
        the channel's only subscriber: a newer subscriber renders a full frame.
        """
        follows = self._follows(channel)
        if isinstance(message, bytes):
            text = message.decode()
        elif follows and self.counts.get(channel) == 1:
            text = message.packed_ply()
        else:
            text = message.packed()
        return channel, self._prefix + text, follows
