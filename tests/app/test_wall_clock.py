"""The wall clock: the same in every process, whatever the clock of its machine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from app.clocks import service_time
from app.infra import wall_clock
from app.infra.wall_clock import TOLERANCE, follow, now
from tests.app.in_process import begin, in_process_server
from tests.app.two_processes import answer

MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def uncorrected(monkeypatch):
    monkeypatch.setattr(wall_clock._Correction, "ahead", timedelta())


@pytest.fixture
def machine(monkeypatch):
    """The machine's clock, which a test sets."""
    times = [MOMENT]
    monkeypatch.setattr(wall_clock, "machine_now", lambda: times[0])
    return times


def test_correct_clock_is_left_alone(machine):
    follow(MOMENT, MOMENT - SECOND, MOMENT + SECOND)
    follow(MOMENT - SECOND - TOLERANCE, MOMENT - SECOND, MOMENT + SECOND)
    follow(MOMENT + SECOND + TOLERANCE, MOMENT - SECOND, MOMENT + SECOND)
    assert now() == MOMENT


@pytest.mark.parametrize("wrong", [timedelta(hours=1), -timedelta(hours=1)])
def test_wrong_clock_is_corrected_and_never_runs_ahead(machine, wrong):
    true = MOMENT - wrong
    follow(true, MOMENT - SECOND, MOMENT + SECOND)
    assert now() == true - SECOND, "the database may have shown it before the request arrived"
    follow(true, MOMENT, MOMENT)
    assert now() == true
    follow(true + TOLERANCE / 2, MOMENT, MOMENT)
    assert now() == true, "written times do not jitter"
    machine[0] = true + 2 * SECOND
    follow(true + 2 * SECOND, machine[0], machine[0])
    assert now() == true + 2 * SECOND, "an operator has set the machine's clock right"


@pytest.mark.postgres
async def test_entries_have_the_time_of_the_database(tmp_path, postgres_url, monkeypatch):
    """Otherwise delayed spectators would see too early what a process with a slow clock wrote."""

    def slow():
        return datetime.now(UTC) - timedelta(hours=1)

    monkeypatch.setattr(wall_clock, "machine_now", slow)
    monkeypatch.setattr(service_time, "machine_now", slow)
    async with in_process_server(tmp_path, database_url=postgres_url) as services:
        await services.service_clock.renew()
        match = await begin(services, "tiny", turns=3)
        await answer(services, match, 0)
    connection = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
    try:
        query = "SELECT max(clock_timestamp() - at) FROM entries WHERE match = $1"
        assert await connection.fetchval(query, match) < timedelta(minutes=1)
    finally:
        await connection.close()
