"""Same deal: a practice match with the seed of a finished one, whose deal its players may know.

It begins only after the seed is public, counts nowhere, and its `origin` says whose deal it has.
"""

from __future__ import annotations

from pydantic import Field

from app.accounts.caller import Caller
from app.games.catalogue import Catalogue
from app.history.replay import Replays
from app.idempotency.service import StoreReply, store_nothing
from app.infra.database import Database
from app.infra.problems import Problem, invalid
from app.lobby.new_tables import new_successor
from app.lobby.rematch import default_requests
from app.lobby.schemas import MAX_SEATS, SeatRequest
from app.lobby.seats import new_seat, reserve_as_requested
from app.lobby.service import Lobby
from app.matches.horizon.access import is_over, viewer_for
from app.matches.match_info import lesson_in
from app.matches.models import USUAL, MatchRow
from app.matches.room import Room
from app.wire import matches as wire
from app.wire.bodies import Body
from engine.core.event import PUBLIC


class SameDealRequest(Body):
    """Who plays; by default the caller in their seat (or the first), and bots in the rest."""

    seats: list[SeatRequest] | None = Field(None, max_length=MAX_SEATS)
    """Who takes which seat, from seat 0."""


class SameDeals:
    """Makes practice matches with the deals of finished matches."""

    def __init__(
        self, database: Database, catalogue: Catalogue, lobby: Lobby, replays: Replays
    ) -> None:
        self.database = database
        self.catalogue = catalogue
        self.lobby = lobby
        self.replays = replays

    async def create(
        self,
        room: Room,
        request: SameDealRequest,
        caller: Caller,
        store_reply: StoreReply = store_nothing,
    ) -> wire.Match:
        """A private, unrated match with the same seed, options and number of seats.

        Raises Problem.
        """
        viewer = viewer_for(room, caller)
        requests = request.seats or default_requests(room, viewer)
        await self._require_known_deal(room)
        if len(requests) != len(room.info.seats):
            raise invalid("The number of seats must match the original.", "body", "seats")
        if sum(seat.kind == "me" for seat in requests) > 1:
            raise invalid("You can have one seat.", "body", "seats")
        async with self.database.writing() as session:
            row = await session.get_one(MatchRow, room.info.id)
            _require_own_deal(row, room)
            options = room.game.stored_options(row.options)
            new = new_successor(row, caller, options, {"deal": row.id})
            new.visibility, new.undo, new.rated = "private", USUAL, False
            new.clock, new.spectators, new.spectator_delay = {"kind": "none"}, "live", None
            seats = [new_seat(new.id, n, seat, caller) for n, seat in enumerate(requests)]
            for seat, seat_request in zip(seats, requests, strict=True):
                await reserve_as_requested(session, seat, seat_request, caller)
            view = await self.lobby.insert(session, new, seats, caller)
            await store_reply(session, view)
        await self.lobby.announce_new(new, seats, caller)
        return view

    async def _require_known_deal(self, room: Room) -> None:
        """Raises Problem unless everyone may know the seed, and today's rules deal the same."""
        if not is_over(room, PUBLIC) or room.match is None:
            raise Problem("forbidden", "A deal can be played again once its seed is public.")
        if room.game.id not in self.catalogue.offered:
            raise Problem("forbidden", "This server no longer offers that game.")
        start = await self.replays.moment(room, 0)
        if start.checkpoint_rules != room.game.rules:
            raise Problem("forbidden", "The rules have changed since: the deal would be another.")


def _require_own_deal(row: MatchRow, room: Room) -> None:
    if "fork" in (row.origin or {}) or lesson_in(room.info.seats):
        raise Problem("forbidden", "This match began from a position, not from a deal.")
