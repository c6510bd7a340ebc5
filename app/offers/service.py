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

An unanswered offer expires as declined. Built-in bots need not consent: alone with them a player
may undo, pause or abort freely, but not draw. Offers do not wait for players who have gone, except
for an undo or a draw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from app.accounts.caller import Caller
from app.forfeits.absence import Absence
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.infra.security import new_id
from app.infra.settings import PlaySettings
from app.matches.automation.deadlines import offer_expiry
from app.matches.automation.due_actions import ignore_no_longer_due
from app.matches.changes import MatchChanges
from app.matches.commands import Command, CommandPipeline
from app.matches.hooks import MatchHooks
from app.matches.locked import LockedMatch, MatchLocks
from app.matches.match_info import Offer
from app.matches.models import OfferRow
from app.matches.offer_reads import OPEN, offer_frame, offer_of
from app.matches.publisher import Publisher
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.matches.undo_consent import Consent
from app.notifications.notifier import Notifier
from app.offers.actions import carry_out, check, last_answer
from app.offers.repository import answers_of, find_same, save_offer
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
    """Makes, answers and expires offers."""

    def __init__(
        self,
        database: Database,
        rooms: RoomCache,
        locks: MatchLocks,
        pipeline: CommandPipeline,
        publisher: Publisher,
        changes: MatchChanges,
        hooks: MatchHooks,
        absence: Absence,
        notifier: Notifier,
        settings: PlaySettings,
    ) -> None:
        self.database = database
        self.rooms = rooms
        self.locks = locks
        self.pipeline = pipeline
        self.publisher = publisher
        self.changes = changes
        self.hooks = hooks
        self.absence = absence
        self.notifier = notifier
        self.settings = settings

    async def make(
        self,
        match: str,
        caller: Caller,
        request: OfferRequest,
        ack: Ack = lambda id, ply: None,
    ) -> Offer:
        """Make an offer, or accept the same offer of another player. Raises Problem.

        Calls `ack` once, with the offer's id and the ply, as soon as the offer is committed.
        """
        room = await self.rooms.fresh(match)
        seat = room.info.seat_of(caller.account)
        if seat is None:
            raise Problem("forbidden", "You have no seat in this match.")
        check(room.info, request.kind)
        if request.kind == "undo":
            return await self._offer_undo(room, caller, seat, request, ack)
        absent_seats = await self.absence.absent_seats(room)
        asked = _seats_to_ask(room, seat, request, absent_seats)
        by_bot = request.kind == "substitute" and request.bot
        bot = self.rooms.catalogue.substitute_bot if by_bot else None
        offer = Offer(
            id=_offer_id(match, caller, request),
            kind=request.kind,
            by=seat,
            asked=asked,
            answers={},
            bot=bot,
        )
        offer.seat = request.seat if request.kind == "substitute" else None
        return await self._store(room, caller, offer, ack)

    async def _offer_undo(
        self, room: Room, caller: Caller, seat: int, request: OfferRequest, ack: Ack
    ) -> Offer:
        """Undo at once if that needs no consent; otherwise offer it to the players concerned."""
        match = room.info.id
        decision = request.decision or await last_answer(self.database, room, seat)
        id = _offer_id(match, caller, request)
        offer = Offer(
            id=id, kind="undo", by=seat, asked=[], answers={}, decision=decision, key=request.key
        )
        command = Command(
            "undo", match, seat, decision, key=request.key, ack=partial(ack, id), by=caller.account
        )
        try:
            await self.pipeline.take(command)
        except Consent as consent:
            room = await self.rooms.fresh(match)
            offer.asked, offer.ply = consent.asked, room.ply
            if consent.asked:
                return await self._store(room, caller, offer, ack)
            await self.pipeline.take(msgspec.structs.replace(command, agreed=room.ply))
        offer.status = "accepted"
        return offer

    async def _store(self, room: Room, caller: Caller, offer: Offer, ack: Ack) -> Offer:
        """Store the offer, and carry it out if it needs no consent."""
        match = room.info.id
        async with self.locks.lock(match) as locked:
            check(locked.info, offer.kind)
            if locked.seat_of(caller.account).seat != offer.by:
                raise Problem("forbidden", "You have another seat now.")
            existing = await find_same(locked, offer)
            if existing is None:
                offer.ply, offer.at = locked.row.ply, locked.moment
                await save_offer(locked, offer)
                if not offer.asked:
                    offer = await _accept(locked, offer)
        if existing is None:
            ack(offer.id, locked.row.ply)
            await self._announce(match, offer, locked.left)
            return offer
        if existing.by == offer.by:
            ack(existing.id, locked.row.ply)
            return existing
        return await self.answer(match, caller, existing.id, accept=True, ack=ack)

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
        absent_seats = await self.absence.absent_seats(room)
        async with self.locks.lock(match) as locked:
            seat = locked.seat_of(caller.account).seat
            row = await locked.session.get(OfferRow, id)
            if row is None or row.match != match:
                raise not_found("offer")
            offer = offer_of(row)
            if offer.status != OPEN or (offer.kind == "undo" and offer.ply != locked.row.ply):
                if offer.answers.get(seat) is accept:
                    ack(offer.id, locked.row.ply)
                    return offer
                raise Problem("offer-closed")
            if seat != offer.by and seat not in offer.asked:
                raise Problem("forbidden", "That was not offered to you.")
            if accept and offer.kind == "substitute":
                _require_still_absent(locked, offer, absent_seats)
            offer = _with_answer(offer, seat, accept=accept)
            is_agreed = offer.status == OPEN and _is_agreed(locked, offer, absent_seats)
            if not is_agreed:
                await save_offer(locked, offer)
            elif offer.kind != "undo":
                offer = await _accept(locked, offer)
        if is_agreed and offer.kind == "undo":
            offer = await self._undo(match, offer, ack)
        else:
            ack(offer.id, locked.row.ply)
        await self._announce(match, offer, locked.left)
        return offer

    async def _undo(self, match: str, offer: Offer, ack: Ack) -> Offer:
        """Carry out an agreed undo, unless the match has moved on meanwhile."""
        command = Command(
            "undo",
            match,
            offer.by,
            offer.decision,
            key=offer.key,
            ack=partial(ack, offer.id),
            agreed=offer.ply,
        )
        try:
            await self.pipeline.take(command)
        except Problem as problem:
            if problem.name in ("stale-decision", "undo-sealed", "match-over", "paused"):
                raise Problem("offer-closed") from None
            raise
        offer = msgspec.structs.replace(offer, status="accepted")
        async with self.database.writing() as session:
            row = await session.get_one(OfferRow, offer.id)
            row.status, row.answers = offer.status, answers_of(offer)
        return offer

    async def attend(self, room: Room) -> None:
        """Decline the offers of a match that were not answered in time."""
        for offer in room.info.offers:
            expiry = offer_expiry(self.settings, room.info.clock, offer.at)
            if expiry <= room.service_clock.now():
                with ignore_no_longer_due():
                    await self._expire(room.info.id, offer.id)

    async def _expire(self, match: str, id: str) -> None:
        async with self.locks.lock(match) as locked:
            row = await locked.session.get(OfferRow, id)
            if row is None or row.status != OPEN:
                raise Problem("offer-closed")
            offer = msgspec.structs.replace(offer_of(row), status="declined")
            await save_offer(locked, offer)
        await self._announce(match, offer)

    async def _announce(self, match: str, offer: Offer, left: Sequence[str] = ()) -> None:
        """Announce the offer to all viewers, and the match if the offer changed it. An offer that
        was closed meanwhile has been announced already.
        """
        self.rooms.note_change(match)
        room = await self.rooms.get(match)
        if offer.status == OPEN and offer.id not in [known.id for known in room.info.offers]:
            return
        self.publisher.announce_news(room, offer_frame(offer))
        if offer.status == OPEN:
            self.notifier.offered(room.info, offer)
        if offer.status == "accepted" and offer.kind != "undo":
            await self.changes.announce(match, left)
        else:
            self.hooks.deadline_moved(room)


