"""Wire types of the analysis of a match: what each move cost, and how lucky each seat was.

`Analysis` has the members of `engine.lab.explain.Explanation`, which says how they are found.
Chances are those of winning, 0 to 1; losses, gains and luck are differences of chances. Where
something is not known, the member is null.
"""

from __future__ import annotations

from typing import Any

from app.wire import Shape
from app.wire.ids import GameId, Ply, SeatNumber
from app.wire.literals import AnalysisStatus
from app.wire.play import Option, Prompt
from engine.bots.analysis import Mark


class AnalysedAnswer(Shape):
    """An answer of a move."""

    prompt: Prompt
    """The question that was answered."""
    answer: Any
    """The answer: a key, a list of keys, a number or a mix, by the kind of decision."""
    options: list[Option]
    """The options that the answer names."""


class Judgement(Shape):
    """What a move cost its seat, from what the seat knew: `chance` is that after the best move,
    `played` that after the move that was played, `loss` their mean difference in the same `worlds`,
    `error` the standard error of that. `fresh`: the worlds are those of the second pass. `best` and
    `follow_ups` (pairs of a prompt's key and the answer) are the best move.
    """

    chance: float
    """The chance after the best move."""
    played: float
    """The chance after the move that was played."""
    loss: float
    """The mean difference in the same worlds."""
    error: float
    """The standard error of the estimate."""
    worlds: int
    """How many worlds it was compared in."""
    fresh: bool
    """Whether the worlds are those of the second pass."""
    best: Any
    """The best answer."""
    follow_ups: list[tuple[str, Any]]
    """The answers that follow in the same move."""
    mark: Mark | None
    """`inaccuracy`, `mistake` or `blunder`, or null."""


class AnalysedMove(Shape):
    """A whole move. `number` counts the answers and shows before it; `ply` is the entry of its
    first answer, by which the replay knows it; the first item of `played` and of `best` is the
    answer, the others are its follow-ups.
    """

    number: int
    """How many answers and shows came before it."""
    ply: Ply
    seat: SeatNumber
    played: list[AnalysedAnswer]
    """The answer that was given, then its follow-ups."""
    best: list[AnalysedAnswer]
    """The best answer, then its follow-ups."""
    judged: Judgement
    """What the move cost its seat."""


class AnalysedDraw(Shape):
    """What was drawn or revealed after the answer of the entry `ply`: the luck of each seat, and
    the number of re-runs it is the mean of; with too few the luck counts 0.
    """

    number: int
    """How many answers and shows came before it."""
    ply: Ply
    by_seat: list[float]
    """The luck of each seat."""
    fitted: list[int]
    """In how many re-runs the answer was possible, by seat."""


class AnalysedStanding(Shape):
    """The chances of all seats by what lies on the table, hidden cards included: where a round
    begins, where one of them has changed by a hundredth, and last where the match ended.
    """

    number: int
    """How many answers and shows came before it."""
    round: int
    """From 1; 0 is the set-up."""
    chances: list[float]
    """The chances of all seats."""


class SeatAccount(Shape):
    """What became of a seat's chance by what it knew: `start`, `gains` by the answers of all seats,
    `luck` and what is `unexplained` add up to the `result`. `moves` were judged; `accuracy` is 0 to
    100, null without any.
    """

    seat: SeatNumber
    accuracy: float | None
    """100 minus 5 for each point lost, the mean over all moves; at least 0."""
    moves: int
    """How many moves were judged."""
    marks: dict[str, int]
    """How many moves got each mark."""
    start: float
    """The chance at the start."""
    gains: float
    """The changes by the answers of all seats."""
    luck: float
    """By what was drawn and revealed."""
    unexplained: float
    """Changes whose luck is unknown."""
    result: float
    """The share of the victory that the seat got."""


class Analysis(Shape):
    """The analysis of a match."""

    game: GameId
    seats: int
    """How many seats the match has."""
    moves: list[AnalysedMove]
    """Every judged move, in order."""
    luck: list[AnalysedDraw]
    """How draws and reveals changed the chances, in order."""
    standings: list[AnalysedStanding]
    """The chances of all seats through the match."""
    accounts: list[SeatAccount]
    """One per seat."""


class AnalysisProgress(Shape):
    """How far an analysis is."""

    status: AnalysisStatus
    """How far the analysis is."""
    done: int
    """How many answers and shows have been analysed."""
    total: int
    """How many answers and shows there are; 0 until it runs."""
    ahead: int
    """How many analyses are done before this one."""
    seconds: float | None
    """Processor seconds it took; null until it is done."""


class AnalysisInfo(AnalysisProgress):
    """The same, with the analysis once it is done."""

    analysis: Analysis | None
    """Null until it is done."""
