"""Clock kinds: the time controls a match's creator may choose, and how each gives, keeps and takes
back time.

========  ======================================================================================
none      no time is kept
move      `seconds` for every answer
bank      `seconds` for the whole match, `increment` more after every turn, never above `cap`
days      `days` for every answer; a deadline in the `quiet_hours` moves to their end
========  ======================================================================================

`app.clocks.timekeeping` starts and stops the clocks of seats; the clock's kind computes the times.
A new kind needs a request and a class here, its name in `app.wire.literals`, and on the page what
its form offers and its words (`web/src/lobby/options/clocks.ts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from pydantic import Field, model_validator

from app.clocks.config import NO_CLOCK, Clock, QuietHours
from app.clocks.state import ClockState
from app.wire.bodies import Body
from app.wire.literals import OnTimeout

DAY_S = 86_400
TAKEOVER_DIVISOR = 10
"""A player who takes over a seat gets at least a tenth of a full bank."""


# What clients ask for


class NoClock(Body):
    kind: Literal["none"]
    """Names the time control."""


class MoveClock(Body):
    """Seconds for every answer."""

    kind: Literal["move"]
    """Names the time control."""
    seconds: int = Field(ge=1, le=DAY_S)
    """Time for every answer."""
    on_timeout: OnTimeout = "default"
    """When time is up: the default is answered, a bot takes over, or a forfeit."""


class BankClock(Body):
    """Seconds for the whole match."""

    kind: Literal["bank"]
    """Names the time control."""
    seconds: int = Field(ge=1, le=7 * DAY_S)
    """Time for the whole match."""
    increment: int = Field(0, ge=0, le=3600)
    """Seconds added after every turn."""
    cap: int | None = Field(None, ge=1, le=7 * DAY_S)
    """The most that increments fill the bank up to, in seconds."""
    on_timeout: OnTimeout = "default"
    """When time is up: the default is answered, a bot takes over, or a forfeit."""

    @model_validator(mode="after")
    def _cap_covers_the_start(self) -> BankClock:
        if self.cap is not None and self.cap < self.seconds:
            raise ValueError("The cap is below the seconds at the start.")
        return self


class DaysClock(Body):
    """Days for every answer."""

    kind: Literal["days"]
    """Names the time control."""
    days: int = Field(ge=1, le=60)
    """Time for every answer."""
    quiet_hours: QuietHours | None = None
    """Hours in which no deadline falls."""
    on_timeout: OnTimeout = "default"
    """When time is up: the default is answered, a bot takes over, or a forfeit."""


ClockRequest = Annotated[NoClock | MoveClock | BankClock | DaysClock, Field(discriminator="kind")]


def stored_clock(request: ClockRequest) -> dict[str, Any]:
    """The clock as it is stored and shown: the request without its unset fields."""
    return request.model_dump(by_alias=True, exclude_none=True)


# How clocks keep time


class PerAnswer:
    """A fresh time for every answer."""

    keeps_time = False
    """Whether a stopped seat keeps its time: it is shown, and the clock starts again with it."""
    is_of_days = False
    """Whether players need not be online to keep up."""

    def full_seconds(self, stored: dict[str, Any]) -> int:
        """A seat's time at the start, in the clock as it is stored."""
        seconds: int = stored["seconds"]
        return seconds

    def begin(self, clock: Clock, times: ClockState, timed: Sequence[int]) -> None:
        """Give the seats that have a clock their time at the start of a match."""

    def start(self, clock: Clock, times: ClockState, seat: int) -> int:
        """The time with which a stopped seat's clock starts."""
        return clock.full

    def resume(self, clock: Clock, times: ClockState, seat: int) -> int:
        """The time with which a seat continues after a pause: the time it had left."""
        return times.left.get(seat, clock.full)

    def answered(self, clock: Clock, times: ClockState, seat: int, now: int) -> None:
        """A running seat has answered and is asked again."""
        times.left[seat] = max(0, times.until[seat] - now)
        times.until[seat] = now + clock.full

    def gain(self, clock: Clock, times: ClockState, seat: int, left: int) -> int:
        """The increment for an answer that stopped the clock with `left` ms remaining."""
        return 0

    def after_undo(self, clock: Clock, times: ClockState, seat: int, now: int) -> None:
        """Set the time of a seat after an undo: the seat keeps the time that its answer left."""
        left_ms = times.left.get(seat, clock.full)
        if seat in times.until:
            spent = max(0, clock.full - (times.until[seat] - now))
            left_ms = min(max(0, left_ms - spent), times.until[seat] - now)
        times.left[seat] = max(0, left_ms)
        times.until[seat] = now + max(0, left_ms)

    def hand_over(self, clock: Clock, times: ClockState, seat: int) -> None:
        """Adjust the time of a stopped seat for a new player."""


class Days(PerAnswer):
    """Days for every answer."""

    is_of_days = True

    def full_seconds(self, stored: dict[str, Any]) -> int:
        days: int = stored["days"]
        return days * DAY_S


class Bank(PerAnswer):
    """A time for the whole match, with an increment for every turn."""

    keeps_time = True

    def begin(self, clock: Clock, times: ClockState, timed: Sequence[int]) -> None:
        times.left = dict.fromkeys(timed, clock.full)

    def start(self, clock: Clock, times: ClockState, seat: int) -> int:
        return times.left.pop(seat, clock.full)

    def resume(self, clock: Clock, times: ClockState, seat: int) -> int:
        return times.left.pop(seat, clock.full)

    def answered(self, clock: Clock, times: ClockState, seat: int, now: int) -> None:
        """Nothing: the seat's clock runs on."""

    def gain(self, clock: Clock, times: ClockState, seat: int, left: int) -> int:
        gained = clock.increment
        if clock.cap is not None:
            gained = max(0, min(gained, clock.cap - left))
        times.gained[seat] = gained
        return gained

    def after_undo(self, clock: Clock, times: ClockState, seat: int, now: int) -> None:
        if seat not in times.until:
            times.left[seat] = max(0, times.left.get(seat, 0) - times.gained.pop(seat, 0))

    def hand_over(self, clock: Clock, times: ClockState, seat: int) -> None:
        times.left[seat] = max(times.left.get(seat, clock.full), clock.full // TAKEOVER_DIVISOR)


KINDS: dict[str, PerAnswer] = {
    "none": PerAnswer(),
    "move": PerAnswer(),
    "days": Days(),
    "bank": Bank(),
}


def kind_of(clock: Clock) -> PerAnswer:
    """How this clock keeps time."""
    return KINDS[clock.kind]


def clock_of(stored: dict[str, Any]) -> Clock:
    """The clock stored in a match's row."""
    if stored["kind"] == "none":
        return NO_CLOCK
    return _clock_of(msgspec.json.encode(stored))


@lru_cache(1000)
def _clock_of(stored_json: bytes) -> Clock:
    stored = msgspec.json.decode(stored_json)
    kind, quiet = KINDS[stored["kind"]], stored.get("quiet_hours")
    return Clock(
        stored["kind"],
        kind.full_seconds(stored) * 1000,
        stored.get("increment", 0) * 1000,
        stored["cap"] * 1000 if "cap" in stored else None,
        stored["on_timeout"],
        (quiet["from"], quiet["to"], quiet["zone"]) if quiet else None,
        kind.is_of_days,
    )
