"""`/matches/{id}/offers`, `/resign`, `/seats/mine/auto_pass` and `auto_answer`: what seats agree
on, give up, or have done for them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path
from pydantic import BaseModel, ConfigDict, Field, StrictBool

from app.accounts.caller import Player, Server
from app.api.socket_commands import check_key
from app.departures.auto_pass_setting import set_auto_answer, set_auto_pass
from app.departures.resignation import resign
from app.http.request_bodies import JsonRoute
from app.matches.auto_pass_rules import Until
from app.matches.offer_reads import shown_offer
from app.offers.service import OfferRequest, answer, offer

router = APIRouter(route_class=JsonRoute, tags=["playing"])

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Key = Annotated[str | None, Header(alias="Idempotency-Key")]
OfferKind = Literal["undo", "pause", "resume", "abort", "draw", "substitute"]


class Body(BaseModel):
    """What a client sends; unknown members are refused."""

    model_config = ConfigDict(extra="forbid")


class NewOffer(Body):
    """`decision`: since when an undo takes back, by default the caller's last answer; `seat`: whom
    a substitute is for, a built-in bot unless the seat is to be `open` for whoever has the code.
    """

    kind: OfferKind
    decision: Annotated[str, Field(pattern=r"^[0-9.]{1,40}$")] | None = None
    seat: Annotated[int, Field(ge=0, lt=16)] | None = None
    open: bool = False


class Acceptance(Body):
    accept: bool


class Passing(Body):
    until: Until


class Answering(Body):
    on: StrictBool


@router.post("/matches/{id}/offers", status_code=201)
async def make_offer(
    id: Id, body: NewOffer, caller: Player, server: Server, idempotency_key: Key = None
) -> dict[str, Any]:
    """Offer something to the others; the same offer of somebody else is accepted by it."""
    wish = OfferRequest(
        kind=body.kind,
        decision=body.decision or "",
        seat=body.seat,
        bot=not body.open,
        key=check_key(idempotency_key),
    )
    return shown_offer(await offer(server, id, caller, wish))


@router.post("/matches/{id}/offers/{offer}")
async def answer_offer(
    id: Id, offer: Id, body: Acceptance, caller: Player, server: Server
) -> dict[str, Any]:
    """Accept or decline an offer, or withdraw one's own."""
    return shown_offer(await answer(server, id, caller, offer, accept=body.accept))


@router.post("/matches/{id}/resign")
async def give_up(id: Id, caller: Player, server: Server) -> dict[str, Any]:
    """Give one's seat up: `{status}` of the match afterwards."""
    await resign(server, id, caller.account)
    room = await server.rooms.get(id)
    return {"status": room.info.status}


@router.put("/matches/{id}/seats/mine/auto_answer")
async def auto_answer(id: Id, body: Answering, caller: Player, server: Server) -> dict[str, Any]:
    """Have questions answered that have only one answer; nobody else learns of it."""
    await set_auto_answer(server, id, caller.account, on=body.on)
    return {"on": body.on}


@router.put("/matches/{id}/seats/mine/auto_pass")
async def auto_pass(id: Id, body: Passing, caller: Player, server: Server) -> dict[str, Any]:
    """Pass by oneself in the turns of others; nobody else learns of it."""
    await set_auto_pass(server, id, caller.account, body.until)
    return {"until": body.until}
