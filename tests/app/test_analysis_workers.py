"""Analysis workers: after a worker or server dies, an analysis runs again, three times at most."""

from __future__ import annotations

import asyncio
import json
import os
import signal

import pytest
import sqlalchemy as sa

from app.analysis import queue, runner, stream
from app.analysis.models import AnalysisRow
from app.bots.worker_pool import WorkerDied
from app.infra.metrics import ANALYSES
from app.process import Process
from tests.app.analysts import admit_any, asked, resigned, status_of, study, until_it_runs
from tests.app.in_process import plain
from tests.app.strange_analysts import dies, quick, stalls, stalls_inside
from tests.app.strange_bots import is_running, until
from tests.app.two_processes import fails

TINY = {"tiny": 99}


def count(result):
    return ANALYSES.labels(result)._value.get()


@pytest.fixture
def short_intervals(monkeypatch):
    """Leases are renewed every 20 ms; streams poll every 50 ms."""
    monkeypatch.setattr(runner, "RENEWAL_PAUSE_S", 0.02)
    monkeypatch.setattr(stream, "POLL_PAUSE_S", 0.05)


async def tries_of(services, match):
    async with services.database.reading() as session:
        return await session.scalar(sa.select(AnalysisRow.tries).where(AnalysisRow.match == match))


async def test_analysis_starts_over_when_its_worker_dies_before_a_draft(tmp_path, short_intervals):
    async with study(tmp_path, stalls) as services:
        match, work = await resigned(services), services.analysis.runner
        await asked(services, match)
        running = asyncio.create_task(work.analyse())
        os.kill(await until_it_runs(services, match), signal.SIGKILL)
        assert await running
        assert await status_of(services, match) == "waiting"
        work.target = quick
        assert await work.analyse()
        info = plain(await services.analysis.requests.info(match))
        assert await tries_of(services, match) == 2
    assert info["status"] == "done"
    assert [account["result"] for account in info["analysis"]["accounts"]] == [1, 0], (
        "no seat answered"
    )
    assert [account["accuracy"] for account in info["analysis"]["accounts"]] == [None, None]


async def test_expired_lease_of_a_dead_server_is_taken_over(tmp_path, monkeypatch):
    async with study(tmp_path) as services:
        match, rows = await resigned(services), services.analysis.queue
        await asked(services, match)
        monkeypatch.setattr(queue, "LEASE_S", 3600)
        dead = await rows.lease(TINY)
        assert not await services.analysis.runner.analyse(), "it is leased"
        monkeypatch.setattr(queue, "LEASE_S", 0)
        assert await rows.renew(dead, 3, 9)
        monkeypatch.setattr(queue, "LEASE_S", 3600)
        other = await rows.lease(TINY)
        assert other.match == match
        assert not await rows.renew(dead, 4, 9)
        assert not await rows.finish(dead, 9, b"", 1.0)
        await rows.requeue(dead)
        await rows.fail(dead)
        assert await status_of(services, match) == "running", "another lease holds it"
        assert await rows.finish(other, 9, b"", 1.0)
        assert await status_of(services, match) == "done"


async def test_analysis_fails_after_three_tries(tmp_path):
    async with study(tmp_path, dies) as services:
        match, work = await resigned(services), services.analysis.runner
        await asked(services, match)
        before, statuses = count("failed"), []
        for _ in range(3):
            assert await work.analyse()
            statuses.append(await status_of(services, match))
        assert statuses == ["waiting", "waiting", "failed"]
        assert count("failed") == before + 3
        assert not await work.analyse()
        assert await asked(services, match) == "waiting", "it may be asked for again"
        assert await tries_of(services, match) == 0


async def test_expired_leases_count_as_tries(tmp_path, monkeypatch):
    monkeypatch.setattr(queue, "LEASE_S", 0)
    async with study(tmp_path) as services:
        match, rows = await resigned(services), services.analysis.queue
        await asked(services, match)
        leases = [await rows.lease(TINY) for _ in range(3)]
        assert len({lease.holder for lease in leases}) == 3
        assert await rows.lease(TINY) is None
        assert await status_of(services, match) == "failed"


async def test_silent_worker_is_killed(tmp_path, short_intervals, monkeypatch):
    monkeypatch.setattr(runner, "SILENCE_TIMEOUT_S", 0.1)
    async with study(tmp_path, stalls) as services:
        match = await resigned(services)
        await asked(services, match)
        assert await services.analysis.runner.analyse()
        assert await status_of(services, match) == "waiting"
        assert services.analysis.runner.workers == set()


async def test_worker_is_killed_when_its_lease_is_lost(tmp_path, short_intervals):
    async with study(tmp_path, stalls) as services:
        match, before = await resigned(services), count("lost")
        await asked(services, match)
        running = asyncio.create_task(services.analysis.runner.analyse())
        pid = await until_it_runs(services, match)
        async with services.database.writing() as session:
            await session.execute(sa.update(AnalysisRow).values(holder="another"))
        assert await running
        await until(lambda: not is_running(pid))
        assert count("lost") == before + 1
        assert await status_of(services, match) == "running", "under the other lease"


async def test_stopping_server_returns_its_analysis_at_once(tmp_path, short_intervals):
    """Its worker has the lowest priority."""
    async with study(tmp_path, stalls_inside) as services:
        match = await resigned(services)
        await asked(services, match)
        services.analysis.runner.start()
        pid = await until_it_runs(services, match)
        assert os.getpriority(os.PRIO_PROCESS, pid) == 19
        await Process(services).drain()
        await until(lambda: not is_running(pid))
        assert await status_of(services, match) == "waiting"
        assert await tries_of(services, match) == 0, "that was no failure"
        other = await services.analysis.queue.lease(TINY)
        assert other.match == match


