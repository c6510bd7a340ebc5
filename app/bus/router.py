"""Channel router: passes each bus message to a handler of this process, by the first word of its
channel's name, and each note by the first word of its subject.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Protocol

from app.bus.base import Bus, Message, OnNote


class ChannelHandler(Protocol):
    """Handles the messages of some channels."""

    def deliver(self, channel: str, message: Any) -> None:
        """Handle a message of one of its channels."""

    def resync(self, missed: Container[str]) -> None:
        """Resync these channels: the bus was down and may have lost their messages."""

    def subscribed(self, channel: str, seconds: float) -> None:
        """Handle that a subscription has taken effect, `seconds` after it was requested: messages
        that other processes published meanwhile were missed.
        """


class ChannelRouter:
    """Routes messages from the bus to its handlers."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self._handlers: dict[str, ChannelHandler] = {}
        self._note_handlers: dict[str, OnNote] = {}
        bus.on_message = self._deliver
        bus.on_resync = self._resync
        bus.on_subscribed = self._subscribed
        bus.on_note = self._note

    def connect(self, word: str, handler: ChannelHandler) -> None:
        """Route channels that begin with this word to a handler."""
        self._handlers[word] = handler

    def connect_notes(self, word: str, handler: OnNote) -> None:
        """Route notes about subjects that begin with this word and a colon; "" stands for matches,
        whose ids have none.
        """
        self._note_handlers[word] = handler

    def _note(self, subject: str, before: str, after: str) -> None:
        word, colon, _ = subject.partition(":")
        if handler := self._note_handlers.get(word if colon else ""):
            handler(subject, before, after)

    def _deliver(self, channel: str, message: Message) -> None:
        handler = self._handlers.get(channel.partition(":")[0])
        if handler is not None:
            handler.deliver(channel, message)

    def _subscribed(self, channel: str, seconds: float) -> None:
        handler = self._handlers.get(channel.partition(":")[0])
        if handler is not None:
            handler.subscribed(channel, seconds)

    def _resync(self, missed: Container[str]) -> None:
        for handler in self._handlers.values():
            handler.resync(missed)
