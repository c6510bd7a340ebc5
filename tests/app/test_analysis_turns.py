"""Analyses are taken in turns: nobody fills the queue for others, however many guests they are."""

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
from tests.app.test_quotas import botkin

TINY = {"tiny": 99}
MANY, FEW = "203.0.113.7", "198.51.100.2"
"""The addresses of one person with many guests, and of another person."""


async def guests(services, count):
    """New guests."""
    callers = [Caller(f"a_{n:03}", f"Guest {n}", "guest", f"t_{n:03}", ()) for n in range(count)]
    async with services.database.writing() as session:
        for one in callers:
            made = {"preferences": {}, "created_at": now()}
            session.add(Account(id=one.account, kind="guest", name=one.name, **made))
    return callers


async def asked_from(services, address, callers):
    """A match for each caller, who asks for its analysis."""
    found = []
    for one in callers:
        found.append(await resigned(services))
        await services.analyses.ask(found[-1], one, address)
    return found


async def worked_on(services, count):
    """The matches of the next leases, each analysed before the next."""
    rows, found = services.analyses.queue, []
    for _ in range(count):
        lease = await rows.lease(TINY)
        found.append(lease.match)
        await rows.finish(lease, 1, b"", 1.0)
    return found


async def ahead_of(services, match):
    return (await services.analyses.info(match)).ahead


async def test_many_guests_of_one_address_keep_nobody_else_waiting(tmp_path):
    async with study(tmp_path) as services:
        many = await asked_from(services, MANY, await guests(services, 12))
        running = await services.analyses.queue.lease(TINY)
        assert running.match == many[0]
        few = await asked_from(services, FEW, [BOB, BOB])
        assert [await ahead_of(services, match) for match in few] == [1, 3]
        assert await ahead_of(services, many[-1]) == 13
        assert await worked_on(services, 4) == [few[0], many[1], few[1], many[2]]


async def test_who_asks_again_and_again_waits_behind_those_who_did_not(tmp_path):
    async with study(tmp_path) as services:
        many = await asked_from(services, MANY, await guests(services, 6))
        assert await worked_on(services, 3) == many[:3]
        (bob,) = await asked_from(services, FEW, [BOB])
        more = await asked_from(services, MANY, [Caller("a_000", "Guest 0", "guest", "t", ())])
        assert await worked_on(services, 5) == [many[3], bob, *many[4:], *more]


async def test_a_person_and_their_bots_are_one_at_the_server_s_own_machine(tmp_path):
    """There all share an address, so it says nothing."""
    async with study(tmp_path, max_waiting_analyses=9) as services:
        kin = await botkin(services, id="a_kin00")
        own = await asked_from(services, "", [kin, kin, kin])
        (bob,) = await asked_from(services, "", [BOB])
        assert await worked_on(services, 4) == [own[0], bob, *own[1:]]


async def test_an_interrupted_analysis_comes_before_those_that_wait(tmp_path):
    async with study(tmp_path) as services:
        first, second = await asked_from(services, MANY, await guests(services, 2))
        (bob,) = await asked_from(services, FEW, [BOB])
        lease = await services.analyses.queue.lease(TINY)
        await services.analyses.queue.give_back(lease)
        assert await worked_on(services, 3) == [first, bob, second]


async def test_an_hour_has_so_many_analyses_for_an_address(tmp_path):
    settings = {"analyses_per_hour": 2, "address_command_factor": 2}
    async with study(tmp_path, **settings) as services:
        callers = await guests(services, 5)
        await asked_from(services, MANY, callers[:4])
        with pytest.raises(Problem) as raised:
            await asked_from(services, MANY, callers[4:])
        assert (raised.value.name, raised.value.advice()) == (
            "rate-limited",
            {"Retry-After": "3600"},
        )
        await asked_from(services, FEW, callers[4:])
        assert await services.analyses.queue.waiting() == 5


async def test_addresses_are_not_stored(tmp_path):
    async with study(tmp_path) as services:
        (match,) = await asked_from(services, MANY, [BOB])
        query = sa.select(AnalysisRow.household).where(AnalysisRow.match == match)
        async with services.database.reading() as session:
            waiting = await session.scalar(query)
        assert len(waiting) == 64
        assert MANY not in waiting
        await worked_on(services, 1)
        async with services.database.reading() as session:
            assert await session.scalar(query) is None
