"""Stream routes beyond a single match: `/me/stream`, `/lobby/stream`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi.responses import StreamingResponse

from app.api.dependencies import (
    AccountStreamsDep,
    ConnectionsDep,
    ListingDep,
    OptionalCaller,
    RequiredCaller,
    ShutdownDep,
)
from app.http.documented_routes import DocumentedRoute
from app.infra.problems import Problem
from app.realtime.lobby_events import lobby_events
from app.wire.operations import EVENT_STREAM, NDJSON, reads

router = APIRouter(route_class=DocumentedRoute, tags=["streams"])

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@router.get("/me/stream", operation_id="streamAccount", summary="Follow all matches of the account")
@reads("rate-limited", reply=None, media=NDJSON)
async def account_stream(
    caller: RequiredCaller,
    request: Request,
    shutdown: ShutdownDep,
    account_streams: AccountStreamsDep,
    connections: ConnectionsDep,
) -> StreamingResponse:
    """JSON lines: every unfinished match and every invitation, then changes as they happen."""
    if shutdown.begun:
        raise Problem("unavailable")
    lines = account_streams.lines(caller, connections.admit_stream(request, caller))
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=HEADERS)


@router.get("/lobby/stream", operation_id="streamLobby", summary="Follow the lobby")
@reads("rate-limited", reply=None, media=EVENT_STREAM)
async def lobby_stream(
    caller: OptionalCaller,
    request: Request,
    shutdown: ShutdownDep,
    listing: ListingDep,
    connections: ConnectionsDep,
    last_event_id: Annotated[
        str,
        Header(max_length=40, description="The id of the last event received.", examples=["17"]),
    ] = "",
) -> StreamingResponse:
    """Server-sent events: `list` of the public matches that have not ended, then `open`, `changed`
    (with the match) and `gone` (with its id). Open tables at which a block keeps the caller from
    sitting down are left out.
    """
    if shutdown.begun:
        raise Problem("unavailable")
    account = caller.account if caller else ""
    events = lobby_events(
        listing, last_event_id, connections.admit_stream(request, caller), account
    )
    return StreamingResponse(events, media_type="text/event-stream", headers=HEADERS)
