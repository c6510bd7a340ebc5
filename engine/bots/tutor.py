"""tutor: plays the other seats of a lesson (`engine.core.lessons`).

It gives the scripted answers where they fit, and otherwise the default or the answer of `easy`. As
the guide does, it seeds its random numbers by what it sees, so the same answers of the learner lead
to the same match. Its name contains the lesson's id; it has no entry point, so players cannot
choose it.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.budget import Budget
from engine.bots.guide import view_seeded_rng
from engine.bots.levels import EASY
from engine.bots.position import Position
from engine.core.first_match import scripted_answer
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
            answer = scripted_answer(lesson.rival, position.question, position.turn.round)
            if answer is not None:
                return answer.answer
            if lesson.rival_plays == "default":
                return position.question.default()
        return EASY.choose(position, budget, view_seeded_rng(position))


def lesson_named(bot: str | None) -> str | None:
    """The id of the lesson for which the bot of that name plays, if any."""
    return bot.removeprefix(PREFIX) if bot and bot.startswith(PREFIX) else None
