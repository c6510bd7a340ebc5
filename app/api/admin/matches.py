"""Routes of matches, `/admin/matches`."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from app.accounts.schemas import iso_time
from app.api.admin.roles import Moderator, Operator, Reasoned
from app.api.dependencies import AdminDep, LobbyDep, ParkingDep
from app.api.parameters import MatchId
from app.http.request_bodies import JsonRoute
from app.lobby.service import Lobby
from app.matches.models import MatchRow
from app.wire import given
from app.wire.admin import StaffMatch, StaffMatches
from app.wire.operations import PLAY_PROBLEMS, changes, reads

router = APIRouter(route_class=JsonRoute)
Unfinished = Literal["open", "playing", "paused"]
MAX_SEATS = 16
MAX_PLY = 10**9
ENDING = ("not-found", "match-over", "match-not-started")


class Adjudication(Reasoned):
    """The result that a match is to have, and why."""

    places: Annotated[
        list[Annotated[int, Field(ge=1, le=MAX_SEATS)]], Field(min_length=1, max_length=MAX_SEATS)
    ]
    """The place of each seat, in order, 1 for the best; seats with the same number share it."""
    rated: bool = True
    """Whether ratings change as after any other end, if the match is rated."""


class RollbackRequest(Reasoned):
    """The entry to return to, and why."""

    ply: Annotated[int, Field(ge=0, le=MAX_PLY)]
    """The number of the last entry that stays."""


@router.get(
    "/admin/matches", operation_id="listMatchesForStaff", summary="Recently changed matches"
)
@reads()
async def matches(
    staff: Moderator,
    admin: AdminDep,
    lobby: LobbyDep,
    status: Annotated[
        Unfinished, Query(description="The status of the matches.", examples=["paused"])
    ] = "paused",
) -> StaffMatches:
    """The unfinished matches in a status that have changed last."""
    rows = await admin.matches.newest(status, staff)
    return StaffMatches(items=[await _view(lobby, row) for row in rows])


@router.get("/admin/matches/{id}", operation_id="getMatchForStaff", summary="How a match stands")
@reads("not-found")
async def match(id: MatchId, staff: Moderator, admin: AdminDep, lobby: LobbyDep) -> StaffMatch:
    """What any spectator may see of a match, its status, and when anything last happened in it. It
    takes that neither the caller nor a friend has a seat there.
    """
    return await _view(lobby, await admin.matches.row(id, staff))


@router.post(
    "/admin/matches/{id}/park", status_code=204, operation_id="parkMatch", summary="Pause a match"
)
@changes("paused", *ENDING)
async def park(
    id: MatchId, body: Reasoned, staff: Moderator, admin: AdminDep, parking: ParkingDep
) -> None:
    """Pause a match until the staff resumes it; its clocks stop."""
    async with admin.acts.on_match(staff, id, "park", body.reason):
        await parking.park_for_staff(id)


@router.post(
    "/admin/matches/{id}/resume",
    status_code=204,
    operation_id="resumeMatch",
    summary="Resume a match",
)
@changes("not-found")
async def resume(
    id: MatchId, body: Reasoned, staff: Moderator, admin: AdminDep, parking: ParkingDep
) -> None:
    """Resume a match that was paused by the staff, or because its rules failed."""
    async with admin.acts.on_match(staff, id, "resume", body.reason):
        await parking.resume(id)


@router.post(
    "/admin/matches/{id}/abort",
    status_code=204,
    operation_id="abortMatch",
    summary="End a match without a result",
)
@changes(*ENDING)
async def abort(id: MatchId, body: Reasoned, staff: Moderator, admin: AdminDep) -> None:
    """End a match without a result, or close a table that has not begun."""
    async with admin.acts.on_match(staff, id, "close", body.reason):
        await admin.matches.abort(id)


@router.post(
    "/admin/matches/{id}/adjudicate",
    status_code=204,
    operation_id="adjudicateMatch",
    summary="End a match with a result",
)
@changes(*ENDING)
async def adjudicate(id: MatchId, body: Adjudication, staff: Operator, admin: AdminDep) -> None:
    """End a match with a place for each seat. It settles as after any other end, unless it is not
    to be rated.
    """
    details = f"places {body.places}{'' if body.rated else ', not rated'}"
    async with admin.acts.on_match(staff, id, "adjudicate", body.reason, details):
        await admin.matches.adjudicate(id, body.places, body.rated)


@router.post(
    "/admin/matches/{id}/rollback",
    status_code=204,
    operation_id="rollBackMatch",
    summary="Return to an earlier entry",
)
@changes("undo-sealed", *ENDING, *PLAY_PROBLEMS)
async def roll_back(id: MatchId, body: RollbackRequest, staff: Operator, admin: AdminDep) -> None:
    """Undo every answer after an entry, as if all players had agreed."""
    details = f"to entry {body.ply}"
    async with admin.acts.on_match(staff, id, "rollback", body.reason, details):
        await admin.rollback.roll_back(id, body.ply)


async def _view(lobby: Lobby, row: MatchRow) -> StaffMatch:
    """The match as a spectator without an account sees it, and how it really stands."""
    return StaffMatch(
        match=await lobby.get(row.id, None),
        status=row.status,
        paused_for=given(row.paused_for),
        ply=row.ply,
        moved_at=iso_time(row.changed_at),
    )
