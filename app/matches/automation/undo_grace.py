"""Undo grace: built-in bots wait a little after the answer that ends a person's turn, so the person
can take it back before they act on it.

An answer ends a turn here when it leaves its seat no required question and puts a new one to a
built-in bot. The wait uses up no clock: built-in bots have none. Its end is stored in
the match's `times`, so every process keeps to it.
"""

from __future__ import annotations

from app.matches.match_info import MatchInfo, alone_with_bots
from app.matches.room import Room
from engine.core.match import Match


def ends_turn(info: MatchInfo, before: Match, after: Match, seat: int) -> bool:
    """Whether a person's answer has passed the turn to a built-in bot, which leaves them time to
    take it back. Bots do not wait where undo is off, nor for a person who is alone with them.
    """
    if info.undo == "off" or info.seats[seat].kind != "human":
        return False
    if not any(occupant.bot for occupant in info.seats) or alone_with_bots(info.seats):
        return False
    known = {decision.id for decision in before.decisions}
    required = [decision for decision in after.decisions if not decision.optional]
    if any(decision.seat == seat for decision in required):
        return False
    return any(info.seats[decision.seat].bot for decision in required if decision.id not in known)


def grace_left(room: Room) -> float:
    """Seconds for which built-in bots still wait in a match."""
    times = room.info.times
    return max(0, times.bots_wait - room.service_clock.now()) / 1000 if times else 0.0
