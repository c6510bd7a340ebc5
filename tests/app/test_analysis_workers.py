"""Analyses whose worker or server fails are done once, or fail after three tries."""

from __future__ import annotations

import asyncio
import json
import os
import signal

import pytest
import sqlalchemy as sa

from app.analysis import analyst, queue, stream
from app.analysis.models import AnalysisRow
from app.bots.worker_pool import WorkerDied
from app.infra.metrics import ANALYSES
from app.process import Process
from tests.app.analysts import asked, open_way, resigned, status_of, study, until_it_runs
from tests.app.in_process import plain
from tests.app.strange_analysts import dies, quick, stalls, stalls_inside
from tests.app.strange_bots import is_running, until
from tests.app.two_processes import fails

TINY = {"tiny": 99}


def count(result):
    return ANALYSES.labels(result)._value.get()


@pytest.fixture
def brisk(monkeypatch):
    """Leases are renewed, and streams look, all the time."""
    monkeypatch.setattr(analyst, "RENEWAL_S", 0.02)
    monkeypatch.setattr(stream, "POLL_S", 0.05)


async def tries_of(services, match):
    async with services.database.reading() as session:
        return await session.scalar(sa.select(AnalysisRow.tries).where(AnalysisRow.match == match))


async def test_an_analysis_whose_worker_is_killed_before_a_draft_begins_again(tmp_path, brisk):
    async with study(tmp_path, stalls) as services:
        match, work = await resigned(services), services.analyses.analyst
        await asked(services, match)
        running = asyncio.create_task(work.analyse())
        os.kill(await until_it_runs(services, match), signal.SIGKILL)
        assert await running
        assert await status_of(services, match) == "waiting"
        work.target = quick
        assert await work.analyse()
        info = plain(await services.analyses.info(match))
        assert await tries_of(services, match) == 2
    assert info["status"] == "done"
    assert [one["result"] for one in info["analysis"]["accounts"]] == [1, 0], "nobody answered"
    assert [one["accuracy"] for one in info["analysis"]["accounts"]] == [None, None]


async def test_an_analysis_of_a_server_that_died_is_taken_over_when_its_lease_ends(
    tmp_path, monkeypatch
):
    async with study(tmp_path) as services:
        match, rows = await resigned(services), services.analyses.queue
        await asked(services, match)
        monkeypatch.setattr(queue, "LEASE_S", 3600)
        dead = await rows.lease(TINY)
        assert not await services.analyses.analyst.analyse(), "it is leased"
        monkeypatch.setattr(queue, "LEASE_S", 0)
        assert await rows.renew(dead, 3, 9)
        monkeypatch.setattr(queue, "LEASE_S", 3600)
        other = await rows.lease(TINY)
        assert other.match == match
        assert not await rows.renew(dead, 4, 9)
        assert not await rows.finish(dead, 9, b"", 1.0)
        await rows.give_back(dead)
        await rows.fail(dead)
        assert await status_of(services, match) == "running", "the other one holds it"
        assert await rows.finish(other, 9, b"", 1.0)
        assert await status_of(services, match) == "done"


async def test_an_analysis_has_failed_after_three_tries(tmp_path):
    async with study(tmp_path, dies) as services:
        match, work = await resigned(services), services.analyses.analyst
        await asked(services, match)
        before, told = count("failed"), []
        for _ in range(3):
            assert await work.analyse()
            told.append(await status_of(services, match))
        assert told == ["waiting", "waiting", "failed"]
        assert count("failed") == before + 3
        assert not await work.analyse()
        assert await asked(services, match) == "waiting", "it may be asked for again"
        assert await tries_of(services, match) == 0


async def test_servers_that_died_are_tries_too(tmp_path, monkeypatch):
    monkeypatch.setattr(queue, "LEASE_S", 0)
    async with study(tmp_path) as services:
        match, rows = await resigned(services), services.analyses.queue
        await asked(services, match)
        leases = [await rows.lease(TINY) for _ in range(3)]
        assert len({lease.holder for lease in leases}) == 3
        assert await rows.lease(TINY) is None
        assert await status_of(services, match) == "failed"


async def test_a_worker_that_says_nothing_is_killed(tmp_path, brisk, monkeypatch):
    monkeypatch.setattr(analyst, "SILENT_S", 0.1)
    async with study(tmp_path, stalls) as services:
        match = await resigned(services)
        await asked(services, match)
        assert await services.analyses.analyst.analyse()
        assert await status_of(services, match) == "waiting"
        assert services.analyses.analyst.workers == set()


async def test_a_worker_whose_lease_is_lost_is_killed(tmp_path, brisk):
    async with study(tmp_path, stalls) as services:
        match, before = await resigned(services), count("lost")
        await asked(services, match)
        running = asyncio.create_task(services.analyses.analyst.analyse())
        pid = await until_it_runs(services, match)
        async with services.database.writing() as session:
            await session.execute(sa.update(AnalysisRow).values(holder="another"))
        assert await running
        await until(lambda: not is_running(pid))
        assert count("lost") == before + 1
        assert await status_of(services, match) == "running", "of the other one"


async def test_a_server_that_stops_gives_its_analysis_back_at_once(tmp_path, brisk):
    """Its worker has the lowest priority."""
    async with study(tmp_path, stalls_inside) as services:
        match = await resigned(services)
        await asked(services, match)
        services.analyses.analyst.start()
        pid = await until_it_runs(services, match)
        assert os.getpriority(os.PRIO_PROCESS, pid) == 19
        await Process(services).drain()
        await until(lambda: not is_running(pid))
        assert await status_of(services, match) == "waiting"
        assert await tries_of(services, match) == 0, "that was no failure"
        other = await services.analyses.queue.lease(TINY)
        assert other.match == match


