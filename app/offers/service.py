"""Offer service: makes, accepts and declines offers, which need the consent of other players.

==========  ==========================  ====================================================
kind        needs consent of            effect
==========  ==========================  ====================================================
undo        players it concerns         the answers since are undone
pause       all present players         clocks stop, and answers are refused
resume      all present players         the match goes on with the clocks as they were
abort       all present players         the match is over and does not count
draw        all other accounts          the match is over; all who have not resigned tie for first
substitute  all present players         a built-in bot takes over the seat of a gone player, or
                                        the seat opens for a new player, by invitation
==========  ==========================  ====================================================

An unanswered offer expires as declined. Built-in bots have no say: alone with them a player may
undo, pause or abort freely, but not draw. Offers do not wait for players who have gone, except
for an undo or a draw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
import sqlalchemy as sa

from app.accounts.caller import Caller
from app.departures.absence import Absence
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.infra.security import new_id
from app.infra.settings import Settings
from app.matches.changes import MatchChanges
from app.matches.commands import Command
from app.matches.errors import Consent
from app.matches.hooks import MatchHooks
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.match_info import Offer
from app.matches.models import OfferRow
from app.matches.offer_reads import OPEN, offer_frame, offer_of
from app.matches.pipeline import Pipeline
from app.matches.publisher import Publisher
from app.matches.room import Room
from app.matches.rooms import RoomCache
from app.notifications.events import Notifications
from app.offers.actions import carry_out, check, last_answer
from app.offers.repository import answers_of, find_same, write
from app.wire.literals import OfferKind

Ack = Callable[[str, int], None]


class OfferRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A player's request to make an offer."""

    kind: OfferKind
    decision: str = ""  # undo: back to before this one; default: the player's last answer
    seat: int | None = None  # substitute: the seat to hand over
    bot: bool = True  # substitute: to a bot; else the seat opens
    key: str | None = None  # idempotency key


