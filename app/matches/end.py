"""Early end: ends a match other than by its last entry."""

from __future__ import annotations

from typing import Literal

from app.container import Services
from app.matches.locked import LockedMatch, locked_match
from app.matches.room import OVER

__all__ = ["OVER", "end_match"]

Reason = Literal["resigned", "forfeit", "draw", "aborted", "closed"]


async def end_match(
    services: Services,
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
    async with locked_match(services, match) as held:
        if held.row.status != "open" or status != "aborted":
            held.require_begun()
        await held.end(status, reason, counts=status == "finished")
        if ranks is not None and held.row.outcome is not None:
            held.row.outcome = {**held.row.outcome, "ranks": ranks}
    await tell_end(services, held)


async def tell_end(services: Services, held: LockedMatch) -> None:
    """Notify everyone, including viewers of the match that a closed table was to follow."""
    await services.pipeline.changed(held.row.id, held.left)
    if held.before:
        await services.pipeline.load_again(held.before)
