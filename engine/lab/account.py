"""Account: how a seat's chance of winning changed over a match.

All chances follow from what the seat knows. Between two draws only answers change them; the change
at a draw is the sum of the seat's luck and the expected gain of the answer. So the parts of an
account add up to its result, whatever the errors of single chances.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from engine.bots.analysis import MARKS, Judgement, Mark
from engine.bots.luck import MIN_RERUNS, Luck

ZERO_ACCURACY_LOSS = 0.2
"""A move that loses this much has an accuracy of 0; smaller losses count in proportion."""


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
    """The accounts of all seats, updated from draw to draw."""

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
        for account in self.accounts:
            change = after[account.seat] - before[account.seat]
            if luck.reruns[account.seat] < MIN_RERUNS:
                account.unexplained += change
            else:
                account.luck += luck.by_seat[account.seat]
                account.gains += change - luck.by_seat[account.seat]
        self._latest = list(after)

    def end(self, chances: Sequence[float], winners: Sequence[int]) -> None:
        """The match is over: the chances by its last table, and the seats of the first rank."""
        self._answers(chances)
        for account in self.accounts:
            account.result = 1 / len(winners) if account.seat in winners else 0.0
            account.unexplained += account.result - chances[account.seat]

    def judge(self, seat: int, judgements: Sequence[Judgement]) -> None:
        """Enter the judgements of a seat's moves."""
        account = self.accounts[seat]
        marks = [move.mark for move in judgements if move.mark is not None]
        account.moves = len(judgements)
        account.accuracy = accuracy([move.loss for move in judgements])
        account.marks = {mark: marks.count(mark) for _, mark in MARKS if mark in marks}

    def _answers(self, chances: Sequence[float]) -> None:
        """Answers alone have changed the chances since the last draw."""
        for account in self.accounts:
            account.gains += chances[account.seat] - self._latest[account.seat]
        self._latest = list(chances)


def accuracy(losses: Sequence[float]) -> float | None:
    """100 if all moves were best, 0 if each lost `ZERO_ACCURACY_LOSS` or more; None if there are no
    moves.
    """
    if not losses:
        return None
    return 100 * fmean([max(0.0, 1 - loss / ZERO_ACCURACY_LOSS) for loss in losses])
