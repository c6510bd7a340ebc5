"""Lobby service: creates, joins, leaves and starts matches. Changes lock the match row."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.blocks import refuse_blocked
from app.accounts.caller import Caller
from app.accounts.registration import require_allowed
from app.clocks.service_time import ServiceClock
from app.clocks.state import write_state
from app.forfeits.substitution import take_over
from app.games.catalogue import Catalogue, check_bot, read_options
from app.idempotency.service import StoreReply, store_nothing
from app.infra.database import Database
from app.infra.problems import Problem, invalid, not_found
from app.infra.settings import Settings
from app.instance.notices import refuse_during_maintenance
from app.lobby.hosts import Hosts
from app.lobby.invitations import (
    find_reserved,
    permitted_note,
    release,
    require_reserved,
    withdraw,
)
from app.lobby.match_views import MatchViews
from app.lobby.new_tables import new_table
from app.lobby.schemas import JoinRequest, NewMatch, SeatChange, SeatRequest
from app.lobby.seats import (
    clear_seat,
    name_seats,
    new_seat,
    occupy_seat,
    requested_seat,
    require_code,
    reserve_as_requested,
)
from app.lobby.sent_away import refuse_sent_away
from app.matches.automation.deadlines import table_due
from app.matches.changes import MatchChanges
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.models import MatchRow, SeatRow
from app.matches.quotas import (
    lock_open_account,
    require_match_quota,
    require_new_match_quota,
    require_open_table_quota,
)
from app.matches.room_cache import RoomCache
from app.matches.start import MatchStarter
from app.matches.trials import begins_trial, permits_trials
from app.notifications.notifier import Notifier
from app.ratings.start import ratings_at_start
from app.wire import matches as wire
from engine.bots.bot import Bot
from engine.bots.guide import GUIDE
from engine.core.first_match import LEARNER


class Lobby:
    """Operations on matches that have not started."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        rooms: RoomCache,
        locks: MatchLocks,
        starter: MatchStarter,
        changes: MatchChanges,
        views: MatchViews,
        hosts: Hosts,
        notifier: Notifier,
        service_clock: ServiceClock,
        settings: Settings,
    ) -> None:
        self.database = database
        self.catalogue = catalogue
        self.rooms = rooms
        self.locks = locks
        self.starter = starter
        self.changes = changes
        self.views = views
        self.hosts = hosts
        self.notifier = notifier
        self.service_clock = service_clock
        self.settings = settings

    async def create(
        self, request: NewMatch, caller: Caller, store_reply: StoreReply = store_nothing
    ) -> wire.Match:
        """Create a match; the caller is its creator."""
        if request.visibility == "public":
            require_allowed(self.settings.public_tables, caller.kind, "create public tables")
        game = self.catalogue.games.get(request.game)
        if game is None:
            raise invalid("There is no such game.", "body", "game")
        self.catalogue.require_offered(request.game)
        if sum(seat.kind == "me" for seat in request.seats) > 1:
            raise invalid("You can have one seat.", "body", "seats")
        options = read_options(game, request.options, len(request.seats))
        row = new_table(request, options, caller)
        seats = [new_seat(row.id, n, seat, caller) for n, seat in enumerate(request.seats)]
        await self.service_clock.ensure_synced()
        async with self.database.writing() as session:
            await lock_open_account(session, caller.account)
            for seat, seat_request in zip(seats, request.seats, strict=True):
                await reserve_as_requested(session, seat, seat_request, caller)
            view = await self.insert(session, row, seats, caller)
            await store_reply(session, view)
        await self.announce_new(row, seats, caller)
        return view

    async def start_first_match(
        self, id: str, caller: Caller, store_reply: StoreReply = store_nothing
    ) -> wire.Match:
        """Start the first match of a game: private, unrated, with the guide in the other seats."""
        game = self.catalogue.game(id)
        first_match = self.catalogue.first_match(id)
        self.catalogue.require_offered(id)
        options = read_options(game, first_match.options, game.seats[0])
        return await self.start_practice(
            id, options, game.seats[0], LEARNER, GUIDE, caller, store_reply
        )

    async def start_practice(
        self,
        id: str,
        options: dict[str, Any],
        count: int,
        learner: int,
        rival: Bot,
        caller: Caller,
        store_reply: StoreReply,
    ) -> wire.Match:
        """Start a private, unrated match of the caller against a rival that teaches the game."""
        seat_requests = [SeatRequest(kind="me" if n == learner else "open") for n in range(count)]
        request = NewMatch(
            game=id, seats=seat_requests, visibility="private", spectators="none", rated=False
        )
        row = new_table(request, options, caller)
        seats = [new_seat(row.id, n, seat, caller) for n, seat in enumerate(seat_requests)]
        for seat in seats:
            if seat.kind == "open":
                seat.kind, seat.bot, seat.name = "bot", rival.name, rival.title
        await self.service_clock.ensure_synced()
        async with self.database.writing() as session:
            view = await self.insert(session, row, seats, caller)
            await store_reply(session, view)
        await self.announce_new(row, seats, caller)
        return view

    async def insert(
        self, session: AsyncSession, row: MatchRow, seats: list[SeatRow], caller: Caller
    ) -> wire.Match:
        """Insert a new match; start it if it is ready."""
        await refuse_during_maintenance(session)
        if not (permits_trials(self.settings) and begins_trial(row, seats, caller)):
            await require_new_match_quota(session, self.settings, caller.account)
        row.host_seen_at = self.service_clock.date()
        row.due = table_due(self.settings, row, seats, row.host_seen_at)
        session.add(row)
        await session.flush()
        await name_seats(session, seats)
        session.add_all(seats)
        locked = self.locks.new(session, row, seats)
        if not self._is_ready(locked):
            await require_open_table_quota(session, self.settings, caller.account, row.id)
        await self.autostart(locked, caller, sits=locked.find_seat(caller.account) is not None)
        return await self.view_for(locked, caller)

    async def announce_new(self, row: MatchRow, seats: list[SeatRow], caller: Caller) -> None:
        """Announce a new match, and notify the accounts for which seats are reserved."""
        await self.changes.announce(row.id)
        self.invite(seats, caller)

    async def join(
        self,
        match: str,
        request: JoinRequest,
        caller: Caller,
        store_reply: StoreReply = store_nothing,
    ) -> wire.Match:
        """Take a seat; after the start the caller's former one, or one that the players opened."""
        room = await self.rooms.fresh(match)
        if room.info.status != "open":
            return await self._take_over(match, request, caller, store_reply)
        async with self.locks.lock(match) as locked:
            reserved_seat = find_reserved(locked.seats, caller.account)
            if reserved_seat is None or request.seat not in (None, reserved_seat.seat):
                require_code(locked.row, request.code, caller)
            locked.require_open()
            if locked.find_seat(caller.account):
                raise Problem("already-seated")
            seat = requested_seat(locked.seats, request.seat, caller)
            await lock_open_account(locked.session, caller.account)
            seated = [locked.row.hosted_by, *(seat.account for seat in locked.seats)]
            await refuse_blocked(locked.session, caller.account, seated)
            await refuse_sent_away(locked, seat, caller)
            terms = locked.row.terms
            occupy_seat(seat, caller, terms if request.terms is None else min(terms, request.terms))
            release(locked.seats, caller.account)
            await name_seats(locked.session, locked.seats)
            await self.autostart(locked, caller, sits=True)
            view = await self.view_for(locked, caller)
            await store_reply(locked.session, view)
        await self.changes.announce(match)
        return view

    async def _take_over(
        self, match: str, request: JoinRequest, caller: Caller, store_reply: StoreReply
    ) -> wire.Match:
        async with self.locks.lock(match) as locked:
            await refuse_sent_away(locked, None, caller)
            await take_over(locked, caller, request.seat, request.code, self.settings)
            locked.row.times = write_state(locked.times)
            view = await self.view_for(locked, caller)
            await store_reply(locked.session, view)
        await self.changes.announce(match)
        return view

    async def leave(self, match: str, caller: Caller) -> wire.Match:
        """Leave the caller's seat before the start; if the host leaves, the table passes on."""
        async with self.locks.lock(match) as locked:
            seat = locked.seat_of(caller.account)
            locked.require_open()
            clear_seat(seat)
            await name_seats(locked.session, locked.seats)
            self.hosts.pass_on(locked, caller.account)
            view = await self.view_for(locked, caller)
        await self.changes.announce(match, [caller.account])
        return view

    async def change_seat(
        self, match: str, number: int, change: SeatChange, caller: Caller
    ) -> wire.Match:
        """Open a seat or put a bot into it before the start; for the host only."""
        async with self.locks.lock(match) as locked:
            self.hosts.require_host(locked, caller)
            locked.require_open()
            if not 0 <= number < len(locked.seats):
                raise not_found("seat")
            seat = locked.seats[number]
            if seat.account and seat.account != caller.account:
                raise Problem("seat-taken")
            uninvited = [seat.invited] if seat.invited else []
            clear_seat(seat)
            if change.kind == "bot":
                seat.kind, seat.bot = "bot", check_bot(change.bot or "random")
            await lock_open_account(locked.session, caller.account)
            await reserve_as_requested(locked.session, seat, change, caller)
            await name_seats(locked.session, locked.seats)
            await self.autostart(locked, caller)
            view = await self.view_for(locked, caller)
        await self.changes.announce(match, uninvited)
        self.invite([seat], caller)
        return view

    async def decline(
        self, match: str, number: int, caller: Caller, note: wire.Declined
    ) -> wire.Match:
        """Decline an invitation with a note, or withdraw one as the host."""
        async with self.locks.lock(match) as locked:
            locked.require_open()
            seat = require_reserved(locked.seats, number)
            if seat.invited == caller.account:
                uninvited = withdraw(seat, await permitted_note(locked.session, note, caller))
            else:
                self.hosts.require_host(locked, caller)
                uninvited = withdraw(seat)
            view = await self.view_for(locked, caller)
        await self.changes.announce(match, [uninvited])
        return view

    async def start(self, match: str, caller: Caller) -> wire.Match:
        """Start the match, once every seat is taken; for the host only."""
        async with self.locks.lock(match) as locked:
            self.hosts.require_host(locked, caller)
            locked.require_open()
            if locked.open_seats:
                raise Problem("seats-open")
            if locked.unconfirmed_seats:
                raise Problem("unconfirmed")
            await self._begin(locked, caller)
            view = await self.view_for(locked, caller)
        await self.changes.announce(match)
        return view

    async def get(self, match: str, caller: Caller | None) -> wire.Match:
        """The match. Raises Problem not-found."""
        async with self.database.reading() as session:
            row = await session.get(MatchRow, match)
            return await self._view_of_row(session, row, caller)

    async def get_by_code(self, code: str, caller: Caller | None) -> wire.Match:
        """The match that an invite link leads to. Raises Problem not-found."""
        async with self.database.reading() as session:
            row = await session.scalar(sa.select(MatchRow).where(MatchRow.code == code.upper()))
            return await self._view_of_row(session, row, caller)

    async def _view_of_row(
        self, session: AsyncSession, row: MatchRow | None, caller: Caller | None
    ) -> wire.Match:
        if row is None or row.game not in self.catalogue.games:
            raise not_found("match")
        account = caller.account if caller else None
        self.hosts.note(row, account)
        return (await self.views.of(session, [row], account))[0]

    async def view_for(self, locked: LockedMatch, caller: Caller) -> wire.Match:
        """The match as the caller's next request would show it."""
        await locked.session.flush()
        return (await self.views.of(locked.session, [locked.row], caller.account))[0]

    def _is_ready(self, locked: LockedMatch) -> bool:
        return locked.row.autostart and not (locked.open_seats or locked.unconfirmed_seats)

    async def autostart(self, locked: LockedMatch, caller: Caller, *, sits: bool = False) -> None:
        """Start the match if it is ready; `sits` counts the seat just taken against quotas."""
        if self._is_ready(locked):
            await self._begin(locked, caller, sits=sits)
        else:
            await self._require_quota(locked, caller, sits=sits, begins=False)

    async def _begin(self, locked: LockedMatch, caller: Caller, *, sits: bool = False) -> None:
        await refuse_during_maintenance(locked.session)
        await self._require_quota(locked, caller, sits=sits, begins=True)
        await ratings_at_start(locked.session, locked.row, locked.seats)
        await self.starter.start(locked.session, locked.row, locked.seats)

    async def _require_quota(
        self, locked: LockedMatch, caller: Caller, *, sits: bool, begins: bool
    ) -> None:
        match = caller.account, locked.row, locked.seats
        await require_match_quota(locked.session, self.settings, *match, sits=sits, begins=begins)

    def invite(self, seats: list[SeatRow], caller: Caller) -> None:
        for seat in seats:
            if seat.invited:
                self.notifier.invited(seat.match, seat.invited, caller.name)
