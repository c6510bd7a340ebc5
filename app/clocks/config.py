"""Clock config: the time controls a match's creator may choose.

========  ======================================================================================
none      no time is kept
move      `seconds` for every answer
bank      `seconds` for the whole match, `increment` more after every turn, never above `cap`
days      `days` for every answer; a deadline in the `quiet_hours` moves to their end
========  ======================================================================================

`on_timeout` says what happens at zero: the open decisions get their default answers, a built-in bot
takes over the seat (its player may take it back), or the seat is forfeited.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import Annotated, Any
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Struct
from pydantic import AfterValidator, ConfigDict, Field, model_validator

from app.wire.bodies import Body
from app.wire.literals import ClockKind, OnTimeout

DAY_S = 86_400


def _known_zone(name: str) -> str:
    if name not in _zones():
        raise ValueError("There is no such time zone.")
    return name


@lru_cache(1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


TimeOfDay = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Zone = Annotated[str, Field(max_length=64), AfterValidator(_known_zone)]


class QuietHours(Body):
    """`{"from": "22:00", "to": "08:00", "zone": "Europe/Berlin"}`."""

    model_config = ConfigDict(populate_by_name=True)
    since: TimeOfDay = Field(alias="from")
    """When they begin, as `22:00`."""
    to: TimeOfDay
    """When they end, as `08:00`."""
    zone: Zone = "UTC"
    """A time zone of the IANA database."""

    @model_validator(mode="after")
    def _not_the_whole_day(self) -> QuietHours:
        if self.since == self.to:
            raise ValueError("Quiet hours do not last the whole day.")
        return self


class Clock(Struct, frozen=True):
    """A clock as it runs; all times in milliseconds."""

    kind: ClockKind
    full: int = 0  # a seat's time at the start
    increment: int = 0
    cap: int | None = None
    on_timeout: OnTimeout = "default"
    quiet: tuple[str, str, str] | None = None

    @property
    def runs(self) -> bool:
        return self.kind != "none"

    @property
    def is_of_days(self) -> bool:
        """Whether players need not be online to keep up (correspondence)."""
        return self.kind == "days"


NO_CLOCK = Clock("none")


def clock_of(stored: dict[str, Any]) -> Clock:
    """The clock stored in a match's row."""
    if stored["kind"] == "none":
        return NO_CLOCK
    return _clock_of(msgspec.json.encode(stored))


@lru_cache(1000)
def _clock_of(stored: bytes) -> Clock:
    request = msgspec.json.decode(stored)
    seconds = request["days"] * DAY_S if request["kind"] == "days" else request["seconds"]
    quiet = request.get("quiet_hours")
    return Clock(
        request["kind"],
        seconds * 1000,
        request.get("increment", 0) * 1000,
        request["cap"] * 1000 if "cap" in request else None,
        request["on_timeout"],
        (quiet["from"], quiet["to"], quiet["zone"]) if quiet else None,
    )


@lru_cache(10_000)
def after_quiet_hours(clock: Clock, deadline: datetime) -> datetime:
    """The deadline, moved to the end of the quiet hours if it falls into them."""
    if clock.quiet is None:
        return deadline
    since, to = (time.fromisoformat(hour) for hour in clock.quiet[:2])
    local = deadline.astimezone(ZoneInfo(clock.quiet[2]))
    at = local.time()
    over_night = since > to
    is_quiet = (at >= since or at < to) if over_night else since <= at < to
    if not is_quiet:
        return deadline
    day = local.date() + timedelta(days=1) if over_night and at >= since else local.date()
    return datetime.combine(day, to, local.tzinfo).astimezone(deadline.tzinfo)
