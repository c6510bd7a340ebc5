"""Wall clock: the current time by the database's clock.

Times that several processes compare (spectator delays, expiry, presence) must not depend on which
of them wrote the time, and a machine's clock may be wrong by minutes. Each renewal of service time
updates the correction; without a database server it stays at zero.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import structlog

TOLERANCE = timedelta(milliseconds=100)
"""Smaller differences are not corrected, so stored times do not jitter."""
log = structlog.get_logger("conclave.wall_clock")


class _Correction:
    """How far the database's clock is ahead of this machine's."""

    ahead = timedelta()


def now() -> datetime:
    """The current time by the database's clock, at most TOLERANCE ahead at the last renewal."""
    return machine_now() + _Correction.ahead


def machine_now() -> datetime:
    """The current time by the clock of this machine."""
    return datetime.now(UTC)


def follow(database: datetime, before: datetime, after: datetime) -> None:
    """Correct this clock: the database's clock showed `database` at some moment between the machine
    times `before` and `after`.
    """
    min_ahead, max_ahead = database - after, database - before
    if min_ahead - TOLERANCE <= _Correction.ahead <= max_ahead + TOLERANCE:
        return
    _Correction.ahead = min_ahead
    log.warning("clock differs from the database's", seconds=round(min_ahead.total_seconds(), 1))
