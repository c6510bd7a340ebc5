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
from engine.bots.one_move import FollowUp, candidates, greedy_answer, tried
from engine.bots.position import Position
from engine.bots.progress import leading_on
from engine.bots.random_bot import random_answer
from engine.bots.world import World
from engine.core.script import Question

NOISE = 0.1
"""How often the policy of a playout answers at random."""
WAYS = 2
"""Ways to finish the move that are kept for an answer with follow-up questions."""
TRIES = 4
"""Ways that are tried for it, one move ahead."""
MOST = 16
"""Moves that are searched; the others look worse one move ahead…"""
SHARE = 4
"""… and fewer if a move would get less than this many playouts."""
LONGEST = 160
"""Answers of a playout, at most."""


class Move(Struct):
    """A whole move: an answer and its follow-ups, and the results of its playouts."""

    answer: Any
    follow_ups: list[FollowUp]
    worth: int = 0  # one move ahead
    rounds: int = 0  # of halving that it has survived
    chances: list[float] = field(default_factory=list)  # at the end of each playout

    @property
    def chance(self) -> float:
        """The mean of its playouts; 0 without any."""
        return sum(self.chances) / len(self.chances) if self.chances else 0.0

    @property
    def rank(self) -> tuple[int, float, int]:
        """Moves that survived longer are better, then those with the better chance."""
        return self.rounds, self.chance, self.worth

    def is_like(self, other: Move) -> bool:
        """Whether both are the same answers."""
        return bool(self.answer == other.answer) and self.follow_ups == other.follow_ups


def search(
    position: Position, budget: Budget, iterations: int, rng: Random, also: Move | None = None
) -> list[Move]:
    """The candidate moves, best first, after at most `iterations` playouts.

    The move `also` is always one of them; its playouts, one in every world, come on top.
    """
    moves = _arms(position, budget, rng)[: max(2, min(MOST, iterations // SHARE))]
    if also is not None:
        moves = [*(move for move in moves if not move.is_like(also)), also]
    left, halvings = moves, max(1, (len(moves) - 1).bit_length())
    while len(left) > 1 and not budget.expired():
        for _ in range(max(1, iterations // halvings // len(left))):
            if budget.expired():
                break
            _sweep(position, _with(left, also), budget, rng)
        left = sorted(left, key=_rank, reverse=True)[: (len(left) + 1) // 2]
        for move in left:
            move.rounds += 1
    return sorted(moves, key=_rank, reverse=True)


def best_first(position: Position, moves: list[Move]) -> Iterator[Move]:
    """The moves that a search has found, without those that lead nowhere."""
    return leading_on(position, moves, lambda move: (move.answer, move.follow_ups))


def _rank(move: Move) -> tuple[int, float, int]:
    return move.rank


def _with(moves: list[Move], also: Move | None) -> list[Move]:
    """The moves and `also`, once."""
    return moves if also is None or any(one is also for one in moves) else [*moves, also]


def _sweep(position: Position, moves: list[Move], budget: Budget, rng: Random) -> None:
    """One playout of each move, all in the same world."""
    world, seed = position.world(rng), rng.random()
    for move in moves:
        outcome = play_out(world.copy(), position, move, budget, Random(seed))
        if outcome is None:
            return
        move.chances.append(outcome)


def _arms(position: Position, budget: Budget, rng: Random) -> list[Move]:
    """The moves that look best one move ahead."""
    world = position.world(rng)
    question = position.asked(world.running)
    arms: list[Move] = []
    for answer in candidates(position.question, rng):
        ways: list[Move] = []
        for attempt in range(1 if budget.expired() else TRIES):
            one = tried(world.copy(), question, answer, rng)
            if all(one.follow_ups != way.follow_ups for way in ways):
                ways.append(Move(answer, one.follow_ups, one.worth))
            if attempt == 0 and not one.follow_ups:
                break
        ways.sort(key=lambda way: -way.worth)
        arms += ways[:WAYS]
    arms.sort(key=lambda move: -move.worth)
    return arms


def play_out(
    world: World, position: Position, move: Move, budget: Budget, rng: Random
) -> float | None:
    """The seat's chance where the playout of a move ends; None if the time runs out first."""
    table = end_of_playout(world, position, move, budget, rng)
    return None if table is None else chance(world.game, table, position.seat)


def end_of_playout(
    world: World, position: Position, move: Move, budget: Budget, rng: Random
) -> Any | None:
    """The table where the playout of a move ends; None if the time runs out first."""
    game, seat = world.game, position.seat
    begun = game.turn(world.running.table).round
    rounds = range(begun, begun + game.horizon)
    given = _given_elsewhere(world, position)
    world.take(position.asked(world.running), move.answer)
    plans: dict[int, list[FollowUp]] = {seat: move.follow_ups}
    for _ in range(LONGEST):
        if budget.expired():
            return None
        question = world.question
        if question is None or game.turn(world.running.table).round not in rounds:
            break
        if (question.seat, question.prompt) in given:
            given.remove((question.seat, question.prompt))
            world.take(question, question.default())
        else:
            plans[question.seat] = _answer(world, question, plans.get(question.seat, []), rng)
    table = world.running.table if world.running.over else world.at_rest
    return world.running.table if table is None else table


def _given_elsewhere(world: World, position: Position) -> set[tuple[int, str]]:
    """The open questions to others that do not belong to this world: they get their defaults."""
    if position.can_play_on:
        return set()
    return {(one.seat, one.prompt) for one in world.running.open if one.seat != position.seat}


def _answer(world: World, question: Question, plan: list[FollowUp], rng: Random) -> list[FollowUp]:
    """Answer by the plan, else by the policy; returns the plan for the next answers."""
    if plan and plan[0].prompt == question.prompt and question.allows(plan[0].answer):
        answer, rest = plan[0].answer, plan[1:]
    elif rng.random() < NOISE:
        answer, rest = random_answer(question, rng), []
    else:
        answer, rest = greedy_answer(world, question, rng)
    world.take(question, answer)
    return rest
