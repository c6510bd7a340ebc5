"""Last answers: the answer that each seat would take back next.

It is stored with the match and updated at every answer, so callers that show the match need not
read ended steps. Automatic answers are skipped: taken back, they would only be given again.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class LastAnswer(Struct, array_like=True, frozen=True):
    """A seat's last answer and how it can be taken back."""

    decision: str = ""  # the decision that the seat answered last; "": not known
    steps_since: int = 0  # steps that have ended since
    free: bool = False  # whether it may be taken back without anyone's consent


def carry_over(
    earlier: Sequence[LastAnswer], seats: int, ended_steps: int, undoable: Sequence[int]
) -> list[LastAnswer]:
    """`earlier` once more steps have ended; an answer that is no longer free never becomes so."""
    return [
        LastAnswer(last.decision, last.steps_since + ended_steps, last.free and seat in undoable)
        if last.decision
        else last
        for seat, last in enumerate(earlier or [LastAnswer()] * seats)
    ]
