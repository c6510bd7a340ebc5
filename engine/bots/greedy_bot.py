"""greedy: looks one move ahead on a table that is just as likely as the true one.

Each answer is tried on its own copy of one resampled table; follow-up questions to the same seat
are answered at random a few times, simultaneous questions to others by default. The answer with
the best `Game.appraise` wins; ties are broken by chance.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.random_bot import random_answer
from engine.core.game import Game
from engine.core.match import Match, running_table
from engine.core.running_table import RunningTable
from engine.core.script import Question

TRIES = 3
"""Random ways to finish a move that are tried for each first answer."""
CANDIDATES = 24
"""Answers tried for a question without listed options."""
FOLLOW_UPS = 12
"""Limit on the follow-up questions of one move."""


def greedy_answer(
    game: Game[Any, Any], match: Match, seat: int, question: Question, rng: Random
) -> Any:
    """The best-looking answer to an open question of that seat, in its wire form."""
    candidates = _candidates(question, rng)
    if len(candidates) == 1:
        return candidates[0]
    world = rng.random()
    scored = [
        (_promise(game, match, seat, question, one, world), rng.random(), n)
        for n, one in enumerate(candidates)
    ]
    return candidates[max(scored)[2]]


def _candidates(question: Question, rng: Random) -> list[Any]:
    if question.kind == "choose" and not question.many:
        return [option.key for option in question.options]
    if question.kind == "amount" and question.most - question.least < CANDIDATES:
        return list(range(question.least, question.most + 1))
    tried = [random_answer(question, rng) for _ in range(CANDIDATES)]
    return [one for n, one in enumerate(tried) if one not in tried[:n]]


def _promise(
    game: Game[Any, Any], match: Match, seat: int, question: Question, answer: Any, world: float
) -> int:
    """The best appraisal after a few random ways to finish the move."""
    best: int | None = None
    for attempt in range(TRIES):
        current = running_table(game, match, seat)
        current.resample(seat, Random(world))
        asked = next(q for q in current.open if q.seat == seat and q.prompt == question.prompt)
        _take(current, asked, answer)
        finished = _finish_move(current, seat, Random(f"{world}/{attempt}"))
        worth = game.appraise(current.table, seat)
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
