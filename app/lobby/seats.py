"""Seats of a match that has not begun: players take, leave and reserve them."""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.games.catalogue import check_bot
from app.infra.problems import Problem, invalid, not_found
from app.infra.wall_clock import now
from app.lobby.invitations import reserve_by_name, seats_open_to
from app.lobby.schemas import SeatChange, SeatRequest
from app.matches.guest_names import numbered
from app.matches.models import MatchRow, SeatRow
from engine.bots.bot import installed_bots


def new_seat(match: str, number: int, request: SeatRequest, caller: Caller) -> SeatRow:
    """A seat of a new match, as requested."""
    seat = SeatRow(match=match, seat=number, kind="open")
    if request.kind == "me":
        occupy_seat(seat, caller)
    elif request.kind == "bot":
        seat.kind, seat.bot = "bot", check_bot(request.bot or "random")
    return seat


def occupy_seat(seat: SeatRow, caller: Caller, terms: int = 0) -> None:
    """Seat the caller, who knows the terms of that number."""
    seat.confirmed = terms
    seat.kind = "bot" if caller.kind == "bot" else "human"
    seat.account, seat.name, seat.sat_at = caller.account, caller.name, now()
    seat.invited = seat.declined = None


def clear_seat(seat: SeatRow) -> None:
    """Clear the seat and any reservation of it."""
    seat.kind, seat.confirmed = "open", 0
    seat.swap = seat.crest = None
    seat.account = seat.bot = seat.name = seat.invited = seat.declined = seat.sat_at = None


OCCUPANT = ("kind", "account", "bot", "name", "invited", "declined", "sat_at", "confirmed", "crest")


def occupant_of(seat: SeatRow) -> dict[str, Any]:
    """Who sits there, as columns to `move_to` another seat."""
    return {column: getattr(seat, column) for column in OCCUPANT}


def move_to(seat: SeatRow, occupant: dict[str, Any]) -> None:
    """Give the seat another occupant; a swap that the former one asked for is off."""
    seat.swap = None
    for column, value in occupant.items():
        setattr(seat, column, value)


async def reserve_as_requested(
    session: AsyncSession, seat: SeatRow, request: SeatRequest | SeatChange, caller: Caller
) -> None:
    """Reserve the seat for the account that the request names, if any."""
    if request.invite is None:
        return
    if request.kind != "open":
        raise invalid("Only an open seat can be reserved.", "body", "invite")
    await reserve_by_name(session, seat, request.invite, caller)


async def name_seats(session: AsyncSession, seats: list[SeatRow]) -> None:
    """Name the occupied seats by their accounts and bots, and number names that look alike: those
    of guests, and of bots of one kind. Seats take the crests of their accounts too.
    """
    name_bots(seats)
    query = sa.select(Account).where(Account.id.in_([seat.account for seat in seats]))
    accounts = {account.id: account for account in await session.scalars(query)}
    guests: dict[int, str] = {}
    for seat in seats:
        if account := accounts.get(seat.account or ""):
            seat.name, seat.crest = account.name, account.crest
            if account.kind == "guest":
                guests[seat.seat] = account.name
    others = [seat.name for seat in seats if seat.name and seat.seat not in guests]
    for number, name in numbered(guests, others).items():
        seats[number].name = name


def name_bots(seats: list[SeatRow]) -> None:
    """Name built-in bots by their titles, numbered where several are of one kind."""
    for name, bot in installed_bots().items():
        same = [seat for seat in seats if seat.bot == name]
        for number, seat in enumerate(same, 1):
            seat.name = bot.title if len(same) == 1 else f"{bot.title} {number}"


def requested_seat(seats: list[SeatRow], number: int | None, caller: Caller) -> SeatRow:
    """The open seat that the caller requests, or the first one. Raises Problem."""
    free = seats_open_to(seats, caller.account)
    if not free:
        raise Problem("match-full")
    if number is None:
        return free[0]
    if number >= len(seats):
        raise not_found("seat")
    if seats[number] not in free:
        raise Problem("seat-taken")
    return seats[number]


def require_code(row: MatchRow, code: str | None, caller: Caller) -> None:
    """Raises Problem wrong-code unless the code admits the caller, or they need none."""
    if code is None and (
        row.visibility == "public" or caller.account in (row.creator, row.hosted_by)
    ):
        return
    code_bytes = (code or "").upper().encode(errors="replace")
    if not secrets.compare_digest(code_bytes, row.code.encode()):
        raise Problem("wrong-code")
