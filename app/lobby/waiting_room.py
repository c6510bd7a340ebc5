"""Waiting room: what hosts and players change at a table before its match starts.

The host frees seats, passes the table on, arranges the seats and changes the terms. A player who
sits confirms changed terms, and the match does not start before; players swap seats by consent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.accounts.caller import Caller
from app.clocks.kinds import stored_clock
from app.forfeits.resignation import default_resign_policy
from app.games.catalogue import read_options
from app.infra.problems import Problem, invalid, not_found
from app.infra.settings import LimitSettings
from app.lobby.schemas import TermsChange
from app.lobby.seats import clear_seat, move_to, name_seats, occupant_of
from app.lobby.sent_away import send_away
from app.lobby.service import Lobby
from app.matches.changes import MatchChanges
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.models import USUAL, SeatRow
from app.matches.quotas import require_open_table_quota
from app.notifications.notifier import Notifier
from app.wire import matches as wire


class WaitingRoom:
    """Changes of open tables."""

    def __init__(
        self,
        locks: MatchLocks,
        lobby: Lobby,
        changes: MatchChanges,
        notifier: Notifier,
        limits: LimitSettings,
    ) -> None:
        self.locks = locks
        self.lobby = lobby
        self.hosts = lobby.hosts
        self.changes = changes
        self.notifier = notifier
        self.limits = limits

    async def free_seat(self, match: str, number: int, caller: Caller) -> wire.Match:
        """Free another player's seat; for the host only. The player can't simply come back."""
        async with self.locks.lock(match) as locked:
            self._require_host(locked, caller)
            seat = _seat_at(locked, number)
            account = seat.account
            if account is None or account == caller.account:
                raise Problem("forbidden", "Only another player's seat can be freed.")
            clear_seat(seat)
            await send_away(locked.session, match, account)
            await name_seats(locked.session, locked.seats)
            view = await self.lobby.view_for(locked, caller)
        await self._announce(match, [account], [account])
        return view

    async def pass_on(self, match: str, number: int, caller: Caller) -> wire.Match:
        """Make the person in that seat the host; for the host only."""
        async with self.locks.lock(match) as locked:
            self._require_host(locked, caller)
            seat = _seat_at(locked, number)
            if seat.account is None or seat.kind != "human":
                raise Problem("forbidden", "Only a person who sits at the table can host it.")
            if seat.account != caller.account:
                await self._require_room_for_table(locked, seat.account)
            locked.row.host = seat.account
            locked.row.host_seen_at = self.lobby.service_clock.date()
            view = await self.lobby.view_for(locked, caller)
            left = [] if locked.find_seat(caller.account) else [caller.account]
        await self._announce(match, [seat.account], left)
        return view

    async def arrange(self, match: str, order: list[int | None], caller: Caller) -> wire.Match:
        """Reorder the seats, and change their number; for the host only. `order` names for each
        seat the one whose occupant moves there; None is a new open seat.
        """
        async with self.locks.lock(match) as locked:
            self._require_host(locked, caller)
            uninvited = await self._arrange(locked, order, caller)
            await self.lobby.autostart(locked, caller)
            view = await self.lobby.view_for(locked, caller)
            asked = [seat.account for seat in locked.unconfirmed_seats if seat.account]
        await self._announce(match, asked, uninvited)
        return view

    async def change_terms(self, match: str, change: TermsChange, caller: Caller) -> wire.Match:
        """Change the terms of the match; for the host only. The other players confirm them."""
        async with self.locks.lock(match) as locked:
            self._require_host(locked, caller)
            _require_own_position(locked)
            changed = self._changed_columns(locked, change)
            for column, value in changed.items():
                setattr(locked.row, column, value)
            if changed.keys() - {"autostart"}:
                _ask_to_confirm(locked, caller)
            await self.lobby.autostart(locked, caller)
            view = await self.lobby.view_for(locked, caller)
            asked = [seat.account for seat in locked.unconfirmed_seats if seat.account]
        await self._announce(match, asked if changed else [])
        return view

    async def confirm(self, match: str, terms: int, caller: Caller) -> wire.Match:
        """Confirm the terms of that number; later ones stay to be confirmed."""
        async with self.locks.lock(match) as locked:
            seat = locked.seat_of(caller.account)
            locked.require_open()
            seat.confirmed = max(seat.confirmed, min(terms, locked.row.terms))
            await self.lobby.autostart(locked, caller)
            view = await self.lobby.view_for(locked, caller)
        await self.changes.announce(match)
        return view

    async def ask_to_swap(self, match: str, number: int, caller: Caller) -> wire.Match:
        """Swap seats with the occupant of that one: at once if no other player sits there or that
        player asks for the same, else once they do.
        """
        async with self.locks.lock(match) as locked:
            own = locked.seat_of(caller.account)
            locked.require_open()
            other = _seat_at(locked, number)
            if other is own:
                raise invalid("That is your own seat.", "body", "seat")
            if other.invited:
                raise Problem("seat-taken", "That seat is reserved.")
            asked = []
            if other.account is None or other.swap == own.seat:
                await self._swap(locked, own, other)
            elif own.swap != number:
                own.swap = number
                asked.append(other.account)
            view = await self.lobby.view_for(locked, caller)
        await self._announce(match, asked)
        return view

    async def drop_swaps(self, match: str, caller: Caller) -> wire.Match:
        """Withdraw the caller's request to swap, and decline those to the caller."""
        async with self.locks.lock(match) as locked:
            own = locked.seat_of(caller.account)
            locked.require_open()
            own.swap = None
            for seat in locked.seats:
                if seat.swap == own.seat:
                    seat.swap = None
            view = await self.lobby.view_for(locked, caller)
        await self.changes.announce(match)
        return view

    def _require_host(self, locked: LockedMatch, caller: Caller) -> None:
        self.hosts.require_host(locked, caller)
        locked.require_open()

    async def _require_room_for_table(self, locked: LockedMatch, account: str) -> None:
        try:
            await require_open_table_quota(locked.session, self.limits, account, locked.row.id)
        except Problem as problem:
            if problem.name != "too-many-tables":
                raise
            detail = "That player hosts as many tables as the server allows."
            raise Problem("too-many-tables", detail, wait=problem.wait) from None

    async def _arrange(
        self, locked: LockedMatch, order: list[int | None], caller: Caller
    ) -> list[str]:
        """Returns the accounts whose reserved seats are gone."""
        seats = {seat.seat: seat for seat in locked.seats}
        kept = [number for number in order if number is not None]
        if len(set(kept)) < len(kept) or not seats.keys() >= set(kept):
            raise invalid("Name each seat once, by its present number.", "body", "order")
        dropped = [seat for number, seat in seats.items() if number not in kept]
        if any(seat.account for seat in dropped):
            raise invalid("Every player keeps a seat; free one first.", "body", "order")
        if len(order) != len(seats):
            await self._change_number(locked, len(order), caller)
        uninvited = [seat.invited for seat in dropped if seat.invited]
        occupants = {number: occupant_of(seats[number]) for number in kept}
        open_seat = occupant_of(_cleared(SeatRow(match=locked.row.id, seat=0)))
        for seat, number in zip(locked.seats, order, strict=True):
            move_to(seat, open_seat if number is None else occupants[number])
        await name_seats(locked.session, locked.seats)
        return uninvited

    async def _change_number(self, locked: LockedMatch, count: int, caller: Caller) -> None:
        """Add or drop seats at the end of the table."""
        _require_own_position(locked)
        game = self.lobby.catalogue.games[locked.row.game]
        if count not in game.seats:
            raise invalid(f"{game.title} has no {count} seats.", "body", "order")
        locked.row.options = read_options(game, game.stored_options(locked.row.options), count)
        for seat in locked.seats[count:]:
            await locked.session.delete(seat)
        del locked.seats[count:]
        for number in range(len(locked.seats), count):
            seat = _cleared(SeatRow(match=locked.row.id, seat=number))
            locked.session.add(seat)
            locked.seats.append(seat)
        _ask_to_confirm(locked, caller)

    def _changed_columns(self, locked: LockedMatch, change: TermsChange) -> dict[str, Any]:
        """The columns that the change gives another value."""
        row, requested = locked.row, change.model_dump(exclude_unset=True)
        if "options" in requested:
            game = self.lobby.catalogue.games[row.game]
            requested["options"] = read_options(game, change.options or {}, len(locked.seats))
        if "clock" in requested:
            requested["clock"] = stored_clock(change.clock)
        if "undo" in requested:
            requested["undo"] = change.undo or USUAL
        if "resign" in requested:
            requested["resign"] = change.resign or default_resign_policy(len(locked.seats))
        return {name: value for name, value in requested.items() if getattr(row, name) != value}

    async def _swap(self, locked: LockedMatch, own: SeatRow, other: SeatRow) -> None:
        occupant, newcomer = occupant_of(own), occupant_of(other)
        move_to(own, newcomer)
        move_to(other, occupant)
        await name_seats(locked.session, locked.seats)

    async def _announce(
        self, match: str, concerned: Sequence[str], left: Sequence[str] = ()
    ) -> None:
        """Announce a change, and notify the accounts that it concerns; `left` have no seat."""
        await self.changes.announce(match, left)
        for account in concerned:
            self.notifier.table_changed(match, account)


def _seat_at(locked: LockedMatch, number: int) -> SeatRow:
    if not 0 <= number < len(locked.seats):
        raise not_found("seat")
    return locked.seats[number]


def _cleared(seat: SeatRow) -> SeatRow:
    clear_seat(seat)
    return seat


def _ask_to_confirm(locked: LockedMatch, caller: Caller) -> None:
    """Give the terms the next number; the caller, who changed them, has confirmed them."""
    locked.row.terms += 1
    seat = locked.find_seat(caller.account)
    if seat is not None:
        seat.confirmed = locked.row.terms


def _require_own_position(locked: LockedMatch) -> None:
    """Raises Problem forbidden for a fork or a deal played again: its position or its deal depends
    on the options and the number of seats, and it counts nowhere.
    """
    if (locked.row.origin or {}).keys() & {"fork", "deal"}:
        raise Problem("forbidden", "A match from a known position keeps its terms.")
