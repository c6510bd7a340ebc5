"""Explain: a finished match, answer by answer and draw by draw.

For each seat, what its own and the others' answers brought it, its luck and a remainder add up to
its result less its chance at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from msgspec import Struct

from engine.bots.analysis import Judged, judge
from engine.bots.budget import Budget, Iterations
from engine.bots.chance import chance
from engine.bots.hint import Chosen, chosen_of, follow_ups_in
from engine.bots.line import Line, Point, is_touched, moves, points
from engine.bots.luck import known_chances, luck
from engine.bots.one_move import FollowUp
from engine.bots.position import Position
from engine.bots.search import Move
from engine.core.game import Game
from engine.core.match import replay
from engine.core.step import Answer
from engine.lab.account import Account, Ledger

CHANGE = 0.01
"""A standing is kept where a chance differs by this much from the last one."""


class Effort(Struct):
    """How long a move is analysed: a budget for the search, one for its second pass."""

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
    played: list[Chosen]
    best: list[Chosen]
    judged: Judged


OnAnswer = Callable[[list[ExplainedMove]], None]


class ExplainedLuck(Struct):
    """What was drawn or revealed after an answer; lists are by seat, see `Luck`."""

    number: int
    ply: int
    by_seat: list[float]
    fitted: list[int]


class Standing(Struct):
    """The chances of all seats by the model on the true table: where a round begins, where one of
    them has changed by `CHANGE`, and last where the match ended.
    """

    number: int
    round: int
    chances: list[float]


class Explained(Struct):
    """The analysis of a match."""

    game: str
    seats: int
    moves: list[ExplainedMove]
    luck: list[ExplainedLuck]
    standings: list[Standing]
    accounts: list[Account]


def explain(
    game: Game[Any, Any],
    line: Line,
    winners: Sequence[int],
    players: Sequence[str],
    effort: Effort,
    *,
    seed: int = 1,
    earlier: Sequence[ExplainedMove] = (),
    on_answer: OnAnswer | None = None,
) -> Explained:
    """Explain a match; `winners` are the seats of its first rank, `players` the names by seat.

    With budgets without a clock, a seed leads to the same result. `on_answer` is called after each
    answer or show of the line with the moves explained so far; given as `earlier`, these are not
    judged again.
    """
    found = points(game, line)
    whole = {id(move[0]): move for move in moves(found)}
    done = {(one.number, one.ply, one.seat): one for one in earlier}
    known = _Known(game, found, seed)
    ledger = Ledger(known[0])
    standings = _standings(game, found)
    explained = Explained(game.id, line.match.seats, [], [], standings, ledger.accounts)
    for number, (before, after) in enumerate(pairwise(found)):
        ply = line.plies.get(_given(before).decision, 0)
        if move := whole.get(id(before)):
            explained.moves.append(
                done.get((number, ply, before.seat))
                or _explained(game, move, number, ply, players, effort, Random(f"{seed}/{number}"))
            )
        if before.question is not None and is_touched(line, before, after):
            rng = Random(f"{seed}/luck/{number}")
            drawn = luck(game, before.match, _given(before), known[number + 1], rng)
            explained.luck.append(ExplainedLuck(number, ply, drawn.by_seat, drawn.fitted))
            ledger.draw(known[number], drawn, known[number + 1])
        if on_answer is not None:
            on_answer(explained.moves)
    ledger.end(known[len(found) - 1], winners)
    for seat in range(line.match.seats):
        ledger.judge(seat, [move.judged for move in explained.moves if move.seat == seat])
    return explained


class _Known:
    """Each seat's chance by what it knows, at the points of a match; found once for each point."""

    def __init__(self, game: Game[Any, Any], found: Sequence[Point], seed: int) -> None:
        self.game = game
        self.found = found
        self.seed = seed
        self._chances: dict[int, list[float]] = {}

    def __getitem__(self, number: int) -> list[float]:
        if number not in self._chances:
            rng = Random(f"{self.seed}/known/{number}")
            match = self.found[number].match
            self._chances[number] = known_chances(self.game, match, rng)
        return self._chances[number]


def _given(point: Point) -> Answer:
    assert point.answer is not None
    return point.answer


def _explained(
    game: Game[Any, Any],
    move: list[Point],
    number: int,
    ply: int,
    players: Sequence[str],
    effort: Effort,
    rng: Random,
) -> ExplainedMove:
    """The move that was played, the best one, and the judgement."""
    first, *later = move
    position = Position(game, first.match, first.seat, first.decision)
    follow_ups = [FollowUp(_given(one).prompt, _given(one).answer) for one in later]
    own = Move(_given(first).answer, follow_ups)
    judged = judge(position, own, effort.search(), effort.trials(), rng)
    played = [
        chosen_of(game, one.question, _given(one).answer, players) for one in move if one.question
    ]
    best = Move(judged.best, judged.follow_ups)
    told = played if best.is_like(own) else _in_words(position, best, players, rng)
    return ExplainedMove(number, ply, first.seat, played, told, judged)


def _in_words(position: Position, move: Move, players: Sequence[str], rng: Random) -> list[Chosen]:
    """A move that was not played, as its questions are asked in a sampled world."""
    first = chosen_of(position.game, position.question, move.answer, players)
    return [first, *follow_ups_in(position.world(rng), position, move, players)]


def _standings(game: Game[Any, Any], found: Sequence[Point]) -> list[Standing]:
    standings: list[Standing] = []
    for number, point in enumerate(found):
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
    return latest.round != round or any(abs(one - other) >= CHANGE for one, other in pairs)
