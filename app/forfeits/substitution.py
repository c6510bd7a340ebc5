"""Substitution: hands seats of a running match to bots or other players, and records occupants.

`absence` says which players are away. A built-in bot plays under the name of the player it
replaces, who may take the seat back unless they resigned. Another account joins by the invite
code, under its own name.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from app.accounts.blocks import blocked_problem, is_blocked_between
from app.accounts.caller import Caller
from app.accounts.models import Account
from app.clocks.timekeeping import hand_over
from app.infra.problems import Problem
from app.infra.settings import LimitSettings
from app.infra.wall_clock import now
from app.matches.guest_names import numbered
from app.matches.horizon.public_horizon import public_version_of
from app.matches.locked import LockedMatch
from app.matches.match_info import OVER
from app.matches.models import OccupantRow, SeatRow
from app.matches.quotas import lock_open_account, require_unfinished_match_quota


async def seat_bot(locked: LockedMatch, number: int, bot: str) -> None:
    """Hand the seat to a built-in bot."""
    seat = await _vacate(locked, number)
    seat.kind, seat.bot, seat.stands_in = "bot", bot, True
    await _record_occupant(locked, seat)


async def open_seat(locked: LockedMatch, number: int) -> None:
    """Open the seat for a new player, by invitation."""
    seat = await _vacate(locked, number)
    seat.kind, seat.bot, seat.stands_in = "open", None, False
    await _record_occupant(locked, seat)


async def seat_player(locked: LockedMatch, number: int, caller: Caller) -> None:
    """Hand the seat to the caller."""
    seat = await _vacate(locked, number)
    account = await locked.session.get_one(Account, caller.account)
    seat.kind = "bot" if caller.kind == "bot" else "human"
    if seat.former != caller.account:
        seat.name, seat.rating = _newcomer_name(locked, number, account), None
        seat.crest = account.crest
    seat.account, seat.bot, seat.stands_in, seat.former = caller.account, None, False, None
    is_waited_for = locked.row.status == "playing" and number in locked.waiting
    if locked.times:
        hand_over(
            locked.clock, locked.times, number, is_waited_for and locked.clock.runs, locked.moment
        )
    await _record_occupant(locked, seat)


def _newcomer_name(locked: LockedMatch, number: int, account: Account) -> str:
    """The name of a newcomer, distinct from all names that the match shows."""
    if account.kind != "guest":
        return account.name
    names = [seat.name for seat in locked.seats if seat.name]
    return numbered({number: account.name}, names)[number]


async def take_over(
    locked: LockedMatch,
    caller: Caller,
    requested_seat: int | None,
    code: str | None,
    limits: LimitSettings,
) -> None:
    """Return the caller to their own seat, or seat them in an open one by the invite code.

    Raises Problem.
    """
    if any(seat.account == caller.account for seat in locked.seats):
        raise Problem("already-seated")
    if locked.row.status == "open":
        raise Problem("match-not-started")
    own = [seat.seat for seat in locked.seats if _may_return(seat, caller.account)]
    free = own or [seat.seat for seat in locked.seats if seat.kind == "open"]
    free = [] if locked.row.status in OVER else free
    may_join = bool(own) or _is_code(locked, code)
    seats = [seat for seat in free if requested_seat in (None, seat)]
    if not seats or not may_join or await _is_blocked(locked, caller):
        seen = await public_version_of(locked.session, locked.row, locked.seats)
        raise _refusal(free if seen is None else seen.open_seats, requested_seat, may_join=may_join)
    await lock_open_account(locked.session, caller.account)
    await require_unfinished_match_quota(locked.session, limits, caller.account, locked.row.id)
    await seat_player(locked, seats[0], caller)


def _refusal(free: list[int], requested_seat: int | None, *, may_join: bool) -> Problem:
    """Why the caller gets no seat; mentions only free seats that the caller may know of."""
    if not free:
        return Problem("already-started")
    if not may_join:
        return Problem("wrong-code")
    if requested_seat not in (None, *free):
        return Problem("seat-taken")
    return blocked_problem()


async def _is_blocked(locked: LockedMatch, caller: Caller) -> bool:
    others = [seat.account for seat in locked.seats]
    return await is_blocked_between(locked.session, caller.account, others)


def _may_return(seat: SeatRow, account: str) -> bool:
    return seat.former == account and not seat.resigned and seat.account is None


def _is_code(locked: LockedMatch, code: str | None) -> bool:
    code_bytes = (code or "").upper().encode(errors="replace")
    return secrets.compare_digest(code_bytes, locked.row.code.encode())


async def _vacate(locked: LockedMatch, number: int) -> SeatRow:
    """Vacate the seat, and record its first occupant unless that has been done."""
    seat = locked.seats[number]
    if seat.since < 0:
        locked.session.add(_occupant(seat, -1))
    if locked.times:
        hand_over(locked.clock, locked.times, number, False, locked.moment)
    if seat.account is not None:
        seat.former = seat.account
        locked.left.append(seat.account)
    seat.account, seat.account_closed = None, False
    return seat


async def _record_occupant(locked: LockedMatch, seat: SeatRow) -> None:
    """Record the new occupant."""
    seat.since = locked.row.ply
    await locked.session.flush()
    same = sa.delete(OccupantRow).where(
        OccupantRow.match == seat.match,
        OccupantRow.seat == seat.seat,
        OccupantRow.since == seat.since,
    )
    await locked.session.execute(same)
    locked.session.add(_occupant(seat, seat.since))
    await locked.session.flush()


def _occupant(seat: SeatRow, since: int) -> OccupantRow:
    return OccupantRow(
        match=seat.match,
        seat=seat.seat,
        since=since,
        account=seat.account,
        bot=seat.bot,
        name=seat.name,
        at=now(),
    )
