"""Outcomes that the server decides or changes: of lessons, resignations and early ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.matches.match_info import Sitter
from engine.core.lessons import Verdict


def with_resigned(outcome: dict[str, Any], resigned: Sequence[int]) -> dict[str, Any]:
    """The game's own outcome, with resigned seats ranked last."""
    if not resigned:
        return outcome
    stayed = [[seat for seat in rank if seat not in resigned] for rank in outcome["ranks"]]
    return {**outcome, "ranks": [*(rank for rank in stayed if rank), sorted(resigned)]}


def judged(seats: Sequence[Sitter], verdict: Verdict) -> dict[str, Any]:
    """The outcome of a lesson: its learner is first if it is solved, and last if not."""
    learners = [number for number, seat in enumerate(seats) if not seat.bot]
    rivals = [number for number, seat in enumerate(seats) if seat.bot]
    ranks = [learners, rivals] if verdict == "solved" else [rivals, learners]
    return {"ranks": [rank for rank in ranks if rank], "reason": verdict, "sheet": []}


def ended_early(
    seats: int,
    reason: str,
    resigned: Sequence[int] = (),
    sheet: Sequence[Any] = (),
    *,
    counts: bool = True,
) -> dict[str, Any]:
    """The outcome of a match that stopped: remaining seats rank before resigned ones; the score
    sheet is as it stood.

    If nothing counts, ranks and sheet are empty.
    """
    stayed = [seat for seat in range(seats) if seat not in resigned]
    ranks = [rank for rank in (stayed, sorted(resigned)) if rank] if counts else []
    return {"ranks": ranks, "reason": reason, "sheet": list(sheet) if counts else []}
