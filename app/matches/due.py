"""When a keeper should look at a match."""

from __future__ import annotations

from datetime import datetime, timedelta

from app.database import now
from app.settings import Settings


def due_at(settings: Settings, built_in: list[bool], waiting: list[int]) -> datetime | None:
    """While a built-in bot is to move: when somebody else should, if it has not by then."""
    if any(built_in[seat] for seat in waiting):
        return now() + timedelta(seconds=settings.bot_pace + settings.keeper_lease)
    return None
