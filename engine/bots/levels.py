"""Levels: `easy`, `normal` and `hard`."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.budget import Budget
from engine.bots.one_move import appraisals, candidates
from engine.bots.plan import Thought, thought_with_plan
from engine.bots.position import Position
from engine.bots.progress import productive_candidates
from engine.bots.search import productive_moves, search

OVERLOOK_RATE = 0.5
"""The probability that `easy` overlooks the best remaining answer."""


class SearchingBot:
    """Searches whole moves, with a `share` of the playouts of `hard`."""

    def __init__(
        self, name: str, level: int, title: str, text: str, share: float, seconds: float
    ) -> None:
        self.name = self.face = name
        self.level = level
        self.title = title
        self.text = text
        self.share = share
        self.seconds = seconds

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:
        return self.think(position, budget, rng).answer

    def think(self, position: Position, budget: Budget, rng: Random) -> Thought:
        """The best move found."""
        if position.question.forced:
            return Thought(position.question.default())
        iterations = budget.iterations or round(position.game.playouts * self.share)
        best = next(productive_moves(position, search(position, budget, iterations, rng)))
        return thought_with_plan(position, best.answer, best.follow_ups)


class EasyBot:
    """Looks one move ahead and overlooks the best answer now and then."""

    name = face = "easy"
    level = 1
    title = "Easy"
    text = "Plays sensibly but misses things."
    seconds = 0.0

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:
        answers = candidates(position.question, rng)
        if len(answers) == 1:
            return answers[0]
        values = list(appraisals(position, answers, rng))
        ranked = sorted(range(len(answers)), key=values.__getitem__, reverse=True)
        ranking = productive_candidates(position, [answers[place] for place in ranked])
        answer, overlooked = next(ranking), 0
        while overlooked + 1 < len(ranked) and rng.random() < OVERLOOK_RATE:
            answer, overlooked = next(ranking, answer), overlooked + 1
        return answer


EASY = EasyBot()
NORMAL = SearchingBot(
    name="normal",
    level=3,
    title="Normal",
    text="Thinks a few lines through to the end of the round.",
    share=0.25,
    seconds=0.4,
)
HARD = SearchingBot(
    name="hard",
    level=4,
    title="Hard",
    text="Thinks many lines through to the end of the round.",
    share=1.0,
    seconds=0.5,
)
