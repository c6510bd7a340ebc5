"""AsyncAPI 3 document, `/asyncapi.json`: all messages of the websocket and the streams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from app.wire import commands, frames
from app.wire.analysis import AnalysisProgress
from app.wire.descriptions import describe
from app.wire.openapi import BASE, INFO
from app.wire.problem_replies import UNAVAILABLE
from app.wire.schemas import reference, schemas_of
from app.wire.security import SCHEMES

CLOSE_CODES = (
    "Close codes: 1000 done, 1008 policy, 1011 our fault, 1012 restarting, 4001 not allowed, "
    "4004 no such match."
)
TICKET = {
    "type": "httpApiKey",
    "in": "query",
    "name": "ticket",
    "description": "A ticket of `POST /me/tickets`, for clients that can send neither header nor "
    "cookie: one use, 30 seconds.",
}
TAGS = [
    {"name": "socket", "description": "One match over a websocket, in both directions."},
    {"name": "streams", "description": "What is pushed over HTTP."},
]


class Channel(NamedTuple):
    """An address, its messages, and the parameters of its query."""

    path: str
    description: str
    types: Iterable[Any]
    query: Mapping[str, str] = MappingProxyType({})


class Task(NamedTuple):
    """An operation of the server at a channel."""

    action: str
    channel: str
    summary: str
    description: str
    types: Iterable[Any] = ()


CHANNELS = {
    "match": Channel(
        "/matches/{id}/ws",
        "One match, over a websocket: `hello`, `full`, then one frame per change. "
        f"{UNAVAILABLE} {CLOSE_CODES}",
        [*frames.FRAMES, *commands.COMMANDS],
        {"ticket": TICKET["description"]},
    ),
    "matchStream": Channel(
        "/matches/{id}/stream",
        "One match, as JSON lines; an empty line every 7 s.",
        frames.LINES,
        {"frames": "`full`, or `delta`: changes to the frame before."},
    ),
    "analysisStream": Channel(
        "/matches/{id}/analysis/stream",
        "The progress of a match's analysis, as JSON lines; an empty line every 7 s. It ends "
        "after a line that is `done`, `failed` or `none`.",
        [AnalysisProgress],
    ),
    "accountStream": Channel(
        "/me/stream",
        "All matches of an account, as JSON lines; an empty line every 7 s.",
        frames.ACCOUNT_LINES,
    ),
    "lobbyStream": Channel(
        "/lobby/stream", "The public matches that have not ended, as server-sent events.", ()
    ),
}
OPERATIONS = {
    "pushMatch": Task(
        "send",
        "match",
        "Frames of a match",
        "`hello` and `full` first, then one frame for every entry, and replies to commands.",
        frames.FRAMES,
    ),
    "command": Task(
        "receive",
        "match",
        "Commands",
        "Each with a `ref` gets one `ack` or `nack`. A token needs the scope `play`.",
        commands.COMMANDS,
    ),
    "pushMatchLines": Task(
        "send",
        "matchStream",
        "Lines of a match",
        "A `full` frame first, then a line for every change.",
        frames.LINES,
    ),
    "pushAccountLines": Task(
        "send",
        "accountStream",
        "Lines of an account",
        "Every unfinished match and every invitation first, then what happens.",
        frames.ACCOUNT_LINES,
    ),
    "pushLobby": Task(
        "send",
        "lobbyStream",
        "Events of the lobby",
        "`list` first, then `open` and `changed` with a match, and `gone` with its id.",
    ),
    "pushAnalysis": Task(
        "send",
        "analysisStream",
        "Progress of an analysis",
        "How far it is, then a line for every change.",
        [AnalysisProgress],
    ),
}


@cache
def document(version: str, site_path: str = "") -> dict[str, Any]:
    """The document of a site below a path; it shares its schemas with the OpenAPI document."""
    sent = [*frames.FRAMES, *frames.ACCOUNT_LINES, *frames.LOBBY_EVENTS.values(), AnalysisProgress]
    messages = list(dict.fromkeys([*sent, *commands.COMMANDS]))
    return {
        "asyncapi": "3.1.0",
        "info": {
            "title": "Conclave",
            "version": version,
            "description": "Messages that Conclave pushes, and commands over a websocket.",
            "contact": INFO["contact"],
            "license": {"name": "MIT"},
            "tags": TAGS,
        },
        "defaultContentType": "application/json",
        "servers": {
            "socket": _server("ws", site_path),
            "streams": _server("http", site_path),
        },
        "channels": {name: _channel(name, channel) for name, channel in CHANNELS.items()},
        "operations": {name: _operation(task) for name, task in OPERATIONS.items()},
        "components": {
            "messages": {frame.__name__: _message(frame) for frame in messages},
            "schemas": dict(sorted(describe(schemas_of(messages)).items())),
            "securitySchemes": _schemes(),
        },
    }


def _server(protocol: str, site_path: str) -> dict[str, Any]:
    return {
        "host": "{host}",
        **({"pathname": site_path} if site_path else {}),
        "protocol": protocol,
        "description": f"`{protocol}s` where the server has a certificate.",
        "variables": {"host": {"default": "127.0.0.1:8000", "description": "Host and port."}},
        "security": [{"$ref": f"#/components/securitySchemes/{name}"} for name in _schemes()],
    }


def _schemes() -> dict[str, Any]:
    session = {**SCHEMES["session"], "type": "httpApiKey"}
    return {**SCHEMES, "session": session, "ticket": TICKET}


def _channel(name: str, channel: Channel) -> dict[str, Any]:
    kind = "socket" if name == "match" else "streams"
    item: dict[str, Any] = {
        "address": f"{BASE}{channel.path}",
        "description": channel.description,
        "messages": _messages(name, channel),
        "servers": [{"$ref": f"#/servers/{kind}"}],
        "tags": [{"name": kind}],
    }
    if "{id}" in channel.path:
        item["parameters"] = {"id": {"description": "The id of the match."}}
    if kind == "socket":
        item["bindings"] = {"ws": _binding(channel, {"bindingVersion": "0.1.0"})}
    return item


def _binding(channel: Channel, version: dict[str, str]) -> dict[str, Any]:
    """The binding of a channel: a GET request with its query parameters."""
    query = {
        "type": "object",
        "properties": {
            name: {"type": "string", "description": about} for name, about in channel.query.items()
        },
        "additionalProperties": False,
    }
    return {"method": "GET", **({"query": query} if channel.query else {}), **version}


def _messages(name: str, channel: Channel) -> dict[str, Any]:
    if name == "lobbyStream":
        return {
            event: {"name": event, "contentType": "application/json", **_payload(type_)}
            for event, type_ in frames.LOBBY_EVENTS.items()
        }
    return {
        message.__name__: {"$ref": f"#/components/messages/{message.__name__}"}
        for message in dict.fromkeys(channel.types)
    }


def _operation(task: Task) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "action": task.action,
        "summary": task.summary,
        "description": task.description,
        "channel": {"$ref": f"#/channels/{task.channel}"},
        "tags": [{"name": "socket" if task.channel == "match" else "streams"}],
    }
    if task.channel != "match":
        binding = _binding(CHANNELS[task.channel], {"bindingVersion": "0.3.0"})
        operation["bindings"] = {"http": binding}
    if names := [message.__name__ for message in dict.fromkeys(task.types)]:
        operation["messages"] = [
            {"$ref": f"#/channels/{task.channel}/messages/{name}"} for name in names
        ]
    return operation


def _message(type_: Any) -> dict[str, Any]:
    summary = " ".join((type_.__doc__ or "").split())
    about = {"summary": summary} if summary else {}
    return {"name": type_.__name__, "contentType": "application/json", **about, **_payload(type_)}


def _payload(type_: Any) -> dict[str, Any]:
    return {"payload": reference(type_)}
