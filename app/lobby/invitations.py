"""Invitations: open seats reserved for one account each."""

from __future__ import annotations

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.blocks import muted_until
from app.accounts.caller import Caller
from app.accounts.repository import find_account
from app.friends.doors import refuse_closed
from app.infra.problems import Problem, invalid
from app.matches.models import SeatRow
from app.wire import UNSET
from app.wire.matches import Declined


async def reserve_by_name(session: AsyncSession, seat: SeatRow, who: str, caller: Caller) -> None:
    """Reserve an open seat for an account, by id or name. Raises Problem invalid-request."""
    account = await find_account(session, who)
    if account is None or account.closed_at is not None:
        raise invalid(f"There is no account named {who}.", "body", "invite")
    if account.id == caller.account:
        raise invalid("You can't invite yourself.", "body", "invite")
    await refuse_closed(session, "invite", caller.account, [account.id])
    reserve(seat, account.id, account.name)


def reserve(seat: SeatRow, account: str, name: str | None) -> None:
    """Reserve an open seat; the lobby shows `name` beside it."""
    seat.kind, seat.invited, seat.name, seat.declined = "open", account, name, None


def find_reserved(seats: list[SeatRow], account: str) -> SeatRow | None:
    """The seat reserved for an account, if any."""
    return next((seat for seat in seats if seat.invited == account), None)


def seats_open_to(seats: list[SeatRow], account: str) -> list[SeatRow]:
    """The open seats that an account may take; a seat reserved for it comes first."""
    free = [seat for seat in seats if seat.kind == "open" and seat.invited in (None, account)]
    return sorted(free, key=lambda seat: seat.invited is None)


def release(seats: list[SeatRow], account: str) -> None:
    """Drop the other reservations of an account that has taken a seat."""
    for seat in seats:
        if seat.invited == account:
            seat.invited = seat.name = None


def require_reserved(seats: list[SeatRow], number: int) -> SeatRow:
    """The reserved seat of that number. Raises Problem not-found."""
    for seat in seats:
        if seat.seat == number and seat.invited:
            return seat
    raise Problem("not-found", "That seat has no invitation.")


def withdraw(seat: SeatRow, note: Declined | None = None) -> str:
    """Cancel a reservation; returns the account that was invited. The seat keeps the note of an
    account that declines.
    """
    account = str(seat.invited)
    seat.invited = seat.name = None
    if note is not None:
        seat.declined = {**msgspec.to_builtins(note), "account": account}
    return account


async def permitted_note(session: AsyncSession, note: Declined, caller: Caller) -> Declined:
    """The note, without its text if the staff has muted the caller."""
    if await muted_until(session, caller.account):
        return msgspec.structs.replace(note, text=UNSET)
    return note
