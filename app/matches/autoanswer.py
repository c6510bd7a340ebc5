"""Auto-answer: a seat has questions answered that have only one answer, in its own turns too.

It is private, as auto-pass is: the answer comes after a delay as a person's would, and is an answer
like any other. The delay is drawn once, when the question opens, and kept with the match, so that
neither another process nor a restart draws it again. It never takes more than half of the time that
the seat has left.
"""

from __future__ import annotations

import random
from typing import Any

from app.matches.times import Times
from app.settings import Settings
from engine.core.match import Match
from engine.core.script import Question

PREFERENCE = "auto_answer"
"""The account's preference: what new matches begin with."""


def set_for(
    settings: Settings,
    times: Times,
    seat: int,
    match: Match,
    questions: list[Question],
    *,
    on: bool,
) -> None:
    """The seat says what it wants."""
    times.answering = [one for one in times.answering if one != seat] + [seat] * on
    entered(settings, times, match, questions)


def entered(settings: Settings, times: Times, match: Match, questions: list[Question]) -> None:
    """Which of the open questions will be answered, and when; what has a time keeps it."""
    times.only = {
        known.id: times.only.get(known.id) or _due(settings, times, known.seat)
        for known, question in zip(match.decisions, questions, strict=True)
        if known.seat in times.answering and question.forced and not question.optional
    }


def resumed(settings: Settings, times: Times) -> None:
    """A pause is over: nothing is answered at that very moment, which would tell everybody why."""
    delay = round(settings.auto_pass_seconds * 1000)
    times.passing = {id: max(at, times.at + delay) for id, at in times.passing.items()}
    times.only = {id: max(at, times.at + _delay(settings)) for id, at in times.only.items()}


def wanted(preferences: dict[str, Any]) -> bool:
    """What an account's new matches begin with."""
    return preferences.get(PREFERENCE) is True


def _due(settings: Settings, times: Times, seat: int) -> int:
    until = times.until.get(seat)
    delay = _delay(settings)
    return times.at + (delay if until is None else min(delay, max(0, until - times.at) // 2))


def _delay(settings: Settings) -> int:
    least, most = settings.auto_answer_least, settings.auto_answer_most
    return round(random.uniform(least, most) * 1000)
