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

    recommended = True

    def __init__(
        self,
        name: str,
        level: int,
        title: str,
        text: str,
        share: float,
        seconds: float,
        outline: str = "",
    ) -> None:
        self.name = self.face = name
        self.outline = outline
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
    text = "Plays sensibly but misses things. Good for a first match."
    seconds = 0.0
    recommended = True
    outline = (
        "M12.9 4.7v1A8.7 8.7 0 1 1 11.1 5.7v-1a2.1 2.1 0 1 1 1.8 0zM8.6 10.6"
        "a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm6.8 0a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z"
        "M7.3 16.4q4.7 5.1 9.4 0l-1.3-1q-3.4 3.3-6.8 0z"
    )

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
    text="Thinks its moves through to the end of the round.",
    share=0.25,
    seconds=0.4,
    outline=(
        "M6 3h12a2.5 2.5 0 0 1 2.5 2.5V9H22q1 0 1 1v4q0 1-1 1h-1.5v4.5A2.5 2.5 0 0 1 18 22H6"
        "a2.5 2.5 0 0 1-2.5-2.5V15H2q-1 0-1-1v-4q0-1 1-1h1.5V5.5A2.5 2.5 0 0 1 6 3zM6.7 9v3.6h3.6"
        "V9zm7 0v3.6h3.6V9zM8 16v2h8v-2z"
    ),
)
HARD = SearchingBot(
    name="hard",
    level=4,
    title="Hard",
    text="Weighs many more moves, and takes its time over them.",
    share=1.0,
    seconds=0.5,
    outline=(
        "M2.5 2.5 7.5 6 12 1.5 16.5 6l5-3.5V12c0 5.5-4 9-9.5 11C6.5 21 2.5 17.5 2.5 12zM5.8 10.3"
        "c.5 3.2 2.3 4.5 5.2 4.2zm12.4 0-5.2 4.2c2.9.3 4.7-1 5.2-4.2zM9 18.8h6l-.9-1.9H9.9z"
    ),
)
