"""Hooks: run around the commit of a change of a match, for everything beyond its frames.

`app.container` fills the lists, in the order in which the hooks run. A failing hook is reported and
does not stop the others; hooks must not block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from app.infra.fault_reports import report_fault
from app.matches.commands import Command
from app.matches.entry import EntryWrite
from app.matches.match_info import MatchInfo
from app.matches.room import Room
from engine.core.match import Match

Event = TypeVar("Event")


class Committed(Struct):
    """An entry was committed and published."""

    room: Room
    change: EntryWrite
    info_before: MatchInfo
    match_before: Match
    info: MatchInfo
    match: Match


class MatchChanged(Struct):
    """A match changed outside its log: seats, status, clocks, offers."""

    room: Room
    left: Sequence[str] = ()  # accounts that had a seat and left it


class MatchHooks:
    """The hooks of this process."""

    def __init__(self) -> None:
        self.before_commit: list[Callable[[Room, Command, EntryWrite], None]] = []
        """What else is stored with an entry; a failure refuses the command."""
        self.on_commit: list[Callable[[Committed], None]] = []
        self.on_change: list[Callable[[MatchChanged], None]] = []
        self.on_deadline: list[Callable[[Room], None]] = []
        """The match's next deadline may have moved; players need no notification."""

    def committing(self, room: Room, command: Command, change: EntryWrite) -> None:
        for hook in self.before_commit:
            hook(room, command, change)

    def committed(self, event: Committed) -> None:
        _run(self.on_commit, event, event.room)

    def changed(self, event: MatchChanged) -> None:
        _run(self.on_change, event, event.room)

    def deadline_moved(self, room: Room) -> None:
        _run(self.on_deadline, room, room)


def _run(hooks: list[Callable[[Event], None]], event: Event, room: Room) -> None:
    for hook in hooks:
        try:
            hook(event)
        except Exception as error:
            report_fault(error, match=room.info.id, ply=room.ply)
