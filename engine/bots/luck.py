"""Luck: how a draw, a roll or a reveal changed a seat's chance of winning.

It is the chance afterwards minus the mean chance over re-runs of the same answer in worlds that the
seat could not tell apart before, with hidden orders redealt and dice rolled again. All chances
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

MAX_RERUNS = 30
"""Limit on the re-runs for each seat."""
MAX_WORLDS = 120
"""Limit on the worlds tried for these re-runs: the answer is not possible in all of them."""
MIN_RERUNS = 5
"""With fewer re-runs the seat's luck is unknown."""


class Luck(Struct):
    """The luck of one draw; lists are by seat."""

    by_seat: list[float]  # differences of chances; 0 where it is not known
    reruns: list[int]  # number of re-runs in which the answer was possible


def luck(
    game: Game[Any, Any], before: Match, answer: Answer, after: Sequence[float], rng: Random
) -> Luck:
    """The luck of a draw or reveal between an answer in the match `before` and the next question;
    `after` is each seat's known chance at that question.
    """
    result = Luck([], [])
    for seat in range(before.seats):
        rerun_chances = chances_after(game, before, answer, seat, rng)
        result.reruns.append(len(rerun_chances))
        is_known = len(rerun_chances) >= MIN_RERUNS
        result.by_seat.append(after[seat] - fmean(rerun_chances) if is_known else 0.0)
    return result


def known_chances(game: Game[Any, Any], match: Match, rng: Random) -> list[float]:
    """Each seat's chance by its own knowledge; the sum need not be 1."""
    return [known_chance(game, match, seat, rng) for seat in range(match.seats)]


def known_chance(game: Game[Any, Any], match: Match, seat: int, rng: Random) -> float:
    """The seat's chance by what it knows: the mean over `MAX_RERUNS` deals of the hidden cards."""
    current = running_table(game, match, seat)
    if current.over:
        return chance(game, current.table, seat)
    chances = []
    for _ in range(MAX_RERUNS):
        current.resample(seat, rng)
        chances.append(chance(game, current.table, seat))
    return fmean(chances)


def chances_after(
    game: Game[Any, Any], match: Match, answer: Answer, seat: int, rng: Random
) -> list[float]:
    """The seat's chance at the first question after the answer, in each of at most `MAX_RERUNS`
    worlds in which that answer is possible.
    """
    current = running_table(game, match, seat)
    known_step = current.step
    assert known_step is not None
    unknown_answers = [other for other in match.step.answers if other not in known_step.answers]
    is_redealt = rerunnable(current, seat) is None
    chances: list[float] = []
    for _ in range(MAX_WORLDS):
        if len(chances) == MAX_RERUNS:
            break
        current = resampled(game, match, seat, rng)
        if _try_answers(current, (*unknown_answers, answer), is_redealt=is_redealt):
            if not current.over:
                current.resample(seat, rng)  # scripts have continued with the true cards
            chances.append(chance(game, current.table, seat))
    return chances


def _try_answers(current: RunningTable, answers: Sequence[Answer], *, is_redealt: bool) -> bool:
    """Try to give answers; False if one does not fit. If the table `is_redealt`, its script still
    holds the true cards, so it raises an error if one that its seat chose is elsewhere now.
    """
    try:
        return all(_try_answer(current, answer) for answer in answers)
    except Exception:
        if is_redealt:
            return False
        raise


def _try_answer(current: RunningTable, answer: Answer) -> bool:
    """Try to give an answer; False if it does not fit."""
    for question in current.open:
        if (question.seat, question.prompt) == (answer.seat, answer.prompt):
            if not question.allows(answer.answer):
                return False
            current.answer(question, answer.answer)
            return True
    return False
