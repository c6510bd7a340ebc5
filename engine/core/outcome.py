"""Outcome: ranks and score sheets of a finished match."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Reason = Literal["finished", "limit", "resigned", "agreed"]


class ScoreLine(Struct):
    """One line of a score sheet: the message "score.<key>" with `args`, and its points."""

    key: str
    points: int
    args: dict[str, Any] = {}


class Score(Struct):
    """A seat's score sheet; ranks compare `total` first, usually the sum of the lines."""

    seat: int
    total: int
    lines: list[ScoreLine] = []


class Outcome(Struct):
    """Seats by rank, best first, ties together: `[[2], [0, 1]]`; a sheet if the game scores."""

    ranks: list[list[int]]
    sheet: list[Score] = []
    reason: Reason = "finished"


def by_total(
    sheet: list[Score], tie_break: list[int] | None = None, reason: Reason = "finished"
) -> Outcome:
    """Rank a sheet by total, then by `tie_break` (one number per seat, higher is better)."""
    strength = {
        score.seat: (score.total, tie_break[score.seat] if tie_break else 0) for score in sheet
    }
    ranks = [
        sorted(seat for seat, value in strength.items() if value == level)
        for level in sorted(set(strength.values()), reverse=True)
    ]
    return Outcome(ranks, sheet, reason)
