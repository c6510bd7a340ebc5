"""Access: who may see a match, and as which viewer."""

from __future__ import annotations

from app.accounts.caller import Caller
from app.infra.problems import Problem, not_found
from app.matches.horizon.spectator_delay import sees_late
from app.matches.match_info import OVER
from app.matches.room import Room
from engine.core.event import PUBLIC, Viewer


def viewer_for(room: Room, caller: Caller | None) -> Viewer:
    """The caller's seat, or the public. Raises Problem forbidden if spectators are not allowed."""
    seat = room.info.seat_of(caller.account) if caller else None
    if seat is not None:
        return seat
    is_host = caller is not None and caller.account == room.info.host
    if room.info.spectators == "none" and not (is_host and room.match is None):
        raise Problem("forbidden", "This match has no spectators.")
    return PUBLIC


def viewers_as(room: Room, caller: Caller | None, as_viewer: str | None) -> list[Viewer]:
    """The viewers whose history the caller may read: their own or, with `as_viewer`, `public`,
    `seat:0` or `all` (every seat, then the public). Other seats stay closed until the match ends.
    Raises Problem forbidden, not-found.
    """
    own = viewer_for(room, caller)
    if as_viewer is None or as_viewer == f"seat:{own}":
        return [own]
    if as_viewer == "public":
        if room.info.spectators == "none" and not is_over(room, own):
            raise Problem("forbidden", "This match has no spectators.")
        return [PUBLIC]
    if not is_over(room, own):
        raise Problem("forbidden", "Other seats are visible only after the match ends.")
    if as_viewer == "all":
        return [*range(len(room.info.seats)), PUBLIC]
    seat = int(as_viewer.removeprefix("seat:"))
    if seat >= len(room.info.seats):
        raise not_found("seat")
    return [seat]


def is_over(room: Room, viewer: Viewer) -> bool:
    """Whether the match keeps nothing secret from the viewer any more."""
    return room.info.status in OVER and not sees_late(room.info, viewer)


def seat_for(room: Room, caller: Caller) -> int:
    """The caller's seat. Raises Problem forbidden if they have none."""
    seat = room.info.seat_of(caller.account)
    if seat is None:
        raise Problem("forbidden", "You have no seat in this match.")
    return seat
