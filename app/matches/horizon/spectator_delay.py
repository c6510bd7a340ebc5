"""Spectator delay: whether a match's spectators see it late, and when all of it is public.

Once the end is old enough in minutes, everything is public. Until then the horizon
(`app.matches.horizon.public_horizon`) defines what outsiders see.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from app.infra.wall_clock import now
from app.matches.match_info import OVER, MatchInfo
from app.matches.models import MatchRow
from app.matches.public_versions import Delay, delay_of
from engine.core.event import Public, Viewer

MAX_DELAY = timedelta(days=1)
"""The longest delay a match may have."""


def public_now() -> datetime:
    """The clock that delays are measured by."""
    return now()


def public_at(delay: Delay, ended_at: datetime) -> datetime:
    """When all of a match that ended at `ended_at` is public."""
    return ended_at + timedelta(minutes=delay.minutes)


def is_behind(delay: Delay | None, status: str, ended_at: datetime | None) -> bool:
    """Whether the public may see less of a match than its players."""
    if delay is None or status == "open":
        return False
    return status not in OVER or ended_at is None or public_at(delay, ended_at) > public_now()


def held_back(info: MatchInfo) -> bool:
    """`is_behind` for a room's match."""
    return is_behind(info.delay, info.status, info.ended_at)


def sees_late(info: MatchInfo, viewer: Viewer) -> bool:
    """Whether a viewer sees the match only up to the public horizon; seats see everything."""
    return isinstance(viewer, Public) and held_back(info)


def row_is_behind(row: MatchRow) -> bool:
    """`is_behind` for a row; a table that was closed before it began hides nothing."""
    began = row.seed_hash is not None
    return began and is_behind(delay_of(row), row.status, row.ended_at)


def row_public_at(row: MatchRow) -> datetime | None:
    """When all of a match that is over will be public, if it is not yet."""
    delay = delay_of(row)
    if delay is None or row.status not in OVER or row.ended_at is None or not row_is_behind(row):
        return None
    return public_at(delay, row.ended_at)
