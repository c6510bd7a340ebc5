"""Sharded bus: spreads channels over several Redis servers; all channels of a match share one.

A server that is down stops live updates of its own matches only.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from hashlib import blake2b

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
from app.bus.redis import RedisBus

MAX_CACHED_KEYS = 20_000
"""Keys whose server is cached."""


class ShardedBus:
    """One RedisBus per server. Every process must use the same servers, in any order."""

    shared = True

    def __init__(self, urls: Sequence[str]) -> None:
        self.name = secrets.token_hex(6)
        self.on_message: OnMessage = lambda channel, message: None
        self.on_resync: OnResync = lambda missed: None
        self.on_subscribed: OnSubscribed = lambda channel, seconds: None
        self.on_note: OnNote = lambda match, before, after: None
        self.on_direct_message: OnDirectMessage = lambda process, message: None
        self.on_process_left: OnProcessLeft = lambda process: None
        shards = [RedisBus(url, self.name) for url in urls]
        self._shards = {shard.server: shard for shard in shards}
        pick = partial(server_for, servers=list(self._shards))
        self._server_for = lru_cache(MAX_CACHED_KEYS)(pick)

    async def start(self) -> None:
        for shard in self._shards.values():
            shard.on_message = self.on_message
            shard.on_resync = self.on_resync
            shard.on_subscribed = self.on_subscribed
            shard.on_note = self.on_note
            shard.on_direct_message = self.on_direct_message
            shard.on_process_left = self.on_process_left
            await shard.start()

    async def stop(self) -> None:
        await asyncio.gather(*(shard.stop() for shard in self._shards.values()))

    def publish(self, channel: str, message: Message) -> None:
        self._shard_of_channel(channel).publish(channel, message)

    def send(self, process: str, match: str, message: bytes, on_undelivered: OnUndelivered) -> None:
        self._shard_of(match).send(process, match, message, on_undelivered)

    def last_received_at(self, process: str, match: str) -> float:
        return self._shard_of(match).last_received_at(process, match)

    def has_subscribers(self, channel: str) -> bool:
        return self._shard_of_channel(channel).has_subscribers(channel)

    def subscribe(self, channel: str) -> None:
        self._shard_of_channel(channel).subscribe(channel)

    def unsubscribe(self, channel: str) -> None:
        self._shard_of_channel(channel).unsubscribe(channel)

    def is_subscribed(self, channel: str) -> bool:
        """Whether this process's subscription to the channel is confirmed."""
        return self._shard_of_channel(channel).is_subscribed(channel)

    def leave(self) -> None:
        for shard in self._shards.values():
            shard.leave()

    def note(self, match: str, note: str) -> None:
        self._shard_of(match).note(match, note)

    def notes(self, match: str) -> list[str]:
        return self._shard_of(match).notes(match)

    def is_up(self, match: str = "") -> bool:
        if match:
            return self._shard_of(match).is_up()
        return all(shard.is_up() for shard in self._shards.values())

    def uptime(self, match: str) -> float:
        return self._shard_of(match).uptime(match)

    def _shard_of_channel(self, channel: str) -> RedisBus:
        return self._shard_of(key_of(channel))

    def _shard_of(self, key: str) -> RedisBus:
        return self._shards[self._server_for(key)]


def key_of(channel: str) -> str:
    """The sharding key of a channel: the id of its match, or its own name if it has none."""
    word, _, rest = channel.partition(":")
    return rest.partition(":")[0] if word == "match" else channel


def server_for(key: str, servers: Iterable[str]) -> str:
    """Rendezvous hashing: the server with the highest weight for this key. An added server takes
    over its share, and no key moves between the others.
    """
    # Not CRC: it is linear, so two servers' weights would differ alike for every key.
    return max(servers, key=lambda server: blake2b(f"{server} {key}".encode()).digest())
