"""Arena: plays a contest between bots on all cores and measures their strength.

The result of a seed is the same for every number of processes, apart from processor seconds: games
count in the order of their numbers, and the sequential test looks at whole blocks alone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from pathlib import Path

from msgspec import Struct

from engine.lab.contest import Contest, GameResult, blocks, play_game, score
from engine.lab.pool import in_order
from engine.lab.results_file import append_result, read_results
from engine.lab.statistics import Method, Sprt, Verdict, elo, interval, mean

Games = Generator[GameResult, None, None]
OnGame = Callable[[GameResult], None]


class PlayerResult(Struct):
    """The results of one kind of player; scores and their bounds are between 0 and 1."""

    player: str
    seats: int
    score: float
    low: float
    high: float
    method: Method  # what the interval comes from
    elo: float | None  # relative to the others at the table; None if unbounded
    elo_low: float | None
    elo_high: float | None
    seconds: float  # processor seconds per decision
    decisions: float  # per game


class ContestResult(Struct):
    """The result of a contest."""

    contest: Contest
    games: int
    entries: list[PlayerResult]
    by_seat: list[float]  # the score of each seat, over all players
    answers: float  # per game, of all seats together
    rounds: float
    sprt: Sprt | None = None
    ratio: float = 0.0  # logarithm of the likelihood ratio
    verdict: Verdict = ""
    course: list[list[float]] = []  # score, low and high of the first player after each block


def measure(
    contest: Contest,
    games: int,
    *,
    processes: int = 1,
    file: Path | None = None,
    sprt: Sprt | None = None,
    on_game: OnGame | None = None,
) -> ContestResult:
    """Play this number of games, rounded up to whole blocks, or until the test has its verdict.

    Raises InvalidOptions, MatchFailed, OtherContest.
    """
    total = -(-games // contest.size) * contest.size
    counted_blocks: list[list[GameResult]] = []
    test = _SequentialTest(contest, sprt)
    with closing(_play_games(contest, total, processes, file, on_game)) as playing:
        for block in blocks(contest, playing):
            counted_blocks.append(block)
            if test.add(block):
                break
    return _result(contest, counted_blocks, test)


class _SequentialTest:
    """The sequential test of the first entry against the rest of the table."""

    def __init__(self, contest: Contest, sprt: Sprt | None) -> None:
        self.sprt = sprt
        self.players = next(iter(contest.entries().values()))
        self.others = contest.size - len(self.players)
        self.size = contest.size
        self.scores: list[float] = []
        self.course: list[list[float]] = []
        self.ratio = 0.0
        self.verdict: Verdict = ""

    def add(self, block: list[GameResult]) -> bool:
        """Count a block; returns whether there is a verdict."""
        self.scores.append(score(block, self.players))
        score_interval = interval(self.scores, self.size)
        self.course.append([mean(self.scores), score_interval.low, score_interval.high])
        if self.sprt is not None:
            self.ratio = self.sprt.ratio(self.scores, len(self.players), self.others)
            self.verdict = self.sprt.verdict(self.ratio)
        return bool(self.verdict)


def _play_games(
    contest: Contest, total: int, processes: int, path: Path | None, on_game: OnGame | None
) -> Games:
    """The games in order; those on file are not played again."""
    known_results = read_results(path, contest) if path else {}
    missing = [number for number in range(total) if number not in known_results]
    with closing(in_order(partial(play_game, contest), missing, processes)) as new_games:
        for number in range(total):
            game = known_results.get(number)
            if game is None:
                game = next(new_games)
                if path:
                    append_result(path, game)
            if on_game is not None:
                on_game(game)
            yield game


def _result(
    contest: Contest, counted_blocks: list[list[GameResult]], test: _SequentialTest
) -> ContestResult:
    games = [game for block in counted_blocks for game in block]
    return ContestResult(
        contest,
        len(games),
        [_entry(contest, counted_blocks, spec, own) for spec, own in contest.entries().items()],
        [_seat_score(contest, games, seat) for seat in range(contest.size)],
        mean([game.answers for game in games]),
        mean([game.rounds for game in games]),
        test.sprt,
        test.ratio,
        test.verdict,
        test.course,
    )


def _entry(
    contest: Contest, counted_blocks: list[list[GameResult]], spec: str, own: list[int]
) -> PlayerResult:
    scores = [score(block, own) for block in counted_blocks]
    score_interval = interval(scores, contest.size)
    others = contest.size - len(own)
    games = [game for block in counted_blocks for game in block]
    decisions = sum(game.decisions[player] for game in games for player in own)
    seconds = sum(game.seconds[player] for game in games for player in own)
    return PlayerResult(
        spec,
        len(own),
        mean(scores),
        score_interval.low,
        score_interval.high,
        score_interval.method,
        elo(mean(scores), len(own), others),
        elo(score_interval.low, len(own), others),
        elo(score_interval.high, len(own), others),
        seconds / max(1, decisions),
        decisions / max(1, len(games) * len(own)),
    )


def _seat_score(contest: Contest, games: list[GameResult], seat: int) -> float:
    shares = [
        game.shares[player]
        for game in games
        for player in range(contest.size)
        if contest.seat(player, game.number) == seat
    ]
    return mean(shares)
