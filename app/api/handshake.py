"""Websocket handshake: authentication and refusal."""

from __future__ import annotations

from contextlib import suppress

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from app.accounts.caller import Caller, Callers
from app.api.dependencies import find_caller
from app.infra.problems import Problem
from app.infra.security import may_use_tokens, same_origin
from app.infra.settings import AddressSettings

CLOSE_CODES = {
    "not-found": 4004,
    "unauthenticated": 4001,
    "forbidden": 4001,
    "rate-limited": 1008,
}


async def refuse(websocket: WebSocket, name: str) -> None:
    """Accept the socket, then close it with the code that says why."""
    with suppress(OSError, RuntimeError, WebSocketDisconnect):
        await websocket.accept()
        await websocket.close(CLOSE_CODES.get(name, 1012), name)


async def authenticate(
    websocket: WebSocket, ticket: str | None, callers: Callers, settings: AddressSettings
) -> Caller | None:
    """The caller, or None for an anonymous one. Raises Problem."""
    if not (may_use_tokens if ticket else same_origin)(websocket, settings):
        raise Problem("forbidden")
    if ticket is not None:
        caller: Caller | None = await callers.by_ticket(ticket)
    else:
        caller = await find_caller(websocket)
    if caller and not caller.may("read"):
        raise Problem("forbidden")
    return caller
