"""Drafts: an analysis whose worker dies half-way resumes from its last draft."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time

import pytest
import sqlalchemy as sa

from app.analysis import queue, runner, worker
from app.analysis.models import AnalysisRow
from app.analysis.worker import Draft, Step, Steps, decode_draft, decode_message, encode_draft
from engine.bots.analysis import Judgement
from engine.lab.explain import ExplainedMove
from tests.app.analysts import asked, finished, resigned, status_of, study
from tests.app.strange_analysts import leaves_its_mark, stops_half_way

TINY = {"tiny": 99}
JUDGED = Judgement(
    chance=0.5,
    played=0.4,
    loss=0.1,
    error=0.1,
    worlds=40,
    fresh=True,
    best="1",
    follow_ups=[],
    mark=None,
)
MOVES = [ExplainedMove(number, number + 1, 0, [], [], JUDGED) for number in range(3)]


@pytest.fixture
def frequent_renewals(monkeypatch):
    """Leases are renewed every 20 ms."""
    monkeypatch.setattr(runner, "RENEWAL_PAUSE_S", 0.02)


async def row_of(services, match):
    row = AnalysisRow.draft, AnalysisRow.tries, AnalysisRow.fairness_group, AnalysisRow.done
    async with services.database.reading() as session:
        return (await session.execute(sa.select(*row).where(AnalysisRow.match == match))).one()


async def wait_for_draft(services, match, count):
    """Wait until a draft of `count` moves is stored."""
    async with asyncio.timeout(60):
        while len(decode_draft((await row_of(services, match)).draft).moves) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_killed_worker_loses_no_judged_move(tmp_path, frequent_renewals):
    async with study(tmp_path, stops_half_way) as services:
        match = await finished(services, "res_arcana", round_limit=1)
        runner, analyses = services.analysis.runner, services.analysis.requests
        await asked(services, match)
        running = asyncio.create_task(runner.analyse())
        await wait_for_draft(services, match, 5)
        draft = decode_draft((await row_of(services, match)).draft)
        (process,) = runner.workers
        os.kill(process.pid, signal.SIGKILL)
        assert await running
        assert await status_of(services, match) == "waiting"
        runner.target = leaves_its_mark
        assert await runner.analyse()
        info, row = await analyses.info(match), await row_of(services, match)
        analysis = json.loads(await analyses.stored(match))
    assert (info.status, info.done) == ("done", info.total)
    moves = analysis["moves"]
    assert len(moves) > 5
    judged_before = [move for move in moves if move["judged"]["worlds"] < 4000]
    assert [move["number"] for move in judged_before] == [move.number for move in draft.moves]
    assert judged_before == moves[:5]
    accounts = analysis["accounts"]
    assert sum(account["moves"] for account in accounts) == len(moves)
    assert info.seconds > draft.seconds > 0
    assert (row.draft, row.fairness_group) == (None, None), "draft and fairness group are dropped"


async def test_next_lease_gets_the_draft_and_a_lost_lease_writes_none(tmp_path):
    async with study(tmp_path) as services:
        match, rows = await resigned(services), services.analysis.queue
        await asked(services, match)
        first = await rows.lease(TINY)
        assert first.draft is None
        assert await rows.renew(first, 3, 9, b"three")
        assert await rows.renew(first, 4, 9)
        await rows.requeue(first)
        second = await rows.lease(TINY)
        assert second.draft == b"three"
        assert not await rows.renew(first, 5, 9, b"late")
        assert (await row_of(services, match)).draft == b"three"


async def test_only_leases_without_progress_count_as_tries(tmp_path, monkeypatch):
    monkeypatch.setattr(queue, "LEASE_S", 0)
    async with study(tmp_path) as services:
        match, rows = await resigned(services), services.analysis.queue
        await asked(services, match)
        for number in range(5):
            lease = await rows.lease(TINY)
            assert await rows.renew(lease, number, 9, b"%d" % number)
        for _ in range(2):
            lease = await rows.lease(TINY)
            assert lease.draft == b"4"
        assert await rows.lease(TINY) is None
        assert await status_of(services, match) == "failed"
        assert (await row_of(services, match)).draft is None
        await asked(services, match)
        assert (await rows.lease(TINY)).draft is None, "a new request starts over"


@pytest.mark.parametrize("is_lasting", [True, False])
async def test_failed_analysis_drops_its_draft(tmp_path, is_lasting):
    async with study(tmp_path) as services:
        match, rows = await resigned(services), services.analysis.queue
        await asked(services, match)
        for _ in range(1 if is_lasting else 3):
            lease = await rows.lease(TINY)
            assert await rows.renew(lease, 1, 9, b"one" if lease.draft is None else None)
            await rows.fail(lease, is_lasting=is_lasting)
        assert await status_of(services, match) == "failed"
        row = await row_of(services, match)
        assert (row.draft, row.fairness_group) == (None, None)


class Pipe:
    """Records what is sent."""

    def __init__(self):
        self.steps = []

    def send_bytes(self, data):
        self.steps.append(decode_message(data))


def test_drafts_are_sent_at_intervals_with_the_time_of_all_workers(monkeypatch):
    monkeypatch.setattr(worker, "DRAFT_PAUSE_S", 0.0)
    pipe = Pipe()
    begun = time.process_time()
    steps = Steps(pipe, 9, Draft(MOVES[:1], 100.0))
    for count in range(4):
        steps.add(MOVES[:count])
    drafts = [decode_draft(step.draft) for step in pipe.steps if step.draft]
    assert [draft.moves for draft in drafts] == [MOVES[:2], MOVES[:3]], "none with less than before"
    ended = time.process_time()
    assert all(100 + begun <= draft.seconds <= 100 + ended for draft in drafts)
    monkeypatch.setattr(worker, "DRAFT_PAUSE_S", 3600.0)
    steps = Steps(pipe, 9, Draft([], 0.0))
    steps.add(MOVES)
    assert pipe.steps[-1].draft is None


def test_oversized_draft_is_not_sent(monkeypatch):
    monkeypatch.setattr(worker, "DRAFT_PAUSE_S", 0.0)
    monkeypatch.setattr(worker, "MAX_DRAFT_BYTES", 10)
    pipe = Pipe()
    steps = Steps(pipe, 9, Draft([], 0.0))
    steps.add(MOVES)
    assert pipe.steps[-1] == Step(1, 9)


def test_unreadable_draft_counts_as_empty():
    empty = Draft([], 0.0)
    for data in (None, b"", b"no draft", encode_draft(MOVES)):
        assert decode_draft(data) == empty
    whole = Draft(MOVES, 3.0)
    assert decode_draft(encode_draft(whole)) == whole
