"""Bus: how the processes hear of one another. What it carries may be lost at any time.

A message begins with a head and a space:

=========  =============================================================================
`<ply>,<base>,<mark> `
           the frame of that ply, and what it leads from and to (`Shown.mark`); nothing after
           the head means: load it yourself
`- `       a frame beside the plies (chat, presence)
`~ `       the same, of something that the match's rows tell as well (offers)
`! `       the match has changed otherwise: whoever shows it loads it anew
=========  =============================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Protocol

from app.wire.json_patch import on_the_wire


class Frame:
    """The frame of a ply: it leads from what is marked `base` to what is marked `mark`. Without
    text it says only that there is that ply.
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
        """As it goes to every socket; made once."""
        if not self._wire:
            self._wire = on_the_wire(self.text)
        return self._wire

    def packed(self) -> bytes:
        """As it goes to other processes."""
        return f"{self.ply},{self.base},{self.mark} {self.text}".encode()

    def in_short(self) -> bytes:
        """That there is this ply, for other processes; who needs the frame makes a full one."""
        return f"{self.ply},, ".encode()


Message = bytes | Frame
"""What a channel carries: a frame, or bytes."""
Deliver = Callable[[str, Message], None]
"""Called with a channel and a message; a frame comes as itself or packed."""
Returned = Callable[[Container[str]], None]
"""Called with the channels that this process may have missed messages of."""
Joined = Callable[[str, float], None]
"""Called when messages of a channel begin to arrive, with the seconds since it was subscribed to:
what others published meanwhile was missed.
"""
Noted = Callable[[str, str, str], None]
"""Called with a match, what another process had noted about it (or nothing), and what it notes."""


class Bus(Protocol):
    """Publish and subscribe; the callbacks are set before `start`. Only `start` and `stop` wait:
    whatever else is asked for is done soon, and answers come from memory.
    """

    deliver: Deliver
    returned: Returned
    joined: Joined
    noted: Noted
    shared: bool
    """Whether other processes may be listening."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def publish(self, channel: str, message: Message) -> None:
        """Send soon, in order; never waits, never raises."""

    def is_heard(self, channel: str) -> bool:
        """A hint whether anybody listens; where it is wrong, an empty frame heals."""

    def subscribe(self, channel: str) -> None:
        """Messages to the channel are to arrive. This process's own do at once; `joined` tells when
        those of others do, unless there are none.
        """

    def unsubscribe(self, channel: str) -> None: ...

    def note(self, match: str, note: str) -> None:
        """Tell the other processes something about a match; they remember it for a short while."""

    def notes(self, match: str) -> list[str]:
        """What the other processes noted about a match."""

    def is_well(self, match: str = "") -> bool:
        """Whether messages come and go: all of them, or those of one match."""


class MemoryBus:
    """The bus of a single process."""

    shared = False

    def __init__(self) -> None:
        self.deliver: Deliver = lambda channel, message: None
        self.returned: Returned = lambda missed: None
        self.joined: Joined = lambda channel, seconds: None
        self.noted: Noted = lambda match, before, after: None
        self._channels: set[str] = set()

    async def start(self) -> None:
        return

    async def stop(self) -> None:
        return

    def publish(self, channel: str, message: Message) -> None:
        if channel in self._channels:
            self.deliver(channel, message)

    def is_heard(self, channel: str) -> bool:
        return channel in self._channels

    def subscribe(self, channel: str) -> None:
        self._channels.add(channel)

    def unsubscribe(self, channel: str) -> None:
        self._channels.discard(channel)

    def note(self, match: str, note: str) -> None:
        return

    def notes(self, match: str) -> list[str]:
        return []

    def is_well(self, match: str = "") -> bool:
        return True


def channel_of(match: str, viewers: str) -> str:
    """The channel of one class of viewers."""
    return f"match:{match}:{viewers}"


def split_channel(channel: str) -> tuple[str, str]:
    """The match and the class of viewers."""
    _, match, viewers = channel.split(":")
    return match, viewers


def frame_of(head: str, text: str) -> Frame:
    """What `Frame.packed` wrote."""
    ply, base, mark = head.split(",")
    return Frame(int(ply), text, base, mark)


def aside_message(frame: str) -> bytes:
    return f"- {frame}".encode()


def news_message(frame: str) -> bytes:
    return f"~ {frame}".encode()


CHANGED = b"! "
