"""Search: flat Monte Carlo. Every candidate move is played out in the same sampled worlds for a
round or two (`Game.horizon`), by a one-move-ahead policy with some random answers; sequential
halving gives the better half of the moves twice the playouts.

In a playout, each seat decides by what it knows there.

Karnin, Koren, Somekh: "Almost Optimal Exploration in Multi-Armed Bandits" (2013), sequential
halving; the same worlds for all moves are common random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import Struct, field

from engine.bots.budget import Budget
from engine.bots.chance import chance
from engine.bots.one_move import FollowUp, candidates, greedy_answer, try_answer
from engine.bots.position import Position
from engine.bots.progress import productive_candidates
from engine.bots.random_bot import random_answer
from engine.bots.world import World
from engine.core.script import Question

RANDOM_ANSWER_RATE = 0.1
"""The probability of a random answer in a playout's policy."""
FOLLOW_UPS_KEPT = 2
"""Follow-ups kept for each answer with follow-up questions."""
FOLLOW_UPS_TRIED = 4
"""Follow-ups tried for it, one move ahead."""
MAX_MOVES = 16
"""Limit on the moves searched; the others look worse one move ahead."""
MIN_PLAYOUTS_PER_MOVE = 4
"""The search takes fewer moves if each would get less than this many playouts."""
MAX_PLAYOUT_ANSWERS = 160
"""Limit on the answers of a playout."""


class Move(Struct):
    """A whole move: an answer and its follow-ups, and the results of its playouts."""

    answer: Any
    follow_ups: list[FollowUp]
    appraisal: int = 0  # of the table one move ahead
    rounds: int = 0  # of halving that it has survived
    chances: list[float] = field(default_factory=list)  # at the end of each playout

    @property
    def chance(self) -> float:
        """The mean of its playouts; 0 without any."""
        return sum(self.chances) / len(self.chances) if self.chances else 0.0

    @property
    def rank(self) -> tuple[int, float, int]:
        """Moves that survived longer are better, then those with the better chance."""
        return self.rounds, self.chance, self.appraisal

    def is_like(self, other: Move) -> bool:
        """Whether both are the same answers."""
        return bool(self.answer == other.answer) and self.follow_ups == other.follow_ups


def search(
    position: Position, budget: Budget, iterations: int, rng: Random, required: Move | None = None
) -> list[Move]:
    """The candidate moves, best first, after at most `iterations` playouts.

    The `required` move is always one of them; its playouts, one in every world, come on top.
    """
    moves = _candidate_moves(position, budget, rng)[
        : max(2, min(MAX_MOVES, iterations // MIN_PLAYOUTS_PER_MOVE))
    ]
    if required is not None:
        moves = [*(move for move in moves if not move.is_like(required)), required]
    remaining, halvings = moves, max(1, (len(moves) - 1).bit_length())
    while len(remaining) > 1 and not budget.expired():
        for _ in range(max(1, iterations // halvings // len(remaining))):
            if budget.expired():
                break
            _sweep(position, _including(remaining, required), budget, rng)
        remaining = sorted(remaining, key=_rank, reverse=True)[: (len(remaining) + 1) // 2]
        for move in remaining:
            move.rounds += 1
    return sorted(moves, key=_rank, reverse=True)


def productive_moves(position: Position, moves: list[Move]) -> Iterator[Move]:
    """The moves of a search in their order, without those that lead nowhere."""
    return productive_candidates(position, moves, lambda move: (move.answer, move.follow_ups))


def _rank(move: Move) -> tuple[int, float, int]:
    return move.rank


def _including(moves: list[Move], required: Move | None) -> list[Move]:
    """The moves, with the required one among them once."""
    return (
        moves if required is None or any(move is required for move in moves) else [*moves, required]
    )


def _sweep(position: Position, moves: list[Move], budget: Budget, rng: Random) -> None:
    """One playout of each move, all in the same world."""
    world, seed = position.world(rng), rng.random()
    for move in moves:
        outcome = play_out(world.copy(), position, move, budget, Random(seed))
        if outcome is None:
            return
        move.chances.append(outcome)


def _candidate_moves(position: Position, budget: Budget, rng: Random) -> list[Move]:
    """The moves that look best one move ahead."""
    world = position.world(rng)
    question = position.question_in(world.running)
    moves: list[Move] = []
    for answer in candidates(position.question, rng):
        answer_moves: list[Move] = []
        for attempt in range(1 if budget.expired() else FOLLOW_UPS_TRIED):
            completion = try_answer(world.copy(), question, answer, rng)
            if all(completion.follow_ups != other.follow_ups for other in answer_moves):
                answer_moves.append(Move(answer, completion.follow_ups, completion.appraisal))
            if attempt == 0 and not completion.follow_ups:
                break
        answer_moves.sort(key=lambda other: -other.appraisal)
        moves += answer_moves[:FOLLOW_UPS_KEPT]
    moves.sort(key=lambda move: -move.appraisal)
    return moves


def play_out(
    world: World, position: Position, move: Move, budget: Budget, rng: Random
) -> float | None:
    """The seat's chance where the playout of a move ends; None if the time runs out first."""
    table = table_after_playout(world, position, move, budget, rng)
    return None if table is None else chance(world.game, table, position.seat)


def table_after_playout(
    world: World, position: Position, move: Move, budget: Budget, rng: Random
) -> Any | None:
    """The table where the playout of a move ends; None if the time runs out first."""
    game, seat = world.game, position.seat
    first_round = game.turn(world.running.table).round
    rounds = range(first_round, first_round + game.horizon)
    default_questions = _default_questions(world, position)
    world.answer(position.question_in(world.running), move.answer)
    plans: dict[int, list[FollowUp]] = {seat: move.follow_ups}
    for _ in range(MAX_PLAYOUT_ANSWERS):
        if budget.expired():
            return None
        question = world.question
        if question is None or game.turn(world.running.table).round not in rounds:
            break
        if (question.seat, question.prompt) in default_questions:
            default_questions.remove((question.seat, question.prompt))
            world.answer(question, question.default())
        else:
            plans[question.seat] = _answer(world, question, plans.get(question.seat, []), rng)
    table = world.running.table if world.running.over else world.table_at_checkpoint
    return world.running.table if table is None else table


def _default_questions(world: World, position: Position) -> set[tuple[int, str]]:
    """The open questions to others that do not belong to this world and get their defaults."""
    if position.others_can_answer:
        return set()
    return {
        (question.seat, question.prompt)
        for question in world.running.open
        if question.seat != position.seat
    }


def _answer(world: World, question: Question, plan: list[FollowUp], rng: Random) -> list[FollowUp]:
    """Answer by the plan, else by the policy; returns the plan for the next answers."""
    if plan and plan[0].prompt == question.prompt and question.allows(plan[0].answer):
        answer, later = plan[0].answer, plan[1:]
    elif rng.random() < RANDOM_ANSWER_RATE:
        answer, later = random_answer(question, rng), []
    else:
        answer, later = greedy_answer(world, question, rng)
    world.answer(question, answer)
    return later
