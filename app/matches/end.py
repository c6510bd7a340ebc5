"""Early end: ends a match other than by its last entry."""

from __future__ import annotations

from typing import Literal

from app.matches.changes import MatchChanges
from app.matches.locked import LockedMatch, MatchLocks

Reason = Literal["resigned", "forfeit", "draw", "aborted", "closed"]


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
    ) -> None:
        """End a match that is playing or paused, or abort one that has not begun; notify everyone.

        Without `ranks`, an aborted match has none, and in a finished one all seats that have not
        resigned share first place. Raises Problem match-over, match-not-started or not-found.
        """
        async with self.locks.lock(match) as held:
            if held.row.status != "open" or status != "aborted":
                held.require_begun()
            await held.end(status, reason, counts=status == "finished")
            if ranks is not None and held.row.outcome is not None:
                held.row.outcome = {**held.row.outcome, "ranks": ranks}
        await self.announce(held)

    async def announce(self, held: LockedMatch) -> None:
        """Notify everyone, including viewers of the match that a closed table was to follow."""
        await self.changes.announce(held.row.id, held.left)
        if held.before:
            await self.changes.reload(held.before)
