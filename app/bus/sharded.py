"""The bus over several Redis servers: each match has one of them, and so has every other channel.

A server that is away takes its own matches' live push with it, and nobody else's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from hashlib import blake2b

from app.bus.base import Deliver, Joined, Message, Noted, Returned
from app.bus.redis import RedisBus

KNOWN = 20_000
"""Keys whose server is remembered."""


class ShardedBus:
    """A RedisBus a server. Every process must know of the same servers, in whatever order."""

    shared = True

    def __init__(self, urls: Sequence[str]) -> None:
        self.deliver: Deliver = lambda channel, message: None
        self.returned: Returned = lambda missed: None
        self.joined: Joined = lambda channel, seconds: None
        self.noted: Noted = lambda match, before, after: None
        self._shards = {shard.server: shard for shard in map(RedisBus, urls)}
        self._server_for = lru_cache(KNOWN)(partial(server_for, servers=list(self._shards)))

    async def start(self) -> None:
        for shard in self._shards.values():
            shard.deliver = self.deliver
            shard.returned = self.returned
            shard.joined = self.joined
            shard.noted = self.noted
            await shard.start()

    async def stop(self) -> None:
        await asyncio.gather(*(shard.stop() for shard in self._shards.values()))

    def publish(self, channel: str, message: Message) -> None:
        self._of_channel(channel).publish(channel, message)

    def is_heard(self, channel: str) -> bool:
        return self._of_channel(channel).is_heard(channel)

    def subscribe(self, channel: str) -> None:
        self._of_channel(channel).subscribe(channel)

    def unsubscribe(self, channel: str) -> None:
        self._of_channel(channel).unsubscribe(channel)

    def follows(self, channel: str) -> bool:
        """Whether what others publish to the channel arrives here."""
        return self._of_channel(channel).follows(channel)

    def note(self, match: str, note: str) -> None:
        self._of(match).note(match, note)

    def notes(self, match: str) -> list[str]:
        return self._of(match).notes(match)

    def is_well(self, match: str = "") -> bool:
        if match:
            return self._of(match).is_well()
        return all(shard.is_well() for shard in self._shards.values())

    def _of_channel(self, channel: str) -> RedisBus:
        return self._of(key_of(channel))

    def _of(self, key: str) -> RedisBus:
        return self._shards[self._server_for(key)]


def key_of(channel: str) -> str:
    """What a channel is sharded by: the id of its match, or its own name where it has none."""
    word, _, rest = channel.partition(":")
    return rest.partition(":")[0] if word == "match" else channel


def server_for(key: str, servers: Iterable[str]) -> str:
    """The server of highest weight for this key: a further one takes over its share, and nothing
    moves between the others (rendezvous hashing).
    """
    # Not CRC: it is linear, so that two servers' weights would differ alike for every key.
    return max(servers, key=lambda server: blake2b(f"{server} {key}".encode()).digest())
