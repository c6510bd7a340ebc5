"""Account stream, `/me/stream`: changes of all matches of one account, as JSON lines.

It begins with a `match` line for every unfinished match of the account, a `decision` line where the
account is to move, an `offer` line where its consent is needed, and an `invite` line for every seat
reserved for it; a `friends` line unless it has none, a `pool` line with the pools where it waits, a
`ready_check` line if a table is found, and a `warnings` line if the staff has warned it. The same
kinds of lines, and `end`, follow as things happen. Each line is read from the database when it is
sent, so the next line, or a reconnect, makes up for a lost one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from app.accounts.caller import Caller
from app.accounts.online_bots import OnlineBots
from app.admin.warnings import CHANGED as WARNINGS
from app.admin.warnings import Warnings
from app.friends.online import OnlineAccounts
from app.infra.database import Database
from app.infra.metrics import SOCKETS
from app.infra.problems import Problem
from app.lobby.service import Lobby
from app.lobby.visibility import IS_NOT_LESSON, matches_with_seat_of, may_be_announced_to
from app.matches.horizon.spectator_delay import held_back
from app.matches.match_info import RUNNING
from app.matches.models import MatchRow, SeatRow
from app.matches.offer_reads import offer_view
from app.matches.projection import end
from app.matches.publisher import current_view
from app.matches.room_cache import RoomCache
from app.matchmaking.announcements import POOL, READY_CHECK
from app.matchmaking.reads import PoolReads
from app.realtime.account_listeners import AccountListener, AccountListeners
from app.realtime.connections import AdmitStream
from app.realtime.friend_lines import FriendLineRenderer, FriendLines, line_of
from app.realtime.match_stream import KEEPALIVE_S, restart_frame
from app.wire import UNSET, encoded, retyped
from app.wire.admin import AccountWarning
from app.wire.frames import (
    DecisionLine,
    EndLine,
    InviteLine,
    MatchLine,
    OfferLine,
    PoolLine,
    ReadyCheckLine,
    WarningsLine,
)
from app.wire.pools import MyPools

UNFINISHED = ("open", *RUNNING)
NO_DECISIONS = b"[]"
Version = tuple[str, int, int]
"""A match's id, ply and edition."""
Places = tuple[list[str], tuple[str, int] | None]
"""The pools in which an account waits; its ready check, and how many have confirmed it."""


class Change(Struct):
    """A notification: how a match changed (see `app.notifications.notifier`), or that the list of
    friends, one of them (`account`), a place in a pool, a ready check (`match` is its id) or the
    warnings did, or that a direct `message` was written.
    """

    kind: str
    match: str = ""
    account: str = ""
    message: int = 0
    ply: int = -1


class AccountStreams:
    """The account streams of this process."""

    def __init__(
        self,
        listeners: AccountListeners,
        bots: OnlineBots,
        online: OnlineAccounts,
        database: Database,
        rooms: RoomCache,
        lobby: Lobby,
        pools: PoolReads,
        friends: FriendLines,
        warnings: Warnings,
    ) -> None:
        self.listeners = listeners
        self.bots = bots
        self.online = online
        self.database = database
        self.rooms = rooms
        self.lobby = lobby
        self.pools = pools
        self.friends = friends
        self.warnings = warnings

    def renderer_for(self, caller: Caller) -> LineRenderer:
        """The renderer of one stream's lines."""
        friends = self.friends.renderer_for(caller)
        parts = self.database, self.rooms, self.lobby, self.pools, friends, self.warnings
        return LineRenderer(*parts, caller)

    async def lines(self, caller: Caller, admit_stream: AdmitStream) -> AsyncIterator[bytes]:
        """Yield everything, then every change, and an empty line every few seconds."""
        listener = AccountListener(caller)
        with admit_stream(listener.want_close), self.online.stream_of(caller):
            async with (
                self.bots.stream_of(caller) as stream,
                aclosing(self._lines(listener)) as lines,
            ):
                async for line in lines:
                    yield line
                    await stream.renew()

    async def _lines(self, listener: AccountListener) -> AsyncGenerator[bytes, None]:
        renderer = self.renderer_for(listener.caller)
        SOCKETS.inc()
        try:
            self.listeners.join(listener)
            while listener.close_code is None:
                if listener.must_check:
                    listener.must_check = False
                    listener.resend_all = listener.resend_all or await renderer.has_missed()
                if listener.resend_all:
                    listener.resend_all = False
                    async for line in renderer.everything():
                        yield line
                try:
                    message = await asyncio.wait_for(listener.next(), KEEPALIVE_S)
                except TimeoutError:
                    yield b"\n"
                    continue
                if message is not None:
                    for line in await renderer.lines_about(
                        msgspec.json.decode(message, type=Change)
                    ):
                        yield line
            if listener.close_code == 1012:
                yield line_of(restart_frame())
        finally:
            SOCKETS.dec()
            self.listeners.leave(listener)


