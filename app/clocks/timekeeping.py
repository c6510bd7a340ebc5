"""Timekeeping: starts, stops and pauses the clocks of a match's seats.

Times are milliseconds since 1970 of service time (`app.clocks.service_time`), which excludes
downtime.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.clocks.config import Clock
from app.clocks.kinds import kind_of
from app.clocks.state import ClockState


def initial_state(
    clock: Clock, timed: Sequence[int], waiting: Sequence[int], now: int
) -> ClockState:
    """The clock state of a new match; `timed` are the seats that have a clock at all."""
    times = ClockState(at=now)
    kind_of(clock).begin(clock, times, timed)
    start_clocks(clock, times, [seat for seat in waiting if seat in timed], now)
    return times


def after_entry(
    clock: Clock,
    times: ClockState,
    kind: str,
    acting_seat: int,
    timed: Sequence[int],
    waiting: Sequence[int],
    now: int,
) -> None:
    """Apply an entry (answer, timeout or undo) by a seat, after which the seats `waiting` wait."""
    times.at = now
    running_seats = [seat for seat in waiting if seat in timed]
    for seat in [seat for seat in times.until if seat not in running_seats]:
        _stop(clock, times, seat, now, earns=seat == acting_seat and kind != "undo")
    if kind == "undo" and acting_seat in running_seats:
        kind_of(clock).after_undo(clock, times, acting_seat, now)
    elif kind != "undo" and acting_seat in times.until:
        kind_of(clock).answered(clock, times, acting_seat, now)
    start_clocks(clock, times, [seat for seat in running_seats if seat not in times.until], now)


def start_clocks(clock: Clock, times: ClockState, seats: Sequence[int], now: int) -> None:
    """Start the clocks of stopped seats."""
    for seat in seats:
        times.until[seat] = now + kind_of(clock).start(clock, times, seat)


def pause_clocks(times: ClockState, now: int) -> None:
    """Pause the match: every seat keeps its time."""
    times.at = now
    for seat, until in times.until.items():
        times.left[seat] = max(0, until - now)
    times.until = {}


def resume_clocks(
    clock: Clock, times: ClockState, timed: Sequence[int], waiting: Sequence[int], now: int
) -> None:
    """Resume a paused match: every seat continues with the time it had left."""
    times.at = now
    for seat in (seat for seat in waiting if seat in timed):
        times.until[seat] = now + kind_of(clock).resume(clock, times, seat)


def hand_over(clock: Clock, times: ClockState, seat: int, is_waited_for: bool, now: int) -> None:
    """Give a seat to another player; `is_waited_for`: its clock starts running for them."""
    times.at = now
    if seat in times.until:
        _stop(clock, times, seat, now, earns=False)
    times.auto.pop(seat, None)
    times.answering = [other for other in times.answering if other != seat]
    kind_of(clock).hand_over(clock, times, seat)
    if is_waited_for:
        start_clocks(clock, times, [seat], now)


def _stop(clock: Clock, times: ClockState, seat: int, now: int, *, earns: bool) -> None:
    left = max(0, times.until.pop(seat) - now)
    times.left[seat] = left + (kind_of(clock).gain(clock, times, seat, left) if earns else 0)
