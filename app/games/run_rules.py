"""Run rules: the one place where the server calls into a game's rules and judges how they fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from app.games.time_limit import EngineTimeout, time_limit
from app.infra.fault_reports import report_fault, spoken
from app.infra.metrics import ENGINE_TIMEOUTS
from app.infra.problems import Problem
from engine.core.errors import EngineError, StepTooLong

T = TypeVar("T")


class RulesFailed(Problem):
    """The rules of a game raised an unexpected exception; nothing changed. Logs a fault report."""

    def __init__(self, error: Exception, **context: Any) -> None:
        id = report_fault(error, "rules failed", **context)
        detail = (
            f"The rules failed; nothing changed. {spoken(error)} The server's log has it as fault "
            f"{id}."
        ).replace("  ", " ")
        super().__init__("unavailable", detail, report=id)


def run_rules(step: Callable[[], T], seconds: float, **context: str) -> T:
    """Run a step of the rules for at most `seconds` of CPU time; `context` goes into fault reports.

    Raises EngineError for what the rules refuse, EngineTimeout for a step that needs too much time
    or memory, RulesFailed for anything else.
    """
    try:
        with time_limit(seconds):
            return step()
    except (EngineTimeout, StepTooLong, RecursionError, MemoryError):
        ENGINE_TIMEOUTS.inc()
        raise EngineTimeout from None
    except (EngineError, Problem):
        raise
    except Exception as error:
        raise RulesFailed(error, **context) from None
