"""Account: what became of a seat's chance of winning in the course of a match.

All chances follow from what the seat knows. Between two draws only answers change them; a draw's
change is divided into the seat's luck and what was to be expected of the answer. So the parts of an
account add up to its result whatever the errors of single chances.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from engine.bots.analysis import MARKS, Judged, Mark
from engine.bots.luck import FEWEST, Luck

WORTHLESS = 0.2
"""A move that loses this much counts nothing for the accuracy; a smaller loss, in proportion."""


class Account(Struct):
    """How a seat's chance changed: `start + gains + luck + unexplained` is `result`."""

    seat: int
    accuracy: float | None  # 0..100; None without a judged move
    moves: int  # that were judged
    marks: dict[Mark, int]
    start: float  # the chance at the first question
    gains: float  # by the answers of all seats
    luck: float
    unexplained: float  # by draws whose luck is unknown, and by an end that no answer brought
    result: float  # the share of the victory


class Ledger:
    """The accounts of all seats while the match is followed from draw to draw."""

    def __init__(self, start: Sequence[float]) -> None:
        self.accounts = [
            Account(seat, None, 0, {}, chance, 0.0, 0.0, 0.0, 0.0)
            for seat, chance in enumerate(start)
        ]
        self._latest = list(start)

    def draw(self, before: Sequence[float], luck: Luck, after: Sequence[float]) -> None:
        """An answer after which something was drawn or revealed: the chances of all seats before
        the answer and at the next question.
        """
        self._answers(before)
        for one in self.accounts:
            change = after[one.seat] - before[one.seat]
            if luck.fitted[one.seat] < FEWEST:
                one.unexplained += change
            else:
                one.luck += luck.by_seat[one.seat]
                one.gains += change - luck.by_seat[one.seat]
        self._latest = list(after)

    def end(self, chances: Sequence[float], winners: Sequence[int]) -> None:
        """The match is over: the chances by its last table, and the seats of the first rank."""
        self._answers(chances)
        for one in self.accounts:
            one.result = 1 / len(winners) if one.seat in winners else 0.0
            one.unexplained += one.result - chances[one.seat]

    def judge(self, seat: int, judged: Sequence[Judged]) -> None:
        """Enter what the moves of a seat cost."""
        one = self.accounts[seat]
        marks = [move.mark for move in judged if move.mark is not None]
        one.moves = len(judged)
        one.accuracy = accuracy([move.loss for move in judged])
        one.marks = {mark: marks.count(mark) for _, mark in MARKS if mark in marks}

    def _answers(self, chances: Sequence[float]) -> None:
        """Answers alone have changed the chances since the last draw."""
        for one in self.accounts:
            one.gains += chances[one.seat] - self._latest[one.seat]
        self._latest = list(chances)


def accuracy(losses: Sequence[float]) -> float | None:
    """100 if all moves were best, 0 if each lost `WORTHLESS` or more; None without moves."""
    if not losses:
        return None
    return 100 * fmean([max(0.0, 1 - loss / WORTHLESS) for loss in losses])
