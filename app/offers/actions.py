"""Offer actions: when each kind may be offered, and what an accepted offer does."""

from __future__ import annotations

from app.clocks.timekeeping import pause_clocks, resume_clocks
from app.forfeits.substitution import open_seat, seat_bot
from app.infra.database import Database
from app.infra.problems import Problem
from app.matches.automation.auto_answer_rules import after_resume
from app.matches.locked import LockedMatch
from app.matches.match_info import OVER, MatchInfo, Offer
from app.matches.room import Room
from app.matches.undo_history import MAX_AGREED_UNDO, load_undo_history

ALLOWED_STATUSES = {
    "undo": ("playing",),
    "pause": ("playing",),
    "resume": ("paused",),
    "abort": ("playing", "paused"),
    "draw": ("playing",),
    "substitute": ("playing", "paused"),
}


def check(info: MatchInfo, kind: str) -> None:
    """Raises Problem if this kind can't be offered now."""
    if info.status == "open":
        raise Problem("match-not-started")
    if info.status in OVER:
        raise Problem("match-over")
    if kind == "resume" and info.paused_for != "agreed":
        raise Problem("forbidden", "This match was not paused by agreement.")
    if info.status not in ALLOWED_STATUSES[kind]:
        raise Problem("paused")


async def carry_out(locked: LockedMatch, offer: Offer) -> None:
    """Apply an accepted offer, except an undo, which is a log entry."""
    row, times = locked.row, locked.times
    match offer.kind:
        case "pause":
            row.status, row.paused_for = "paused", "agreed"
            if times:
                pause_clocks(times, locked.moment)
            await locked.close_offers()
        case "resume":
            row.status, row.paused_for = "playing", None
            if times and locked.clock.runs:
                resume_clocks(locked.clock, times, locked.info.timed, locked.waiting, locked.moment)
            if times:
                times.at = locked.moment
                after_resume(locked.settings, times)
            await locked.close_offers()
        case "abort":
            await locked.end("aborted", "aborted", counts=False)
        case "draw":
            await locked.end("finished", "draw")
        case "substitute":
            await _substitute(locked, offer)


async def _substitute(locked: LockedMatch, offer: Offer) -> None:
    assert offer.seat is not None
    if offer.bot:
        await seat_bot(locked, offer.seat, offer.bot)
    else:
        await open_seat(locked, offer.seat)


async def last_answer(database: Database, room: Room, seat: int) -> str:
    """The decision that the seat answered last, not counting automatic answers. Raises Problem
    undo-sealed if that is more than MAX_AGREED_UNDO steps ago.
    """
    match = room.started_match
    past = await load_undo_history(database, match, room.info.id, MAX_AGREED_UNDO)
    for step in [match.step, *reversed(past.steps)]:
        for given in reversed(step.answers):
            if given.seat == seat and not given.automatic and not given.is_show:
                return given.decision
    raise Problem("undo-sealed", "There is nothing of yours to take back.")
