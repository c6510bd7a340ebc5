"""Rematches and forks: matches that continue or repeat another one."""

from __future__ import annotations

from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.clocks.service_time import ServiceClock
from app.friends.doors import refuse_closed
from app.games.catalogue import Catalogue, check_bot, read_options
from app.history.replay import Replays
from app.idempotency.service import StoreReply, store_nothing
from app.infra.database import Database
from app.infra.problems import Problem, invalid, not_found
from app.lobby.closed_accounts import closed_among
from app.lobby.invitations import find_reserved, reserve
from app.lobby.new_tables import new_successor
from app.lobby.schemas import MAX_SEATS, JoinRequest, SeatRequest
from app.lobby.seats import new_seat, occupy_seat, reserve_as_requested
from app.lobby.service import Lobby
from app.matches import fork as forks
from app.matches.changes import MatchChanges
from app.matches.horizon.access import is_over, viewer_for
from app.matches.horizon.public_horizon import ever_had_seat
from app.matches.horizon.spectator_delay import row_is_behind
from app.matches.locked import seats_of
from app.matches.match_info import OVER, is_practice
from app.matches.models import USUAL, MatchRow, SeatRow
from app.matches.public_versions import delay_of, read_public_versions
from app.matches.publisher import Publisher
from app.matches.quotas import lock_open_account
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.notifications.notifier import Notifier
from app.wire import matches as wire
from app.wire.bodies import Body
from app.wire.frames import RematchFrame, encode
from engine.bots.bot import installed_bots
from engine.core.event import PUBLIC, Viewer

DEFAULT_BOT = "normal"
"""The default opponent in a fork."""


class ForkRequest(Body):
    """Where to begin; by default the caller gets their seat (or the first), and bots the rest."""

    ply: int = Field(ge=0, le=2**31 - 1)
    """The entry from which the fork continues."""
    seats: list[SeatRequest] | None = Field(None, max_length=MAX_SEATS)
    """Who takes which seat, from seat 0."""