class LineRenderer:
    """Renders the lines of one stream, without repeating decisions (`sent_decisions`, by match) and
    offers (`sent_offers`).
    """

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        lobby: Lobby,
        pools: PoolReads,
        friends: FriendLineRenderer,
        warnings: Warnings,
        caller: Caller,
    ) -> None:
        self.database = database
        self.rooms = rooms
        self.lobby = lobby
        self.pools = pools
        self.friends = friends
        self.warnings = warnings
        self.caller = caller
        self.sent_decisions: dict[str, bytes] = {}
        self.sent_offers: set[str] = set()
        self._own: list[Version] = []
        self._invitations: list[Version] = []
        self._sent_places: Places = ([], None)
        self._sent_warnings: list[str] = []

    async def everything(self) -> AsyncIterator[bytes]:
        """The lines of every unfinished match and every invitation."""
        self.sent_decisions.clear()
        self.sent_offers.clear()
        self._own, self._invitations = await self._versions()
        for match, *_ in self._own:
            for line in await self.lines_about(Change("match", match)):
                yield line
        for match, *_ in self._invitations:
            for line in await self.lines_about(Change("invite", match)):
                yield line
        for line in await self.lines_about(Change("friends")):
            yield line
        for line in (*await self._places(), *await self._warnings()):
            yield line

    async def has_missed(self) -> bool:
        """Whether a match, the friends or a place in a pool has changed since all was sent."""
        if await self._versions() != (self._own, self._invitations):
            return True
        if _places_in(await self.pools.mine(self.caller.account)) != self._sent_places:
            return True
        if [warning.id for warning in await self._open_warnings()] != self._sent_warnings:
            return True
        return await self.friends.has_missed()

    async def _versions(self) -> tuple[list[Version], list[Version]]:
        """Current versions of the account's matches, and of those that reserve a seat for it."""
        account = self.caller.account
        sits = sa.select(SeatRow.match).where(SeatRow.account == account)
        reserved = sa.select(SeatRow.match).where(SeatRow.invited == account)
        versions = sa.select(MatchRow.id, MatchRow.ply, MatchRow.edition)
        unfinished = versions.where(MatchRow.status.in_(UNFINISHED), IS_NOT_LESSON)
        order = MatchRow.created_at, MatchRow.id
        async with self.database.reading() as session:
            own = await session.execute(unfinished.where(MatchRow.id.in_(sits)).order_by(*order))
            invites = unfinished.where(
                MatchRow.id.in_(reserved), MatchRow.id.not_in(sits), may_be_announced_to(account)
            )
            invitations = await session.execute(invites.order_by(*order))
            return [(*row,) for row in own], [(*row,) for row in invitations]

    async def lines_about(self, change: Change) -> list[bytes]:
        """The lines about the current state of one match, or of the friends."""
        try:
            if change.kind == "friends":
                return await self.friends.all_friends()
            if change.kind == "friend":
                return await self.friends.friend(change.account)
            if change.kind == "message":
                return await self.friends.message(change.message)
            if change.ply >= 0:
                self.rooms.note_ply(change.match, change.ply)
            if change.kind == "decision":
                return await self._decision(change.match)
            if change.kind == "offer":
                return await self._offers(change.match)
            if change.kind == "end":
                return await self._end(change.match)
            if change.kind == WARNINGS:
                return await self._warnings()
            if change.kind == POOL:
                return await self._places()
            if change.kind == READY_CHECK:
                return await self._ready_check(change.match)
            return await self._match(change.match)
        except Problem:
            return []

    async def _places(self) -> list[bytes]:
        """The lines of the account's places in pools, and of its ready check."""
        own = await self.pools.mine(self.caller.account)
        self._sent_places = _places_in(own)
        lines = [line_of(PoolLine(tickets=own.items))]
        if own.ready_check is not UNSET:
            lines.append(line_of(retyped(ReadyCheckLine, own.ready_check)))
        return lines

    async def _warnings(self) -> list[bytes]:
        """The line of the account's warnings, unless they are as they were sent."""
        warnings = await self._open_warnings()
        ids = [warning.id for warning in warnings]
        if ids == self._sent_warnings:
            return []
        self._sent_warnings = ids
        return [line_of(WarningsLine(warnings=warnings))]

    async def _open_warnings(self) -> list[AccountWarning]:
        is_bot = self.caller.kind == "bot"
        return [] if is_bot else await self.warnings.open_ones(self.caller.account)

    async def _ready_check(self, id: str) -> list[bytes]:
        check = await self.pools.ready_check(id, self.caller.account)
        return [line_of(retyped(ReadyCheckLine, check))]

    async def _match(self, id: str) -> list[bytes]:
        if not await self._may_be_announced(id):
            return []
        match = await self.lobby.get(id, self.caller)
        if match.status not in UNFINISHED:
            return await self._end(id)
        for seat in match.seats:
            if seat.for_you and match.barred is True:
                return []
            if seat.for_you:
                return [line_of(InviteLine(match=match, seat=seat.seat))]
        lines = [line_of(MatchLine(match=match))]
        if match.your_turn:
            lines += await self._decision(id)
        return lines + await self._offers(id)

    async def _may_be_announced(self, id: str) -> bool:
        """False for a rematch that would reveal an end that is not public yet."""
        account = self.caller.account
        known = sa.or_(may_be_announced_to(account), MatchRow.id.in_(matches_with_seat_of(account)))
        async with self.database.reading() as session:
            return await session.scalar(sa.select(known).where(MatchRow.id == id)) is not False

    async def _offers(self, id: str) -> list[bytes]:
        """The lines of open offers that need the seat's consent and were not sent yet."""
        room = await self.rooms.fresh(id)
        seat = room.info.seat_of(self.caller.account)
        lines = []
        for offer in room.info.offers:
            if (
                seat in offer.asked
                and seat not in offer.answers
                and offer.id not in self.sent_offers
            ):
                self.sent_offers.add(offer.id)
                line = OfferLine(match=id, seat=seat, offer=offer_view(offer))
                lines.append(line_of(line))
        return lines

    async def _decision(self, id: str) -> list[bytes]:
        """The line of the seat's open decisions, unless it was sent already."""
        room = await self.rooms.get(id)
        seat = room.info.seat_of(self.caller.account)
        if seat is None or room.info.status != "playing":
            return []
        rendered = current_view(room, seat)
        if rendered.decisions in (NO_DECISIONS, self.sent_decisions.get(id)):
            return []
        self.sent_decisions[id] = rendered.decisions
        decisions = encoded(rendered.decisions)
        return [line_of(DecisionLine(match=id, seat=seat, ply=rendered.ply, decisions=decisions))]

    async def _end(self, id: str) -> list[bytes]:
        self.sent_decisions.pop(id, None)
        room = await self.rooms.fresh(id)
        if room.info.seat_of(self.caller.account) is None and held_back(room.info):
            return []
        line = EndLine(match=id, status=room.info.status)
        if room.match is not None:
            ended = end(room.info, room.match)
            line.outcome, line.seed, line.unrated = ended.outcome, ended.seed, ended.unrated
        return [line_of(line)]


def _places_in(own: MyPools) -> Places:
    check = own.ready_check
    confirmed = None if check is UNSET else (check.id, check.accepted)
    return [ticket.pool.id for ticket in own.items], confirmed
