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
    text = "Grabs whatever gains most right now."
    face = "greedy"
    outline = (
        "M7 1.5h10l-2 4.3c4.3 2 7 6 7 9.7 0 4.7-3.8 7-10 7s-10-2.3-10-7c0-3.7 2.7-7.7 7-9.7z"
        "M8.7 10.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm6.6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM7 16.3"
        "c.6 2.7 2.3 3.9 5 3.9s4.4-1.2 5-3.9z"
    )
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
