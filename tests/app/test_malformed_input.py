"""Fuzzing: random inputs to every endpoint yield problems, never server errors or changes."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import string
from typing import Any

import httpx
import pytest
import websockets

from app.wire import commands
from tests.app.conftest import QUICK
from tests.app.wire import Person, anonymous, arrive, two_at_tiny

NONSENSE = int(os.environ.get("NONSENSE", "900"))
"""Messages to the socket of each kind of server; the soak sends more."""
REQUESTS = 500
PROBLEMS = {
    *("unauthenticated", "forbidden", "not-found", "not-your-decision", "stale-decision"),
    *("illegal-answer", "match-over", "match-not-started", "already-started", "already-seated"),
    *("seats-open", "seat-taken", "match-full", "undo-off", "undo-sealed", "method-not-allowed"),
    *("wrong-code", "invalid-request", "name-taken", "payload-too-large", "rate-limited"),
    "request-in-progress",
}
ODD = [
    *(None, True, False, 0, -1, 2**31, 2**63, 2**64, -(2**70), 10**40, 0.5, 1e308),
    *("", " ", "\x00", "\ud800", "\u202e", "é" * 50, "card:1", "0.0", "x" * 3000, "__proto__"),
    *([], {}, [[]], [None], ["card:1", "card:1"], {"a": None}, {"elan": -1}, [{"x": [1, {}]}]),
]
NAMES = ["t", "ref", "decision", "answer", "key", "text", "to", "kind", "accept", "id", "seat", "x"]
COMMANDS = ["answer", "undo", "chat", "resync", "ping", "offer", "hello", "", None, 7]


def nonsense(rng: random.Random, depth: int = 0) -> Any:
    """Any JSON value at all."""
    if depth > 3 or rng.random() < 0.6:
        return rng.choice(ODD)
    if rng.random() < 0.5:
        return [nonsense(rng, depth + 1) for _ in range(rng.randint(0, 4))]
    return {rng.choice(NAMES): nonsense(rng, depth + 1) for _ in range(rng.randint(0, 5))}


def message(rng: random.Random) -> str | bytes:
    """Something for the socket, sometimes almost right."""
    kind = rng.randint(0, 9)
    if kind == 0:
        return "".join(rng.choice(string.printable) for _ in range(rng.randint(0, 80)))
    if kind == 1:
        return rng.randbytes(rng.randint(0, 60))
    if kind == 2:
        return "[" * rng.randint(1, 30_000)
    if kind == 3:
        return json.dumps(nonsense(rng))
    command = complete_command(rng) if kind < 7 else {"t": rng.choice(COMMANDS)}
    command["ref"] = rng.choice([1, rng.choice(ODD)])
    for name in rng.sample(NAMES[2:], rng.randint(0, 4)) if kind > 5 else ():
        command[name] = nonsense(rng)
    return json.dumps(command, ensure_ascii=rng.random() < 0.9).encode(errors="replace").decode()


def complete_command(rng: random.Random) -> dict[str, Any]:
    """A command with all its own members."""
    command = rng.choice(commands.COMMANDS)
    own = {name: nonsense(rng) for name in command.__struct_fields__}
    known = {"decision": ["9.9", "0.7"], "key": ["k", None]}
    for name in own.keys() & known.keys():
        own[name] = rng.choice([own[name], *known[name]])
    return {"t": command.__struct_config__.tag, **own}


@pytest.mark.soak
async def test_random_socket_messages_are_refused_without_changing_the_match(server):
    ann, _bob, match = await two_at_tiny(server.url)
    rng = random.Random(server.log.name)
    wire = await ann.wire(match)
    wire.refs = itertools.count(1000)
    before = await ann.view(match)
    sent = 0
    while sent < NONSENSE:
        for _ in range(60):
            await wire.send(message(rng))
            sent += 1
        reply = await wire.command("chat", text="")
        assert reply["problem"]["type"] == "/problems/invalid-request"
    names = {
        frame["problem"]["type"].removeprefix("/problems/")
        for frame in wire.frames
        if frame["t"] == "nack"
    }
    assert names <= PROBLEMS
    assert {"invalid-request", "stale-decision"} <= names
    kinds = {frame["t"] for frame in wire.frames}
    assert kinds <= {"hello", "full", "nack", "pong", "chat", "ack", "presence"}
    after = await ann.view(match)
    assert after["view"] == before["view"]
    assert after["ply"] == 0


async def test_offer_id_with_a_null_character_is_refused(url):
    ann, _bob, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    reply = await wire.command("offer", id="\0", accept=True)
    assert reply["problem"]["type"] == "/problems/invalid-request"


async def test_oversized_message_is_refused(url):
    ann, _bob, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    await wire.send(json.dumps({"t": "chat", "ref": 1, "text": "x" * 70_000}))
    nack = await wire.comes("nack")
    assert nack["problem"]["type"] == "/problems/payload-too-large"
    wire.announce(1_000_000)
    await wire.until(lambda: wire.closed)
    assert wire.closed == 1009


async def test_flooding_client_is_throttled_then_refused_then_disconnected(serve):
    server = serve(**QUICK | {"COMMANDS_PER_SECOND": "20", "COMMAND_BURST": "10"})
    ann, _bob, match = await two_at_tiny(server.url)
    wire = await ann.wire(match)
    with contextlib.suppress(websockets.ConnectionClosed):
        for _ in range(1000):
            await wire.send({"t": "chat", "ref": 1, "text": ""})
    await wire.until(lambda: wire.closed, 60)
    assert wire.closed == 1008
    names = [frame["problem"]["type"] for frame in wire.frames if frame["t"] == "nack"]
    assert names[-1] == "/problems/rate-limited"
    assert names[0] == "/problems/invalid-request"


PATHS = [
    ("GET", "/games/{x}"),
    ("GET", "/matches?status={x}&game={x}&account={x}&cursor={x}&limit={x}"),
    ("POST", "/matches"),
    ("POST", "/guests"),
    ("PATCH", "/me"),
    ("POST", "/me/tokens"),
    ("DELETE", "/me/tokens/{x}"),
    ("POST", "/me/push"),
    ("DELETE", "/me/push"),
    ("POST", "/bots"),
    ("GET", "/accounts/{x}"),
    ("GET", "/matches/by-code/{x}"),
    ("GET", "/matches/{m}"),
    ("POST", "/matches/{m}/seats"),
    ("PUT", "/matches/{m}/seats/{x}"),
    ("DELETE", "/matches/{m}/seats/{x}"),
    ("POST", "/matches/{m}/start"),
    ("GET", "/matches/{m}/view?as={x}"),
    ("POST", "/matches/{m}/decisions/{d}"),
    ("POST", "/matches/{m}/decisions/{d}/undo"),
    ("GET", "/matches/{m}/log?after={x}&limit={x}"),
    ("POST", "/matches/{m}/chat"),
    ("PATCH", "/matches/{m}"),
    ("GET", "/{x}/{x}"),
]
WORDS = ["", "%00", "..", "%2e%2e%2f", "m_1", "0.1", "9" * 30, "-1", "%F0%9F%90%89", "a'b", "%ff"]


async def test_random_requests_are_refused_without_changing_the_match(server):
    ann, _bob, match = await two_at_tiny(server.url)
    before = await ann.view(match)
    rng = random.Random(server.log.name)
    seen: set[int] = set()
    for _ in range(REQUESTS // 20):
        replies = await asyncio.gather(*(request(ann, match, rng) for _ in range(20)))
        for reply in replies:
            check_reply(reply)
            seen.add(reply.status_code)
    assert {404, 405, 422} <= seen
    assert (await ann.view(match))["view"] == before["view"]


async def request(ann: Person, match: str, rng: random.Random) -> httpx.Response:
    method, path = rng.choice(PATHS)
    while "{x}" in path:
        path = path.replace("{x}", rng.choice(WORDS), 1)
    m = match if rng.random() < 0.7 else rng.choice(WORDS)
    d = rng.choice(["0.0", "0.1", *WORDS])
    path = path.replace("{m}", m).replace("{d}", d)
    headers = {"content-type": "application/json"}
    if rng.random() < 0.3:
        headers["Idempotency-Key"] = rng.choice(["a", "", "x" * 300, "a b"])
    body = message(rng) if rng.random() < 0.3 else json.dumps(near_valid_body(rng))
    return await ann.http.request(method, path, content=body, headers=headers)


def near_valid_body(rng: random.Random) -> Any:
    """A body with the right members and wrong values."""
    names = [
        "name",
        "game",
        "seats",
        "options",
        "answer",
        "text",
        "to",
        "kind",
        "bot",
        "code",
        "seat",
    ]
    names += ["scopes", "expires_at", "preferences", "visibility", "autostart", "clock"]
    return {name: nonsense(rng) for name in rng.sample(names, rng.randint(0, 4))}


def check_reply(reply: httpx.Response) -> None:
    assert reply.status_code < 500, (reply.request.method, reply.request.url, reply.text)
    if reply.status_code >= 400:
        assert reply.headers["content-type"] == "application/problem+json", reply.text
        body = reply.json()
        assert body["type"].removeprefix("/problems/") in PROBLEMS
        assert body["status"] == reply.status_code
        assert body["title"]
    for name in ("content-security-policy", "x-content-type-options", "referrer-policy"):
        assert name in reply.headers


async def test_oversized_body_is_refused(url):
    ann = await arrive(url, "Ann")
    large = await ann.call("POST", "/matches", {"game": "x" * 70_000})
    assert large.status_code == 413
    assert large.json()["type"] == "/problems/payload-too-large"

    async def pieces():
        for _ in range(100):
            yield b"x" * 5000
            await asyncio.sleep(0)

    for body in (pieces(), b"x" * 900_000):
        response = await ann.http.post("/matches", content=body)
        assert response.status_code == 413
        assert response.json()["type"] == "/problems/payload-too-large"


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v2/me", "/healthz/x", "/api"])
async def test_unknown_path_returns_a_problem(url, path):
    response = await anonymous(url).http.get(f"{url}{path}")
    if path == "/api":
        return
    assert response.status_code == 404
    assert response.json()["type"] == "/problems/not-found"
