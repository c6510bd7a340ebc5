"""Placements: the accounts that played a match to its end or resigned, and their places."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.matches.models import MatchRow, OccupantRow, SeatRow


class Placement(Struct):
    """An account in a seat, at a place (1 is best)."""

    account: str
    seat: int
    place: int
    won: bool


async def placements_of(session: AsyncSession, row: MatchRow) -> list[Placement]:
    """The accounts that kept their seats from start to end or resigned, in order of their ids.

    Substituted players and their substitutes are left out.
    """
    places = _places(row.outcome or {})
    seats = await session.scalars(sa.select(SeatRow).where(SeatRow.match == row.id))
    first = await _first_occupants(session, row.id)
    top = min(places.values(), default=0)
    placements = []
    for seat in seats:
        account = seat.former if seat.resigned and seat.account is None else seat.account
        if account is None or seat.seat not in places:
            continue
        if first.get(seat.seat, account) == account:
            place = places[seat.seat]
            placements.append(
                Placement(account, seat.seat, place, place == top < max(places.values()))
            )
    return sorted(placements, key=lambda placement: placement.account)


def _places(outcome: dict[str, Any]) -> dict[int, int]:
    """The place of each seat; seats of one rank share it."""
    places: dict[int, int] = {}
    for rank in outcome.get("ranks", []):
        place = len(places) + 1
        places |= dict.fromkeys(rank, place)
    return places


async def _first_occupants(session: AsyncSession, match: str) -> dict[int, str | None]:
    """The first occupant of each seat that changed hands."""
    query = sa.select(OccupantRow).where(OccupantRow.match == match).order_by(OccupantRow.since)
    first: dict[int, str | None] = {}
    for account in await session.scalars(query):
        first.setdefault(account.seat, account.account)
    return first


async def are_strangers(session: AsyncSession, placements: list[Placement]) -> bool:
    """Whether no two of the accounts belong to the same person (a bot belongs to its owner)."""
    ids = [placement.account for placement in placements]
    query = sa.select(Account.id, Account.owner).where(Account.id.in_(ids))
    people = [owner or id for id, owner in (await session.execute(query)).all()]
    return len(set(people)) == len(ids)
