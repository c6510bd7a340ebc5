"""Clock config: the time control of a match as it runs, and its quiet hours."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Struct
from pydantic import AfterValidator, ConfigDict, Field, model_validator

from app.wire.bodies import Body
from app.wire.literals import ClockKind, OnTimeout


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
    is_of_days: bool = False  # players need not be online to keep up (correspondence)

    @property
    def runs(self) -> bool:
        return self.kind != "none"


NO_CLOCK = Clock("none")


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
