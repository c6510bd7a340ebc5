"""Reads: pools, places in them and ready checks as an account sees them."""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.schemas import iso_time
from app.infra.database import Database
from app.infra.problems import not_found
from app.infra.wall_clock import now
from app.matchmaking.absences import delay_s
from app.matchmaking.models import (
    PairingRow,
    PairingSeatRow,
    PoolPersonRow,
    PoolTicketRow,
)
from app.matchmaking.pools import Pool, Pools
from app.matchmaking.rows import person_of, seats_of_pairing
from app.wire import UNSET, given
from app.wire import matches as wire_matches
from app.wire import pools as wire

MEDIAN_OF = 20
"""How many tables of a pool its median wait is of."""
MEDIAN_MEMORY = timedelta(days=30)
CACHE_S = 10.0
"""How long the medians are kept in memory."""


class PoolReads:
    """Builds the views of pools."""

    def __init__(self, database: Database, pools: Pools) -> None:
        self.database = database
        self.pools = pools
        self._medians: dict[str, int] = {}
        self._read_at = -CACHE_S

    async def all(self) -> wire.Pools:
        """Every pool."""
        medians = await self._current_medians()
        return wire.Pools(items=[_view(pool, medians) for pool in self.pools.by_id.values()])

    async def mine(self, account: str) -> wire.MyPools:
        """Where the account waits, and its ready check."""
        medians = await self._current_medians()
        moment = now()
        async with self.database.reading() as session:
            query = sa.select(PoolTicketRow).where(PoolTicketRow.account == account)
            rows = (await session.scalars(query.order_by(PoolTicketRow.since))).all()
            person = await session.get(PoolPersonRow, await person_of(session, account))
            own = wire.MyPools(items=[])
            if person and person.pairing:
                own.ready_check = given(await self._check(session, person.pairing, account))
            own.held_back_s = await delay_s(session, person, moment) or UNSET
        known = [row for row in rows if row.pool in self.pools.by_id]
        own.items = [self._ticket(row, medians) for row in known]
        return own

    async def ready_check(self, id: str, account: str) -> wire.ReadyCheck:
        """A ready check of the account. Raises Problem not-found."""
        await self._current_medians()
        async with self.database.reading() as session:
            check = await self._check(session, id, account)
        if check is None:
            raise not_found("ready check")
        return check

    def _ticket(self, row: PoolTicketRow, medians: dict[str, int]) -> wire.PoolTicket:
        return wire.PoolTicket(
            pool=_view(self.pools.by_id[row.pool], medians),
            since=iso_time(row.since),
            held_back_s=row.held_back_s or UNSET,
        )

    async def _check(self, session: AsyncSession, id: str, account: str) -> wire.ReadyCheck | None:
        pairing = await session.get(PairingRow, id)
        seats = await seats_of_pairing(session, id)
        own = next((seat for seat in seats if seat.account == account), None)
        if pairing is None or own is None or pairing.pool not in self.pools.by_id:
            return None
        pool = self.pools.by_id[pairing.pool]
        # Why it was dissolved does not show: a refusal, silence, a closed account or a block.
        is_dissolved = pairing.status == "dissolved"
        return wire.ReadyCheck(
            id=id,
            pool=_view(pool, self._medians),
            players=len(seats),
            deadline=iso_time(pairing.deadline),
            seconds_left=_seconds_until(pairing.deadline),
            accepted=0 if is_dissolved else sum(seat.accepted is True for seat in seats),
            status=pairing.status,
            accept=UNSET if is_dissolved else given(own.accepted),
            fewer=True if len(seats) < pool.players else UNSET,
            match=given(pairing.match),
        )

    async def _current_medians(self) -> dict[str, int]:
        """The median waits of pools with enough tables, in seconds."""
        if time.monotonic() - self._read_at >= CACHE_S:
            self._medians = await self._read_medians()
            self._read_at = time.monotonic()
        return self._medians

    async def _read_medians(self) -> dict[str, int]:
        newest_first = sa.func.row_number().over(
            partition_by=PairingRow.pool, order_by=PairingRow.made_at.desc()
        )
        ranked = (
            sa.select(PairingRow.id, PairingRow.pool, newest_first.label("place"))
            .where(PairingRow.status == "begun", PairingRow.made_at > now() - MEDIAN_MEMORY)
            .subquery()
        )
        query = (
            sa.select(ranked.c.pool, ranked.c.id, PairingSeatRow.waited_s)
            .join(PairingSeatRow, PairingSeatRow.pairing == ranked.c.id)
            .where(ranked.c.place <= MEDIAN_OF)
        )
        waits: defaultdict[str, list[int]] = defaultdict(list)
        pairings: defaultdict[str, set[str]] = defaultdict(set)
        async with self.database.reading() as session:
            for pool, pairing, waited_s in (await session.execute(query)).all():
                waits[pool].append(waited_s)
                pairings[pool].add(pairing)
        return {
            pool: round(statistics.median(waits[pool]))
            for pool, ids in pairings.items()
            if len(ids) == MEDIAN_OF
        }


def _view(pool: Pool, medians: dict[str, int]) -> wire.Pool:
    return wire.Pool(
        id=pool.id,
        game=pool.game,
        title=pool.title,
        players=pool.players,
        pace=pool.pace,
        rated=pool.rated,
        bots=pool.admits_bots,
        clock=msgspec.convert(pool.clock, wire_matches.ClockRule),
        median_wait_s=given(medians.get(pool.id)),
    )


def _seconds_until(deadline: datetime) -> int:
    return max(0, round((deadline - now()).total_seconds()))
