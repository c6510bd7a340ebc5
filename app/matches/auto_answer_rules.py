"""Auto-answer: a seat has questions answered that have only one answer, in its own turns too.

It is private, as auto-pass is: the answer comes after a pause as a person's would
(`app.matches.human_delays`), and is an answer like any other.
"""

from __future__ import annotations

from typing import Any

from app.clocks.state import ClockState
from app.infra.settings import Settings
from app.matches import auto_pass_rules, human_delays
from engine.core.match import Match
from engine.core.script import Question

PREFERENCE = "auto_answer"
"""The account's preference: what new matches begin with."""


def set_for(
    settings: Settings,
    times: ClockState,
    seat: int,
    match: Match,
    questions: list[Question],
    *,
    on: bool,
) -> None:
    """The seat says what it wants."""
    times.answering = [one for one in times.answering if one != seat] + [seat] * on
    entered(settings, times, match, questions)


def entered(settings: Settings, times: ClockState, match: Match, questions: list[Question]) -> None:
    """Which of the open questions will be answered, and when; what has a time keeps it."""
    times.only = {
        known.id: times.only.get(known.id) or human_delays.due(times, known.seat, pause(settings))
        for known, question in zip(match.decisions, questions, strict=True)
        if known.seat in times.answering and question.forced and not question.optional
    }


def resumed(settings: Settings, times: ClockState) -> None:
    """A pause is over: nothing is answered at that very moment, which would tell everybody why."""
    for going, drawn in ((times.passing, auto_pass_rules.pause), (times.only, pause)):
        for id, at in going.items():
            going[id] = max(at, times.at + drawn(settings))


def wanted(preferences: dict[str, Any]) -> bool:
    """What an account's new matches begin with."""
    return preferences.get(PREFERENCE) is True


def pause(settings: Settings) -> int:
    """How long such an answer waits, in milliseconds."""
    return human_delays.drawn(settings.auto_answer_least, settings.auto_answer_most)
