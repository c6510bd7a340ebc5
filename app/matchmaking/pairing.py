"""Pairing: proposes tables to those who wait in a pool.

One transaction locks the pool's row and pairs the whole pool; a process that finds the row locked
leaves it to the other. So there is no leader and no lease: an account that joins has its pool
paired at once, and every process looks at the pools every few seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from app.infra.background_tasks import TaskSet
from app.infra.database import Database
from app.infra.fault_reports import report_fault
from app.infra.problems import Problem
from app.infra.security import new_id
from app.infra.settings import PlaySettings
from app.infra.wall_clock import now
from app.instance.notices import in_maintenance
from app.matchmaking.announcements import Announcements
from app.matchmaking.models import (
    PairingRow,
    PairingSeatRow,
    PoolPersonRow,
    PoolRow,
    PoolTicketRow,
)
from app.matchmaking.packing import Waiting, pack
from app.matchmaking.pool_queue import PoolQueue, read_queue
from app.matchmaking.pools import Pool, Pools
from app.matchmaking.ready_checks import ReadyChecks
from app.matchmaking.tickets import Tickets

SMALLER_AFTER_S = 120.0
"""How long three must wait in a pool of four before they are asked whether to play as three."""
SMALLEST = 3
KEPT = timedelta(days=30)
"""How long pairings are kept: medians of waits and recent meetings are read from them."""
log = structlog.get_logger("conclave.pairing")


class Pairing:
    """Pairs the pools, on any process."""

    def __init__(
        self,
        database: Database,
        pools: Pools,
        tickets: Tickets,
        ready_checks: ReadyChecks,
        announcements: Announcements,
        settings: PlaySettings,
    ) -> None:
        self.database = database
        self.pools = pools
        self.tickets = tickets
        self.ready_checks = ready_checks
        self.announcements = announcements
        self.settings = settings
        self._tasks = TaskSet()
        self._joined: dict[str, Pool] = {}  # pools that have to be paired, by id
        self._is_pairing = False

    def joined(self, pool: Pool) -> None:
        """An account has joined the pool: pair it. One after another, so that many who join at once
        take one connection to the database, and share the pairing of a pool.
        """
        self._joined[pool.id] = pool
        if not self._is_pairing:
            self._is_pairing = True
            self._tasks.start(self._pair_joined())

    async def _pair_joined(self) -> None:
        try:
            while self._joined:
                await self._attend(self._joined.pop(next(iter(self._joined))))
        finally:
            self._is_pairing = False

    async def stop(self) -> None:
        await self._tasks.cancel()

    async def keep(self, connected: Callable[[], Collection[str]]) -> None:
        """Renew the places of `connected` accounts, and look at all pools, every few seconds."""
        while True:
            await asyncio.sleep(self.settings.pool_interval)
            try:
                await self.tickets.renew(connected())
                await self.sweep()
            except (SQLAlchemyError, OSError) as error:
                log.warning("pools could not be swept", error=type(error).__name__)

    async def sweep(self) -> None:
        """Decide the ready checks that are over, and pair every pool with enough tickets."""
        for id in await self._overdue():
            await self._guarded(self.ready_checks.settle(id), pairing=id)
        for pool in await self._pools_to_pair():
            await self._attend(pool)

    async def prune(self) -> None:
        """Delete old pairings."""
        old = sa.delete(PairingRow).where(PairingRow.made_at < now() - KEPT)
        async with self.database.writing() as session:
            await session.execute(old)

    async def pair(self, pool: Pool) -> list[str]:
        """Propose tables to those who wait in the pool; returns the ids of their pairings."""
        made: dict[str, list[str]] = {}
        async with self.database.writing() as session:
            row = sa.select(PoolRow).where(PoolRow.id == pool.id)
            if await session.scalar(row.with_for_update(skip_locked=True)) is None:
                return []
            if await in_maintenance(session):
                return []
            moment = now()
            queue = await read_queue(session, pool, moment)
            for table in self._tables(pool, queue):
                if (pairing := await self._propose(session, pool, table, moment)) is not None:
                    made[pairing] = [queue.accounts[ticket.person] for ticket in table]
        for id, accounts in made.items():
            if pool.is_live:
                self.announcements.table_found(accounts, id)
            else:
                await self.ready_checks.settle(id)
        return list(made)

    def _tables(self, pool: Pool, queue: PoolQueue) -> list[list[Waiting]]:
        """The tables to propose; where three wait for a fourth, in the end a table of three."""
        tables = pack(queue.tickets, pool.players, queue.separation)
        if not pool.is_live or pool.players <= SMALLEST:
            return tables
        seated = {ticket.person for table in tables for ticket in table}
        patient = [
            ticket
            for ticket in queue.tickets
            if ticket.person not in seated
            and ticket.waited_s >= SMALLER_AFTER_S
            and ticket.person not in queue.recently_asked
        ]
        return tables + pack(patient, pool.players - 1, queue.separation)

    async def _propose(
        self, session: AsyncSession, pool: Pool, table: Sequence[Waiting], moment: datetime
    ) -> str | None:
        """Insert a pairing, unless one of its people has left or is paired by another pool."""
        people = [ticket.person for ticket in table]
        free = (
            sa.select(PoolPersonRow)
            .where(PoolPersonRow.person.in_(people), PoolPersonRow.pairing.is_(None))
            .order_by(PoolPersonRow.person)
            .with_for_update(skip_locked=True)
        )
        rows = (await session.scalars(free)).all()
        query = sa.select(PoolTicketRow.person, PoolTicketRow.account).where(
            PoolTicketRow.pool == pool.id, PoolTicketRow.person.in_(people)
        )
        accounts: dict[str, str] = {}
        accounts.update((await session.execute(query)).all())
        if len(rows) < len(people) or len(accounts) < len(people):
            return None
        time_left = timedelta(seconds=self.settings.ready_check_seconds if pool.is_live else 0)
        pairing = PairingRow(id=new_id("p"), pool=pool.id, made_at=moment, status="open")
        pairing.deadline = moment + time_left
        session.add(pairing)
        await session.flush()
        session.add_all(
            PairingSeatRow(
                pairing=pairing.id,
                person=ticket.person,
                account=accounts[ticket.person],
                waited_s=max(0, round(ticket.waited_s)),
                accepted=None if pool.is_live else True,
            )
            for ticket in table
        )
        for row in rows:
            row.pairing = pairing.id
        await session.flush()
        return pairing.id

    async def _attend(self, pool: Pool) -> None:
        await self._guarded(self.pair(pool), pool=pool.id)

    async def _guarded(self, work: Awaitable[object], **subject: str) -> None:
        try:
            await work
        except (Problem, SQLAlchemyError, OSError) as error:
            log.warning("pairing failed", error=type(error).__name__, **subject)
        except Exception as error:
            report_fault(error, **subject)

    async def _overdue(self) -> list[str]:
        """Ready checks whose time is up."""
        query = sa.select(PairingRow.id).where(
            PairingRow.status == "open", PairingRow.deadline <= now()
        )
        async with self.database.reading() as session:
            return list((await session.scalars(query)).all())

    async def _pools_to_pair(self) -> list[Pool]:
        """The pools in which enough tickets wait."""
        query = (
            sa.select(PoolTicketRow.pool, sa.func.count())
            .join(PoolPersonRow, PoolPersonRow.person == PoolTicketRow.person)
            .where(PoolPersonRow.pairing.is_(None))
            .group_by(PoolTicketRow.pool)
        )
        async with self.database.reading() as session:
            counts = (await session.execute(query)).all()
        known = [(self.pools.by_id.get(id), count) for id, count in counts]
        return [pool for pool, count in known if pool and count >= min(pool.players, SMALLEST)]
