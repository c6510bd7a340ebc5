"""Explain: analyses a finished match, answer by answer and draw by draw.

For each seat, the gains by all answers, its luck and a remainder add up to its result minus its
chance at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from msgspec import Struct

from engine.bots.analysis import Judgement, judge
from engine.bots.budget import Budget, Iterations
from engine.bots.chance import chance
from engine.bots.hint import ChosenAnswer, chosen_answer, play_follow_ups
from engine.bots.luck import known_chances, luck
from engine.bots.mainline import Mainline, Point, has_seal_between, moves, points
from engine.bots.one_move import FollowUp
from engine.bots.position import Position
from engine.bots.search import Move
from engine.core.game import Game
from engine.core.match import replay
from engine.core.step import Answer
from engine.lab.account import Account, Ledger

MIN_CHANGE = 0.01
"""A chance must change by this much for a new standing."""


class Effort(Struct):
    """The budgets of a move's analysis: one for the search, one for the second pass."""

    search: Callable[[], Budget]
    trials: Callable[[], Budget]

    @staticmethod
    def of(iterations: int | None) -> Effort:
        """An effort without a clock; None: the usual numbers of playouts."""
        return Effort(lambda: Iterations(iterations), lambda: Iterations(iterations))


class ExplainedMove(Struct):
    """A whole move and what it cost. The first item of `played` and of `best` is the answer, the
    others are its follow-ups.
    """

    number: int  # answers and shows of the line before it
    ply: int  # the entry of its first answer; 0 if the line does not tell
    seat: int
    played: list[ChosenAnswer]
    best: list[ChosenAnswer]
    judged: Judgement


OnAnswer = Callable[[list[ExplainedMove]], None]


class ExplainedLuck(Struct):
    """The luck of a draw or reveal after an answer; lists are by seat, see `Luck`."""

    number: int
    ply: int
    by_seat: list[float]
    fitted: list[int]


class Standing(Struct):
    """The chances of all seats by the model on the true table: where a round begins, where one of
    them has changed by `MIN_CHANGE`, and last where the match ended.
    """

    number: int
    round: int
    chances: list[float]


class Explanation(Struct):
    """The analysis of a match."""

    game: str
    seats: int
    moves: list[ExplainedMove]
    luck: list[ExplainedLuck]
    standings: list[Standing]
    accounts: list[Account]


def explain(
    game: Game[Any, Any],
    line: Mainline,
    winners: Sequence[int],
    players: Sequence[str],
    effort: Effort,
    *,
    seed: int = 1,
    earlier: Sequence[ExplainedMove] = (),
    on_answer: OnAnswer | None = None,
) -> Explanation:
    """Explain a match; `winners` are the seats of its first rank, `players` the names by seat.

    With budgets without a clock, a seed leads to the same result. `on_answer` is called after each
    answer or show of the line with the moves explained so far; given as `earlier`, these are not
    judged again.
    """
    line_points = points(game, line)
    moves_by_first = {id(move[0]): move for move in moves(line_points)}
    earlier_moves = {(move.number, move.ply, move.seat): move for move in earlier}
    chances = _KnownChances(game, line_points, seed)
    ledger = Ledger(chances[0])
    standings = _standings(game, line_points)
    explanation = Explanation(game.id, line.match.seats, [], [], standings, ledger.accounts)
    for number, (before, after) in enumerate(pairwise(line_points)):
        ply = line.plies.get(_answer_at(before).decision, 0)
        if move := moves_by_first.get(id(before)):
            explanation.moves.append(
                earlier_moves.get((number, ply, before.seat))
                or _explain_move(
                    game, move, number, ply, players, effort, Random(f"{seed}/{number}")
                )
            )
        if before.question is not None and has_seal_between(line, before, after):
            rng = Random(f"{seed}/luck/{number}")
            draw_luck = luck(game, before.match, _answer_at(before), chances[number + 1], rng)
            explanation.luck.append(ExplainedLuck(number, ply, draw_luck.by_seat, draw_luck.reruns))
            ledger.draw(chances[number], draw_luck, chances[number + 1])
        if on_answer is not None:
            on_answer(explanation.moves)
    ledger.end(chances[len(line_points) - 1], winners)
    for seat in range(line.match.seats):
        ledger.judge(seat, [move.judged for move in explanation.moves if move.seat == seat])
    return explanation


class _KnownChances:
    """Each seat's chance by what it knows, at the points of a match; computed once per point."""

    def __init__(self, game: Game[Any, Any], points: Sequence[Point], seed: int) -> None:
        self.game = game
        self.points = points
        self.seed = seed
        self._chances: dict[int, list[float]] = {}

    def __getitem__(self, number: int) -> list[float]:
        if number not in self._chances:
            rng = Random(f"{self.seed}/known/{number}")
            match = self.points[number].match
            self._chances[number] = known_chances(self.game, match, rng)
        return self._chances[number]


def _answer_at(point: Point) -> Answer:
    assert point.answer is not None
    return point.answer


def _explain_move(
    game: Game[Any, Any],
    move: list[Point],
    number: int,
    ply: int,
    players: Sequence[str],
    effort: Effort,
    rng: Random,
) -> ExplainedMove:
    """The played move, the best one, and the judgement."""
    first, *later = move
    position = Position(game, first.match, first.seat, first.decision)
    follow_ups = [FollowUp(_answer_at(point).prompt, _answer_at(point).answer) for point in later]
    own = Move(_answer_at(first).answer, follow_ups)
    judgement = judge(position, own, effort.search(), effort.trials(), rng)
    played = [
        chosen_answer(game, point.question, _answer_at(point).answer, players)
        for point in move
        if point.question
    ]
    best = Move(judgement.best, judgement.follow_ups)
    best_answers = played if best.is_like(own) else _chosen_answers(position, best, players, rng)
    return ExplainedMove(number, ply, first.seat, played, best_answers, judgement)


def _chosen_answers(
    position: Position, move: Move, players: Sequence[str], rng: Random
) -> list[ChosenAnswer]:
    """A move that was not played, as its questions are asked in a sampled world."""
    first = chosen_answer(position.game, position.question, move.answer, players)
    return [first, *play_follow_ups(position.world(rng), position, move, players)]


def _standings(game: Game[Any, Any], points: Sequence[Point]) -> list[Standing]:
    standings: list[Standing] = []
    for number, point in enumerate(points):
        match = point.match
        table = replay(game, match, match.step.answers).table
        round = game.turn(table).round
        chances = [chance(game, table, seat) for seat in range(match.seats)]
        latest = standings[-1] if standings else None
        if match.over or latest is None or _differs(latest, round, chances):
            standings.append(Standing(number, round, chances))
    return standings


def _differs(latest: Standing, round: int, chances: Sequence[float]) -> bool:
    pairs = zip(latest.chances, chances, strict=True)
    return latest.round != round or any(
        abs(before - after) >= MIN_CHANGE for before, after in pairs
    )
