"""Switchboard: which part of this process hears which channels of the bus, by their first word."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Protocol

from app.bus.base import Bus, Message


class ChannelHandler(Protocol):
    """Somebody who hears channels."""

    def deliver(self, channel: str, message: Any) -> None:
        """A message has come, of what its own channels carry."""

    def heal(self, missed: Container[str]) -> None:
        """The bus was away: anything may have been missed of these channels."""

    def joined(self, channel: str, seconds: float) -> None:
        """The channel is heard now; what others said in the seconds since it was subscribed to was
        missed.
        """


class ChannelRouter:
    """Between the bus and those who hear it."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self._parts: dict[str, ChannelHandler] = {}
        bus.deliver = self._deliver
        bus.returned = self._heal
        bus.joined = self._joined

    def connect(self, word: str, part: ChannelHandler) -> None:
        """Channels that begin with this word are the part's."""
        self._parts[word] = part

    def _deliver(self, channel: str, message: Message) -> None:
        part = self._parts.get(channel.partition(":")[0])
        if part is not None:
            part.deliver(channel, message)

    def _joined(self, channel: str, seconds: float) -> None:
        part = self._parts.get(channel.partition(":")[0])
        if part is not None:
            part.joined(channel, seconds)

    def _heal(self, missed: Container[str]) -> None:
        for part in self._parts.values():
            part.heal(missed)