def _with_answer(offer: Offer, seat: int, *, accept: bool) -> Offer:
    if seat == offer.by:
        if accept:
            raise Problem("forbidden", "It is your own offer.")
        return msgspec.structs.replace(offer, status="closed")
    answers = {**offer.answers, seat: accept}
    return msgspec.structs.replace(
        offer, answers=answers, status=offer.status if accept else "declined"
    )


def _offer_id(match: str, caller: Caller, request: OfferRequest) -> str:
    if request.key is None:
        return new_id("o")
    source = f"{match} {caller.account} {request.key}".encode()
    return f"o_{hashlib.sha256(source).hexdigest()[:20]}"


def _seats_to_ask(
    room: Room, seat: int, request: OfferRequest, absent_seats: set[int]
) -> list[int]:
    """The seats whose consent is needed. Raises Problem forbidden if the offer is not possible."""
    others = [n for n, occupant in enumerate(room.info.seats) if occupant.account and n != seat]
    if request.kind == "draw":
        if not others:
            raise Problem("forbidden", "Bots do not accept draws.")
        return others
    if request.kind == "substitute":
        _require_substitutable(room, request.seat, absent_seats)
        others = [other for other in others if other != request.seat]
    return [other for other in others if other not in absent_seats]


def _require_substitutable(room: Room, seat: int | None, absent_seats: set[int]) -> None:
    if seat is None or not 0 <= seat < len(room.info.seats):
        raise not_found("seat")
    if seat not in absent_seats and room.info.seats[seat].kind != "open":
        raise Problem("forbidden", "That player is not gone.")


def _require_still_absent(locked: LockedMatch, offer: Offer, absent_seats: set[int]) -> None:
    assert offer.seat is not None
    if offer.seat not in absent_seats and locked.seats[offer.seat].account:
        raise Problem("offer-closed", "That player is back.")


def _is_agreed(locked: LockedMatch, offer: Offer, absent_seats: set[int]) -> bool:
    """Whether all asked seats have agreed. Offers other than undo and draw do not wait for players
    who have gone since; no offer waits for a seat that a built-in bot has taken over.
    """
    excused = set() if offer.kind in ("undo", "draw") else absent_seats
    asked = [seat for seat in offer.asked if seat not in excused and locked.seats[seat].account]
    return all(offer.answers.get(seat) for seat in asked)


async def _accept(locked: LockedMatch, offer: Offer) -> Offer:
    await save_offer(locked, msgspec.structs.replace(offer, status="accepted"))
    await locked.session.flush()
    await carry_out(locked, offer)
    return msgspec.structs.replace(offer, status="accepted")