async def test_a_process_without_workers_analyses_nothing(tmp_path):
    async with study(tmp_path, analysis_workers=0) as services:
        services.analyses.analyst.start()
        match = await resigned(services)
        await asked(services, match)
        await asyncio.sleep(0)
        assert await status_of(services, match) == "waiting"
        assert services.analyses.analyst.size == 0


async def test_a_process_that_leaves_bots_to_another_one_analyses_nothing(two_containers):
    assert [one.settings.analysis_workers for one in two_containers] == [1, 1]
    assert [one.analyses.analyst.size for one in two_containers] == [0, 0]


async def test_an_analysis_asked_for_under_older_rules_fails_at_once(tmp_path):
    async with study(tmp_path, dies) as services:
        match, work = await resigned(services), services.analyses.analyst
        await asked(services, match)
        async with services.database.writing() as session:
            await session.execute(sa.update(AnalysisRow).values(rules=AnalysisRow.rules - 1))
        assert await work.analyse()
        assert await status_of(services, match) == "failed"


async def test_matches_of_newer_rules_are_left_to_newer_processes(tmp_path):
    async with study(tmp_path, dies) as services:
        match = await resigned(services)
        await asked(services, match)
        async with services.database.writing() as session:
            await session.execute(sa.update(AnalysisRow).values(rules=AnalysisRow.rules + 1))
        assert not await services.analyses.analyst.analyse()
        assert await status_of(services, match) == "waiting"


async def lines_of(services, match, begun=None):
    """The stream's lines, until it ends; the event `begun` is set after the first."""
    found = []
    async with asyncio.timeout(30):
        async for line in services.analyses.streams.lines(match, open_way):
            if line.strip():
                found.append(json.loads(line))
            if begun is not None:
                begun.set()
    return found


async def test_a_stream_tells_every_change_in_order_and_ends(tmp_path, brisk):
    async with study(tmp_path, stalls) as services:
        match, work = await resigned(services), services.analyses.analyst
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
        assert services.analyses.streams.empty.is_set()
    steps = [(line["status"], line["done"], line["total"]) for line in lines]
    assert steps[0] == ("waiting", 0, 0)
    assert ("running", 1, 5) in steps
    assert steps.index(("running", 1, 5)) < steps.index(("waiting", 1, 5))
    assert [line["status"] for line in lines[:-1]].count("done") == 0
    assert lines[-1]["status"] == "done"


async def test_a_stream_tells_that_an_analysis_has_failed_though_the_bus_is_silent(
    tmp_path, brisk, monkeypatch
):
    async with study(tmp_path) as services:
        monkeypatch.setattr(services.bus, "publish", lambda *_: None)
        match, work = await resigned(services), services.analyses.analyst
        monkeypatch.setattr(work, "_run", fails(WorkerDied()))
        await asked(services, match)
        following = asyncio.create_task(lines_of(services, match))
        for _ in range(3):
            await work.analyse()
        assert (await following)[-1]["status"] == "failed"


async def test_streams_end_when_the_server_does(tmp_path):
    async with study(tmp_path) as services:
        match = await resigned(services)
        await asked(services, match)
        following = asyncio.create_task(lines_of(services, match))
        while services.analyses.streams.empty.is_set():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await Process(services).drain()
        assert [line["status"] for line in await following] == ["waiting"]


async def test_processes_that_share_a_queue_never_lease_the_same(two_containers):
    first, second = two_containers
    first.settings.max_waiting_analyses = 4
    matches = [await resigned(first) for _ in range(4)]
    for match in matches:
        await asked(first, match)
    rows = [one.analyses.queue for one in two_containers]
    leases = await asyncio.gather(*(rows[n % 2].lease(TINY) for n in range(8)))
    held = [lease for lease in leases if lease is not None]
    for one in rows * 2:
        if (lease := await one.lease(TINY)) is not None:
            held.append(lease)
    assert sorted(lease.match for lease in held) == sorted(matches)
    assert len({lease.holder for lease in held}) == 4
    assert await second.analyses.queue.lease(TINY) is None


async def test_another_process_hears_at_once_that_an_analysis_waits_and_is_done(
    two_containers, monkeypatch
):
    monkeypatch.setattr(stream, "POLL_S", 3600)
    first, second = two_containers
    heard = asyncio.Event()
    monkeypatch.setattr(second.analyses.streams, "asked", heard.set)
    second.bus.subscribe(queue.QUEUE)
    match = await resigned(first)
    while not second.bus.follows(queue.QUEUE):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    heard.clear()
    await asked(first, match)
    async with asyncio.timeout(30):
        await heard.wait()
        following = asyncio.create_task(lines_of(second, match))
        while not second.bus.follows(queue.channel_of(match)):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        first.analyses.analyst.target = quick
        assert await first.analyses.analyst.analyse()
        assert (await following)[-1]["status"] == "done"


async def test_the_loop_takes_what_is_asked_for(tmp_path, monkeypatch):
    """The bus, not the next look, says that an analysis waits."""
    monkeypatch.setattr(analyst, "POLL_S", 3600)
    async with study(tmp_path) as services:
        match, work = await resigned(services), services.analyses.analyst
        monkeypatch.setattr(work, "_run", fails(WorkerDied()))
        work.start()
        await asyncio.sleep(0)
        await asked(services, match)
        async with asyncio.timeout(30):
            while await status_of(services, match) != "failed":  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await work.stop()