class Offers:
    """Makes, answers, expires and closes offers."""

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        locks: MatchLocks,
        pipeline: Pipeline,
        publisher: Publisher,
        changes: MatchChanges,
        hooks: MatchHooks,
        absence: Absence,
        notifications: Notifications,
        settings: Settings,
    ) -> None:
        self.database = database
        self.rooms = rooms
        self.locks = locks
        self.pipeline = pipeline
        self.publisher = publisher
        self.changes = changes
        self.hooks = hooks
        self.absence = absence
        self.notifications = notifications
        self.settings = settings

    async def make(
        self,
        match: str,
        caller: Caller,
        request: OfferRequest,
        ack: Ack = lambda id, ply: None,
    ) -> Offer:
        """Make an offer, or accept the same one of another player. Raises Problem.

        `ack` is called once, with the offer's id and the ply, as soon as it is committed.
        """
        room = await self.rooms.fresh(match)
        seat = room.info.seat_of(caller.account)
        if seat is None:
            raise Problem("forbidden", "You have no seat in this match.")
        check(room.info, request.kind)
        if request.kind == "undo":
            return await self._offer_undo(room, caller, seat, request, ack)
        gone = await self.absence.gone_seats(room)
        asked = _asked(room, seat, request, gone)
        bot = self.settings.substitute_bot if request.kind == "substitute" and request.bot else None
        made = Offer(
            id=_id(match, caller, request),
            kind=request.kind,
            by=seat,
            asked=asked,
            answers={},
            bot=bot,
        )
        made.seat = request.seat if request.kind == "substitute" else None
        return await self._store(room, caller, made, ack)

    async def _offer_undo(
        self, room: Room, caller: Caller, seat: int, request: OfferRequest, ack: Ack
    ) -> Offer:
        """Undo at once if that needs no consent; otherwise offer it to the players concerned."""
        match = room.info.id
        decision = request.decision or await last_answer(self.database, room, seat)
        id = _id(match, caller, request)
        made = Offer(
            id=id, kind="undo", by=seat, asked=[], answers={}, decision=decision, key=request.key
        )
        command = Command(
            "undo", match, seat, decision, key=request.key, ack=partial(ack, id), by=caller.account
        )
        try:
            await self.pipeline.take(command)
        except Consent as needed:
            room = await self.rooms.fresh(match)
            made.asked, made.ply = needed.asked, room.ply
            if needed.asked:
                return await self._store(room, caller, made, ack)
            await self.pipeline.take(msgspec.structs.replace(command, agreed=room.ply))
        made.status = "accepted"
        return made

    async def _store(self, room: Room, caller: Caller, made: Offer, ack: Ack) -> Offer:
        """Store the offer, and carry it out if it needs no consent."""
        match = room.info.id
        async with self.locks.lock(match) as locked:
            check(locked.info, made.kind)
            if locked.seat_of(caller.account).seat != made.by:
                raise Problem("forbidden", "You have another seat now.")
            same = await find_same(locked, made)
            if same is None:
                made.ply, made.at = locked.row.ply, locked.moment
                await write(locked, made)
                if not made.asked:
                    made = await _accept(locked, made)
        if same is None:
            ack(made.id, locked.row.ply)
            await self._tell(match, made, locked.left)
            return made
        if same.by == made.by:
            ack(same.id, locked.row.ply)
            return same
        return await self.answer(match, caller, same.id, accept=True, ack=ack)

    async def answer(
        self,
        match: str,
        caller: Caller,
        id: str,
        *,
        accept: bool,
        ack: Ack = lambda id, ply: None,
    ) -> Offer:
        """Accept or decline an offer; its maker may withdraw it. Raises Problem. `ack` as above."""
        room = await self.rooms.fresh(match)
        gone = await self.absence.gone_seats(room)
        async with self.locks.lock(match) as locked:
            seat = locked.seat_of(caller.account).seat
            row = await locked.session.get(OfferRow, id)
            if row is None or row.match != match:
                raise not_found("offer")
            made = offer_of(row)
            if made.status != OPEN or (made.kind == "undo" and made.ply != locked.row.ply):
                if made.answers.get(seat) is accept:
                    ack(made.id, locked.row.ply)
                    return made
                raise Problem("offer-closed")
            if seat != made.by and seat not in made.asked:
                raise Problem("forbidden", "That was not offered to you.")
            if accept and made.kind == "substitute":
                _require_still_gone(locked, made, gone)
            made = _answered(made, seat, accept=accept)
            agreed = made.status == OPEN and _is_agreed(locked, made, gone)
            if not agreed:
                await write(locked, made)
            elif made.kind != "undo":
                made = await _accept(locked, made)
        if agreed and made.kind == "undo":
            made = await self._undo(match, made, ack)
        else:
            ack(made.id, locked.row.ply)
        await self._tell(match, made, locked.left)
        return made

    async def _undo(self, match: str, made: Offer, ack: Ack) -> Offer:
        """Carry out an agreed undo, unless the match has moved on meanwhile."""
        command = Command(
            "undo",
            match,
            made.by,
            made.decision,
            key=made.key,
            ack=partial(ack, made.id),
            agreed=made.ply,
        )
        try:
            await self.pipeline.take(command)
        except Problem as problem:
            if problem.name in ("stale-decision", "undo-sealed", "match-over", "paused"):
                raise Problem("offer-closed") from None
            raise
        made = msgspec.structs.replace(made, status="accepted")
        async with self.database.writing() as session:
            row = await session.get_one(OfferRow, made.id)
            row.status, row.answers = made.status, answers_of(made)
        return made

    async def lapse(self, match: str, id: str) -> None:
        """Decline an offer that was not answered in time."""
        async with self.locks.lock(match) as locked:
            row = await locked.session.get(OfferRow, id)
            if row is None or row.status != OPEN:
                raise Problem("offer-closed")
            made = msgspec.structs.replace(offer_of(row), status="declined")
            await write(locked, made)
        await self._tell(match, made)

    async def close_overtaken(self, room: Room, before: Sequence[Offer]) -> None:
        """Close and announce the undo offers that an entry has made obsolete."""
        over = [made for made in before if made.kind == "undo" and made.ply < room.ply]
        query = (
            sa.update(OfferRow)
            .where(OfferRow.id.in_([made.id for made in over]), OfferRow.status == OPEN)
            .values(status="closed")
            .returning(OfferRow.id)
        )
        async with self.database.writing() as session:
            closed = set((await session.scalars(query)).all())
        for made in over:
            if made.id in closed:
                closed_now = msgspec.structs.replace(made, status="closed")
                self.publisher.announce_news(room, offer_frame(closed_now))

    async def _tell(self, match: str, made: Offer, left: Sequence[str] = ()) -> None:
        """Announce the offer to all viewers and reload the match where it changed otherwise. An
        offer that has been closed meanwhile is already announced.
        """
        self.rooms.note_change(match)
        room = await self.rooms.get(match)
        if made.status == OPEN and made.id not in [known.id for known in room.info.offers]:
            return
        self.publisher.announce_news(room, offer_frame(made))
        if made.status == OPEN:
            self.notifications.offered(room.info, made)
        if made.status == "accepted" and made.kind != "undo":
            await self.changes.announce(match, left)
        else:
            self.hooks.deadline_moved(room)


