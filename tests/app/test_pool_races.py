"""Three processes pair the same people at the same time, and one dies in the middle: each person is
in one pairing at most, and no place is lost.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from app.accounts.repository import new_account
from app.container import Container
from app.infra.wall_clock import now
from app.matchmaking.models import (
    PairingRow,
    PairingSeatRow,
    PoolPersonRow,
    PoolRow,
    PoolTicketRow,
)
from tests.app.in_process import in_process_server

pytestmark = pytest.mark.postgres
POOLS = ["tiny-2-live-casual", "tiny-2-relaxed-casual", "tiny-3-live-casual"]
PEOPLE = 24
ROUNDS = 3


@pytest.fixture
async def processes(tmp_path, postgres_url) -> AsyncIterator[list[Container]]:
    """Three processes on one PostgreSQL."""
    async with AsyncExitStack() as stack:
        processes = [
            await stack.enter_async_context(
                in_process_server(tmp_path, database_url=postgres_url, with_accounts=False)
            )
            for _ in range(3)
        ]
        yield processes


async def open_pools(services: Container) -> None:
    """Make the pools, and people who may wait in them."""
    people = [new_account("guest", f"Person {number}") for number in range(PEOPLE)]
    async with services.database.writing() as session:
        session.add_all([*people, *(PoolRow(id=pool) for pool in POOLS)])
        await session.flush()
        session.add_all(PoolPersonRow(person=person.id, absences=0) for person in people)


async def wait_in_all_pools(services: Container) -> None:
    """Place all people into all pools, and into no pairing."""
    since = {"since": now(), "expires_at": now() + timedelta(hours=1), "held_back_s": 0}
    async with services.database.writing() as session:
        await session.execute(sa.update(PoolPersonRow).values(pairing=None))
        for table in (PairingSeatRow, PairingRow, PoolTicketRow):
            await session.execute(sa.delete(table))
        people = (await session.scalars(sa.select(PoolPersonRow.person))).all()
        session.add_all(
            PoolTicketRow(pool=pool, person=person, account=person, **since)
            for pool in POOLS
            for person in people
        )


async def pair_everywhere(processes: list[Container]) -> None:
    """Every process pairs every pool, all at the same time."""
    pools = processes[0].matchmaking.pools
    await asyncio.gather(
        *(
            services.matchmaking.pairing.pair(pools.get(pool))
            for pool in POOLS
            for services in processes
        )
    )


async def pair_alone(services: Container) -> None:
    """One process pairs every pool: tables that lost people to another pool are packed again."""
    for pool in POOLS:
        await services.matchmaking.pairing.pair(services.matchmaking.pools.get(pool))


async def check_rows(services: Container) -> int:
    """The number of people in a pairing, each in one, and that one noted in their row."""
    async with services.database.reading() as session:
        seats = (await session.scalars(sa.select(PairingSeatRow))).all()
        people = (await session.scalars(sa.select(PoolPersonRow))).all()
        tickets = await session.scalar(sa.select(sa.func.count()).select_from(PoolTicketRow))
    assert max(Counter(seat.person for seat in seats).values()) == 1
    noted = {row.person: row.pairing for row in people if row.pairing is not None}
    assert {seat.person: seat.pairing for seat in seats} == noted
    assert tickets == PEOPLE * len(POOLS)
    return len(noted)


async def test_processes_put_each_person_into_one_pairing(processes):
    first = processes[0]
    await open_pools(first)
    for _ in range(ROUNDS):
        await wait_in_all_pools(first)
        await pair_everywhere(processes)
        await check_rows(first)
        await pair_alone(first)
        assert await check_rows(first) >= PEOPLE - 1


@asynccontextmanager
async def dying_while_it_pairs(services: Container, pool: str) -> AsyncIterator[None]:
    """The process has proposed a table and not committed yet; then its connection ends."""
    pairing, proposed = services.matchmaking.pairing, asyncio.get_running_loop().create_future()
    propose = pairing._propose

    async def propose_and_hang(session, *table):
        assert await propose(session, *table) is not None
        proposed.set_result(await session.scalar(sa.text("SELECT pg_backend_pid()")))
        await session.execute(sa.text("SELECT pg_sleep(60)"))

    pairing._propose = propose_and_hang
    task = asyncio.create_task(pairing.pair(services.matchmaking.pools.get(pool)))
    backend = await proposed
    try:
        yield
    finally:
        async with services.database.writing() as session:
            await session.execute(sa.select(sa.func.pg_terminate_backend(backend)))
        with pytest.raises(DBAPIError):
            await task


@pytest.mark.parametrize("pool", POOLS)
async def test_process_that_dies_while_it_pairs_leaves_nothing_behind(processes, pool):
    first, second, doomed = processes
    await open_pools(first)
    await wait_in_all_pools(first)
    async with dying_while_it_pairs(doomed, pool):
        await pair_everywhere([first, second])
        assert 0 < await check_rows(first) < PEOPLE - 1, "the table proposed there is kept out"
    await pair_alone(first)
    assert await check_rows(first) >= PEOPLE - 1
