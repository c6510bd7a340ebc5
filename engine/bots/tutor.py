"""tutor: plays the other seats of a lesson (`engine.core.lessons`).

It gives the scripted answers where they fit, and otherwise the default or what `easy` would. As the
guide does, it draws its chance from what it sees: the same answers of the learner lead to the same
match. Its name says which lesson it is for; it has no entry point, so it cannot be chosen.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.budget import Budget
from engine.bots.guide import own_chance
from engine.bots.levels import EASY
from engine.bots.position import Position
from engine.core.first_match import scripted
from engine.core.lessons import lessons_of

PREFIX = "lesson:"


class TutorBot:
    """The rival of one lesson."""

    level = 0
    title = "Guide"
    text = "Plays the other side of a lesson."
    face = "guide"
    seconds = 0.0

    def __init__(self, lesson: str) -> None:
        self.name = f"{PREFIX}{lesson}"
        self.lesson = lesson

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:
        lesson = lessons_of(position.game).get(self.lesson)
        if lesson is not None:
            found = scripted(lesson.rival, position.question, position.turn.round)
            if found is not None:
                return found.answer
            if lesson.rival_plays == "default":
                return position.question.default()
        return EASY.choose(position, budget, own_chance(position))


def lesson_named(bot: str | None) -> str | None:
    """The id of the lesson for which the bot of that name plays, if any."""
    return bot.removeprefix(PREFIX) if bot and bot.startswith(PREFIX) else None
