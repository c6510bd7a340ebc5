"""Early end: ends a match by resignation, forfeit, agreement or abort instead of a last entry."""

from __future__ import annotations

from typing import Literal

from app.matches.changes import MatchChanges
from app.matches.locked import LockedMatch, MatchLocks
from app.wire.literals import Unrated

Reason = Literal["resigned", "forfeit", "draw", "aborted", "closed", "adjudicated"]


class MatchEnder:
    """Ends matches that are open, playing or paused."""

    def __init__(self, locks: MatchLocks, changes: MatchChanges) -> None:
        self.locks = locks
        self.changes = changes

    async def end(
        self,
        match: str,
        *,
        status: Literal["finished", "aborted"],
        reason: Reason,
        ranks: list[list[int]] | None = None,
        unrated: Unrated | None = None,
    ) -> None:
        """End a match that is playing or paused, or abort one that has not begun; notify everyone.

        Without `ranks`, an aborted match has none, and in a finished one all seats that have not
        resigned share first place. `unrated` says why it is not rated after all. Raises Problem
        match-over, match-not-started or not-found.
        """
        async with self.locks.lock(match) as locked:
            if locked.row.status != "open" or status != "aborted":
                locked.require_begun()
            await locked.end(status, reason, counts=status == "finished")
            if ranks is not None and locked.row.outcome is not None:
                locked.row.outcome = {**locked.row.outcome, "ranks": ranks}
            if unrated is not None and locked.row.rated:
                locked.row.rated, locked.row.unrated = False, unrated
        await self.announce(locked)

    async def announce(self, locked: LockedMatch) -> None:
        """Notify everyone, including viewers of the match whose rematch table was closed."""
        await self.changes.announce(locked.row.id, locked.left)
        if locked.previous:
            await self.changes.reload(locked.previous)
