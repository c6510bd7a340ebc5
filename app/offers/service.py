"""Offers: what needs the others' consent. One that nobody answers in time lapses as declined.

==========  ==========================  ====================================================
kind        asks                        and then
==========  ==========================  ====================================================
undo        whom the undo concerns      the answers since are taken back
pause       everybody still there       nobody's time runs, nobody answers
resume      everybody still there       it goes on, with the time that everybody had
abort       everybody still there       it is over and counts for nobody
draw        every person                it is over, all who have not resigned come first
substitute  everybody still there       a built-in bot plays a seat on whose holder has gone, or
                                        the seat waits for whom the others invite
==========  ==========================  ====================================================

Built-in bots have no say: alone with them a player may undo, pause or abort as he likes, but they
play on when a draw is offered. Whoever has gone is not waited for, except for an undo or a draw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
import sqlalchemy as sa

from app.accounts.caller import Caller
from app.container import Services
from app.departures.absence import gone_seats
from app.infra.problems import Problem, not_found
from app.infra.security import new_id
from app.matches.errors import Consent
from app.matches.locked import LockedMatch, locked_match
from app.matches.models import OfferRow
from app.matches.offer_reads import OPEN, offer_of, shown_offer
from app.matches.pipeline import Command
from app.matches.publisher import announce_news
from app.matches.room import Offer, Room
from app.offers.actions import carry_out, check, last_answer
from app.offers.repository import answers_of, find_same, write
from app.wire.json_patch import encode

Ack = Callable[[str, int], None]


class OfferRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody offers: `decision` for an undo (his last answer without), for a substitute
    whose `seat`, and whether to a `bot` (else it is opened). The same `key` is the same offer.
    """

    kind: str
    decision: str = ""
    seat: int | None = None
    bot: bool = True
    key: str | None = None


async def offer(
    services: Services,
    match: str,
    caller: Caller,
    wish: OfferRequest,
    ack: Ack = lambda id, ply: None,
) -> Offer:
    """Make an offer, or accept the same one of somebody else. Raises Problem.

    `ack` is called once, with the offer's id and the ply, as soon as it is committed.
    """
    room = await services.rooms.fresh(match)
    seat = room.info.seat_of(caller.account)
    if seat is None:
        raise Problem("forbidden", "You have no seat in this match.")
    check(room.info, wish.kind)
    if wish.kind == "undo":
        return await _offer_undo(services, room, caller, seat, wish, ack)
    gone = await gone_seats(services, room)
    asked = _asked(room, seat, wish, gone)
    bot = services.settings.substitute_bot if wish.kind == "substitute" and wish.bot else None
    made = Offer(
        id=_id(match, caller, wish), kind=wish.kind, by=seat, asked=asked, answers={}, bot=bot
    )
    made.seat = wish.seat if wish.kind == "substitute" else None
    return await _make(services, room, caller, made, ack)


async def _offer_undo(
    services: Services, room: Room, caller: Caller, seat: int, wish: OfferRequest, ack: Ack
) -> Offer:
    """Take back at once what may be, or ask whom it concerns."""
    match = room.info.id
    decision = wish.decision or await last_answer(services, room, seat)
    id = _id(match, caller, wish)
    made = Offer(id=id, kind="undo", by=seat, asked=[], answers={}, decision=decision, key=wish.key)
    command = Command(
        "undo", match, seat, decision, key=wish.key, ack=partial(ack, id), by=caller.account
    )
    try:
        await services.pipeline.take(command)
    except Consent as needed:
        made.asked, made.ply = needed.asked, room.ply
        if needed.asked:
            return await _make(services, room, caller, made, ack)
        await services.pipeline.take(msgspec.structs.replace(command, agreed=room.ply))
    made.status = "accepted"
    return made


async def _make(services: Services, room: Room, caller: Caller, made: Offer, ack: Ack) -> Offer:
    """Write it down, and carry it out if nobody need be asked."""
    match = room.info.id
    async with locked_match(services, match) as held:
        check(held.info, made.kind)
        if held.seat_of(caller.account).seat != made.by:
            raise Problem("forbidden", "You have another seat now.")
        same = await find_same(held, made)
        if same is None:
            made.ply, made.at = held.row.ply, held.moment
            await write(held, made)
            if not made.asked:
                made = await _accept(held, made)
    if same is None:
        ack(made.id, held.row.ply)
        await _tell(services, match, made, held.left)
        return made
    if same.by == made.by:
        ack(same.id, held.row.ply)
        return same
    return await answer(services, match, caller, same.id, accept=True, ack=ack)


async def answer(
    services: Services,
    match: str,
    caller: Caller,
    id: str,
    *,
    accept: bool,
    ack: Ack = lambda id, ply: None,
) -> Offer:
    """Accept or decline an offer; who made it may withdraw it. Raises Problem. `ack` as above."""
    room = await services.rooms.fresh(match)
    gone = await gone_seats(services, room)
    async with locked_match(services, match) as held:
        seat = held.seat_of(caller.account).seat
        row = await held.session.get(OfferRow, id)
        if row is None or row.match != match:
            raise not_found("offer")
        made = offer_of(row)
        if made.status != OPEN or (made.kind == "undo" and made.ply != held.row.ply):
            if made.answers.get(seat) is accept:
                ack(made.id, held.row.ply)
                return made
            raise Problem("offer-closed")
        if seat != made.by and seat not in made.asked:
            raise Problem("forbidden", "That was not offered to you.")
        if accept and made.kind == "substitute":
            _require_still_gone(held, made, gone)
        made = _answered(made, seat, accept=accept)
        agreed = made.status == OPEN and _is_agreed(held, made, gone)
        if not agreed:
            await write(held, made)
        elif made.kind != "undo":
            made = await _accept(held, made)
    if agreed and made.kind == "undo":
        made = await _undo(services, match, made, ack)
    else:
        ack(made.id, held.row.ply)
    await _tell(services, match, made, held.left)
    return made


