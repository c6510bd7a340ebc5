"""Analysis routes, `/matches/{id}/analysis`: what the moves of a finished match cost."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from app.api.dependencies import (
    AnalysesDep,
    AnalysisStreamsDep,
    ConnectionsDep,
    OptionalCaller,
    Player,
    ShutdownDep,
)
from app.api.parameters import MatchId
from app.http.content_encoding import compressed
from app.http.request_bodies import JsonRoute
from app.infra.problems import Problem
from app.rate_limits.limits import public_address_of
from app.wire.analysis import AnalysisInfo
from app.wire.operations import NDJSON, changes, reads

router = APIRouter(route_class=JsonRoute)

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@router.get(
    "/matches/{id}/analysis", tags=["history"], operation_id="getAnalysis", summary="The analysis"
)
@reads("not-found", reply=AnalysisInfo)
@compressed()
async def analysis(id: MatchId, caller: OptionalCaller, analyses: AnalysesDep) -> Response:
    """The analysis of a finished match, or how far it is; for all who may see the whole replay."""
    await analyses.require(id, caller)
    return _reply(await analyses.info(id))


@router.post(
    "/matches/{id}/analysis",
    status_code=202,
    tags=["history"],
    operation_id="requestAnalysis",
    summary="Request an analysis",
)
@changes("not-found", "match-not-started", reply=AnalysisInfo, also=200)
async def analyse(id: MatchId, request: Request, caller: Player, analyses: AnalysesDep) -> Response:
    """Have a finished match analysed: 202 until that is done, then 200. To ask again changes
    nothing, unless the analysis has failed.
    """
    return _reply(
        await analyses.request_analysis(id, caller, public_address_of(request)), unfinished=202
    )


@router.get(
    "/matches/{id}/analysis/stream",
    tags=["streams"],
    operation_id="streamAnalysis",
    summary="Follow an analysis",
)
@reads("not-found", "rate-limited", reply=None, media=NDJSON)
async def analysis_stream(
    id: MatchId,
    request: Request,
    caller: OptionalCaller,
    shutdown: ShutdownDep,
    analyses: AnalysesDep,
    analysis_streams: AnalysisStreamsDep,
    connections: ConnectionsDep,
) -> StreamingResponse:
    """How far the analysis is, as JSON lines: first as it is now, then after every change. It ends
    once the analysis is done or has failed, and at once if it was never requested.
    """
    if shutdown.begun:
        raise Problem("unavailable")
    await analyses.require(id, caller)
    lines = analysis_streams.lines(id, connections.admit_stream(request, caller))
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=HEADERS)


def _reply(info: AnalysisInfo, unfinished: int = 200) -> Response:
    status = 200 if info.status == "done" else unfinished
    return Response(msgspec.json.encode(info), status, media_type="application/json")
