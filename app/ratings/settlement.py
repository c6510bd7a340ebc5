"""Settlement: writes the results of a finished match exactly once, despite crashes.

One transaction writes results, ratings and queued messages; a match with results is settled.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from app.infra.database import Database, insert_or_not
from app.infra.wall_clock import now
from app.matches.former_names import release_names
from app.matches.horizon.spectator_delay import row_public_at
from app.matches.locked import seats_of
from app.matches.match_info import OVER, is_practice
from app.matches.models import MatchRow, SeatRow
from app.matches.publisher import Publisher
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.notifications.outbox.delivery_worker import DeliveryWorker
from app.ratings.models import RatingRow, ResultRow
from app.ratings.placements import Placement, are_strangers, placements_of
from app.ratings.rating import Strength, updated_strengths
from app.ratings.unrated import why_unrated

log = structlog.get_logger("conclave.settlement")


OnPublic = Callable[[AsyncSession, MatchRow], Awaitable[None]]
"""Hook that runs once the end of a match is public, in the transaction that settles it."""


class Settlement:
    """Settles matches that are over; idempotent, on any process."""

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        publisher: Publisher,
        delivery_workers: Sequence[DeliveryWorker],
    ) -> None:
        self.database = database
        self.rooms = rooms
        self.publisher = publisher
        self.delivery_workers = delivery_workers
        self.on_public: list[OnPublic] = []

    async def attend(self, room: Room) -> None:
        """Settle a finished match and free former names, then take it off the sweeper's list."""
        retry_at = await self.settle(room.info.id)
        query = (
            sa.update(MatchRow)
            .where(MatchRow.id == room.info.id, MatchRow.status.in_(OVER))
            .values(due=retry_at)
        )
        async with self.database.writing() as session:
            if retry_at is None:
                await release_names(session, [room.info.id])
            await session.execute(query)

    async def settle(self, match: str) -> datetime | None:
        """Write results and ratings and queue the messages about them, unless that is done.

        Returns when to retry: ratings would reveal the end of a delayed match, so they wait until
        it is public.
        """
        async with self.database.writing() as session:
            row = await session.get(MatchRow, match, with_for_update=True)
            if row is None or row.status not in OVER or await _is_settled(session, match):
                return None
            if is_practice(await seats_of(session, match)):
                return None  # it sends no messages and counts nowhere
            for worker in self.delivery_workers:
                await worker.queue_settled(session, row)
            retry_at = row_public_at(row)
            has_changed = retry_at is None and await self._write(session, row)
            if retry_at is None:
                for hook in self.on_public:
                    await hook(session, row)
        for worker in self.delivery_workers:
            worker.wake()
        if has_changed:
            self.rooms.note_change(match)
            self.publisher.announce_change(await self.rooms.get(match))
        return retry_at

    async def _write(self, session: AsyncSession, row: MatchRow) -> bool:
        """Write the results; returns whether the match was rated, or just became unrated."""
        counts = row.status == "finished" and "deal" not in (row.origin or {})
        placements = await placements_of(session, row) if counts else []
        players = await self._players(session, row.id)
        results = [_result(row, players, placement) for placement in placements]
        is_rated = row.rated and len(placements) > 1 and await are_strangers(session, placements)
        unrated_reason = await why_unrated(session, row, placements) if is_rated else None
        if unrated_reason:
            row.rated, row.unrated = False, unrated_reason
            row.edition += 1
        elif is_rated:
            await _rate(session, row.game, players, placements, results)
        session.add_all(results)
        log.info("settled", match=row.id, results=len(results), unrated=unrated_reason)
        return bool(is_rated)

    async def _players(self, session: AsyncSession, match: str) -> int:
        query = sa.select(sa.func.count()).where(SeatRow.match == match)
        return await session.scalar(query) or 0


async def _is_settled(session: AsyncSession, match: str) -> bool:
    query = sa.select(ResultRow.match).where(ResultRow.match == match).limit(1)
    return await session.scalar(query) is not None


def _result(row: MatchRow, players: int, placement: Placement) -> ResultRow:
    return ResultRow(
        match=row.id,
        account=placement.account,
        game=row.game,
        players=players,
        place=placement.place,
        won=placement.won,
        at=row.ended_at or row.changed_at,
    )


async def _rate(
    session: AsyncSession,
    game: str,
    players: int,
    placements: list[Placement],
    results: list[ResultRow],
) -> None:
    """Update the ratings; takes their row locks in the order of the account ids."""
    rows = await _rows(session, game, players, [placement.account for placement in placements])
    strengths = [Strength(row.mu, row.sigma) for row in rows]
    rated = updated_strengths(strengths, [placement.place for placement in placements])
    for row, strength, placement, result in zip(rows, rated, placements, results, strict=True):
        result.before, result.after = row.rating, strength.rating
        row.mu, row.sigma, row.rating = strength.mu, strength.sigma, strength.rating
        row.matches += 1
        row.wins += placement.won
        row.changed_at = now()


async def _rows(
    session: AsyncSession, game: str, players: int, accounts: list[str]
) -> list[RatingRow]:
    """The rating row of each account, locked until the transaction ends."""
    rows = []
    for account in accounts:
        place = account, game, players
        row = await session.get(RatingRow, place, with_for_update=True)
        rows.append(row or await _newcomer(session, *place))
    return rows


async def _newcomer(session: AsyncSession, account: str, game: str, players: int) -> RatingRow:
    """Insert a first rating; two matches that end at once may race to do so."""
    strength = Strength()
    values = {
        "account": account,
        "game": game,
        "players": players,
        "mu": strength.mu,
        "sigma": strength.sigma,
        "rating": strength.rating,
        "matches": 0,
        "wins": 0,
        "changed_at": now(),
    }
    await insert_or_not(session, RatingRow, values)
    return await session.get_one(RatingRow, (account, game, players), with_for_update=True)
