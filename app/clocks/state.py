"""Times: what is left on the clocks of a match, and what goes by itself.

Times are milliseconds since 1970 of served time (`app.clocks.service_time`), which does not include
the time while no server was there to serve.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from app.clocks.config import Clock

RETURN = 10
"""Who takes over a bank that has run down gets at least this share of a full one."""


class ClockState(Struct, omit_defaults=True):
    """`at` is when this was noted.

    `until` is when a running seat's time is up; `left` what a seat that does not run has, and for
    clocks with fresh time for each answer what the last answer left; `gained` the increment of a
    seat's last turn, which goes when that turn is taken back. `auto` are the seats that pass by
    themselves, and until when (`app.matches.auto_pass_rules`); `passing` when open questions will.
    `answering` are the seats for which only answers are given, `only` when open questions will get
    theirs (`app.matches.auto_answer_rules`). Built-in bots do nothing before `bots_wait`
    (`app.matches.undo_grace`).
    """

    at: int = 0
    until: dict[int, int] = {}
    left: dict[int, int] = {}
    gained: dict[int, int] = {}
    auto: dict[int, str] = {}
    passing: dict[str, int] = {}
    bots_wait: int = 0
    answering: list[int] = []
    only: dict[str, int] = {}


def read_state(stored: Any) -> ClockState | None:
    """The times that a match's row holds."""
    return None if stored is None else msgspec.convert(stored, ClockState, str_keys=True)


def write_state(times: ClockState | None) -> Any:
    """The times as a match's row holds them."""
    return None if times is None else msgspec.to_builtins(times, str_keys=True)


def copy_of(times: ClockState) -> ClockState:
    """Times that may be changed."""
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
    """The times when a match begins; `timed` are the seats that have a clock at all."""
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
    """An entry (answer, timeout or undo) by the seat that `acted` leads to these waiting seats."""
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
    """Let seats run that did not."""
    for seat in seats:
        full = clock.full if clock.kind != "bank" else times.left.get(seat, clock.full)
        times.until[seat] = now + full
        if clock.kind == "bank":
            times.left.pop(seat, None)


def halt(times: ClockState, now: int) -> None:
    """The match is paused: everybody keeps what he has."""
    times.at = now
    for seat, until in times.until.items():
        times.left[seat] = max(0, until - now)
    times.until = {}


def go_on(
    clock: Clock, times: ClockState, timed: Sequence[int], waiting: Sequence[int], now: int
) -> None:
    """A paused match goes on: with what everybody had."""
    times.at = now
    for seat in (seat for seat in waiting if seat in timed):
        times.until[seat] = now + times.left.get(seat, clock.full)
        if clock.kind == "bank":
            times.left.pop(seat, None)


def hand_over(clock: Clock, times: ClockState, seat: int, waits: bool, now: int) -> None:
    """A seat has somebody else in it; `waits` says that its clock is to run for him."""
    times.at = now
    if seat in times.until:
        _stop(clock, times, seat, now, earns=False)
    times.auto.pop(seat, None)
    times.answering = [one for one in times.answering if one != seat]
    if clock.kind == "bank":
        times.left[seat] = max(times.left.get(seat, clock.full), clock.full // RETURN)
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
    """Time is not won by taking back: an own undo leaves what the answer left."""
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
