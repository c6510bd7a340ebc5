"""Latest: what each seat would take back next.

It is kept with a match from answer to answer, so that whoever shows the match need not look at the
steps that ended. Answers that were given by themselves are passed over: taken back, they would only
be given again.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Latest(Struct, array_like=True, frozen=True):
    """The decision that a seat answered last ("" where none is known), how many steps have ended
    since it was given, and whether it may be taken back without asking anybody.
    """

    decision: str = ""
    ended: int = 0
    free: bool = False


def carried(
    before: Sequence[Latest], seats: int, ended: int, undoable: Sequence[int]
) -> list[Latest]:
    """The same after `ended` more steps; what is not free once will not be again."""
    return [
        Latest(one.decision, one.ended + ended, one.free and seat in undoable)
        if one.decision
        else one
        for seat, one in enumerate(before or [Latest()] * seats)
    ]