async def test_process_without_workers_analyses_nothing(tmp_path):
    async with study(tmp_path, analysis_workers=0) as services:
        services.analysis.runner.start()
        match = await resigned(services)
        await asked(services, match)
        await asyncio.sleep(0)
        assert await status_of(services, match) == "waiting"
        assert services.analysis.runner.worker_count == 0


async def test_process_without_bots_analyses_nothing(two_containers):
    assert [container.settings.analysis_workers for container in two_containers] == [1, 1]
    assert [container.analysis.runner.worker_count for container in two_containers] == [0, 0]


async def test_queued_analysis_of_older_rules_fails_at_once(tmp_path):
    async with study(tmp_path, dies) as services:
        match, work = await resigned(services), services.analysis.runner
        await asked(services, match)
        async with services.database.writing() as session:
            await session.execute(sa.update(AnalysisRow).values(rules=AnalysisRow.rules - 1))
        assert await work.analyse()
        assert await status_of(services, match) == "failed"


async def test_match_of_newer_rules_is_left_to_newer_processes(tmp_path):
    async with study(tmp_path, dies) as services:
        match = await resigned(services)
        await asked(services, match)
        async with services.database.writing() as session:
            await session.execute(sa.update(AnalysisRow).values(rules=AnalysisRow.rules + 1))
        assert not await services.analysis.runner.analyse()
        assert await status_of(services, match) == "waiting"


async def lines_of(services, match, begun=None):
    """The lines of the stream, until it ends; sets the event `begun` after the first."""
    lines = []
    async with asyncio.timeout(30):
        async for line in services.analysis.streams.lines(match, admit_any):
            if line.strip():
                lines.append(json.loads(line))
            if begun is not None:
                begun.set()
    return lines


async def test_stream_reports_every_change_in_order_and_ends(tmp_path, short_intervals):
    async with study(tmp_path, stalls) as services:
        match, work = await resigned(services), services.analysis.runner
        assert [line["status"] for line in await lines_of(services, match)] == ["none"]
        await asked(services, match)
        begun = asyncio.Event()
        following = asyncio.create_task(lines_of(services, match, begun))
        await begun.wait()
        running = asyncio.create_task(work.analyse())
        os.kill(await until_it_runs(services, match), signal.SIGKILL)
        await running
        work.target = quick
        await work.analyse()
        lines = await following
        assert services.analysis.streams.drained.is_set()
    steps = [(line["status"], line["done"], line["total"]) for line in lines]
    assert steps[0] == ("waiting", 0, 0)
    assert ("running", 1, 5) in steps
    assert steps.index(("running", 1, 5)) < steps.index(("waiting", 1, 5))
    assert [line["status"] for line in lines[:-1]].count("done") == 0
    assert lines[-1]["status"] == "done"


async def test_stream_reports_a_failure_without_the_bus(tmp_path, short_intervals, monkeypatch):
    async with study(tmp_path) as services:
        monkeypatch.setattr(services.bus, "publish", lambda *_: None)
        match, work = await resigned(services), services.analysis.runner
        monkeypatch.setattr(work, "_run", fails(WorkerDied()))
        await asked(services, match)
        following = asyncio.create_task(lines_of(services, match))
        for _ in range(3):
            await work.analyse()
        assert (await following)[-1]["status"] == "failed"


async def test_streams_end_when_the_server_stops(tmp_path):
    async with study(tmp_path) as services:
        match = await resigned(services)
        await asked(services, match)
        following = asyncio.create_task(lines_of(services, match))
        while services.analysis.streams.drained.is_set():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await Process(services).drain()
        assert [line["status"] for line in await following] == ["waiting"]


async def test_processes_never_lease_the_same_analysis(two_containers):
    first, second = two_containers
    first.settings.max_waiting_analyses = 4
    matches = [await resigned(first) for _ in range(4)]
    for match in matches:
        await asked(first, match)
    queues = [container.analysis.queue for container in two_containers]
    leases = await asyncio.gather(*(queues[n % 2].lease(TINY) for n in range(8)))
    granted = [lease for lease in leases if lease is not None]
    for analysis_queue in queues * 2:
        if (lease := await analysis_queue.lease(TINY)) is not None:
            granted.append(lease)
    assert sorted(lease.match for lease in granted) == sorted(matches)
    assert len({lease.holder for lease in granted}) == 4
    assert await second.analysis.queue.lease(TINY) is None


async def test_bus_reports_waiting_and_finished_analyses_to_other_processes(
    two_containers, monkeypatch
):
    monkeypatch.setattr(stream, "POLL_PAUSE_S", 3600)
    first, second = two_containers
    notified = asyncio.Event()
    monkeypatch.setattr(second.analysis.streams, "on_queued", notified.set)
    second.bus.subscribe(queue.QUEUE)
    match = await resigned(first)
    while not second.bus.is_subscribed(queue.QUEUE):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    notified.clear()
    await asked(first, match)
    async with asyncio.timeout(30):
        await notified.wait()
        following = asyncio.create_task(lines_of(second, match))
        while not second.bus.is_subscribed(queue.channel_of(match)):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        first.analysis.runner.target = quick
        assert await first.analysis.runner.analyse()
        assert (await following)[-1]["status"] == "done"


async def test_requested_analysis_starts_without_polling(tmp_path, monkeypatch):
    """The bus, not the next poll, reports a waiting analysis."""
    monkeypatch.setattr(runner, "POLL_PAUSE_S", 3600)
    async with study(tmp_path) as services:
        match, work = await resigned(services), services.analysis.runner
        monkeypatch.setattr(work, "_run", fails(WorkerDied()))
        work.start()
        await asyncio.sleep(0)
        await asked(services, match)
        async with asyncio.timeout(30):
            while await status_of(services, match) != "failed":  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await work.stop()
