"""Waiting room routes: what hosts and players change at a table before its match starts."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.dependencies import Creator, Player, WaitingRoomDep
from app.api.parameters import MatchId, SeatNumber
from app.http.request_bodies import JsonRoute
from app.lobby.schemas import Confirmation, NewHost, SeatOrder, SwapRequest, TermsChange
from app.wire.matches import Match
from app.wire.operations import QUOTA_PROBLEMS, START_PROBLEMS, changes

router = APIRouter(route_class=JsonRoute, tags=["lobby"])

TABLE_PROBLEMS = ("not-found", "already-started")
BEGIN_PROBLEMS = (*TABLE_PROBLEMS, *QUOTA_PROBLEMS, *START_PROBLEMS)


@router.patch("/matches/{id}", operation_id="changeTerms", summary="Change the terms of a match")
@changes(*BEGIN_PROBLEMS)
async def change_terms(
    id: MatchId, body: TermsChange, caller: Creator, waiting_room: WaitingRoomDep
) -> Match:
    """Change the terms before the start, as the host. The other players at the table confirm them
    (`confirm` at their seats), and the match does not start before.
    """
    return await waiting_room.change_terms(id, body, caller)


@router.put("/matches/{id}/host", operation_id="passTableOn", summary="Make a player the host")
@changes(*TABLE_PROBLEMS, "too-many-tables")
async def pass_on(
    id: MatchId, body: NewHost, caller: Creator, waiting_room: WaitingRoomDep
) -> Match:
    """Make a person who sits at the open table its host, as the present one."""
    return await waiting_room.pass_on(id, body.seat, caller)


@router.put("/matches/{id}/seats", operation_id="arrangeSeats", summary="Arrange the seats")
@changes(*BEGIN_PROBLEMS)
async def arrange(
    id: MatchId, body: SeatOrder, caller: Creator, waiting_room: WaitingRoomDep
) -> Match:
    """Reorder the seats before the start, as the host, and change their number, which the other
    players confirm like other terms.
    """
    return await waiting_room.arrange(id, body.order, caller)


@router.delete(
    "/matches/{id}/seats/{seat:seat}", operation_id="freeSeat", summary="Free a player's seat"
)
@changes(*TABLE_PROBLEMS)
async def free_seat(
    id: MatchId, seat: SeatNumber, caller: Creator, waiting_room: WaitingRoomDep
) -> Match:
    """Free another player's seat before the start, as the host. The player can take a seat at this
    table only if they are invited.
    """
    return await waiting_room.free_seat(id, seat, caller)


@router.put(
    "/matches/{id}/seats/mine/confirmation",
    operation_id="confirmTerms",
    summary="Confirm changed terms",
)
@changes(*BEGIN_PROBLEMS)
async def confirm(
    id: MatchId, body: Confirmation, caller: Player, waiting_room: WaitingRoomDep
) -> Match:
    """Confirm the terms that the host has changed, by their number. If they have changed again, the
    newer ones stay to be confirmed.
    """
    return await waiting_room.confirm(id, body.terms, caller)


@router.put(
    "/matches/{id}/seats/mine/swap", operation_id="swapSeats", summary="Swap seats before the start"
)
@changes(*TABLE_PROBLEMS, "seat-taken")
async def swap(
    id: MatchId, body: SwapRequest, caller: Player, waiting_room: WaitingRoomDep
) -> Match:
    """Swap seats: at once with an open seat or a built-in bot. Another player is asked (`swap` at
    the caller's seat), and agrees by asking for the same.
    """
    return await waiting_room.ask_to_swap(id, body.seat, caller)


@router.delete(
    "/matches/{id}/seats/mine/swap", operation_id="dropSwaps", summary="Drop requests to swap seats"
)
@changes(*TABLE_PROBLEMS)
async def drop_swaps(id: MatchId, caller: Player, waiting_room: WaitingRoomDep) -> Match:
    """Withdraw the caller's request to swap seats, and decline those to the caller."""
    return await waiting_room.drop_swaps(id, caller)
