"""Grace: built-in bots wait a little after the answer that ends a person's turn, so that it can be
taken back before they act upon it.

An answer ends a turn here when its seat is asked nothing more that others wait for, and a built-in
bot is asked something that it was not asked before. The wait is on no clock: built-in bots have
none. It is a moment of the match's `times`, so that every process keeps to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from app.matches.room import MatchInfo, Room
from engine.core.match import Match


class Sitter(Protocol):
    """Who sits in a seat, in memory or as its row has it."""

    @property
    def bot(self) -> str | None: ...


def alone_with_bots(seats: Sequence[Sitter]) -> bool:
    """Whether all seats but one at most are those of built-in bots."""
    others = sum(not seat.bot for seat in seats)
    return others < 2 and others < len(seats)


def usual_undo(seats: Sequence[Sitter]) -> str:
    """The policy where the creator chose none: built-in bots agree to whatever is taken back."""
    return "ask" if alone_with_bots(seats) else "free"


def ends_turn(info: MatchInfo, before: Match, after: Match, seat: int) -> bool:
    """Whether a person's answer has passed the table on to a built-in bot, which leaves them time
    to take it back. Bots wait for nobody where undo is off, and not for one person alone with them.
    """
    if info.undo == "off" or info.seats[seat].kind != "human":
        return False
    if not any(one.bot for one in info.seats) or alone_with_bots(info.seats):
        return False
    known = {decision.id for decision in before.decisions}
    asked = [decision for decision in after.decisions if not decision.optional]
    if any(decision.seat == seat for decision in asked):
        return False
    return any(info.seats[one.seat].bot for one in asked if one.id not in known)


def grace_left(room: Room) -> float:
    """The seconds for which built-in bots still wait in a match."""
    times = room.info.times
    return max(0, times.bots_wait - room.service_clock.now()) / 1000 if times else 0.0
