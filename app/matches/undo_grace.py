"""Undo grace: built-in bots wait a little after the answer that ends a person's turn, so the person
can take it back before they act on it.

An answer ends a turn here when its seat is asked nothing more that others wait for, and a built-in
bot is asked something new. The wait is on no clock: built-in bots have none. Its end is stored in
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
    if not any(one.bot for one in info.seats) or alone_with_bots(info.seats):
        return False
    known = {decision.id for decision in before.decisions}
    asked = [decision for decision in after.decisions if not decision.optional]
    if any(decision.seat == seat for decision in asked):
        return False
    return any(info.seats[one.seat].bot for one in asked if one.id not in known)


def grace_left(room: Room) -> float:
    """Seconds for which built-in bots still wait in a match."""
    times = room.info.times
    return max(0, times.bots_wait - room.service_clock.now()) / 1000 if times else 0.0
