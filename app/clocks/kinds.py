"""Clock kinds: how each kind of clock gives, keeps and takes back time.

`app.clocks.timekeeping` starts and stops the clocks of seats and asks the kind of the match's clock
what that means. A new kind is a class here, its request in `app.clocks.config` and its name in
`app.wire.literals`.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.clocks.config import Clock
from app.clocks.state import ClockState

TAKEOVER_DIVISOR = 10
"""A player who takes over a seat gets at least a tenth of a full bank."""


class PerAnswer:
    """A fresh time for every answer."""

    keeps_time = False
    """Whether a stopped seat's time is worth showing: it starts again with that."""

    def begin(self, clock: Clock, times: ClockState, timed: Sequence[int]) -> None:
        """Give the seats that have a clock their time at the start of a match."""

    def start(self, clock: Clock, times: ClockState, seat: int) -> int:
        """The time with which a stopped seat's clock starts."""
        return clock.full

    def resume(self, clock: Clock, times: ClockState, seat: int) -> int:
        """The time with which a seat continues after a pause: what it had."""
        return times.left.get(seat, clock.full)

    def answered(self, clock: Clock, times: ClockState, seat: int, now: int) -> None:
        """A running seat has answered and is asked again."""
        times.left[seat] = max(0, times.until[seat] - now)
        times.until[seat] = now + clock.full

    def gain(self, clock: Clock, times: ClockState, seat: int, left: int) -> int:
        """What a seat gains whose answer stopped its clock with so much left."""
        return 0

    def take_back(self, clock: Clock, times: ClockState, seat: int, now: int) -> None:
        """A seat has undone its answer and is asked again: it keeps what that answer left."""
        had = times.left.get(seat, clock.full)
        if seat in times.until:
            spent = max(0, clock.full - (times.until[seat] - now))
            had = min(max(0, had - spent), times.until[seat] - now)
        times.left[seat] = max(0, had)
        times.until[seat] = now + max(0, had)

    def hand_over(self, clock: Clock, times: ClockState, seat: int) -> None:
        """A stopped seat gets another player."""


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
        """Its clock runs on."""

    def gain(self, clock: Clock, times: ClockState, seat: int, left: int) -> int:
        gained = clock.increment
        if clock.cap is not None:
            gained = max(0, min(gained, clock.cap - left))
        times.gained[seat] = gained
        return gained

    def take_back(self, clock: Clock, times: ClockState, seat: int, now: int) -> None:
        if seat not in times.until:
            times.left[seat] = max(0, times.left.get(seat, 0) - times.gained.pop(seat, 0))

    def hand_over(self, clock: Clock, times: ClockState, seat: int) -> None:
        times.left[seat] = max(times.left.get(seat, clock.full), clock.full // TAKEOVER_DIVISOR)


KINDS: dict[str, PerAnswer] = {
    "none": PerAnswer(),
    "move": PerAnswer(),
    "days": PerAnswer(),
    "bank": Bank(),
}


def kind_of(clock: Clock) -> PerAnswer:
    """How this clock keeps time."""
    return KINDS[clock.kind]
