"""Test clients: REST and websocket clients that check the protocol's promises to the letter.

A `Wire` checks every frame it gets: plies grow by one, patches lead to the promised hash, nothing
is null. It records everything it receives, so a test can search for what must not be there.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import ssl
from collections.abc import Callable
from functools import cached_property
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

from tests.app.contract import check_frame, check_reply
from tests.app.patches import has_null, hash_of, merged
from tests.app.random_answers import pick

TIMEOUT_S = 30.0
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""To read all authorities that are trusted by default takes longer than most tests."""
OVERTAKEN = ("stale-decision", "match-over")
"""Reply codes to a command that another was ahead of."""


class Person:
    """An account with a token; `bodies` are those of every reply it got."""

    def __init__(self, url: str, name: str, token: str, account: str) -> None:
        self.url = url
        self.name = name
        self.token = token
        self.account = account
        self.bodies: list[str] = []

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    @cached_property
    def http(self) -> httpx.AsyncClient:
        return browse(f"{self.url}/api/v1", headers=self.headers)

    async def call(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        response = await self.http.request(method, path, json=body, **more)
        self.bodies.append(response.text)
        media = response.headers.get("content-type", "")
        body = response.json() if "json" in media and response.content else None
        check_reply(method, path, response.status_code, media, body)
        return response

    async def get(self, path: str, status: int = 200, **more: Any) -> Any:
        return await self._json("GET", path, None, status, **more)

    async def post(self, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        return await self._json("POST", path, {} if body is None else body, status, **more)

    async def refused(self, method: str, path: str, name: str, body: Any = None) -> Any:
        """The problem of that name, which this request has."""
        response = await self.call(method, path, body)
        assert response.headers.get("content-type") == "application/problem+json", response.text
        problem = response.json()
        assert problem["status"] == response.status_code
        assert problem["type"] == f"/problems/{name}", response.text
        return problem

    async def _json(self, method: str, path: str, body: Any, status: int, **more: Any) -> Any:
        response = await self.call(method, path, body, **more)
        assert response.status_code == status, f"{response.status_code}: {response.text[:600]}"
        return response.json() if response.content else None

    async def view(self, match: str) -> dict[str, Any]:
        return await self.get(f"/matches/{match}/view")

    async def put(self, path: str, body: Any, status: int = 200, **more: Any) -> Any:
        return await self._json("PUT", path, body, status, **more)

    async def answer(self, match: str, decision: str, answer: Any, status: int = 200, key=None):
        headers = {"Idempotency-Key": key} if key else {}
        path = f"/matches/{match}/decisions/{decision}"
        return await self.post(path, {"answer": answer}, status, headers=headers)

    async def wire(self, match: str, **options: Any) -> Wire:
        return await Wire(self, match, **options).open()

    async def at(self, url: str) -> Person:
        """The same person at another server."""
        return Person(url, self.name, self.token, self.account)


def browse(url: str, **more: Any) -> httpx.AsyncClient:
    """A client that costs little, for servers without TLS."""
    return httpx.AsyncClient(base_url=url, timeout=TIMEOUT_S, verify=NO_TLS, **more)


async def arrive(url: str, name: str) -> Person:
    """A new guest."""
    async with browse(url) as http:
        response = await http.post("/api/v1/guests", json={"name": name})
    assert response.status_code == 201, response.text
    made = response.json()
    return Person(url, name, made["token"], made["account"]["id"])


def anonymous(url: str) -> Person:
    """A caller without an account."""
    return Person(url, "nobody", "", "")


class Wire:
    """One websocket. `drop` loses that share of the deltas, as a bad network would."""

    def __init__(self, person: Person, match: str, drop: float = 0.0, seed: int = 0) -> None:
        self.person = person
        self.match = match
        self.drop = drop
        self.random = random.Random(seed)
        self.recorded: list[tuple[int, str]] = []
        self.frames: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.ply = -1
        self.decisions: list[dict[str, Any]] = []
        self.waiting: list[dict[str, Any]] = []
        self.clock: dict[str, Any] = {}
        self.auto_pass: str | None = None
        self.undo: dict[str, Any] | None = None
        self.threats: list[dict[str, Any]] = []
        self.offers: dict[str, dict[str, Any]] = {}
        self.presence: dict[str, str] = {}
        self.events: dict[int, dict[str, Any]] = {}
        self.end: dict[str, Any] | None = None
        self.replies: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.refs = itertools.count(1)
        self.resyncs = 0
        self.changed = asyncio.Event()
        self.closed: int | None = None
        self.socket: ClientConnection | None = None
        self.reading: asyncio.Task[None] | None = None

    async def open(self, **how: Any) -> Wire:
        """Connect; returns when the first full frame is here, or the server closed."""
        url = self.person.url.replace("http", "ws", 1) + f"/api/v1/matches/{self.match}/ws"
        # A server that reads slowly, or a busy machine, must not look like a dead connection.
        options = {"ping_interval": None, "max_size": None, **how}
        self.socket = await websockets.connect(
            url, additional_headers=self.person.headers, **options
        )
        self.closed = None
        self.reading = asyncio.create_task(self._read())
        await self.until(lambda: self.ply >= 0 or self.closed is not None)
        return self

    async def close(self) -> None:
        if self.socket:
            await self.socket.close()
        if self.reading:
            await self.reading

    def cut(self) -> None:
        """The network is gone, without a word."""
        assert self.socket
        self.socket.transport.abort()

    async def until(self, condition: Callable[[], Any], seconds: float = TIMEOUT_S) -> None:
        async with asyncio.timeout(seconds):
            while not condition():
                self.changed.clear()
                await self.changed.wait()

    def status_of(self, offer: str) -> str | None:
        """The last event of an offer, if any."""
        return self.offers.get(offer, {}).get("status")

    async def comes(self, t: str) -> dict[str, Any]:
        """The newest frame of a kind, once there is one; others may come behind it."""

        def found() -> list[dict[str, Any]]:
            return [frame for frame in self.frames if frame["t"] == t]

        await self.until(found)
        return found()[-1]

    async def reaches(self, ply: int) -> None:
        """Returns when the frame of that ply is here, or nothing more will come."""
        await self.until(lambda: self.ply >= ply or self.closed or self.end)

    async def command(self, t: str, **members: Any) -> dict[str, Any]:
        """Send a command; returns its ack or nack."""
        ref = next(self.refs)
        reply = self.replies[ref] = asyncio.get_running_loop().create_future()
        await self.send({"t": t, "ref": ref, **members})
        return await asyncio.wait_for(reply, TIMEOUT_S)

    async def answer(self, answer: Any, decision: str | None = None, **more: Any) -> dict[str, Any]:
        own = decision or self.decisions[0]["id"]
        return await self.command("answer", decision=own, answer=answer, **more)

    async def send(self, frame: Any) -> None:
        assert self.socket
        await self.socket.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    def announce(self, size: int) -> None:
        """Send the head of a text of that many bytes (RFC 6455, 5.2) and none of the text.

        A server that refuses the size does so before the text is under way, so that nothing unread
        resets the connection before its close frame is here.
        """
        assert self.socket
        self.socket.transport.write(b"\x81\xff" + size.to_bytes(8, "big") + bytes(4))

    async def _read(self) -> None:
        assert self.socket
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                frame = json.loads(text)
                check_frame(frame)
                self.recorded.append((frame.get("ply", max(self.ply, 0)), text))
                await self._take(frame)
                self.changed.set()
        except websockets.ConnectionClosedError:
            pass
        self.closed = self.socket.close_code or 1006
        for reply in self.replies.values():
            if not reply.done():
                reply.set_exception(ConnectionError(f"closed: {self.closed}"))
                reply.exception()
        self.changed.set()

    async def _take(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame)
        match frame["t"]:
            case "full":
                self._full(frame)
            case "delta":
                await self._delta(frame)
            case "ack" | "nack":
                reply = self.replies.get(frame.get("ref", 0))
                if reply and not reply.done():
                    reply.set_result(frame)
            case "offer":
                self.offers[frame["id"]] = frame
            case "presence":
                self.presence = frame["seats"]
            case "end":
                self.end = frame

    def _full(self, frame: dict[str, Any]) -> None:
        assert frame["ply"] >= self.ply, "a full frame went back"
        self.ply = frame["ply"]
        self.view = frame["view"]
        self.decisions = frame["decisions"]
        self.waiting = frame["waiting"]
        self.clock = frame["clock"]
        self.auto_pass = frame.get("auto_pass")
        self.undo = frame.get("undo")
        self.threats = frame.get("threats", [])
        self.presence = frame["presence"]["seats"]
        self.offers |= {offer["id"]: offer for offer in frame["offers"]}
        self._check(frame)

    async def _delta(self, frame: dict[str, Any]) -> None:
        assert frame["base"] == frame["ply"] - 1
        if self.random.random() < self.drop or frame["base"] > self.ply:
            self.resyncs += 1
            await self.send({"t": "resync"})
            return
        if frame["ply"] <= self.ply:
            raise AssertionError("a ply came twice")
        self.ply = frame["ply"]
        self.view = merged(self.view, frame["patch"])
        self.decisions = frame.get("decisions", self.decisions)
        self.waiting = frame.get("waiting", self.waiting)
        self.clock = frame.get("clock", self.clock)
        self.auto_pass = frame.get("auto_pass", self.auto_pass)
        self.undo = frame.get("undo", self.undo)
        self.threats = frame.get("threats", self.threats)
        self._check(frame)

    def _check(self, frame: dict[str, Any]) -> None:
        assert hash_of(self.view) == frame["hash"], "the view is not what was promised"
        assert not has_null({k: v for k, v in frame.items() if k != "patch"})
        for event in frame["events"]:
            known = self.events.setdefault(event["id"], event)
            assert known == event, "an event was told in two ways"


async def play_to_the_end(wires: list[Wire], rng: random.Random) -> None:
    """Let every player answer at random until the match is over."""

    async def play(wire: Wire) -> None:
        while True:
            await wire.until(lambda: wire.end or wire.decisions or wire.closed)
            if wire.end or wire.closed:
                return
            decision = rng.choice(wire.decisions)
            reply = await wire.answer(pick(decision, rng), decision["id"])
            if reply["t"] == "nack":
                assert reply["problem"]["type"].removeprefix("/problems/") in OVERTAKEN, reply
            await wire.reaches(reply.get("ply", wire.ply))

    await asyncio.gather(*(play(wire) for wire in wires))


async def two_at_tiny(url: str, turns: int = 3, **wish: Any) -> tuple[Person, Person, str]:
    """Two guests at a tiny match that has begun."""
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await tiny(ann, turns, **wish)
    code = (await ann.get(f"/matches/{match}"))["invite"]["code"]
    await bob.post(f"/matches/{match}/seats", {"code": code})
    return ann, bob, match


async def tiny(ann: Person, turns: int = 3, seats: Any = None, **wish: Any) -> str:
    """A tiny match, by default for the creator and one more; returns its id."""
    body = {
        "game": "tiny",
        "options": {"turns": turns},
        "seats": seats or [{"kind": "me"}, {"kind": "open"}],
        **wish,
    }
    return (await ann.post("/matches", body, 201))["id"]