class Rematches:
    """Makes the rematches and forks of matches."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        rooms: RoomCache,
        lobby: Lobby,
        replays: Replays,
        publisher: Publisher,
        changes: MatchChanges,
        notifier: Notifier,
        service_clock: ServiceClock,
    ) -> None:
        self.database = database
        self.catalogue = catalogue
        self.rooms = rooms
        self.lobby = lobby
        self.replays = replays
        self.publisher = publisher
        self.changes = changes
        self.notifier = notifier
        self.service_clock = service_clock

    async def rematch(
        self, match: str, caller: Caller, store_reply: StoreReply = store_nothing
    ) -> tuple[wire.Match, bool]:
        """The rematch of a match that is over, with the same seats, and whether it is new.

        The caller takes their seat; the other seats are reserved for their players. Raises Problem.
        """
        await self.service_clock.ensure_synced()
        async with self.database.writing() as session:
            row = await session.get(MatchRow, match, with_for_update=True)
            if row is None or row.game not in self.catalogue.games:
                raise not_found("match")
            old_seats = await seats_of(session, match)
            await _require_over(session, row, old_seats, caller)
            existing = await _successor_of(session, row)
            if existing is None:
                self._require_offered(row.game)
                others = [seat.account or seat.former for seat in old_seats]
                await lock_open_account(session, caller.account)
                closed_accounts = await closed_among(session, others)
                invited = [other for other in others if other not in closed_accounts]
                await refuse_closed(session, "invite", caller.account, invited)
                game = self.catalogue.games[row.game]
                options = read_options(game, game.stored_options(row.options), len(old_seats))
                successor = new_successor(row, caller, options, {"rematch": match})
                seats = [
                    _rematch_seat(successor.id, seat, caller, closed_accounts) for seat in old_seats
                ]
                view = await self.lobby.insert(session, successor, seats, caller)
                row.rematch = successor.id
                row.edition += 1
                await store_reply(session, view)
        if existing is not None:
            return await self._take_reserved_seat(existing.id, caller), False
        await self.lobby.announce_new(successor, _invited_at_once(row, old_seats, seats), caller)
        await self._announce_rematch(match, successor.id)
        return view, True

    async def fork(
        self,
        room: Room,
        request: ForkRequest,
        caller: Caller,
        store_reply: StoreReply = store_nothing,
    ) -> wire.Match:
        """A practice match that continues from a ply of a finished match. Raises Problem."""
        viewer = viewer_for(room, caller)
        if not is_over(room, viewer):
            raise Problem("forbidden", "A match can be forked once it is over.")
        self._require_offered(room.game.id)
        moment = await self.replays.moment(room, request.ply)
        if moment.match.over:
            raise Problem("match-over", "The match is over at that entry.")
        requests = request.seats or default_requests(room, viewer)
        if len(requests) != len(room.info.seats):
            raise invalid("The number of seats must match the original.", "body", "seats")
        if sum(seat.kind == "me" for seat in requests) > 1:
            raise invalid("You can have one seat.", "body", "seats")
        fork = forks.fork_at(
            room.game, moment.match, moment.checkpoint_rules, _viewpoint(requests, viewer)
        )
        async with self.database.writing() as session:
            row = await _origin_row(session, room)
            options = room.game.stored_options(row.options)
            new = new_successor(row, caller, options, {"fork": row.id, "ply": request.ply})
            new.visibility, new.undo, new.rated = "private", USUAL, False
            new.clock, new.spectators, new.spectator_delay = {"kind": "none"}, "live", None
            session.add(new)
            await session.flush()
            await forks.store_beginning(session, new, fork)
            seats = [new_seat(new.id, n, seat, caller) for n, seat in enumerate(requests)]
            for seat, seat_request in zip(seats, requests, strict=True):
                await reserve_as_requested(session, seat, seat_request, caller)
            view = await self.lobby.insert(session, new, seats, caller)
            await store_reply(session, view)
        await self.lobby.announce_new(new, seats, caller)
        return view

    async def invite_late(self, session: AsyncSession, row: MatchRow) -> None:
        """Invite players who left a delayed match early to its rematch: its end is public."""
        successor = await _successor_of(session, row)
        if successor is None or delay_of(row) is None:
            return
        seated = {seat.account for seat in await seats_of(session, row.id)}
        host_name = (await session.get_one(Account, successor.hosted_by)).name
        for seat in await seats_of(session, successor.id):
            if seat.invited and seat.invited not in seated:
                self.notifier.invited(successor.id, seat.invited, host_name)

    def _require_offered(self, game: str) -> None:
        if game not in self.catalogue.offered:
            raise Problem("forbidden", "This server no longer offers that game.")

    async def _take_reserved_seat(self, match: str, caller: Caller) -> wire.Match:
        """Take the seat reserved for the caller in a rematch, if there is one."""
        async with self.database.reading() as session:
            seats = await seats_of(session, match)
        if find_reserved(seats, caller.account):
            return await self.lobby.join(match, JoinRequest(), caller)
        return await self.lobby.get(match, caller)

    async def _announce_rematch(self, match: str, successor: str) -> None:
        """Announce the rematch to everyone at the old match."""
        await self.changes.announce(match)
        self.publisher.publish_aside(
            await self.rooms.get(match), encode(RematchFrame(match=successor))
        )


async def _successor_of(session: AsyncSession, row: MatchRow) -> MatchRow | None:
    """The existing rematch, unless it was closed before it began."""
    existing = await session.get(MatchRow, row.rematch) if row.rematch else None
    return None if existing is None or _never_began(existing) else existing


def _never_began(row: MatchRow) -> bool:
    """Whether the match was closed before it began."""
    return row.status in OVER and row.seed_hash is None


async def _require_over(
    session: AsyncSession, row: MatchRow, seats: list[SeatRow], caller: Caller
) -> None:
    """Raises Problem forbidden unless the caller sat in the match, it began, and it is over.

    For a former player who sees the match late, it is over once its end is public.
    """
    is_late = row_is_behind(row) and all(seat.account != caller.account for seat in seats)
    had_seat = any(caller.account in (seat.account, seat.former) for seat in seats)
    if is_late and not had_seat:
        public_versions = await read_public_versions(session, [row.id])
        had_seat = ever_had_seat(public_versions.get(row.id, []), caller.account)
    if not had_seat:
        raise Problem("forbidden", "You had no seat in this match.")
    if row.status not in OVER or is_late:
        raise Problem("forbidden", "The match is not over.")
    if _never_began(row):
        raise Problem("forbidden", "The match never began.")


def _invited_at_once(
    row: MatchRow, old_seats: list[SeatRow], seats: list[SeatRow]
) -> list[SeatRow]:
    """The seats whose players may be invited to a rematch at once: those of players who left the
    match early wait until its end is public (`invite_late`).
    """
    if not row_is_behind(row):
        return seats
    seated = {seat.account for seat in old_seats if seat.account}
    return [seat for seat in seats if seat.invited in seated]


def _rematch_seat(match: str, old: SeatRow, caller: Caller, closed_accounts: set[str]) -> SeatRow:
    """The seat with its old player; one that a stand-in bot held is reserved for the player, and
    that of a closed account is open.
    """
    seat = SeatRow(match=match, seat=old.seat, kind="open")
    account = old.account or old.former
    if account in closed_accounts:
        return seat
    if account == caller.account:
        occupy_seat(seat, caller)
    elif account is not None:
        reserve(seat, account, old.name)
    else:
        bot = DEFAULT_BOT if is_practice([old]) else old.bot
        seat.kind, seat.bot = "bot", check_bot(bot or DEFAULT_BOT)
    return seat


async def _origin_row(session: AsyncSession, room: Room) -> MatchRow:
    return await session.get_one(MatchRow, room.info.id)


def default_requests(room: Room, viewer: Viewer) -> list[SeatRequest]:
    """The caller in their seat (or the first), and bots in the rest."""
    own = 0 if viewer is PUBLIC else viewer
    bot = DEFAULT_BOT if DEFAULT_BOT in installed_bots() else "random"
    return [
        SeatRequest(kind="me") if seat == own else SeatRequest(kind="bot", bot=bot)
        for seat in range(len(room.info.seats))
    ]


def _viewpoint(requests: list[SeatRequest], viewer: Viewer) -> Viewer:
    """Whose knowledge a fork keeps: the caller's against bots, the public's among people."""
    own = [number for number, request in enumerate(requests) if request.kind == "me"]
    is_alone = all(request.kind != "open" for request in requests)
    return viewer if is_alone and own == [viewer] else PUBLIC
