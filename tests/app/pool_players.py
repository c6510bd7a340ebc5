"""Players of a server inside the test process who wait in pools."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.accounts.caller import Caller
from app.accounts.models import Relation
from app.accounts.repository import new_account
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.matchmaking.models import PairingRow, PoolPersonRow, PoolTicketRow
from app.ratings.models import RatingRow
from tests.app.in_process import in_process_server

CASUAL = "tiny-2-live-casual"
RATED = "tiny-2-live-rated"
DAYS = "tiny-2-days-casual"


@pytest.fixture(name="services")
async def pool_services(tmp_path):
    async with in_process_server(tmp_path) as services:
        services.matchmaking.tickets.on_joined.clear()  # the tests pair
        yield services


async def refused(act, name):
    with pytest.raises(Problem) as raised:
        await act
    assert raised.value.name == name
    return raised.value


async def add_account(services, name, kind="person", owner=None, rating=None, players=2):
    """The caller of a new account, with a rating at Tiny that rests on many matches."""
    row = new_account(kind, name, owner=owner.account if owner else None)
    row.id = f"a_{name.lower()}"
    async with services.database.writing() as session:
        session.add(row)
        await session.flush()
        if rating is not None:
            played = {"mu": 25.0, "sigma": 4.0, "matches": 50, "wins": 25, "changed_at": now()}
            key = {"account": row.id, "game": "tiny", "players": players}
            session.add(RatingRow(rating=rating, **key, **played))
    return Caller(row.id, name, kind, f"t_{name.lower()}", ())


async def join(services, pool, *callers, waited_s=0.0):
    """Join a pool, having waited for this long."""
    for caller in callers:
        await services.matchmaking.tickets.join(pool, caller)
        async with services.database.writing() as session:
            await session.execute(
                sa.update(PoolTicketRow)
                .where(PoolTicketRow.pool == pool, PoolTicketRow.account == caller.account)
                .values(since=now() - timedelta(seconds=waited_s))
            )


async def pair(services, pool):
    """The ids of the pairings that the pool makes now."""
    return await services.matchmaking.pairing.pair(services.matchmaking.pools.get(pool))


async def answer(services, pairing, accept, *callers):
    for caller in callers:
        await services.matchmaking.ready_checks.answer(pairing, caller, accept=accept)


async def let_time_run_out(services, pairing):
    """Settle a ready check after its deadline."""
    async with services.database.writing() as session:
        await session.execute(
            sa.update(PairingRow)
            .where(PairingRow.id == pairing)
            .values(deadline=now() - timedelta(seconds=1))
        )
    await services.matchmaking.ready_checks.settle(pairing)


async def block(services, by, other):
    async with services.database.writing() as session:
        row = {"account": by.account, "other": other.account, "kind": "block", "at": now()}
        session.add(Relation(**row))


async def pools_of(services, caller):
    """The ids of the pools in which the caller waits."""
    own = await services.matchmaking.reads.mine(caller.account)
    return [ticket.pool.id for ticket in own.items]


async def pairing_of(services, caller):
    async with services.database.reading() as session:
        return (await session.get_one(PoolPersonRow, caller.account)).pairing
