"""Due actions: the seats that are out of time, the open questions that are due, and their default
answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from app.clocks.service_time import ServiceClock
from app.clocks.timeouts import TIMEOUTS
from app.infra.problems import Problem
from app.infra.settings import PlaySettings
from app.matches.automation.deadlines import deadline
from app.matches.commands import CommandKind
from app.matches.match_info import MatchInfo
from app.matches.room import Room
from engine.core.errors import StaleDecision
from engine.core.match import Decision, Match, running_table

NO_LONGER_DUE = (
    "stale-decision",
    "match-over",
    "match-not-started",
    "forbidden",
    "offer-closed",
    "paused",
)


@contextmanager
def ignore_no_longer_due() -> Iterator[None]:
    """Ignore the refusal of an action that a player or another process has made needless."""
    try:
        yield
    except Problem as problem:
        if problem.name not in NO_LONGER_DUE:
            raise


def timed_out(info: MatchInfo, service_clock: ServiceClock, settings: PlaySettings) -> list[int]:
    """The seats whose time is up, after a grace period for answers in transit; none while this
    process is unsure of the time, or the database refuses answers from every process.
    """
    times = info.times
    if (
        times is None
        or info.status != "playing"
        or not service_clock.is_synced
        or service_clock.answers_refused
    ):
        return []
    latest = service_clock.reference() - round(settings.timeout_grace * 1000)
    return [
        seat
        for seat, until in times.until.items()
        if deadline(info.clock, service_clock, until) <= latest
    ]


def due_decisions(room: Room, settings: PlaySettings) -> Iterator[tuple[CommandKind, Decision]]:
    """The questions that are due, as `pass` or `timeout`."""
    times, match = room.info.times, room.match
    if times is None or match is None or room.info.status != "playing":
        return
    loses_seat = TIMEOUTS[room.info.clock.on_timeout].loses_seat
    timed_out_seats = [] if loses_seat else timed_out(room.info, room.service_clock, settings)
    moment = room.service_clock.now()
    never = moment + 1
    for decision in match.decisions:
        is_passed = decision.seat in times.auto and times.passing.get(decision.id, never) <= moment
        is_auto_answered = (
            decision.seat in times.answering and times.only.get(decision.id, never) <= moment
        )
        if is_passed or is_auto_answered:
            yield "pass", decision
        elif decision.seat in timed_out_seats and not decision.optional:
            yield "timeout", decision


def default_answer_if_due(
    room: Room, match: Match, kind: str, decision: str, settings: PlaySettings
) -> Any:
    """The default answer of a due question. Raises StaleDecision for any other."""
    due = {(due_kind, due_decision.id) for due_kind, due_decision in due_decisions(room, settings)}
    if (kind, decision) not in due:
        raise StaleDecision("That decision is not due yet.")
    questions = zip(match.decisions, running_table(room.game, match).open, strict=True)
    return next(question.default() for asked, question in questions if asked.id == decision)
