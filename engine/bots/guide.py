"""guide: plays the other seats of a first match (`engine.core.first_match`).

It gives the scripted answers where they fit and otherwise plays like `easy`, from a chance of its
own that depends on what it sees alone: the same answers of the learner lead to the same match. It
has no entry point, so it cannot be chosen as an opponent.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import msgspec

from engine.bots.budget import Budget
from engine.bots.levels import EASY
from engine.bots.position import Position
from engine.core.first_match import first_match_of, scripted


class GuideBot:
    """The rival of a first match."""

    name = "guide"
    level = 0
    title = "Guide"
    text = "Plays the other side of a first match."
    face = "guide"
    seconds = 0.0

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:
        first_match = first_match_of(position.game)
        if first_match is not None:
            found = scripted(first_match.rival, position.question, position.turn.round)
            if found is not None:
                return found.answer
        return EASY.choose(position, budget, own_chance(position))


def own_chance(position: Position) -> Random:
    """Chance that depends on what the seat sees alone."""
    question = position.question
    seen = msgspec.json.encode([position.view(), question.prompt, question.args], order="sorted")
    return Random(hashlib.sha256(seen).digest())


GUIDE = GuideBot()
