"""guide: plays the other seats of a first match (`engine.core.first_match`).

It gives the scripted answers where they fit and otherwise plays like `easy`. Its random numbers
depend on what it sees alone, so the same answers of the learner lead to the same match. It has no
entry point, so players cannot choose it as an opponent.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import msgspec

from engine.bots.budget import Budget
from engine.bots.levels import EASY
from engine.bots.position import Position
from engine.core.first_match import first_match_of, scripted_answer


class GuideBot:
    """The rival of a first match."""

    name = "guide"
    level = 0
    title = "Guide"
    text = "Plays the other side of a first match."
    face = "guide"
    outline = (
        "M12 2.5.8 8.6 12 14.7l8.6-4.7v6.2h2.2V8.6zM5.2 13.4v4c0 2 3 3.6 6.8 3.6s6.8-1.6 6.8-3.6"
        "v-4L12 17.1z"
    )
    seconds = 0.0

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:
        first_match = first_match_of(position.game)
        if first_match is not None:
            answer = scripted_answer(first_match.rival, position.question, position.turn.round)
            if answer is not None:
                return answer.answer
        return EASY.choose(position, budget, view_seeded_rng(position))


def view_seeded_rng(position: Position) -> Random:
    """A random generator seeded by what the seat sees."""
    question = position.question
    visible = msgspec.json.encode([position.view(), question.prompt, question.args], order="sorted")
    return Random(hashlib.sha256(visible).digest())


GUIDE = GuideBot()
