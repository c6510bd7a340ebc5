"""Presence: which players and how many spectators are connected.

Each process publishes a note of its own subscribers, caches the notes of the other processes, and
informs its subscribers from that cache. Notes may be lost: presence is for display only.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

import msgspec
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from app.bus.base import Bus, aside_message, channel_of
from app.infra.problems import Problem
from app.infra.shutdown import cancel_all
from app.infra.wall_clock import now
from app.matches.horizon.spectator_delay import held_back
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.wire import play, retyped
from app.wire.frames import PresenceFrame, encode
from app.wire.literals import SeatPresence
from engine.core.event import Public, Viewer

FRAME_PAUSE_S = 0.2
"""Seconds between two presence frames of a match…"""
PAUSE_PER_SPECTATOR_S = 0.001
"""… or this per local spectator, if longer, when only their number has changed: such a frame goes
to each of them and costs as much as an answer's.
"""
RENEW_EVERY_S = 30.0
"""A note is renewed this often, well before it expires in the other processes."""


class Attendance(Struct):
    """One process's note: sockets per seat, when seats were left, number of spectators.

    The other processes count a note until it expires by their own clocks, so presence does not
    depend on the clock of the process that wrote it.
    """

    seats: dict[str, int] = {}
    left: dict[str, float] = {}
    spectators: int = 0


def hidden_presence(spectators: int) -> play.Presence:
    """The presence shown to viewers who see the match late: nothing about the seats."""
    return play.Presence(seats={}, spectators=spectators)


def _message(presence: play.Presence) -> bytes:
    return aside_message(encode(retyped(PresenceFrame, presence)))


class Presence:
    """Counts this process's subscribers and adds the counts in the other processes' notes."""

    def __init__(self, bus: Bus, rooms: RoomCache, gone_after: float) -> None:
        self.bus = bus
        self.rooms = rooms
        self.gone_after = gone_after
        self._local: dict[str, Attendance] = {}
        self._sending: dict[tuple[str, bool], asyncio.Task[None]] = {}
        self._has_stopped = False

    async def stop(self) -> None:
        """Stop informing subscribers: tasks end, and timers that fire later do nothing."""
        self._has_stopped = True
        await cancel_all(list(self._sending.values()))

    def arrive(self, match: str, viewer: Viewer) -> None:
        attendance = self._local.setdefault(match, Attendance())
        if isinstance(viewer, Public):
            attendance.spectators += 1
        else:
            attendance.seats[str(viewer)] = attendance.seats.get(str(viewer), 0) + 1
            attendance.left.pop(str(viewer), None)
        self._changed(match, seats_changed=not isinstance(viewer, Public))

    def depart(self, match: str, viewer: Viewer) -> None:
        attendance = self._local.setdefault(match, Attendance())
        if isinstance(viewer, Public):
            attendance.spectators -= 1
        else:
            seat = str(viewer)
            attendance.seats[seat] -= 1
            if not attendance.seats[seat]:
                del attendance.seats[seat]
                attendance.left[seat] = now().timestamp()
                self._send_when_gone(match)
        self._changed(match, seats_changed=not isinstance(viewer, Public))

    def note_changed(self, match: str, before: str, after: str) -> None:
        """Handle another process's new note, or "" for none: inform subscribers here of changes."""
        attendance = self._local.get(match)
        if attendance is None or not (attendance.seats or attendance.spectators):
            return
        old = msgspec.json.decode(before or "{}", type=Attendance)
        new = msgspec.json.decode(after or "{}", type=Attendance)
        if new.left and new.left != old.left:
            self._send_when_gone(match)
        seats_changed = (old.seats.keys(), old.left) != (new.seats.keys(), new.left)
        if seats_changed or old.spectators != new.spectators:
            self._send_soon(match, seats_changed=seats_changed)

    def of(self, room: Room) -> play.Presence:
        """The presence at a match, at all processes."""
        notes = [self._local.get(room.info.id, Attendance())]
        others = self.bus.notes(room.info.id)
        notes += [msgspec.json.decode(note, type=Attendance) for note in others]
        closed_by_seat = {
            str(n): seat.account_closed for n, seat in enumerate(room.info.seats) if seat.account
        }
        return play.Presence(
            seats={
                n: "gone" if is_closed else self._state(n, notes)
                for n, is_closed in closed_by_seat.items()
            },
            spectators=sum(note.spectators for note in notes),
        )

    def is_connected(self, match: str, seat: int) -> bool:
        """Whether the seat's player is connected, at any process."""
        attendance = self._local.get(match)
        if attendance is not None and attendance.seats.get(str(seat)):
            return True
        others = self.bus.notes(match)
        notes = (msgspec.json.decode(note, type=Attendance) for note in others)
        return any(note.seats.get(str(seat)) for note in notes)

    def is_attended(self, match: str) -> bool:
        """Whether the match has subscribers at this process."""
        attendance = self._local.get(match)
        return attendance is not None and bool(attendance.seats or attendance.spectators)

    def _state(self, seat: str, notes: list[Attendance]) -> SeatPresence:
        if any(note.seats.get(seat) for note in notes):
            return "here"
        left = max((note.left.get(seat, 0.0) for note in notes), default=0.0)
        return "away" if left > now().timestamp() - self.gone_after else "gone"

    async def keep_renewing(self) -> None:
        """Renew this process's notes, and drop matches without subscribers."""
        while True:
            await asyncio.sleep(RENEW_EVERY_S)
            for match, attendance in list(self._local.items()):
                if attendance.seats or attendance.spectators:
                    self._note(match)
                elif all(
                    left < now().timestamp() - self.gone_after for left in attendance.left.values()
                ):
                    del self._local[match]

    def _changed(self, match: str, *, seats_changed: bool) -> None:
        self._note(match)
        self._send_soon(match, seats_changed=seats_changed)

    def _send_when_gone(self, match: str) -> None:
        soon = partial(self._send_soon, match, seats_changed=True)
        asyncio.get_running_loop().call_later(self.gone_after + 0.1, soon)

    def _send_soon(self, match: str, *, seats_changed: bool) -> None:
        key = (match, seats_changed)
        if key not in self._sending and not self._has_stopped:
            task = asyncio.get_running_loop().create_task(
                self._send_after_pause(match, seats_changed=seats_changed)
            )
            self._sending[key] = task
            task.add_done_callback(lambda done: self._sending.pop(key, None))

    async def _send_after_pause(self, match: str, *, seats_changed: bool) -> None:
        await asyncio.sleep(FRAME_PAUSE_S if seats_changed else self.frame_pause_s(match))
        self._sending.pop((match, seats_changed), None)
        with suppress(Problem, SQLAlchemyError, OSError):
            self._send(await self.rooms.get(match), seats_changed=seats_changed)

    def frame_pause_s(self, match: str) -> float:
        """Seconds between two presence frames when only the number of spectators changes."""
        spectators = self._local.get(match, Attendance()).spectators
        return max(FRAME_PAUSE_S, spectators * PAUSE_PER_SPECTATOR_S)

    def _send(self, room: Room, *, seats_changed: bool) -> None:
        """Inform local subscribers; viewers with a delay learn nothing about the seats."""
        match, presence = room.info.id, self.of(room)
        message = _message(presence)
        for number, seat in enumerate(room.info.seats):
            if seat.account:
                self.bus.on_message(channel_of(match, str(number)), message)
        if held_back(room.info):
            message = _message(hidden_presence(presence.spectators))
        if not (seats_changed and held_back(room.info)):
            self.bus.on_message(channel_of(match, "public"), message)

    def _note(self, match: str) -> None:
        attendance = self._local.get(match)
        if attendance and self.bus.shared:
            self.bus.note(match, msgspec.json.encode(attendance).decode())
