"""Refusals: problems for commands that the engine refuses, or that never reach it."""

from __future__ import annotations

from app.games.run_rules import RulesFailed
from app.infra.problems import Problem, invalid
from app.matches.match_info import OVER, MatchInfo
from app.wire.play import Decision
from engine.core.errors import (
    EngineError,
    IllegalAnswer,
    NotYourDecision,
    ShowRefused,
    StaleDecision,
    UndoRefused,
)


def require_player(info: MatchInfo, account: str | None, seat: int) -> None:
    """Check that the account holds the seat (built-in bots have none) and that the match is
    playing. Raises Problem forbidden, match-over, paused or engine-timeout.
    """
    if account is not None and info.seats[seat].account != account:
        raise Problem("forbidden", "You have no seat in this match.")
    if info.status in OVER:
        raise Problem("match-over")
    if info.status == "paused":
        if info.paused_for == "agreed":
            raise Problem("paused", "Paused until all players agree to resume.")
        if info.paused_for == "operator":
            raise Problem("paused", "Paused by the operators of the server.")
        raise Problem("engine-timeout", "This match is parked.")


def is_rules_fault(error: Exception) -> bool:
    """Whether a due action failed because of a fault in the rules, rather than because the match
    moved on or the server was busy.
    """
    if isinstance(error, Problem):
        return isinstance(error, RulesFailed) or error.name == "illegal-answer"
    return True


NAMES_QUESTIONS = (StaleDecision, IllegalAnswer)
"""Refusals that come with the seat's open questions."""


def refusal(error: EngineError, own: list[Decision], decision: str) -> Problem:
    """The problem that explains the refusal to the seat, whose open questions are `own`."""
    if isinstance(error, NotYourDecision):
        return Problem("not-your-decision")
    if isinstance(error, StaleDecision):
        return Problem("stale-decision", str(error), decisions=own)
    if isinstance(error, IllegalAnswer):
        return _illegal(error, own, decision)
    if isinstance(error, ShowRefused):
        return _not_shown(error)
    if isinstance(error, UndoRefused):
        return Problem("undo-sealed", str(error))
    return Problem("engine-timeout", str(error))


def _not_shown(error: ShowRefused) -> Problem:
    if error.part:
        return invalid(str(error), error.part)
    return Problem("rate-limited", str(error))


def _illegal(error: IllegalAnswer, own: list[Decision], decision: str) -> Problem:
    """The question again, unless it has closed meanwhile."""
    for question in own:
        if question.id == decision:
            return Problem("illegal-answer", str(error), why=str(error), decision=question)
    return Problem("stale-decision", decisions=own)
