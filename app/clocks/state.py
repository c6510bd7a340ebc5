"""Clock state: the time left in a match, and the times of its due actions.

Times are milliseconds since 1970 of service time (`app.clocks.service_time`), which excludes
downtime.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from app.wire.literals import PassUntil

PassTerm = PassUntil | Literal["this turn"]


class ClockState(Struct, omit_defaults=True):
    """The clocks of one match, by seat, and the times of its due actions, by decision.

    Rules: `auto_pass_rules`, `auto_answer_rules` and `undo_grace` of `app.matches.automation`.
    """

    # When this was recorded.
    at: int = 0
    # Running seats: when their time is up.
    until: dict[int, int] = {}
    # Stopped seats: time left; for clocks with fresh time per answer, what the last answer left.
    left: dict[int, int] = {}
    # The increment of a seat's last turn, lost when that turn is undone.
    gained: dict[int, int] = {}
    # Seats that auto-pass, and until what.
    auto: dict[int, PassTerm] = {}
    # When open decisions auto-pass.
    passing: dict[str, int] = {}
    # Built-in bots do not move before this time.
    bots_wait: int = 0
    # Seats whose only possible answers are given for them.
    answering: list[int] = []
    # When open decisions get their only answer.
    only: dict[str, int] = {}


def read_state(stored: Any) -> ClockState | None:
    """The clock state stored in a match's row."""
    return None if stored is None else msgspec.convert(stored, ClockState, str_keys=True)


def write_state(times: ClockState | None) -> Any:
    """The clock state as a match's row stores it."""
    return None if times is None else msgspec.to_builtins(times, str_keys=True)


def copy_of(times: ClockState) -> ClockState:
    """A copy that may be changed."""
    return ClockState(
        times.at,
        dict(times.until),
        dict(times.left),
        dict(times.gained),
        dict(times.auto),
        dict(times.passing),
        times.bots_wait,
        list(times.answering),
        dict(times.only),
    )
