"""Views, sockets, answers and streams never wait for Redis."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from contextvars import ContextVar

import httpx
import pytest
from redis.asyncio.connection import AbstractConnection, ConnectionPool

from app.main import create_app
from tests.app.in_process import in_process_server

pytestmark = pytest.mark.redis
PATIENCE = 20
WAYS = (
    (AbstractConnection, "connect"),
    (AbstractConnection, "send_packed_command"),
    (AbstractConnection, "read_response"),
    (AbstractConnection, "can_read"),
    (ConnectionPool, "get_connection"),
)
"""Wherever a client of Redis waits."""
on_the_way: ContextVar[bool] = ContextVar("on_the_way", default=False)
"""Follows everything a request does, including the tasks that it starts."""


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """What was asked of Redis on the way of something."""
    asked: list[str] = []
    for owner, name in WAYS:
        monkeypatch.setattr(owner, name, counted(getattr(owner, name), asked))
    return asked


def counted(ask, asked):
    async def count(*given, **more):
        if on_the_way.get():
            asked.append(ask.__qualname__)
        return await ask(*given, **more)

    return count


@asynccontextmanager
async def serving(tmp_path, redis_server):
    """The application with its bus, in this loop."""
    async with in_process_server(tmp_path, redis_url=redis_server, gone_after=1) as services:
        app = create_app(services.settings)
        app.state.container = services
        await services.bus.start()
        while not services.bus.is_well():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        yield app, services


class Exchange:
    """One exchange of messages with the application, as a server has it."""

    def __init__(self, app, scope, *said):
        self.heard = asyncio.Queue()
        self.said = asyncio.Queue()
        for message in said:
            self.said.put_nowait(message)
        self.task = asyncio.create_task(app(scope, self.said.get, self.heard.put))

    async def hears(self, wanted: bytes) -> None:
        """Until a message has this in it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.heard.get()
                if wanted in (message.get("body") or message.get("text", "").encode()):
                    return

    async def end(self, message):
        self.said.put_nowait(message)
        await asyncio.wait_for(self.task, PATIENCE)


def scope_of(kind, path, token):
    return {
        "type": kind,
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"here"), (b"authorization", f"Bearer {token}".encode())],
        "client": ("127.0.0.1", 1),
        "server": ("here", 80),
        "subprotocols": [],
        "extensions": {},
        "asgi": {"version": "3.0", "spec_version": "2.3"},
    }


async def test_views_sockets_answers_and_streams_ask_redis_nothing(tmp_path, redis_server, asked):
    async with serving(tmp_path, redis_server) as (app, services), client(app) as http:
        people = [await guest(http, name) for name in ("Ann", "Bob")]
        ann, bob = ({"Authorization": f"Bearer {one['token']}"} for one in people)
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = {"game": "tiny", "seats": seats, "visibility": "public"}
        match = (await http.post("/matches", json=wish, headers=ann)).json()["id"]

        joined = await http.post(f"/matches/{match}/seats", json={}, headers=bob)
        assert joined.status_code == 200, joined.text
        assert not asked

        on_the_way.set(True)
        view = (await http.get(f"/matches/{match}/view", headers=ann)).json()
        assert view["presence"]["seats"] == {"0": "gone", "1": "gone"}
        streams = [
            Exchange(app, scope_of("http", f"/api/v1{path}", people[0]["token"]), NO_BODY)
            for path in (f"/matches/{match}/stream", "/me/stream", "/lobby/stream")
        ]
        for stream in streams:
            await stream.hears(match.encode() if stream is streams[0] else b"")
        for stream in streams[1:]:
            await stream.hears(match.encode())
        path = f"/api/v1/matches/{match}/ws"
        socket = Exchange(app, scope_of("websocket", path, people[1]["token"]), CONNECT)
        await socket.hears(b'"full"')
        socket.said.put_nowait(command(t="ping"))
        await socket.hears(b'"pong"')
        decision = view["decisions"][0]
        path = f"/matches/{match}/decisions/{decision['id']}"
        answered = await http.post(path, json={"answer": decision["default"]}, headers=ann)
        assert answered.status_code == 200, answered.text
        await socket.hears(b'"ply":1')
        await streams[0].hears(b'"ply":1')
        socket.said.put_nowait(command(t="chat", text="hello", ref=1))
        await socket.hears(b'"ack"')
        await streams[0].hears(b"hello")
        for stream in streams:
            await stream.end({"type": "http.disconnect"})
        await socket.end({"type": "websocket.disconnect", "code": 1000})
        await http.post(f"/matches/{match}/offers", json={"kind": "draw"}, headers=ann)
        await services.bus.sent.wait()
        assert asked == []

        await guest(http, "Cid")
        assert asked, "a limit on guests asks Redis, so this test would have seen it"
        on_the_way.set(False)


NO_BODY = {"type": "http.request", "body": b"", "more_body": False}
CONNECT = {"type": "websocket.connect"}


def command(**members):
    return {"type": "websocket.receive", "text": json.dumps(members)}


async def guest(http, name):
    http.cookies.clear()
    made = (await http.post("/guests", json={"name": name})).json()
    http.cookies.clear()
    return made


def client(app) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(transport=transport, base_url="http://here/api/v1")
