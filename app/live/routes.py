"""Streams that are not of one match: `/me/stream`."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from app.accounts.caller import Server, Somebody
from app.live.account_stream import account_lines
from app.problems import Problem

router = APIRouter(tags=["streams"])

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@router.get("/me/stream")
async def account_stream(caller: Somebody, server: Server) -> StreamingResponse:
    """Lines of JSON: every match that is not over and every invitation, then what happens."""
    if server.closing:
        raise Problem("unavailable")
    lines = account_lines(server, caller)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=HEADERS)
