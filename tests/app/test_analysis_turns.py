"""Fair queueing of analyses: a requester with many guests does not delay others."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.analysis.models import AnalysisRow
from app.infra.problems import Problem
from app.infra.wall_clock import now
from tests.app.analysts import resigned, study
from tests.app.in_process import BOB
from tests.app.test_quotas import create_bot

TINY = {"tiny": 99}
MANY, FEW = "203.0.113.7", "198.51.100.2"
"""The addresses of one person with many guests, and of another person."""


async def guests(services, count):
    """New guests."""
    callers = [Caller(f"a_{n:03}", f"Guest {n}", "guest", f"t_{n:03}", ()) for n in range(count)]
    async with services.database.writing() as session:
        for caller in callers:
            columns = {"preferences": {}, "created_at": now()}
            session.add(Account(id=caller.account, kind="guest", name=caller.name, **columns))
    return callers


async def request_analyses(services, address, callers):
    """Have each caller request the analysis of a match; returns the matches."""
    matches = []
    for caller in callers:
        matches.append(await resigned(services))
        await services.analysis.requests.request_analysis(matches[-1], caller, address)
    return matches


async def analyse_next(services, count):
    """Analyse the next `count` matches, one after another; returns them in that order."""
    rows, matches = services.analysis.queue, []
    for _ in range(count):
        lease = await rows.lease(TINY)
        matches.append(lease.match)
        await rows.finish(lease, 1, b"", 1.0)
    return matches


async def ahead_of(services, match):
    return (await services.analysis.requests.info(match)).ahead


async def test_many_guests_of_one_address_do_not_delay_others(tmp_path):
    async with study(tmp_path) as services:
        many = await request_analyses(services, MANY, await guests(services, 12))
        running = await services.analysis.queue.lease(TINY)
        assert running.match == many[0]
        few = await request_analyses(services, FEW, [BOB, BOB])
        assert [await ahead_of(services, match) for match in few] == [1, 3]
        assert await ahead_of(services, many[-1]) == 13
        assert await analyse_next(services, 4) == [few[0], many[1], few[1], many[2]]


async def test_frequent_requester_waits_behind_others(tmp_path):
    async with study(tmp_path) as services:
        many = await request_analyses(services, MANY, await guests(services, 6))
        assert await analyse_next(services, 3) == many[:3]
        (bob,) = await request_analyses(services, FEW, [BOB])
        more = await request_analyses(
            services, MANY, [Caller("a_000", "Guest 0", "guest", "t", ())]
        )
        assert await analyse_next(services, 5) == [many[3], bob, *many[4:], *more]


async def test_local_person_and_their_bots_count_as_one_requester(tmp_path):
    """On the server's own machine all callers share an address, so it identifies no one."""
    async with study(tmp_path, max_waiting_analyses=9) as services:
        kin = await create_bot(services, id="a_kin00")
        own = await request_analyses(services, "", [kin, kin, kin])
        (bob,) = await request_analyses(services, "", [BOB])
        assert await analyse_next(services, 4) == [own[0], bob, *own[1:]]


async def test_interrupted_analysis_precedes_waiting_analyses(tmp_path):
    async with study(tmp_path) as services:
        first, second = await request_analyses(services, MANY, await guests(services, 2))
        (bob,) = await request_analyses(services, FEW, [BOB])
        lease = await services.analysis.queue.lease(TINY)
        await services.analysis.queue.requeue(lease)
        assert await analyse_next(services, 3) == [first, bob, second]


async def test_analyses_per_hour_are_limited_per_address(tmp_path):
    settings = {"analyses_per_hour": 2, "address_command_factor": 2}
    async with study(tmp_path, **settings) as services:
        callers = await guests(services, 5)
        await request_analyses(services, MANY, callers[:4])
        with pytest.raises(Problem) as raised:
            await request_analyses(services, MANY, callers[4:])
        assert (raised.value.name, raised.value.advice()) == (
            "rate-limited",
            {"Retry-After": "3600"},
        )
        await request_analyses(services, FEW, callers[4:])
        assert await services.analysis.queue.waiting() == 5


async def test_addresses_are_not_stored(tmp_path):
    async with study(tmp_path) as services:
        (match,) = await request_analyses(services, MANY, [BOB])
        query = sa.select(AnalysisRow.fairness_group).where(AnalysisRow.match == match)
        async with services.database.reading() as session:
            waiting = await session.scalar(query)
        assert len(waiting) == 64
        assert MANY not in waiting
        await analyse_next(services, 1)
        async with services.database.reading() as session:
            assert await session.scalar(query) is None
