"""Offer routes, `/matches/{id}/offers`, `/resign`, `/seats/mine/auto_pass` and `auto_answer`:
consent between seats, resigning, and automatic passes and answers.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field, StrictBool

from app.api.dependencies import (
    AutoPassDep,
    OffersDep,
    Player,
    ResignationsDep,
    RoomsDep,
)
from app.api.parameters import Key, MatchId, OfferId
from app.http.request_bodies import JsonRoute
from app.matches.offer_reads import offer_view
from app.offers.service import OfferRequest
from app.wire import play
from app.wire.bodies import Body
from app.wire.literals import OfferKind, PassUntil
from app.wire.operations import OFFER_PROBLEMS, changes

router = APIRouter(route_class=JsonRoute, tags=["playing"])


class NewOffer(Body):
    """`decision`: where an undo begins, by default the caller's last answer; `seat`: the seat that
    gets a substitute, a built-in bot unless `open`, which opens it to players with the invite code.
    """

    kind: OfferKind
    """What is offered."""
    decision: Annotated[str, Field(pattern=r"^[0-9.]{1,40}$")] | None = None
    """Where the undo begins; by default the caller's last answer."""
    seat: Annotated[int, Field(ge=0, lt=16)] | None = None
    """The seat that gets a substitute."""
    open: bool = False
    """Whether a person may join by the code; otherwise a built-in bot takes the seat."""


class Acceptance(Body):
    accept: bool
    """Whether to accept."""


class Passing(Body):
    until: PassUntil
    """In whose turns to pass."""


class Answering(Body):
    on: StrictBool
    """Whether decisions with a single answer are answered automatically."""


@router.post(
    "/matches/{id}/offers", status_code=201, operation_id="createOffer", summary="Make an offer"
)
@changes(*OFFER_PROBLEMS)
async def make_offer(
    id: MatchId, body: NewOffer, caller: Player, offers: OffersDep, idempotency_key: Key = None
) -> play.Offer:
    """Make an offer to the others; if another seat has already made it, accept that one."""
    request = OfferRequest(
        kind=body.kind,
        decision=body.decision or "",
        seat=body.seat,
        bot=not body.open,
        key=idempotency_key,
    )
    return offer_view(await offers.make(id, caller, request))


@router.post("/matches/{id}/offers/{offer}", operation_id="answerOffer", summary="Answer an offer")
@changes(*OFFER_PROBLEMS)
async def answer_offer(
    id: MatchId, offer: OfferId, body: Acceptance, caller: Player, offers: OffersDep
) -> play.Offer:
    """Accept or decline an offer, or withdraw the caller's own."""
    return offer_view(await offers.answer(id, caller, offer, accept=body.accept))


@router.post("/matches/{id}/resign", operation_id="resign", summary="Resign")
@changes("not-found", "match-over", "match-not-started")
async def give_up(
    id: MatchId, caller: Player, resignations: ResignationsDep, rooms: RoomsDep
) -> play.Standstill:
    """Resign; returns the match's status afterwards."""
    await resignations.resign(id, caller.account)
    room = await rooms.get(id)
    return play.Standstill(status=room.info.status)


@router.put(
    "/matches/{id}/seats/mine/auto_answer",
    operation_id="setAutoAnswer",
    summary="Answer automatically",
)
@changes("not-found", "match-over", "match-not-started")
async def auto_answer(
    id: MatchId, body: Answering, caller: Player, auto_pass: AutoPassDep
) -> play.AutoAnswer:
    """Have decisions with only one possible answer answered automatically; others do not see this
    setting.
    """
    await auto_pass.set_answer(id, caller.account, on=body.on)
    return play.AutoAnswer(on=body.on)


@router.put(
    "/matches/{id}/seats/mine/auto_pass", operation_id="setAutoPass", summary="Pass automatically"
)
@changes("not-found", "match-over", "match-not-started")
async def auto_pass(
    id: MatchId, body: Passing, caller: Player, auto_pass: AutoPassDep
) -> play.AutoPass:
    """Pass automatically in other players' turns; others do not see this setting."""
    await auto_pass.set_pass(id, caller.account, body.until)
    return play.AutoPass(until=body.until)
