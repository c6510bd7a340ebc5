"""greedy: looks one move ahead in a world that is just as likely as the true one.

Each answer is tried on its own copy of that world; follow-up questions to the same seat
are answered at random a few times, simultaneous questions to others by default. The answer with
the best `Game.appraise` wins; ties are broken by chance.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.bot import Budget
from engine.bots.position import Position
from engine.bots.random_bot import random_answer
from engine.core.running_table import RunningTable
from engine.core.script import Question

TRIES = 3
"""Random ways to finish a move that are tried for each first answer."""
CANDIDATES = 24
"""Answers tried for a question without listed options."""
FOLLOW_UPS = 12
"""Limit on the follow-up questions of one move."""


class GreedyBot:
    """The best-looking answer one move ahead. It takes 1 to 3 ms, whatever the budget."""

    name = "greedy"
    level = 1
    title = "Greedy"
    text = "Looks one move ahead and takes what looks best."

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:
        candidates = _candidates(position.question, rng)
        if len(candidates) == 1:
            return candidates[0]
        world = rng.random()
        scored = [
            (_promise(position, one, world), rng.random(), n) for n, one in enumerate(candidates)
        ]
        return candidates[max(scored)[2]]


BOT = GreedyBot()


def _candidates(question: Question, rng: Random) -> list[Any]:
    if question.kind == "choose" and not question.many:
        return [option.key for option in question.options]
    if question.kind == "amount" and question.most - question.least < CANDIDATES:
        return list(range(question.least, question.most + 1))
    tried = [random_answer(question, rng) for _ in range(CANDIDATES)]
    return [one for n, one in enumerate(tried) if one not in tried[:n]]


def _promise(position: Position, answer: Any, world: float) -> int:
    """The best appraisal after a few random ways to finish the move."""
    best: int | None = None
    for attempt in range(TRIES):
        current = position.sample(Random(world))
        _take(current, position.asked(current), answer)
        finished = _finish_move(current, position.seat, Random(f"{world}/{attempt}"))
        worth = position.game.appraise(current.table, position.seat)
        best = worth if best is None else max(best, worth)
        if not finished:
            break
    assert best is not None
    return best


def _finish_move(current: RunningTable, seat: int, rng: Random) -> bool:
    """Answer the seat's own follow-up questions; return whether there were any."""
    steps = current.table.steps
    for follow_up in range(FOLLOW_UPS):
        _let_others_answer(current, seat)
        own = [q for q in current.open if q.seat == seat and not q.optional]
        if not own or current.over or current.table.steps != steps:
            return follow_up > 0
        _take(current, own[0], random_answer(own[0], rng))
    return True


def _let_others_answer(current: RunningTable, seat: int) -> None:
    """Give the others' default answers once this seat has answered a simultaneous question."""
    while current.run.forked is not None and all(q.seat != seat for q in current.open):
        _take(current, current.open[0], current.open[0].default())


def _take(current: RunningTable, question: Question, answer: Any) -> None:
    """Answer; if the game is appraised at rest, the table stays as the step left it."""
    if current.game.appraised_at_rest:
        current.run.feed(question, question.read(answer))
    else:
        current.take(question, answer)
