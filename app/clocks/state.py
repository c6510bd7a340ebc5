"""Clock state: the time left in a match, and the times of its due actions.

Times are milliseconds since 1970 of service time (`app.clocks.service_time`), which excludes
downtime.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from app.clocks.config import Clock

TAKEOVER_DIVISOR = 10
"""A player who takes over a seat gets at least a tenth of a full bank."""


class ClockState(Struct, omit_defaults=True):
    """The clocks of one match, by seat, and the times of its due actions, by decision.

    Rules: `app.matches.auto_pass_rules`, `app.matches.auto_answer_rules`, `app.matches.undo_grace`.
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
    auto: dict[int, str] = {}
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


def initial_state(
    clock: Clock, timed: Sequence[int], waiting: Sequence[int], now: int
) -> ClockState:
    """The clock state of a new match; `timed` are the seats that have a clock at all."""
    times = ClockState(at=now)
    if clock.kind == "bank":
        times.left = dict.fromkeys(timed, clock.full)
    start(clock, times, [seat for seat in waiting if seat in timed], now)
    return times


def entered(
    clock: Clock,
    times: ClockState,
    kind: str,
    acted: int,
    timed: Sequence[int],
    waiting: Sequence[int],
    now: int,
) -> None:
    """Apply an entry (answer, timeout or undo) by the seat `acted`, after which `waiting` wait."""
    times.at = now
    runs = [seat for seat in waiting if seat in timed]
    for seat in [seat for seat in times.until if seat not in runs]:
        _stop(clock, times, seat, now, earns=seat == acted and kind != "undo")
    if kind == "undo":
        _take_back(clock, times, acted, runs, now)
    elif acted in times.until and clock.kind != "bank":
        times.left[acted] = max(0, times.until[acted] - now)
        times.until[acted] = now + clock.full
    start(clock, times, [seat for seat in runs if seat not in times.until], now)


def start(clock: Clock, times: ClockState, seats: Sequence[int], now: int) -> None:
    """Start the clocks of stopped seats."""
    for seat in seats:
        full = clock.full if clock.kind != "bank" else times.left.get(seat, clock.full)
        times.until[seat] = now + full
        if clock.kind == "bank":
            times.left.pop(seat, None)


def halt(times: ClockState, now: int) -> None:
    """Pause the match: every seat keeps its time."""
    times.at = now
    for seat, until in times.until.items():
        times.left[seat] = max(0, until - now)
    times.until = {}


def go_on(
    clock: Clock, times: ClockState, timed: Sequence[int], waiting: Sequence[int], now: int
) -> None:
    """Resume a paused match: every seat continues with the time it had."""
    times.at = now
    for seat in (seat for seat in waiting if seat in timed):
        times.until[seat] = now + times.left.get(seat, clock.full)
        if clock.kind == "bank":
            times.left.pop(seat, None)


def hand_over(clock: Clock, times: ClockState, seat: int, waits: bool, now: int) -> None:
    """Give a seat to another player; `waits`: its clock starts running for them."""
    times.at = now
    if seat in times.until:
        _stop(clock, times, seat, now, earns=False)
    times.auto.pop(seat, None)
    times.answering = [one for one in times.answering if one != seat]
    if clock.kind == "bank":
        times.left[seat] = max(times.left.get(seat, clock.full), clock.full // TAKEOVER_DIVISOR)
    if waits:
        start(clock, times, [seat], now)


def _stop(clock: Clock, times: ClockState, seat: int, now: int, *, earns: bool) -> None:
    left = max(0, times.until.pop(seat) - now)
    if clock.kind == "bank" and earns:
        gained = clock.increment
        if clock.cap is not None:
            gained = max(0, min(gained, clock.cap - left))
        times.gained[seat] = gained
        left += gained
    times.left[seat] = left


def _take_back(clock: Clock, times: ClockState, seat: int, runs: Sequence[int], now: int) -> None:
    """An undo gains no time: the seat keeps what its answer left."""
    if seat not in runs:
        return
    if clock.kind == "bank":
        if seat not in times.until:
            times.left[seat] = max(0, times.left.get(seat, 0) - times.gained.pop(seat, 0))
        return
    had = times.left.get(seat, clock.full)
    if seat in times.until:
        spent = max(0, clock.full - (times.until[seat] - now))
        had = min(max(0, had - spent), times.until[seat] - now)
    times.left[seat] = max(0, had)
    times.until[seat] = now + max(0, had)
