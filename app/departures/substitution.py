"""Substitution: seats of a match that has begun change hands; their occupants are recorded.

A built-in bot plays under the name of the player it replaces, who may take the seat back unless
they resigned. Another account joins by the invite code, under its own name.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from app.accounts.blocks import do_not_sit_together, is_blocked_between
from app.accounts.caller import Caller
from app.accounts.models import Account
from app.clocks.service_time import ServiceClock
from app.clocks.timekeeping import hand_over
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.infra.wall_clock import now
from app.matches.changes import MatchChanges
from app.matches.due_actions import timed_out
from app.matches.guest_names import numbered
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.match_info import OVER
from app.matches.models import OccupantRow, SeatRow
from app.matches.public_horizon import seen_late
from app.matches.quotas import hold_account, lock_person, may_play_alone, require_seat


class Substitutions:
    """Hands seats that are out of time to built-in bots."""

    def __init__(
        self,
        locks: MatchLocks,
        changes: MatchChanges,
        service_clock: ServiceClock,
        settings: Settings,
    ) -> None:
        self.locks = locks
        self.changes = changes
        self.service_clock = service_clock
        self.settings = settings

    async def take_over_by_bot(self, match: str, number: int) -> None:
        """Hand a seat that is out of time to a built-in bot. Raises Problem stale-decision if not.

        A match with only built-in bots left goes on, since players may return, unless its creator
        has reached the limit on such matches.
        """
        async with self.locks.lock(match) as held:
            held.require_begun()
            if number not in timed_out(held.info, self.service_clock, self.settings):
                raise Problem("stale-decision")
            await put_bot(held, number, self.settings.substitute_bot)
            if not any(seat.account for seat in held.seats) and not await _may_go_on(held):
                await held.end("finished", "forfeit")
        await self.changes.announce(match, held.left)


async def _may_go_on(held: LockedMatch) -> bool:
    """Whether the creator may have one more match among bots alone."""
    settings, row = held.settings, held.row
    await lock_person(held.session, row.creator)
    return await may_play_alone(held.session, settings, row.creator, row.id)


async def put_bot(held: LockedMatch, number: int, bot: str) -> None:
    """Hand the seat to a built-in bot."""
    seat = await _leave(held, number)
    seat.kind, seat.bot, seat.stands_in = "bot", bot, True
    await _note(held, seat)


async def put_open(held: LockedMatch, number: int) -> None:
    """Open the seat for a new player, by invitation."""
    seat = await _leave(held, number)
    seat.kind, seat.bot, seat.stands_in = "open", None, False
    await _note(held, seat)


async def sit(held: LockedMatch, number: int, caller: Caller) -> None:
    """Hand the seat to the caller."""
    seat = await _leave(held, number)
    account = await held.session.get_one(Account, caller.account)
    seat.kind = "bot" if caller.kind == "bot" else "human"
    if seat.former != caller.account:
        seat.name, seat.rating = _name_of(held, number, account), None
    seat.account, seat.bot, seat.stands_in, seat.former = caller.account, None, False, None
    waits = held.row.status == "playing" and number in held.waiting
    if held.times:
        hand_over(held.clock, held.times, number, waits and held.clock.runs, held.moment)
    await _note(held, seat)


def _name_of(held: LockedMatch, number: int, account: Account) -> str:
    """The name for a newcomer, who keeps apart from all whose names the match shows."""
    if account.kind != "guest":
        return account.name
    shown = [seat.name for seat in held.seats if seat.name]
    return numbered({number: account.name}, shown)[number]


async def take_over(
    held: LockedMatch, caller: Caller, wanted: int | None, code: str | None
) -> None:
    """Return the caller to their own seat, or seat them in an open one by the invite code.

    Raises Problem.
    """
    if any(seat.account == caller.account for seat in held.seats):
        raise Problem("already-seated")
    if held.row.status == "open":
        raise Problem("match-not-started")
    own = [seat.seat for seat in held.seats if _may_return(seat, caller.account)]
    free = own or [seat.seat for seat in held.seats if seat.kind == "open"]
    free = [] if held.row.status in OVER else free
    knows = bool(own) or _is_code(held, code)
    seats = [seat for seat in free if wanted in (None, seat)]
    if not seats or not knows or await _is_blocked(held, caller):
        seen = await seen_late(held.session, held.row, held.seats)
        raise _refusal(free if seen is None else seen.open_seats, wanted, knows=knows)
    await hold_account(held.session, caller.account)
    await require_seat(held.session, held.settings, caller.account, held.row.id)
    await sit(held, seats[0], caller)


def _refusal(free: list[int], wanted: int | None, *, knows: bool) -> Problem:
    """Why the caller gets no seat, judged by the seats that they may know to be free."""
    if not free:
        return Problem("already-started")
    if not knows:
        return Problem("wrong-code")
    if wanted not in (None, *free):
        return Problem("seat-taken")
    return do_not_sit_together()


async def _is_blocked(held: LockedMatch, caller: Caller) -> bool:
    others = [seat.account for seat in held.seats]
    return await is_blocked_between(held.session, caller.account, others)


def _may_return(seat: SeatRow, account: str) -> bool:
    return seat.former == account and not seat.resigned and seat.account is None


def _is_code(held: LockedMatch, code: str | None) -> bool:
    given = (code or "").upper().encode(errors="replace")
    return secrets.compare_digest(given, held.row.code.encode())


async def _leave(held: LockedMatch, number: int) -> SeatRow:
    """Vacate the seat; records its occupant from the start if that is not recorded yet."""
    seat = held.seats[number]
    if seat.since < 0:
        held.session.add(_occupant(seat, -1))
    if held.times:
        hand_over(held.clock, held.times, number, False, held.moment)
    if seat.account is not None:
        seat.former = seat.account
        held.left.append(seat.account)
    seat.account, seat.gone = None, False
    return seat


async def _note(held: LockedMatch, seat: SeatRow) -> None:
    """Record the new occupant."""
    seat.since = held.row.ply
    await held.session.flush()
    same = sa.delete(OccupantRow).where(
        OccupantRow.match == seat.match,
        OccupantRow.seat == seat.seat,
        OccupantRow.since == seat.since,
    )
    await held.session.execute(same)
    held.session.add(_occupant(seat, seat.since))
    await held.session.flush()


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
