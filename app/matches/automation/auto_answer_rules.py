"""Auto-answer: answers questions that have only one answer, in the seat's own turns too.

It is private, like auto-pass: the answer comes after a human-like delay
(`app.matches.automation.human_delays`), and is an answer like any other.
"""

from __future__ import annotations

from typing import Any

from app.clocks.state import ClockState
from app.infra.settings import PlaySettings
from app.matches.automation import auto_pass_rules, human_delays
from engine.core.match import Match
from engine.core.script import Question

PREFERENCE = "auto_answer"
"""The account's preference: the default for new matches."""


def set_for(
    settings: PlaySettings,
    times: ClockState,
    seat: int,
    match: Match,
    questions: list[Question],
    *,
    on: bool,
) -> None:
    """Turn auto-answer on or off for a seat."""
    times.answering = [other for other in times.answering if other != seat] + [seat] * on
    after_entry(settings, times, match, questions)


def after_entry(
    settings: PlaySettings, times: ClockState, match: Match, questions: list[Question]
) -> None:
    """Schedule automatic answers to the open questions; a question already scheduled keeps its
    time.
    """
    times.only = {
        decision.id: times.only.get(decision.id)
        or human_delays.delay_end(times, decision.seat, random_delay_ms(settings))
        for decision, question in zip(match.decisions, questions, strict=True)
        if decision.seat in times.answering and question.forced and not question.optional
    }


def after_resume(settings: PlaySettings, times: ClockState) -> None:
    """Postpone automatic answers when a paused match resumes: an answer at that very moment would
    show that it is automatic.
    """
    for schedule, delay in (
        (times.passing, auto_pass_rules.random_delay_ms),
        (times.only, random_delay_ms),
    ):
        for id, at in schedule.items():
            schedule[id] = max(at, times.at + delay(settings))


def preferred_auto_answer(preferences: dict[str, Any]) -> bool:
    """Whether the account's new matches begin with auto-answer."""
    return preferences.get(PREFERENCE) is True


def random_delay_ms(settings: PlaySettings) -> int:
    """A random delay before such an answer, in milliseconds."""
    return human_delays.random_delay_ms(settings.auto_answer_min, settings.auto_answer_max)
