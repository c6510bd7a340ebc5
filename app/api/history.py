"""History routes, `/matches/{id}/…`: replay, fork, rematch."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Response

from app.api.dependencies import (
    Creator,
    DatabaseDep,
    LimitsDep,
    OptionalCaller,
    RematchesDep,
    ReplaysDep,
    RoomsDep,
    SameDealsDep,
    ScoreHistoryDep,
)
from app.api.idempotent import IdempotentDep
from app.api.parameters import IfNoneMatch, MatchId, viewer_parameter
from app.history.replay import Moment, Replays
from app.http.content_encoding import compressed, etags
from app.http.request_bodies import JsonRoute
from app.idempotency.service import StoreReply
from app.infra.database import Database
from app.infra.problems import Problem, not_found
from app.lobby.rematch import ForkRequest
from app.lobby.same_deal import SameDealRequest
from app.lobby.schemas import count_invited
from app.matches.horizon.access import is_over, viewer_for, viewers_as
from app.matches.horizon.public_horizon import horizon_for_viewer
from app.matches.projection import events_at
from app.matches.room import Room
from app.wire.frames import AllFrames, FullFrame
from app.wire.json_patch import hash_of
from app.wire.matches import Match
from app.wire.operations import NEW_MATCH_PROBLEMS, SEAT_PROBLEMS, creates, reads
from app.wire.play import Scores
from engine.core.event import Viewer

router = APIRouter(route_class=JsonRoute, tags=["history"])

As = Annotated[str | None, viewer_parameter(r"^(seat:\d{1,2}|public|all)$")]
Ply = Annotated[
    int | None,
    Query(
        ge=0,
        le=2**31 - 1,
        description="The number of the entry; by default the newest.",
        examples=[12],
    ),
]
DAY_S = 24 * 3600


@router.get("/matches/{id}/replay", operation_id="getReplay", summary="The frame after an entry")
@reads("not-found", "match-not-started", reply=FullFrame | AllFrames, cached=True)
@compressed()
async def replay(
    id: MatchId,
    caller: OptionalCaller,
    rooms: RoomsDep,
    database: DatabaseDep,
    replays: ReplaysDep,
    ply: Ply = None,
    as_: As = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """The frame after the entry `ply` (by default the newest): `full`, with `at` and the events of
    that entry alone. With `as=all`: `{"t": "all", "ply", "at", "frames"}`, a frame for every seat,
    then the public's.
    """
    room = await rooms.fresh(id)
    viewers = viewers_as(room, caller, as_)
    moment = await _moment(database, replays, room, viewers, ply)
    frames = [moment.frame(viewer) for viewer in viewers]
    at = events_at(moment.at)
    all_frames = AllFrames(ply=moment.match.ply, at=at, frames=frames)
    body = msgspec.json.encode(all_frames if as_ == "all" else frames[0])
    headers = _headers(
        body, is_settled=is_over(room, viewers[-1]) and moment.match.ply < room.match_ply
    )
    if headers["ETag"] in etags(if_none_match):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


async def _moment(
    database: Database, replays: Replays, room: Room, viewers: list[Viewer], ply: int | None
) -> Moment:
    """The given or newest ply, as far as the viewers may see. Raises Problem not-found."""
    horizon = await horizon_for_viewer(database, room, viewers[-1])
    if horizon is None:
        return await replays.moment(room, room.match_ply if ply is None else ply)
    if ply is not None and ply > horizon.ply:
        raise not_found("entry")
    return await replays.moment(room, horizon.ply if ply is None else ply, horizon)


def _headers(body: bytes, *, is_settled: bool) -> dict[str, str]:
    """Caching headers: frames before the last entry of a finished match are immutable."""
    cache_control = f"max-age={DAY_S}, immutable" if is_settled else "no-cache"
    etag = f'"{hash_of(body)}"'
    return {
        "ETag": etag,
        "Cache-Control": f"private, {cache_control}",
        "Vary": "Authorization, Cookie",
    }


@router.get("/matches/{id}/scores", operation_id="getScores", summary="The totals by round")
@reads("not-found", "match-not-started", reply=Scores, cached=True)
@compressed()
async def scores(
    id: MatchId,
    caller: OptionalCaller,
    rooms: RoomsDep,
    score_history: ScoreHistoryDep,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """The totals of all seats by round, once the match is over."""
    room = await rooms.fresh(id)
    if not is_over(room, viewer_for(room, caller)):
        raise Problem(
            "forbidden", "The scores of all rounds are visible only after the match ends."
        )
    body = msgspec.json.encode(await score_history.of(room))
    headers = _headers(body, is_settled=True)
    if headers["ETag"] in etags(if_none_match):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@router.post(
    "/matches/{id}/fork", status_code=201, operation_id="forkMatch", summary="Play on from an entry"
)
@creates("not-found", "match-over", "match-not-started", *NEW_MATCH_PROBLEMS, reply=Match)
async def fork(
    id: MatchId,
    body: ForkRequest,
    caller: Creator,
    idempotent: IdempotentDep,
    rematches: RematchesDep,
    rooms: RoomsDep,
    limits: LimitsDep,
) -> Match | Response:
    """Start a practice match from an entry of a finished one; hidden information is drawn again.

    Against bots the caller keeps what their seat knew then; among people everything hidden is new.
    """

    async def make(store_reply: StoreReply) -> Match:
        await limits.invitations(caller.account, count_invited(body.seats or ()))
        return await rematches.fork(await rooms.fresh(id), body, caller, store_reply)

    return await idempotent(make, idempotent.set_location)


@router.post(
    "/matches/{id}/same-deal",
    status_code=201,
    operation_id="playSameDeal",
    summary="Play the same deal again",
)
@creates("not-found", *NEW_MATCH_PROBLEMS, reply=Match)
async def same_deal(
    id: MatchId,
    body: SameDealRequest,
    caller: Creator,
    idempotent: IdempotentDep,
    same_deals: SameDealsDep,
    rooms: RoomsDep,
    limits: LimitsDep,
) -> Match | Response:
    """Start a private practice match with the seed of a finished one, once that is public. It
    counts nowhere, and its `origin` names the match whose deal it has.
    """

    async def make(store_reply: StoreReply) -> Match:
        await limits.invitations(caller.account, count_invited(body.seats or ()))
        return await same_deals.create(await rooms.fresh(id), body, caller, store_reply)

    return await idempotent(make, idempotent.set_location)


@router.post(
    "/matches/{id}/rematch",
    status_code=201,
    operation_id="createRematch",
    summary="Create or find the rematch",
)
@creates("not-found", *SEAT_PROBLEMS, *NEW_MATCH_PROBLEMS, reply=Match, also=200)
async def create_rematch(
    id: MatchId,
    caller: Creator,
    response: Response,
    idempotent: IdempotentDep,
    rematches: RematchesDep,
) -> Match | Response:
    """The rematch of a finished match, with the same seats: 201 if this call creates it.

    The caller takes their seat in it; the other seats are reserved for their players.
    """

    async def make(store_reply: StoreReply) -> Match:
        match, is_new = await rematches.rematch(id, caller, store_reply)
        if not is_new:
            response.status_code = 200
        return match

    return await idempotent(make, idempotent.set_location, may_reuse=True)
