"""Resignation: a player resigns a seat, or forfeits it on time.

A resigned seat ranks last, and a built-in bot takes it over. With the policy (`resign`) `forfeit`
the match ends instead once fewer than two seats have not resigned; with any policy it ends once
only built-in bots are left. A player who has resigned can't return.
"""

from __future__ import annotations

from app.clocks.service_time import ServiceClock
from app.forfeits.substitution import seat_bot
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.matches.automation.due_actions import timed_out
from app.matches.changes import MatchChanges
from app.matches.locked import LockedMatch, MatchLocks


def default_resign_policy(seats: int) -> str:
    """The default policy for resigned seats."""
    return "forfeit" if seats == 2 else "bot"


class Resignations:
    """Resigns or forfeits seats."""

    def __init__(
        self,
        locks: MatchLocks,
        changes: MatchChanges,
        service_clock: ServiceClock,
        settings: Settings,
    ) -> None:
        self.locks = locks
        self.changes = changes
        self.service_clock = service_clock
        self.settings = settings

    async def resign(self, match: str, account: str) -> None:
        """Resign the account's seat. Raises Problem forbidden, match-over or match-not-started."""
        async with self.locks.lock(match) as locked:
            number = locked.seat_of(account).seat
            locked.require_begun()
            await self._give_up(locked, number, locked.row.resign, "resigned")
        await self.changes.announce(match, locked.left)

    async def forfeit(self, match: str, number: int) -> None:
        """Forfeit a seat that is out of time. Raises Problem stale-decision if it is not."""
        async with self.locks.lock(match) as locked:
            locked.require_begun()
            if number not in timed_out(locked.info, self.service_clock, self.settings):
                raise Problem("stale-decision")
            await self._give_up(locked, number, "forfeit", "forfeit")
        await self.changes.announce(match, locked.left)

    async def _give_up(self, locked: LockedMatch, number: int, policy: str, reason: str) -> None:
        locked.seats[number].resigned = True
        remaining = [seat for seat in locked.seats if not seat.resigned]
        is_over = policy == "forfeit" and len(remaining) < 2
        if is_over or not any(seat.account for seat in remaining):
            await locked.end("finished", reason)
        else:
            await seat_bot(locked, number, self.settings.substitute_bot)
