"""Open tables: closed by their creators, or by the scheduler after a long idle time."""

from __future__ import annotations

from datetime import datetime, timedelta

from app.accounts.caller import Caller
from app.container import Services
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.matches.end import tell_end
from app.matches.locked import LockedMatch, locked_match
from app.matches.models import MatchRow


def lapses_at(settings: Settings, row: MatchRow) -> datetime:
    """When an idle open table is closed."""
    return row.changed_at + timedelta(seconds=settings.open_table_seconds)


async def close_table(services: Services, match: str, caller: Caller) -> None:
    """Close the caller's own open table. Raises Problem forbidden, already-started or not-found."""
    async with locked_match(services, match) as held:
        if held.row.creator != caller.account:
            raise Problem("forbidden", "Only the creator may do that.")
        if held.row.status != "open":
            raise Problem("already-started")
        await _close(held)
    await tell_end(services, held)


async def lapse_table(services: Services, match: str) -> None:
    """Close an idle open table; if it is not idle long enough, store when the sweeper retries."""
    async with services.database.writing() as session:
        row = await session.get(MatchRow, match, with_for_update=True)
        if row is None or row.status != "open":
            return
        row.due = lapses_at(services.settings, row)
        if row.due > services.service_clock.date():
            return
    async with locked_match(services, match) as held:
        if (
            held.row.status != "open"
            or lapses_at(services.settings, held.row) > services.service_clock.date()
        ):
            return
        await _close(held)
    await tell_end(services, held)


async def _close(held: LockedMatch) -> None:
    held.left += [seat.invited for seat in held.seats if seat.invited]
    await held.end("aborted", "closed", counts=False)
