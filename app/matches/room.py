"""Room: a match in memory, a cache of its rows that may be dropped at any moment."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from app.bus.base import channel_of
from app.clocks.service_time import ServiceClock
from app.infra.database_errors import AHEAD
from app.infra.problems import Problem
from app.matches.match_info import MatchInfo, SeatInfo
from app.matches.verdicts import NotWritten
from app.wire.json_patch import Pieces, canonical
from app.wire.literals import (
    ClockKind,
    OnTimeout,
    PassUntil,
)
from app.wire.play import TakingBack
from engine.core.event import PUBLIC, Public, Viewer
from engine.core.game import Game
from engine.core.match import Match
from engine.core.running_table import RunningTable

TAIL_ENTRIES = 8
"""A full frame repeats the events of this many latest entries."""


class ClockView(Struct):
    """The clocks as every viewer may see them."""

    kind: ClockKind
    on_timeout: OnTimeout | None = None
    left: dict[int, int] = {}  # milliseconds that a seat has left
    until: dict[int, int] = {}  # when a seat's time will be up, in milliseconds since 1970


NO_THREATS = b"[]"


class RenderedView(Struct):
    """One viewer's view at one ply, as JSON ready to send (the clock is encoded when sent).

    The view is in pieces: the part that all viewers share, and the table as this viewer sees it.
    `auto_pass`, `auto_answer` and `undo` are private to a seat, None for the public. `threats`
    follow from the public part of the view.
    """

    ply: int
    common: Pieces
    table: Pieces
    hash: str
    decisions: bytes
    waiting: bytes
    clock: ClockView
    auto_pass: PassUntil | None = None
    auto_answer: bool | None = None
    undo: TakingBack | None = None
    threats: bytes = NO_THREATS
    computed_mark: str = ""

    @property
    def mark(self) -> str:
        """Distinguishes it from any other view that the viewer may have seen. Internal."""
        if not self.computed_mark:
            questions = zlib.crc32(self.decisions, zlib.crc32(self.waiting))
            self.computed_mark = f"{self.hash}{questions:x}"
        return self.computed_mark

    @property
    def view(self) -> bytes:
        """The view as canonical JSON."""
        return view_of(self.common, self.table)


def view_of(common: Pieces, table: Pieces) -> bytes:
    """A view from its pieces."""
    return canonical({**common, "table": table})


class Reader(Struct, frozen=True):
    """A possible subscriber: a viewer, the name of its class, its channel."""

    viewer: Viewer
    name: str
    channel: str


class Room:
    """A match in memory; only the holder of its `turn` may change it."""

    def __init__(
        self,
        game: Game[Any, Any],
        info: MatchInfo,
        match: Match | None,
        service_clock: ServiceClock,
        on_release: Callable[[], None] = lambda: None,
    ) -> None:
        self.game = game
        self.on_release = on_release  # called when it drops a running script
        self.service_clock = service_clock
        self.info = info
        self.match = match  # None before the start
        self.owner: str | None = None  # the process that committed the last entry
        # the script at the open questions; `borrow_script` removes it, so a failed answer drops it
        self.running: RunningTable | None = None
        # the part of its views that rarely changes, after the seats, status and rules it depends on
        self.cached_common: tuple[list[SeatInfo], str, int, Pieces] | None = None
        self._audience: tuple[list[SeatInfo], list[Reader]] | None = None
        self.recent_events: list[bytes] = []
        self.last_views: dict[str, RenderedView] = {}  # by class of viewer
        self.announced_changes = 0  # by other processes
        self.loaded_changes = 0  # how many of them have been read from the database
        self.last_used_at = time.monotonic()
        self.queue_length = 0
        self.lock = asyncio.Lock()

    @property
    def audience(self) -> list[Reader]:
        """All possible subscribers: the seats of accounts, and the public."""
        info = self.info
        if self._audience is None or self._audience[0] is not info.seats:
            viewers: list[Viewer] = [n for n, seat in enumerate(info.seats) if seat.account]
            if info.spectators != "none":
                viewers.append(PUBLIC)
            classes = [(viewer, class_of(viewer)) for viewer in viewers]
            readers = [Reader(viewer, name, channel_of(info.id, name)) for viewer, name in classes]
            self._audience = info.seats, readers
        return self._audience[1]

    @property
    def is_stale(self) -> bool:
        """Whether the database is known to be ahead."""
        return self.loaded_changes < self.announced_changes

    @property
    def ply(self) -> int:
        """The newest ply known here; -1 before the start."""
        return self.match.ply if self.match else -1

    @property
    def match_ply(self) -> int:
        """The ply in the match's row: 0 before the start."""
        return max(self.ply, 0)

    @property
    def version(self) -> tuple[int, int]:
        """Changes whenever the match's row does."""
        return self.match_ply, self.info.edition

    @property
    def started_match(self) -> Match:
        """The match. Raises Problem match-not-started before the start."""
        if self.match is None:
            raise Problem("match-not-started")
        return self.match

    def turn(self, max_queued: int, until: float) -> Turn:
        """The right to answer next, in order of arrival. Raises Problem unavailable if too many
        wait; entering raises NotWritten if the turn has not come by `until`, on the loop's clock.
        """
        if self.queue_length >= max_queued:
            raise Problem("unavailable", "Too many answers wait for this match.")
        return Turn(self, until)

    def install(self, match: Match | None, running: RunningTable | None = None) -> None:
        """Install the current match, with its running script if there is one."""
        if self.running is not None:
            self.on_release()
        self.match, self.running = match, running

    def borrow_script(self, match: Match) -> RunningTable | None:
        """Hand over the running script of this match, if cached, for an answer to resume."""
        running, self.running = self.running, None
        if running is None or match is self.match:
            return running
        self.on_release()
        return None

    def append_events(self, events: bytes) -> None:
        """Append an entry's events, as stored, to the tail."""
        self.recent_events = [*self.recent_events[1 - TAIL_ENTRIES :], events]


class Turn:
    """The right to change a room's match, while held."""

    __slots__ = ("room", "until")

    def __init__(self, room: Room, until: float) -> None:
        self.room = room
        self.until = until

    async def __aenter__(self) -> None:
        room = self.room
        room.queue_length += 1
        try:
            await self._acquire()
        except BaseException:
            room.queue_length -= 1
            raise
        room.last_used_at = time.monotonic()

    async def _acquire(self) -> None:
        """Acquire the lock; an answer with none ahead of it needs no timer."""
        if self.room.queue_length == 1:
            await self.room.lock.acquire()
            return
        try:
            async with asyncio.timeout_at(self.until):
                await self.room.lock.acquire()
        except TimeoutError:
            raise NotWritten(AHEAD) from None

    async def __aexit__(self, *_error: object) -> None:
        self.room.lock.release()
        self.room.queue_length -= 1


def class_of(viewer: Viewer) -> str:
    """The name of a viewer's class: "0", "1", … or "public"."""
    return "public" if isinstance(viewer, Public) else str(viewer)


def viewer_of(name: str) -> Viewer:
    """The viewer of a class."""
    return PUBLIC if name == "public" else int(name)
