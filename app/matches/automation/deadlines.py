"""Deadlines: when a match next needs the scheduler. `due_actions` says what is due then, and
`app.scheduler.scheduler` does it: the default answer, a substitute or a forfeit.

Times are milliseconds since 1970 by the reference clock (wall time), unless stated to be service
time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from app.clocks.config import Clock, after_quiet_hours
from app.clocks.kinds import clock_of
from app.clocks.service_time import ServiceClock
from app.clocks.state import ClockState
from app.infra.settings import BotSettings, PlaySettings
from app.matches.match_info import MatchInfo
from app.matches.models import MatchRow, SeatRow

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Deadlines:
    """Computes when matches are due."""

    def __init__(
        self,
        service_clock: ServiceClock,
        play: PlaySettings,
        bots: BotSettings,
        *,
        background: bool,
    ) -> None:
        self.service_clock = service_clock
        self.play = play
        self.bots = bots
        self.background = background

    def due_at(
        self, info: MatchInfo, times: ClockState | None, waiting: Sequence[int]
    ) -> datetime | None:
        """When the sweeper takes over if the process that serves the match has not acted: after a
        deadline, an automatic pass or answer, the expiry of an offer, or a built-in bot's move is
        overdue.
        """
        at = min(self.of(info, times), default=None)
        if at is not None:
            at += round(self.play.sweeper_interval * 1000)
        if any(info.seats[seat].bot for seat in waiting):
            bots_at = self._bots_overdue_at(times)
            at = bots_at if at is None else min(at, bots_at)
        return None if at is None else datetime_of_ms(at)

    def _bots_overdue_at(self, times: ClockState | None) -> int:
        lease = self.play.sweeper_lease if self.background else 0
        waits = times.bots_wait + self.service_clock.downtime if times else 0
        begins_at = max(self.service_clock.reference(), waits)
        return begins_at + round((self.bots.bot_delay + lease) * 1000)

    def of(self, info: MatchInfo, times: ClockState | None) -> Iterator[int]:
        """The times of the match's due actions."""
        clock, play = self.service_clock, self.play
        if times is not None and info.status == "playing":
            for until in times.until.values():
                yield deadline(info.clock, clock, until) + round(play.timeout_grace * 1000)
            for at in (*times.passing.values(), *times.only.values()):
                yield at + clock.downtime
        for offer in info.offers:
            yield offer_expiry(play, info.clock, offer.at) + clock.downtime


def deadline(clock: Clock, service_clock: ServiceClock, until: int) -> int:
    """When a seat's time is up, in wall time."""
    at = until + service_clock.downtime
    if clock.quiet is None:
        return at
    return (after_quiet_hours(clock, datetime_of_ms(at)) - EPOCH) // timedelta(milliseconds=1)


def offer_expiry(settings: PlaySettings, clock: Clock, at: int) -> int:
    """When an offer made `at` expires, both in service time; with a clock of days, after a day."""
    seconds = settings.correspondence_offer_seconds if clock.is_of_days else settings.offer_seconds
    return at + round(seconds * 1000)


def table_expiry(settings: PlaySettings, row: MatchRow) -> datetime:
    """When an idle open table is closed."""
    return row.changed_at + timedelta(seconds=settings.open_table_seconds)


def host_timeout(settings: PlaySettings, row: MatchRow) -> timedelta:
    """How long a table waits for a disconnected host; at least a day with a clock of days."""
    least = timedelta(days=1) if clock_of(row.clock).is_of_days else timedelta()
    return max(least, timedelta(seconds=settings.host_gone_after))


def table_due(
    settings: PlaySettings, row: MatchRow, seats: Sequence[SeatRow], now: datetime
) -> datetime:
    """When the sweeper next looks at an open table: when its host may be gone while others sit
    there, or when the table is idle.
    """
    host_gone_at = (row.host_seen_at or row.created_at) + host_timeout(settings, row)
    expiry = table_expiry(settings, row)
    waits = any(seat.account not in (None, row.hosted_by) for seat in seats)
    return min(host_gone_at, expiry) if waits and host_gone_at > now else expiry


def datetime_of_ms(at: int) -> datetime:
    """Milliseconds since 1970 as a datetime."""
    return EPOCH + timedelta(milliseconds=at)
