"""Outcomes of matches that did not end by their rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def with_resigned(outcome: dict[str, Any], resigned: Sequence[int]) -> dict[str, Any]:
    """The game's own outcome, except that seats that were given up rank last."""
    if not resigned:
        return outcome
    stayed = [[seat for seat in rank if seat not in resigned] for rank in outcome["ranks"]]
    return {**outcome, "ranks": [*(rank for rank in stayed if rank), sorted(resigned)]}


def ended_early(
    seats: int,
    reason: str,
    resigned: Sequence[int] = (),
    sheet: Sequence[Any] = (),
    *,
    counts: bool = True,
) -> dict[str, Any]:
    """The outcome of a match that stopped: who stayed before who resigned, and how it stood.

    Where nothing counts there are no ranks, and nothing stands.
    """
    stayed = [seat for seat in range(seats) if seat not in resigned]
    ranks = [rank for rank in (stayed, sorted(resigned)) if rank] if counts else []
    return {"ranks": ranks, "reason": reason, "sheet": list(sheet) if counts else []}
