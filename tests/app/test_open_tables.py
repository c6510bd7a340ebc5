"""Open tables: idle ones are closed."""

from __future__ import annotations

from datetime import timedelta

from app.infra.wall_clock import now
from app.matches.models import MatchRow
from tests.app.in_process import ANN, in_process_server
from tests.app.test_quotas import ME, OPEN, create_match, row_of


async def age_table(services, match, ago):
    """Date the table's last change back by `ago`, as if the lease sweeper had just claimed it."""
    async with services.database.writing() as session:
        row = await session.get_one(MatchRow, match)
        row.changed_at, row.due = now() - ago, now()


async def test_idle_table_is_closed_after_a_week(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await create_match(services, ME, OPEN)
        due = await row_of(services, match)
        assert (due.due - due.changed_at).days == 7
        await services.scheduler.attend(match)
        assert (await row_of(services, match)).status == "open"
        await age_table(services, match, timedelta(days=5))
        await services.scheduler.attend(match)
        assert (await row_of(services, match)).due < due.due - timedelta(days=4)
        await services.lobby.leave(match, ANN)
        assert (await row_of(services, match)).due > due.due
        await age_table(services, match, timedelta(days=8))
        await services.scheduler.attend(match)
        row = await row_of(services, match)
        assert (row.status, row.outcome["reason"]) == ("aborted", "closed")
