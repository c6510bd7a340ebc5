"""Bus: publish/subscribe between processes. Messages may be lost at any time.

A message begins with a head and a space:

=========  =============================================================================
`<ply>,<base>,<mark> `
           the frame of that ply, and the marks of the states it leads from and to
           (`RenderedView.mark`); without text: load the match from the database
`- `       a frame outside the ply sequence (chat, presence)
`~ `       the same, for data that the match's rows also hold (offers)
`! `       the match has changed outside its log: receivers reload it
=========  =============================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Protocol

from app.wire.json_patch import websocket_message


class Frame:
    """The frame of a ply: it leads from the state marked `base` to the one marked `mark`. Without
    text it says only that the ply exists.
    """

    __slots__ = ("_wire", "base", "mark", "ply", "text")

    def __init__(self, ply: int, text: str = "", base: str = "", mark: str = "") -> None:
        self.ply = ply
        self.text = text
        self.base = base
        self.mark = mark
        self._wire = b""

    @property
    def wire(self) -> bytes:
        """The websocket message for every reader; built once."""
        if not self._wire:
            self._wire = websocket_message(self.text)
        return self._wire

    def packed(self) -> str:
        """The bus message for other processes."""
        return f"{self.ply},{self.base},{self.mark} {self.text}"

    def packed_ply(self) -> str:
        """A bus message that announces the ply alone; receivers render a full frame if needed."""
        return f"{self.ply},, "


Message = bytes | Frame
"""What a channel carries: a frame, or bytes."""
OnMessage = Callable[[str, Message], None]
"""Called with a channel and a message; a frame arrives as a Frame or packed."""
OnResync = Callable[[Container[str]], None]
"""Called with the channels whose messages this process may have missed."""
OnSubscribed = Callable[[str, float], None]
"""Called when a subscription takes effect, with the seconds since it was requested: messages that
others published meanwhile were missed.
"""
OnNote = Callable[[str, str, str], None]
"""Called with a subject, another process's previous note about it ("" if none) and its new note, or
"" once the note has expired.
"""
OnDirectMessage = Callable[[str, bytes], None]
"""Called with the process that sent a message to this one, and the message."""
OnProcessLeft = Callable[[str], None]
"""Called with a process that stops."""
OnUndelivered = Callable[[], None]
"""Called if no process received the message, or if this is unknown."""


class Bus(Protocol):
    """Publish and subscribe; set the callbacks before `start`. Only `start` and `stop` wait: other
    calls take effect soon, and queries are answered from memory.
    """

    on_message: OnMessage
    on_resync: OnResync
    on_subscribed: OnSubscribed
    on_note: OnNote
    on_direct_message: OnDirectMessage
    on_process_left: OnProcessLeft
    name: str
    """This process's name for this run."""
    shared: bool
    """Whether other processes may be connected."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def publish(self, channel: str, message: Message) -> None:
        """Queue a message, in order; never waits, never raises."""

    def send(self, process: str, message: bytes, on_undelivered: OnUndelivered) -> None:
        """Queue a message to one process, in order with those to the channels."""

    def last_received_at(self, process: str) -> float:
        """When this process last received anything from that one, by the monotonic clock."""

    def has_subscribers(self, channel: str) -> bool:
        """A hint whether the channel has subscribers; an empty frame repairs a wrong hint."""

    def subscribe(self, channel: str) -> None:
        """Subscribe to a channel. This process's own messages arrive at once; `on_subscribed` is
        called once those of other processes do.
        """

    def unsubscribe(self, channel: str) -> None: ...

    def note(self, subject: str, note: str) -> None:
        """Share a note about a match or an account with the other processes, which keep it for a
        short while.
        """

    def notes(self, subject: str) -> list[str]:
        """The other processes' notes about a match or an account."""

    def leave(self) -> None:
        """Announce to the other processes that this one stops."""

    def is_up(self) -> bool:
        """Whether the bus works."""

    def uptime(self) -> float:
        """Seconds for which the bus has worked without a break."""


class MemoryBus:
    """The bus of a single process."""

    shared = False
    name = ""

    def __init__(self) -> None:
        self.on_message: OnMessage = lambda channel, message: None
        self.on_resync: OnResync = lambda missed: None
        self.on_subscribed: OnSubscribed = lambda channel, seconds: None
        self.on_note: OnNote = lambda subject, before, after: None
        self.on_direct_message: OnDirectMessage = lambda process, message: None
        self.on_process_left: OnProcessLeft = lambda process: None
        self._channels: set[str] = set()

    async def start(self) -> None:
        return

    async def stop(self) -> None:
        return

    def publish(self, channel: str, message: Message) -> None:
        if channel in self._channels:
            self.on_message(channel, message)

    def send(self, process: str, message: bytes, on_undelivered: OnUndelivered) -> None:
        on_undelivered()

    def last_received_at(self, process: str) -> float:
        return float("-inf")

    def has_subscribers(self, channel: str) -> bool:
        return channel in self._channels

    def subscribe(self, channel: str) -> None:
        self._channels.add(channel)

    def unsubscribe(self, channel: str) -> None:
        self._channels.discard(channel)

    def note(self, subject: str, note: str) -> None:
        return

    def notes(self, subject: str) -> list[str]:
        return []

    def leave(self) -> None:
        return

    def is_up(self) -> bool:
        return True

    def uptime(self) -> float:
        return float("inf")


def channel_of(match: str, viewers: str) -> str:
    """The channel of one class of viewers."""
    return f"match:{match}:{viewers}"


def split_channel(channel: str) -> tuple[str, str]:
    """The match and the class of viewers of a channel."""
    _, match, viewers = channel.split(":")
    return match, viewers


def frame_of(head: str, text: str) -> Frame:
    """Parse what `Frame.packed` wrote."""
    ply, base, mark = head.split(",")
    return Frame(int(ply), text, base, mark)


def aside_message(frame: str) -> bytes:
    return f"- {frame}".encode()


def news_message(frame: str) -> bytes:
    return f"~ {frame}".encode()


CHANGED = b"! "
