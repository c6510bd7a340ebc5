"""Who may see a match, and as whom."""

from __future__ import annotations

from app.accounts.caller import Caller
from app.matches.room import Room
from app.problems import Problem
from engine.core.event import PUBLIC, Viewer


def viewer_for(room: Room, caller: Caller | None) -> Viewer:
    """The caller's seat, or the public. Raises Problem forbidden where nobody may watch."""
    seat = room.facts.seat_of(caller.account) if caller else None
    if seat is not None:
        return seat
    is_creator = caller is not None and caller.account == room.facts.creator
    if room.facts.spectators == "none" and not (is_creator and room.match is None):
        raise Problem("forbidden", "Nobody watches this match.")
    return PUBLIC


def seat_for(room: Room, caller: Caller) -> int:
    """The caller's seat. Raises Problem forbidden for somebody without one."""
    seat = room.facts.seat_of(caller.account)
    if seat is None:
        raise Problem("forbidden", "You have no seat in this match.")
    return seat
