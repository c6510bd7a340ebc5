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
TIMEOUT_S = 20
BLOCKING_METHODS = (
    (AbstractConnection, "connect"),
    (AbstractConnection, "send_packed_command"),
    (AbstractConnection, "read_response"),
    (AbstractConnection, "can_read"),
    (ConnectionPool, "get_connection"),
)
"""Every method in which a Redis client waits."""
in_request: ContextVar[bool] = ContextVar("in_request", default=False)
"""Set for everything that a request does, including the tasks that it starts."""


@pytest.fixture
def redis_calls(monkeypatch) -> list[str]:
    """The calls to Redis made within requests."""
    redis_calls: list[str] = []
    for owner, name in BLOCKING_METHODS:
        monkeypatch.setattr(owner, name, counting(getattr(owner, name), redis_calls))
    return redis_calls


def counting(call, redis_calls):
    async def count(*args, **kwargs):
        if in_request.get():
            redis_calls.append(call.__qualname__)
        return await call(*args, **kwargs)

    return count


@asynccontextmanager
async def serving(tmp_path, redis_server):
    """The application with its bus, in this loop."""
    async with in_process_server(tmp_path, redis_url=redis_server, gone_after=1) as services:
        app = create_app(services.settings)
        app.state.container = services
        await services.bus.start()
        while not services.bus.is_up():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        yield app, services


class Exchange:
    """One ASGI exchange of messages with the application."""

    def __init__(self, app, scope, *messages):
        self.outgoing = asyncio.Queue()
        self.incoming = asyncio.Queue()
        for message in messages:
            self.incoming.put_nowait(message)
        self.task = asyncio.create_task(app(scope, self.incoming.get, self.outgoing.put))

    async def wait_for(self, wanted: bytes) -> None:
        """Wait for a message that contains this."""
        async with asyncio.timeout(TIMEOUT_S):
            while True:
                message = await self.outgoing.get()
                if wanted in (message.get("body") or message.get("text", "").encode()):
                    return

    async def end(self, message):
        self.incoming.put_nowait(message)
        await asyncio.wait_for(self.task, TIMEOUT_S)


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


async def test_views_sockets_answers_and_streams_do_not_call_redis(
    tmp_path, redis_server, redis_calls
):
    async with serving(tmp_path, redis_server) as (app, services), client(app) as http:
        people = [await guest(http, name) for name in ("Ann", "Bob")]
        ann, bob = ({"Authorization": f"Bearer {person['token']}"} for person in people)
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"game": "tiny", "seats": seats, "visibility": "public"}
        match = (await http.post("/matches", json=body, headers=ann)).json()["id"]

        joined = await http.post(f"/matches/{match}/seats", json={}, headers=bob)
        assert joined.status_code == 200, joined.text
        assert not redis_calls

        in_request.set(True)
        view = (await http.get(f"/matches/{match}/view", headers=ann)).json()
        assert view["presence"]["seats"] == {"0": "gone", "1": "gone"}
        streams = [
            Exchange(app, scope_of("http", f"/api/v1{path}", people[0]["token"]), NO_BODY)
            for path in (f"/matches/{match}/stream", "/me/stream", "/lobby/stream")
        ]
        for stream in streams:
            await stream.wait_for(match.encode() if stream is streams[0] else b"")
        for stream in streams[1:]:
            await stream.wait_for(match.encode())
        path = f"/api/v1/matches/{match}/ws"
        socket = Exchange(app, scope_of("websocket", path, people[1]["token"]), CONNECT)
        await socket.wait_for(b'"full"')
        socket.incoming.put_nowait(command(t="ping"))
        await socket.wait_for(b'"pong"')
        decision = view["decisions"][0]
        path = f"/matches/{match}/decisions/{decision['id']}"
        reply = await http.post(path, json={"answer": decision["default"]}, headers=ann)
        assert reply.status_code == 200, reply.text
        await socket.wait_for(b'"ply":1')
        await streams[0].wait_for(b'"ply":1')
        socket.incoming.put_nowait(command(t="chat", text="hello", ref=1))
        await socket.wait_for(b'"ack"')
        await streams[0].wait_for(b"hello")
        for stream in streams:
            await stream.end({"type": "http.disconnect"})
        await socket.end({"type": "websocket.disconnect", "code": 1000})
        await http.post(f"/matches/{match}/offers", json={"kind": "draw"}, headers=ann)
        await services.bus.sent.wait()
        assert redis_calls == []

        await guest(http, "Cid")
        assert redis_calls, "the limit on guests calls Redis, so such calls are counted"
        in_request.set(False)


NO_BODY = {"type": "http.request", "body": b"", "more_body": False}
CONNECT = {"type": "websocket.connect"}


def command(**members):
    return {"type": "websocket.receive", "text": json.dumps(members)}


async def guest(http, name):
    http.cookies.clear()
    account = (await http.post("/guests", json={"name": name})).json()
    http.cookies.clear()
    return account


def client(app) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(transport=transport, base_url="http://here/api/v1")
