"""greedy: looks one move ahead in a world that is just as likely as the true one.

Each answer is tried on its own copy of that world, and its move finished at random a few times. The
answer with the best `Game.appraise` wins; ties are broken by chance.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.budget import Budget
from engine.bots.one_move import appraisals, candidates
from engine.bots.position import Position
from engine.bots.progress import productive_candidates

FOLLOW_UPS_TRIED = 3
"""Random follow-ups tried for each first answer."""


class GreedyBot:
    """The best-looking answer one move ahead. It takes about 1 ms, whatever the budget."""

    name = "greedy"
    level = 2
    title = "Greedy"
    text = "Looks one move ahead and takes what looks best."
    face = "greedy"
    seconds = 0.0

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:
        answers = candidates(position.question, rng)
        if len(answers) == 1:
            return answers[0]
        scored = [
            (appraisal, rng.random(), number)
            for number, appraisal in enumerate(appraisals(position, answers, rng, FOLLOW_UPS_TRIED))
        ]
        ranked = sorted(scored, reverse=True)
        return next(productive_candidates(position, [answers[number] for *_, number in ranked]))


BOT = GreedyBot()
