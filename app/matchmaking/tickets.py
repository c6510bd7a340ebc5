"""Tickets: accounts join and leave pools, and their streams keep their places."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

import sqlalchemy as sa

from app.accounts.caller import Caller
from app.infra.database import Database, insert_or_not
from app.infra.problems import Problem
from app.infra.settings import LimitSettings
from app.infra.wall_clock import now
from app.matches.quotas import lock_open_account, require_unfinished_match_quota
from app.matchmaking.absences import delay_s
from app.matchmaking.announcements import Announcements
from app.matchmaking.models import PoolPersonRow, PoolRow, PoolTicketRow
from app.matchmaking.pools import Pool, Pools
from app.matchmaking.ready_checks import ReadyChecks
from app.matchmaking.rows import lock_people, person_of

TICKET_LIFE = timedelta(seconds=30)
"""How long a place in a pool of live matches lasts unless it is renewed."""
RENEWED_BEFORE = timedelta(seconds=20)
"""How much life a place has left when the account's stream renews it."""
EXPIRED_KEPT = timedelta(seconds=90)
"""How long an expired place is kept, for an account whose stream is reconnecting."""


class Tickets:
    """Places in pools."""

    def __init__(
        self,
        database: Database,
        pools: Pools,
        ready_checks: ReadyChecks,
        announcements: Announcements,
        limits: LimitSettings,
    ) -> None:
        self.database = database
        self.pools = pools
        self.ready_checks = ready_checks
        self.announcements = announcements
        self.limits = limits
        self.on_joined: list[Callable[[Pool], None]] = []

    async def join(self, id: str, caller: Caller) -> None:
        """Take a place in the pool, or renew it. Raises Problem."""
        pool = self.pools.get(id)
        _require_admitted(pool, caller.kind)
        moment = now()
        async with self.database.writing() as session:
            person = await person_of(session, caller.account)
            await insert_or_not(session, PoolRow, {"id": pool.id})
            await insert_or_not(session, PoolPersonRow, {"person": person, "absences": 0})
            (person_row,) = await lock_people(session, [person])
            await lock_open_account(session, caller.account)
            await require_unfinished_match_quota(session, self.limits, caller.account, "")
            ticket = await session.get(PoolTicketRow, (pool.id, person))
            if ticket is None:
                ticket = PoolTicketRow(pool=pool.id, person=person, account=caller.account)
                ticket.since = moment
                if pool.is_live:
                    ticket.held_back_s = await delay_s(session, person_row, moment)
                session.add(ticket)
            elif ticket.account != caller.account:
                raise Problem("forbidden", "You, or a bot of yours, stand in this pool already.")
            ticket.expires_at = moment + TICKET_LIFE if pool.is_live else None
        self.announcements.places_changed([caller.account])
        for hook in self.on_joined:
            hook(pool)

    async def leave(self, id: str, caller: Caller) -> None:
        """Give up the place in the pool; that declines its ready check. Raises Problem."""
        pool = self.pools.get(id)
        if pairing := await self._open_pairing(pool, caller):
            await self.ready_checks.answer(pairing, caller, accept=False)
        async with self.database.writing() as session:
            person = await person_of(session, caller.account)
            await lock_people(session, [person])
            own = PoolTicketRow.person == person, PoolTicketRow.account == caller.account
            await session.execute(
                sa.delete(PoolTicketRow).where(PoolTicketRow.pool == pool.id, *own)
            )
        self.announcements.places_changed([caller.account])

    async def leave_all(self, accounts: Collection[str]) -> None:
        """Give up the places of closed accounts."""
        async with self.database.writing() as session:
            await session.execute(
                sa.delete(PoolTicketRow).where(PoolTicketRow.account.in_(accounts))
            )

    async def _open_pairing(self, pool: Pool, caller: Caller) -> str | None:
        """The pairing of the pool in which the account sits, if it is being decided."""
        async with self.database.reading() as session:
            person = await session.get(PoolPersonRow, await person_of(session, caller.account))
            if person is None or person.pairing is None:
                return None
            return await self.ready_checks.pairing_of(session, person.pairing, pool, caller.account)

    async def renew(self, accounts: Collection[str]) -> None:
        """Renew the places of accounts with a stream at this process, and delete expired ones."""
        moment = now()
        is_short = PoolTicketRow.expires_at < moment + RENEWED_BEFORE
        query = sa.select(PoolTicketRow).where(is_short).order_by(PoolTicketRow.person)
        async with self.database.reading() as session:
            short = (await session.scalars(query)).all()
        if not any(ticket.account in accounts or _is_gone(ticket, moment) for ticket in short):
            return
        left: list[str] = []
        async with self.database.writing() as session:
            locked = query.with_for_update(skip_locked=True)
            for ticket in (await session.scalars(locked)).all():
                if ticket.account in accounts:
                    ticket.expires_at = moment + TICKET_LIFE
                elif _is_gone(ticket, moment):
                    await session.delete(ticket)
                    left.append(ticket.account)
        self.announcements.places_changed(left)


def _is_gone(ticket: PoolTicketRow, moment: datetime) -> bool:
    """Whether the place expired so long ago that its account is not expected back."""
    return ticket.expires_at is not None and ticket.expires_at < moment - EXPIRED_KEPT


def _require_admitted(pool: Pool, kind: str) -> None:
    """Raises Problem forbidden if accounts of this kind may not wait in the pool."""
    if pool.rated and kind == "guest":
        raise Problem(
            "forbidden", "Rated pools take people with a password: make an account first."
        )
    if kind == "bot" and not pool.admits_bots:
        raise Problem("forbidden", "Bots stand in casual pools only.")
