"""Channel router: delivers bus messages to the handlers of this process, by the first word of the
channel's name.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Protocol

from app.bus.base import Bus, Message


class ChannelHandler(Protocol):
    """Handles the messages of some channels."""

    def deliver(self, channel: str, message: Any) -> None:
        """Handle a message of one of its channels."""

    def heal(self, missed: Container[str]) -> None:
        """Resync these channels: the bus was down and may have lost their messages."""

    def joined(self, channel: str, seconds: float) -> None:
        """The subscription has taken effect; messages published by others in the seconds since it
        was requested were missed.
        """


class ChannelRouter:
    """Routes messages from the bus to its handlers."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self._parts: dict[str, ChannelHandler] = {}
        bus.deliver = self._deliver
        bus.returned = self._heal
        bus.joined = self._joined

    def connect(self, word: str, part: ChannelHandler) -> None:
        """Route channels that begin with this word to a handler."""
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
