"""AsyncAPI 3 document, `/asyncapi.json`: all messages of the websocket and the streams."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from app.wire import commands, frames
from app.wire.analysis import AnalysisProgress
from app.wire.openapi import BASE, SECURITY, UNAVAILABLE
from app.wire.schemas import reference, schemas_of

CODES = (
    "Close codes: 1000 done, 1008 policy, 1011 our fault, 1012 restarting, 4001 not allowed, "
    "4004 no such match."
)


@cache
def document(version: str) -> dict[str, Any]:
    """The document; it shares its schemas with the OpenAPI document."""
    said = [*frames.FRAMES, *frames.ACCOUNT_LINES, *frames.LOBBY_EVENTS.values(), AnalysisProgress]
    every = list(dict.fromkeys([*said, *commands.COMMANDS]))
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Conclave",
            "version": version,
            "description": "Messages that Conclave pushes, and commands over a websocket.",
        },
        "defaultContentType": "application/json",
        "channels": _channels(),
        "operations": {
            "pushMatch": _operation("send", "match", frames.FRAMES),
            "command": _operation("receive", "match", commands.COMMANDS),
            "pushMatchLines": _operation("send", "matchStream", frames.LINES),
            "pushAccountLines": _operation("send", "accountStream", frames.ACCOUNT_LINES),
            "pushLobby": _operation("send", "lobbyStream", ()),
            "pushAnalysis": _operation("send", "analysisStream", [AnalysisProgress]),
        },
        "components": {
            "messages": {one.__name__: _message(one) for one in every},
            "schemas": dict(sorted(schemas_of(every).items())),
            "securitySchemes": _security(),
        },
    }


def _channels() -> dict[str, Any]:
    return {
        "match": _channel(
            "/matches/{id}/ws",
            "One match, over a websocket: `hello`, `full`, then one frame per change. "
            f"{UNAVAILABLE} {CODES}",
            [*frames.FRAMES, *commands.COMMANDS],
        ),
        "matchStream": _channel(
            "/matches/{id}/stream",
            "One match, as JSON lines; an empty line every 7 s.",
            frames.LINES,
        ),
        "analysisStream": _channel(
            "/matches/{id}/analysis/stream",
            "The progress of a match's analysis, as JSON lines; an empty line every 7 s. It ends "
            "after a line that is `done`, `failed` or `none`.",
            [AnalysisProgress],
        ),
        "accountStream": _channel(
            "/me/stream",
            "All matches of an account, as JSON lines; an empty line every 7 s.",
            frames.ACCOUNT_LINES,
        ),
        "lobbyStream": {
            "address": f"{BASE}/lobby/stream",
            "description": "The public matches that have not ended, as server-sent events.",
            "messages": {
                name: {"name": name, "contentType": "application/json", **_payload(event)}
                for name, event in frames.LOBBY_EVENTS.items()
            },
        },
    }


def _security() -> dict[str, Any]:
    session = {"type": "httpApiKey", "in": "cookie", "name": "session"}
    return {"bearer": SECURITY["bearer"], "session": session}


def _channel(path: str, description: str, types: Iterable[Any]) -> dict[str, Any]:
    messages = {
        one.__name__: {"$ref": f"#/components/messages/{one.__name__}"}
        for one in dict.fromkeys(types)
    }
    channel: dict[str, Any] = {
        "address": f"{BASE}{path}",
        "description": description,
        "messages": messages,
    }
    if "{id}" in path:
        channel["parameters"] = {"id": {"description": "The match."}}
    return channel


def _operation(action: str, channel: str, types: Iterable[Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {"action": action, "channel": {"$ref": f"#/channels/{channel}"}}
    if named := [one.__name__ for one in dict.fromkeys(types)]:
        operation["messages"] = [
            {"$ref": f"#/channels/{channel}/messages/{name}"} for name in named
        ]
    return operation


def _message(type_: Any) -> dict[str, Any]:
    summary = " ".join((type_.__doc__ or "").split())
    told = {"summary": summary} if summary else {}
    return {"name": type_.__name__, "contentType": "application/json", **told, **_payload(type_)}


def _payload(type_: Any) -> dict[str, Any]:
    return {"payload": reference(type_)}
