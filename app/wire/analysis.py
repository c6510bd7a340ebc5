"""Wire types of the analysis of a match: what each move cost, and how lucky each seat was.

`Analysis` has the members of `engine.lab.explain.Explanation`, which says how they are found.
Chances are those of winning, 0 to 1; losses, gains and luck are differences of chances. Where
something is not known, the member is null.
"""

from __future__ import annotations

from typing import Any

from app.wire import Shape
from app.wire.literals import AnalysisStatus
from app.wire.play import Option, Prompt
from engine.bots.analysis import Mark


class AnalysedAnswer(Shape):
    """An answer of a move, with the options that it names."""

    prompt: Prompt
    answer: Any
    options: list[Option]


class Judgement(Shape):
    """What a move cost its seat, from what the seat knew: `chance` is that after the best move,
    `played` that after the move that was played, `loss` their mean difference in the same `worlds`,
    `error` the standard error of that. `fresh`: the worlds are those of the second pass. `best` and
    `follow_ups` (pairs of a prompt's key and the answer) are the best move.
    """

    chance: float
    played: float
    loss: float
    error: float
    worlds: int
    fresh: bool
    best: Any
    follow_ups: list[tuple[str, Any]]
    mark: Mark | None


class AnalysedMove(Shape):
    """A whole move. `number` counts the answers and shows before it; `ply` is the entry of its
    first answer, by which the replay knows it; the first item of `played` and of `best` is the
    answer, the others are its follow-ups.
    """

    number: int
    ply: int
    seat: int
    played: list[AnalysedAnswer]
    best: list[AnalysedAnswer]
    judged: Judgement


class AnalysedDraw(Shape):
    """What was drawn or revealed after the answer of the entry `ply`: the luck of each seat, and
    the number of re-runs it is the mean of; with too few the luck counts 0.
    """

    number: int
    ply: int
    by_seat: list[float]
    fitted: list[int]


class AnalysedStanding(Shape):
    """The chances of all seats by what lies on the table, hidden cards included: where a round
    begins, where one of them has changed by a hundredth, and last where the match ended.
    """

    number: int
    round: int
    chances: list[float]


class SeatAccount(Shape):
    """What became of a seat's chance by what it knew: `start`, `gains` by the answers of all seats,
    `luck` and what is `unexplained` add up to the `result`. `moves` were judged; `accuracy` is 0 to
    100, null without any.
    """

    seat: int
    accuracy: float | None
    moves: int
    marks: dict[str, int]
    start: float
    gains: float
    luck: float
    unexplained: float
    result: float


class Analysis(Shape):
    """The analysis of a match."""

    game: str
    seats: int
    moves: list[AnalysedMove]
    luck: list[AnalysedDraw]
    standings: list[AnalysedStanding]
    accounts: list[SeatAccount]


class AnalysisProgress(Shape):
    """How far an analysis is: the answers and shows `done` of a `total`, which is 0 until it runs;
    the analyses `ahead` of one that waits; the processor `seconds` it took, null until it is done.
    """

    status: AnalysisStatus
    done: int
    total: int
    ahead: int
    seconds: float | None


class AnalysisInfo(AnalysisProgress):
    """The same, with the analysis once it is done."""

    analysis: Analysis | None
