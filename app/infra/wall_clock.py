"""Wall clock: the present as the database has it.

What several processes compare (spectator delays, expiry, presence) must not depend on which of them
wrote it, and a machine's clock may be wrong by minutes. The correction follows each renewal of
service time; without a database server it stays at zero.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import structlog

TOLERANCE = timedelta(milliseconds=100)
"""A difference that is left alone, so times that are written do not jitter."""
log = structlog.get_logger("conclave.wall_clock")


class _Correction:
    """How far the database's clock is ahead of this machine's."""

    ahead = timedelta()


def now() -> datetime:
    """The present by the database's clock. As far as the last renewal could tell, it is at most
    TOLERANCE ahead of that clock.
    """
    return machine_now() + _Correction.ahead


def machine_now() -> datetime:
    """The present by the clock of this machine."""
    return datetime.now(UTC)


def follow(database: datetime, asked: datetime, told: datetime) -> None:
    """Correct this clock: the database's showed a time at some moment between two of the
    machine's.
    """
    least, most = database - told, database - asked
    if least - TOLERANCE <= _Correction.ahead <= most + TOLERANCE:
        return
    _Correction.ahead = least
    log.warning("clock differs from the database's", seconds=round(least.total_seconds(), 1))
