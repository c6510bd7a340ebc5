"""Resignation: a player resigns a seat.

A resigned seat ranks last, and a built-in bot takes it over. With the policy (`resign`) `forfeit`
the match ends instead once fewer than two seats have not resigned; with any policy it ends once
only built-in bots are left. A player who has resigned can't return.
"""

from __future__ import annotations

from app.forfeits.substitution import seat_bot
from app.matches.changes import MatchChanges
from app.matches.locked import LockedMatch, MatchLocks
from app.wire.literals import ResignPolicy


def default_resign_policy(seats: int) -> str:
    """The default policy for resigned seats."""
    return "forfeit" if seats == 2 else "bot"


class Resignations:
    """Resigns seats."""

    def __init__(self, locks: MatchLocks, changes: MatchChanges) -> None:
        self.locks = locks
        self.changes = changes

    async def resign(self, match: str, account: str) -> None:
        """Resign the account's seat. Raises Problem forbidden, match-over or match-not-started."""
        async with self.locks.lock(match) as locked:
            number = locked.seat_of(account).seat
            locked.require_begun()
            await give_up(locked, number, locked.row.resign, "resigned")
        await self.changes.announce(match, locked.left)


async def give_up(locked: LockedMatch, number: int, policy: ResignPolicy, reason: str) -> None:
    """Give a seat up for good, by resignation or on time; a bot plays on if the match does."""
    locked.seats[number].resigned = True
    remaining = [seat for seat in locked.seats if not seat.resigned]
    is_over = policy == "forfeit" and len(remaining) < 2
    if is_over or not any(seat.account for seat in remaining):
        await locked.end("finished", reason)
    else:
        await seat_bot(locked, number, locked.catalogue.substitute_bot)
