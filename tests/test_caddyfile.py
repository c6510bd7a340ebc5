"""The deployed proxy: all requests about one match reach one server, whatever clients send."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import UUID

import httpx
import pytest

from devtools.caddy import Caddy, caddy
from tests.app.wire import browse

pytestmark = pytest.mark.programs

ADDRESSES = ["127.0.0.2", "127.0.0.3", "127.0.0.4"]
FOURTH = "127.0.0.5"
MATCHES = [f"m_{number * 7919:012x}" for number in range(60)]
TIMEOUT_S = 30.0


class Stub(ThreadingHTTPServer):
    """A server that replies with its address and the header that chose it."""

    daemon_threads = True

    def __init__(self, address: str, port: str) -> None:
        super().__init__((address, int(port)), _Reply)
        self.waiting = threading.Event()
        self.stopping = threading.Event()

    def __enter__(self) -> Stub:
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self.shutdown()
        self.server_close()


class _Reply(BaseHTTPRequestHandler):
    """One request per connection, so a stopped server sends nothing more."""

    server: Stub

    def do_GET(self) -> None:
        if self.path.endswith("/stream"):
            self.server.waiting.set()
            self.server.stopping.wait(TIMEOUT_S)
            return
        self.send_response(200)
        self.send_header("Server-Address", str(self.server.server_address[0]))
        for value in self.headers.get_all("Conclave-Match", []):
            self.send_header("Chosen-By", value)
        self.send_header("Named", ",".join(self.headers.get_all("X-Request-ID", [])))
        self.end_headers()

    do_POST = do_DELETE = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def proxy() -> Iterator[Caddy]:
    with caddy(*ADDRESSES) as proxy:
        yield proxy


@pytest.fixture
def stubs(proxy: Caddy) -> Iterator[dict[str, Stub]]:
    with ExitStack() as stack:
        yield {address: stack.enter_context(Stub(address, proxy.port)) for address in ADDRESSES}


@pytest.fixture
async def http(proxy: Caddy, stubs: dict[str, Stub]) -> AsyncIterator[httpx.AsyncClient]:
    async with browse(proxy.url) as http:
        yield http


async def server_of(http: httpx.AsyncClient, path: str, method: str = "GET", **more: Any) -> str:
    response = await http.request(method, path, **more)
    assert response.status_code == 200, response.text
    return response.headers["Server-Address"]


async def homes(http: httpx.AsyncClient) -> dict[str, str]:
    """The server of each match."""
    return {match: await server_of(http, f"/api/v1/matches/{match}/view") for match in MATCHES}


async def until(
    condition: Callable[[dict[str, str]], bool], http: httpx.AsyncClient
) -> dict[str, str]:
    """The servers of all matches once they are as expected."""
    async with asyncio.timeout(TIMEOUT_S):
        while not condition(servers := await homes(http)):  # noqa: ASYNC110
            await asyncio.sleep(0.5)
    return servers


async def test_all_requests_about_a_match_reach_one_server(http):
    for match, home in (await homes(http)).items():
        base = f"/api/v1/matches/{match}"
        others = {
            await server_of(http, base),
            await server_of(http, f"{base}/ws?after=3"),
            await server_of(http, f"{base}/decisions/d_1", "POST", content=b"{}"),
            await server_of(http, f"{base}/seats/mine", "DELETE"),
        }
        assert others == {home}


async def test_matches_are_spread_over_all_servers(http):
    servers = list((await homes(http)).values())
    assert set(servers) == set(ADDRESSES)
    assert max(servers.count(address) for address in ADDRESSES) < len(MATCHES) * 0.7


async def test_forged_match_header_is_overwritten(http):
    match, other = MATCHES[:2]
    path = f"/api/v1/matches/{match}/view"
    home = await server_of(http, path)
    for name in ("Conclave-Match", "conclave-match", "CONCLAVE-MATCH"):
        forged = [(name, other), (name, "another")]
        response = await http.get(path, headers=forged)
        assert response.headers["Server-Address"] == home
        assert response.headers.get_list("Chosen-By") == [match]


async def test_forged_header_chooses_no_server_on_other_paths(http):
    for path in ("/", "/api/v1/matches", "/api/v1/me", "/matches/m_1", "/api/v1/matches/"):
        response = await http.get(path, headers={"Conclave-Match": "mine"})
        assert "Chosen-By" not in response.headers, path
    forged = {"Conclave-Match": "mine"}
    servers = {await server_of(http, "/api/v1/me", headers=forged) for _ in range(40)}
    assert servers == set(ADDRESSES)


async def test_every_request_gets_its_id_from_the_proxy(http):
    forged = {"X-Request-ID": "chosen-by-a-client"}
    ids = [(await http.get("/", headers=forged)).headers["Named"] for _ in range(2)]
    assert len({UUID(name) for name in ids}) == 2


async def test_matches_of_a_failed_server_move_and_come_back(http, proxy, stubs):
    before = await homes(http)
    failing, healthy = stubs[ADDRESSES[0]], stubs[ADDRESSES[1]]
    here = next(match for match, home in before.items() if home == ADDRESSES[1])
    stream = asyncio.create_task(http.get(f"/api/v1/matches/{here}/stream"))
    assert await asyncio.to_thread(healthy.waiting.wait, TIMEOUT_S)

    failing.__exit__()
    meanwhile = await homes(http)
    assert ADDRESSES[0] not in meanwhile.values()
    assert {m: home for m, home in meanwhile.items() if before[m] != ADDRESSES[0]} == {
        match: home for match, home in before.items() if home != ADDRESSES[0]
    }

    with Stub(ADDRESSES[0], proxy.port):
        assert await until(lambda servers: servers == before, http)
    stream.cancel()


async def test_added_server_takes_its_share_from_the_others(http, proxy):
    before = await homes(http)
    with Stub(FOURTH, proxy.port):
        proxy.addresses.append(FOURTH)
        after = await until(lambda servers: FOURTH in servers.values(), http)
        moved = {match for match in MATCHES if before[match] != after[match]}
        assert moved == {match for match, home in after.items() if home == FOURTH}
        assert len(moved) < len(MATCHES) / 2


async def test_removed_server_moves_only_its_own_matches(http, proxy, stubs):
    before = await homes(http)
    proxy.addresses.remove(ADDRESSES[2])
    after = await until(lambda servers: ADDRESSES[2] not in servers.values(), http)
    moved = {match for match in MATCHES if before[match] != after[match]}
    assert moved == {match for match, home in before.items() if home == ADDRESSES[2]}