def _answered(made: Offer, seat: int, *, accept: bool) -> Offer:
    if seat == made.by:
        if accept:
            raise Problem("forbidden", "It is your own offer.")
        return msgspec.structs.replace(made, status="closed")
    answers = {**made.answers, seat: accept}
    return msgspec.structs.replace(
        made, answers=answers, status=made.status if accept else "declined"
    )


def _id(match: str, caller: Caller, request: OfferRequest) -> str:
    if request.key is None:
        return new_id("o")
    named = f"{match} {caller.account} {request.key}".encode()
    return f"o_{hashlib.sha256(named).hexdigest()[:20]}"


def _asked(room: Room, seat: int, request: OfferRequest, gone: set[int]) -> list[int]:
    """The seats whose consent is needed. Raises Problem forbidden if that can't be offered."""
    others = [n for n, occupant in enumerate(room.info.seats) if occupant.account and n != seat]
    if request.kind == "draw":
        if not others:
            raise Problem("forbidden", "Bots do not accept draws.")
        return others
    if request.kind == "substitute":
        _require_substitutable(room, request.seat, gone)
        others = [other for other in others if other != request.seat]
    return [other for other in others if other not in gone]


def _require_substitutable(room: Room, seat: int | None, gone: set[int]) -> None:
    if seat is None or not 0 <= seat < len(room.info.seats):
        raise not_found("seat")
    if seat not in gone and room.info.seats[seat].kind != "open":
        raise Problem("forbidden", "That player is not gone.")


def _require_still_gone(locked: LockedMatch, made: Offer, gone: set[int]) -> None:
    assert made.seat is not None
    if made.seat not in gone and locked.seats[made.seat].account:
        raise Problem("offer-closed", "That player is back.")


def _is_agreed(locked: LockedMatch, made: Offer, gone: set[int]) -> bool:
    """Whether all asked seats have agreed. Most offers do not wait for players who have gone since,
    none for a seat that a built-in bot has taken over.
    """
    excused = set() if made.kind in ("undo", "draw") else gone
    asked = [seat for seat in made.asked if seat not in excused and locked.seats[seat].account]
    return all(made.answers.get(seat) for seat in asked)


async def _accept(locked: LockedMatch, made: Offer) -> Offer:
    await write(locked, msgspec.structs.replace(made, status="accepted"))
    await locked.session.flush()
    await carry_out(locked, made)
    return msgspec.structs.replace(made, status="accepted")
