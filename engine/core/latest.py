"""Latest: the answer that each seat would take back next.

It is stored with the match and updated at every answer, so callers that show the match need not
read ended steps. Automatic answers are skipped: taken back, they would only be given again.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Latest(Struct, array_like=True, frozen=True):
    """A seat's last answer and how it can be taken back."""

    decision: str = ""  # the decision that the seat answered last; "": not known
    ended: int = 0  # steps that have ended since
    free: bool = False  # whether it may be taken back without anyone's consent


def carry_over(
    before: Sequence[Latest], seats: int, ended: int, undoable: Sequence[int]
) -> list[Latest]:
    """`before` after `ended` more steps; an answer that is no longer free never becomes free."""
    return [
        Latest(latest.decision, latest.ended + ended, latest.free and seat in undoable)
        if latest.decision
        else latest
        for seat, latest in enumerate(before or [Latest()] * seats)
    ]
