"""Ready checks: the players of a proposed table confirm it before its match begins.

A ready check is a row with a deadline, and its answers are decided under that row's lock, on any
process. The last yes creates the match in the transaction that deletes the tickets.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime

import sqlalchemy as sa
import structlog
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.clocks.service_time import ServiceClock
from app.games.catalogue import read_options
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.infra.settings import LimitSettings
from app.infra.wall_clock import now
from app.lobby.new_tables import new_table
from app.lobby.schemas import NewMatch, SeatRequest
from app.lobby.seats import occupy_seat
from app.lobby.service import Lobby
from app.matches.models import MatchRow, SeatRow
from app.matches.quotas import lock_open_account, require_unfinished_match_quota
from app.matchmaking.absences import missed_checks
from app.matchmaking.announcements import Announcements
from app.matchmaking.models import PairingRow, PairingSeatRow, PoolTicketRow
from app.matchmaking.pools import Pool, Pools
from app.matchmaking.rows import blocks_among, lock_people, seats_of_pairing

log = structlog.get_logger("conclave.ready_checks")


class Begun(Struct):
    """A match that a ready check has begun; its creator is the player of the first seat."""

    row: MatchRow
    seats: list[SeatRow]
    creator: Caller


class CannotSit(Exception):
    """The match cannot begin: `people` may not sit down; none if a block has parted the table."""

    def __init__(self, *people: str) -> None:
        super().__init__(*people)
        self.people = people


class ReadyChecks:
    """Decides ready checks, and begins matches."""

    def __init__(
        self,
        database: Database,
        pools: Pools,
        lobby: Lobby,
        announcements: Announcements,
        service_clock: ServiceClock,
        limits: LimitSettings,
    ) -> None:
        self.database = database
        self.pools = pools
        self.lobby = lobby
        self.announcements = announcements
        self.service_clock = service_clock
        self.limits = limits

    async def pairing_of(
        self, session: AsyncSession, id: str, pool: Pool, account: str
    ) -> str | None:
        """The id of an open pairing of the pool in which the account sits, if it is one."""
        pairing = await session.get(PairingRow, id)
        if pairing is None or pairing.pool != pool.id or pairing.status != "open":
            return None
        seats = await seats_of_pairing(session, id)
        return id if any(seat.account == account for seat in seats) else None

    async def answer(self, id: str, caller: Caller, *, accept: bool) -> None:
        """Confirm or decline the table, unless that is decided. Raises Problem not-found."""
        await self._decide(id, caller.account, accept=accept)

    async def settle(self, id: str) -> None:
        """Decide a ready check that is over: all have confirmed, or its time is up."""
        await self._decide(id, None, accept=False)

    async def _decide(self, id: str, account: str | None, *, accept: bool) -> None:
        await self.service_clock.ensure_synced()
        begun: Begun | None = None
        try:
            async with self.database.writing() as session:
                pairing = await self._lock(session, id, waits=account is not None)
                seats = await seats_of_pairing(session, id)
                accounts = [seat.account for seat in seats]
                if account is not None and account not in accounts:
                    raise not_found("ready check")
                if pairing is not None and pairing.status == "open":
                    begun = await self._take(session, pairing, seats, account, accept=accept)
        except CannotSit as cannot:
            await self._give_up(id, cannot.people)
        if begun is not None:
            await self.lobby.announce_new(begun.row, begun.seats, begun.creator)
        self.announcements.check_changed(accounts, id)
        self.announcements.places_changed(accounts)

    async def _lock(self, session: AsyncSession, id: str, *, waits: bool) -> PairingRow | None:
        query = sa.select(PairingRow).where(PairingRow.id == id)
        return await session.scalar(query.with_for_update(skip_locked=not waits))

    async def _take(
        self,
        session: AsyncSession,
        pairing: PairingRow,
        seats: list[PairingSeatRow],
        account: str | None,
        *,
        accept: bool,
    ) -> Begun | None:
        """Take an answer in time, and decide; returns the match that begins. Raises CannotSit."""
        is_late = pairing.deadline <= now()
        for seat in seats:
            if seat.account == account and seat.accepted is None and not is_late:
                seat.accepted = accept
        if all(seat.accepted for seat in seats):
            return await self._begin(session, pairing, seats)
        if is_late or any(seat.accepted is False for seat in seats):
            absent = [
                seat.person
                for seat in seats
                if seat.accepted is False or (is_late and seat.accepted is None)
            ]
            await self._dissolve(session, pairing, seats, absent, is_absence=True)
        return None

    async def _give_up(self, id: str, people: Collection[str]) -> None:
        """Dissolve a pairing whose match cannot begin, without blame; these people lose their
        places.
        """
        async with self.database.writing() as session:
            pairing = await self._lock(session, id, waits=True)
            if pairing is not None and pairing.status == "open":
                seats = await seats_of_pairing(session, id)
                await self._dissolve(session, pairing, seats, people, is_absence=False)

    async def _dissolve(
        self,
        session: AsyncSession,
        pairing: PairingRow,
        seats: Sequence[PairingSeatRow],
        leaving: Collection[str],
        *,
        is_absence: bool,
    ) -> None:
        """Dissolve a pairing. The people who leave lose their places, unless the table was smaller
        than the pool's; all others keep theirs, with the time they have waited.
        """
        moment = now()
        pairing.status = "dissolved"
        is_smaller = len(seats) < self.pools.get(pairing.pool).players
        for person in await lock_people(session, [seat.person for seat in seats]):
            person.pairing = None
            if is_absence and not is_smaller and person.person in leaving:
                person.absences = missed_checks(person, moment) + 1
                person.absent_at = moment
        await session.flush()
        if is_smaller and is_absence:
            await self._note_smaller(session, pairing, seats, moment)
            return
        live = [pool.id for pool in self.pools.by_id.values() if pool.is_live]
        accounts = [seat.account for seat in seats if seat.person in leaving]
        left = PoolTicketRow.account.in_(accounts), PoolTicketRow.pool.in_([*live, pairing.pool])
        await session.execute(sa.delete(PoolTicketRow).where(*left))

    async def _note_smaller(
        self,
        session: AsyncSession,
        pairing: PairingRow,
        seats: Sequence[PairingSeatRow],
        moment: datetime,
    ) -> None:
        """Note that a smaller table has been declined: it is not proposed again for a while."""
        accounts = [seat.account for seat in seats]
        asked = PoolTicketRow.pool == pairing.pool, PoolTicketRow.account.in_(accounts)
        await session.execute(sa.update(PoolTicketRow).where(*asked).values(fewer_asked_at=moment))

    async def _begin(
        self, session: AsyncSession, pairing: PairingRow, seats: list[PairingSeatRow]
    ) -> Begun:
        """Begin the match, and take its players out of all pools. Raises CannotSit."""
        people = await lock_people(session, [seat.person for seat in seats])
        await self._require_seatable(session, seats)
        pool = self.pools.get(pairing.pool)
        callers = await self._callers_by_lot(session, seats)
        row, match_seats = self._new_match(pool, callers)
        try:
            await self.lobby.insert(session, row, match_seats, callers[0])
        except Problem as problem:
            log.warning("match of a pool refused", pool=pool.id, problem=problem.name)
            raise CannotSit(*_person_of(seats, callers[0])) from None
        await session.flush()
        pairing.status, pairing.match = "begun", row.id
        for person in people:
            person.pairing, person.absences = None, max(0, person.absences - 1)
        accounts = [seat.account for seat in seats]
        await session.execute(sa.delete(PoolTicketRow).where(PoolTicketRow.account.in_(accounts)))
        return Begun(row, match_seats, callers[0])

    async def _require_seatable(
        self, session: AsyncSession, seats: Sequence[PairingSeatRow]
    ) -> None:
        """Raises CannotSit for a player who has too many matches or a closed account, and if a
        block stands between two.
        """
        for seat in seats:
            try:
                await lock_open_account(session, seat.account)
                await require_unfinished_match_quota(session, self.limits, seat.account, "")
            except Problem:
                raise CannotSit(seat.person) from None
        owners = {id: seat.person for seat in seats for id in (seat.person, seat.account)}
        if await blocks_among(session, owners):
            raise CannotSit

    async def _callers_by_lot(
        self, session: AsyncSession, seats: Sequence[PairingSeatRow]
    ) -> list[Caller]:
        """The players in the order of their seats, which is drawn by lot."""
        query = sa.select(Account).where(Account.id.in_([seat.account for seat in seats]))
        accounts = list((await session.scalars(query.order_by(Account.id))).all())
        secrets.SystemRandom().shuffle(accounts)
        return [Caller(account.id, account.name, account.kind, "", ()) for account in accounts]

    def _new_match(self, pool: Pool, callers: Sequence[Caller]) -> tuple[MatchRow, list[SeatRow]]:
        request = NewMatch.model_validate(
            {
                "game": pool.game,
                "seats": [SeatRequest(kind="open")] * len(callers),
                "clock": pool.clock,
                "rated": pool.rated,
            }
        )
        game = self.pools.catalogue.games[pool.game]
        row = new_table(request, read_options(game, {}, len(callers)), callers[0])
        seats = [SeatRow(match=row.id, seat=n, kind="open") for n in range(len(callers))]
        for seat, caller in zip(seats, callers, strict=True):
            occupy_seat(seat, caller)
        return row, seats


def _person_of(seats: Sequence[PairingSeatRow], caller: Caller) -> list[str]:
    return [seat.person for seat in seats if seat.account == caller.account]
