"""Luck: what a draw, a roll or a reveal did to a seat's chance of winning.

It is the chance afterwards minus the mean chance over re-runs of the same answer in worlds that the
seat could not tell apart before: hidden orders are redealt, and dice are rolled again. All chances
follow from what the seat knows, so a rival's good hand does not count until it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

from msgspec import Struct

from engine.bots.chance import chance
from engine.core.game import Game
from engine.core.match import Match, running_table
from engine.core.resample import rerunnable, resampled
from engine.core.running_table import RunningTable
from engine.core.step import Answer

RUNS = 30
"""Re-runs for each seat."""
TRIES = 120
"""Limit on the worlds in which they are tried: the answer is not possible in all of them."""
FEWEST = 5
"""With fewer re-runs the seat's luck is unknown."""


class Luck(Struct):
    """The luck of one draw; lists are by seat."""

    by_seat: list[float]  # differences of chances; 0 where it is not known
    fitted: list[int]  # re-runs in which the answer was possible


def luck(
    game: Game[Any, Any], before: Match, given: Answer, after: Sequence[float], rng: Random
) -> Luck:
    """The luck of what is drawn or revealed between an answer in the match `before` and the next
    question; `after` is each seat's known chance there.
    """
    found = Luck([], [])
    for seat in range(before.seats):
        chances = expected(game, before, given, seat, rng)
        found.fitted.append(len(chances))
        is_known = len(chances) >= FEWEST
        found.by_seat.append(after[seat] - fmean(chances) if is_known else 0.0)
    return found


def known_chances(game: Game[Any, Any], match: Match, rng: Random) -> list[float]:
    """Each seat's chance by what it knows; the sum need not be 1."""
    return [known_chance(game, match, seat, rng) for seat in range(match.seats)]


def known_chance(game: Game[Any, Any], match: Match, seat: int, rng: Random) -> float:
    """The seat's chance by what it knows: the mean over `RUNS` deals of what is hidden from it."""
    current = running_table(game, match, seat)
    if current.over:
        return chance(game, current.table, seat)
    found = []
    for _ in range(RUNS):
        current.resample(seat, rng)
        found.append(chance(game, current.table, seat))
    return fmean(found)


def expected(
    game: Game[Any, Any], match: Match, given: Answer, seat: int, rng: Random
) -> list[float]:
    """The seat's chance at the first question after the answer, in each of at most `RUNS` worlds in
    which that answer is possible.
    """
    current = running_table(game, match, seat)
    known = current.step
    assert known is not None
    unknown = [one for one in match.step.answers if one not in known.answers]
    is_redealt = rerunnable(current, seat) is None
    found: list[float] = []
    for _ in range(TRIES):
        if len(found) == RUNS:
            break
        current = resampled(game, match, seat, rng)
        if _are_taken(current, (*unknown, given), is_redealt=is_redealt):
            if not current.over:
                current.resample(seat, rng)  # scripts have continued with the true cards
            found.append(chance(game, current.table, seat))
    return found


def _are_taken(current: RunningTable, answers: Sequence[Answer], *, is_redealt: bool) -> bool:
    """Give answers; False if one does not fit. In a table that was `is_redealt` at its questions
    scripts go on with what is true: they fail where a card that its seat chose is elsewhere now.
    """
    try:
        return all(_is_taken(current, one) for one in answers)
    except Exception:
        if is_redealt:
            return False
        raise


def _is_taken(current: RunningTable, given: Answer) -> bool:
    """Give an answer; False if it does not fit."""
    for question in current.open:
        if (question.seat, question.prompt) == (given.seat, given.prompt):
            if not question.allows(given.answer):
                return False
            current.take(question, given.answer)
            return True
    return False