def _answered(made: Offer, seat: int, *, accept: bool) -> Offer:
    if seat == made.by:
        if accept:
            raise Problem("forbidden", "It is your own offer.")
        return msgspec.structs.replace(made, status="closed")
    answers = {**made.answers, seat: accept}
    return msgspec.structs.replace(
        made, answers=answers, status=made.status if accept else "declined"
    )


async def _undo(services: Services, match: str, made: Offer, ack: Ack) -> Offer:
    """Take back what everybody agreed to, unless something has happened meanwhile."""
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
        await services.pipeline.take(command)
    except Problem as problem:
        if problem.name in ("stale-decision", "undo-sealed", "match-over", "paused"):
            raise Problem("offer-closed") from None
        raise
    made = msgspec.structs.replace(made, status="accepted")
    async with services.database.writing() as session:
        row = await session.get_one(OfferRow, made.id)
        row.status, row.answers = made.status, answers_of(made)
    return made


async def lapse(services: Services, match: str, id: str) -> None:
    """Nobody has answered an offer in time."""
    async with locked_match(services, match) as held:
        row = await held.session.get(OfferRow, id)
        if row is None or row.status != OPEN:
            raise Problem("offer-closed")
        made = msgspec.structs.replace(offer_of(row), status="declined")
        await write(held, made)
    await _tell(services, match, made)


async def close_overtaken(services: Services, room: Room, before: Sequence[Offer]) -> None:
    """Say so of the undo offers that an entry has overtaken."""
    over = [made for made in before if made.kind == "undo" and made.ply < room.ply]
    query = (
        sa.update(OfferRow)
        .where(OfferRow.id.in_([made.id for made in over]), OfferRow.status == OPEN)
        .values(status="closed")
        .returning(OfferRow.id)
    )
    async with services.database.writing() as session:
        closed = set((await session.scalars(query)).all())
    for made in over:
        if made.id in closed:
            shown = shown_offer(msgspec.structs.replace(made, status="closed"))
            announce_news(services, room, encode({"t": "offer", **shown}))


# Parts


def _id(match: str, caller: Caller, wish: OfferRequest) -> str:
    if wish.key is None:
        return new_id("o")
    named = f"{match} {caller.account} {wish.key}".encode()
    return f"o_{hashlib.sha256(named).hexdigest()[:20]}"


def _asked(room: Room, seat: int, wish: OfferRequest, gone: set[int]) -> list[int]:
    """The seats whose consent is needed. Raises Problem forbidden where that can't be offered."""
    others = [n for n, one in enumerate(room.info.seats) if one.account and n != seat]
    if wish.kind == "draw":
        if not others:
            raise Problem("forbidden", "Bots play on.")
        return others
    if wish.kind == "substitute":
        _require_substitutable(room, wish.seat, gone)
        others = [other for other in others if other != wish.seat]
    return [other for other in others if other not in gone]


def _require_substitutable(room: Room, seat: int | None, gone: set[int]) -> None:
    if seat is None or not 0 <= seat < len(room.info.seats):
        raise not_found("seat")
    if seat not in gone and room.info.seats[seat].kind != "open":
        raise Problem("forbidden", "Whoever sits there has not gone.")


def _require_still_gone(held: LockedMatch, made: Offer, gone: set[int]) -> None:
    assert made.seat is not None
    if made.seat not in gone and held.seats[made.seat].account:
        raise Problem("offer-closed", "Whoever sits there is back.")


def _is_agreed(held: LockedMatch, made: Offer, gone: set[int]) -> bool:
    """Whether all have agreed who are asked; most offers do not wait for who has gone since, none
    for a seat that a built-in bot has now.
    """
    excused = set() if made.kind in ("undo", "draw") else gone
    asked = [seat for seat in made.asked if seat not in excused and held.seats[seat].account]
    return all(made.answers.get(seat) for seat in asked)


async def _accept(held: LockedMatch, made: Offer) -> Offer:
    await write(held, msgspec.structs.replace(made, status="accepted"))
    await held.session.flush()
    await carry_out(held, made)
    return msgspec.structs.replace(made, status="accepted")


async def _tell(services: Services, match: str, made: Offer, left: Sequence[str] = ()) -> None:
    """Tell every viewer; what has changed otherwise is loaded anew. What has become of an offer
    meanwhile is told already.
    """
    services.rooms.note_change(match)
    room = await services.rooms.get(match)
    if made.status == OPEN and made.id not in [known.id for known in room.info.offers]:
        return
    announce_news(services, room, encode({"t": "offer", **shown_offer(made)}))
    if made.status == OPEN:
        services.notifications.offered(room.info, made)
    if made.status == "accepted" and made.kind != "undo":
        await services.pipeline.changed(match, left)
    else:
        services.scheduler.watch(room)
