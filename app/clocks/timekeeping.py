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
    start(clock, times, [seat for seat in waiting if seat in timed], now)
    return times


def after_entry(
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
    if kind == "undo" and acted in runs:
        kind_of(clock).take_back(clock, times, acted, now)
    elif kind != "undo" and acted in times.until:
        kind_of(clock).answered(clock, times, acted, now)
    start(clock, times, [seat for seat in runs if seat not in times.until], now)


def start(clock: Clock, times: ClockState, seats: Sequence[int], now: int) -> None:
    """Start the clocks of stopped seats."""
    for seat in seats:
        times.until[seat] = now + kind_of(clock).start(clock, times, seat)


def halt(times: ClockState, now: int) -> None:
    """Pause the match: every seat keeps its time."""
    times.at = now
    for seat, until in times.until.items():
        times.left[seat] = max(0, until - now)
    times.until = {}


def go_on(
    clock: Clock, times: ClockState, timed: Sequence[int], waiting: Sequence[int], now: int
) -> None:
    """Resume a paused match: every seat continues with the time it had left."""
    times.at = now
    for seat in (seat for seat in waiting if seat in timed):
        times.until[seat] = now + kind_of(clock).resume(clock, times, seat)


def hand_over(clock: Clock, times: ClockState, seat: int, waits: bool, now: int) -> None:
    """Give a seat to another player; `waits`: its clock starts running for them."""
    times.at = now
    if seat in times.until:
        _stop(clock, times, seat, now, earns=False)
    times.auto.pop(seat, None)
    times.answering = [other for other in times.answering if other != seat]
    kind_of(clock).hand_over(clock, times, seat)
    if waits:
        start(clock, times, [seat], now)


def _stop(clock: Clock, times: ClockState, seat: int, now: int, *, earns: bool) -> None:
    left = max(0, times.until.pop(seat) - now)
    times.left[seat] = left + (kind_of(clock).gain(clock, times, seat, left) if earns else 0)
