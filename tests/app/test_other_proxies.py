"""Caddy and nginx as documented: sockets, streams and addresses, at the root and below a path."""

from __future__ import annotations

import asyncio
import json
import ssl
import subprocess
from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.asyncio.client import connect

from devtools.services import free_port
from tests.app.conftest import QUICK, running
from tests.app.test_redis_connection import certificate
from tests.app.wire import browse, two_at_tiny
from tests.other_proxies import PATH, documented, proxy, tls_proxy

pytestmark = pytest.mark.programs

TIMEOUT_S = 5
"""Less than the 7 s after which a stream's keepalive would flush what a proxy buffers."""


@pytest.fixture(scope="module", params=documented())
def url(request, tmp_path_factory):
    """The public address of a server behind each proxy."""
    public_port, port = free_port(), free_port()
    path = PATH if " " in request.param else ""
    address = f"http://127.0.0.1:{public_port}{path}"
    folder = tmp_path_factory.mktemp("behind")
    server = running(folder, "server.log", {**QUICK, "PORT": port, "PUBLIC_URL": address})
    next(server)
    with proxy(request.param, public_port, port):
        yield address
    next(server, None)


async def test_match_is_played_over_a_socket(url):
    ann, bob, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    while not wire.end:
        for person in (ann, bob):
            for question in (await person.view(match))["decisions"][:1]:
                await person.answer(match, question["id"], question["default"])
        await asyncio.sleep(0)
    await wire.close()


async def next_ply(lines: AsyncIterator[str]) -> int:
    """The ply of the next frame with one: presence may come before it."""
    async for line in lines:
        if line and "ply" in (frame := json.loads(line)):
            return frame["ply"]
    raise AssertionError("the stream has ended")


async def test_streams_arrive_line_by_line(url):
    ann, _bob, match = await two_at_tiny(url)
    async with (
        asyncio.timeout(TIMEOUT_S),
        ann.http.stream("GET", f"/matches/{match}/stream") as stream,
    ):
        assert stream.status_code == 200
        lines = stream.aiter_lines()
        full = json.loads(await anext(lines))
        question = full["decisions"][0]
        await ann.answer(match, question["id"], question["default"])
        assert await next_ply(lines) == full["ply"] + 1


async def test_only_the_public_origin_may_sign_in(url):
    async with browse(url) as http:
        accepted = await http.post(
            "/api/v1/guests", json={"name": "Ann"}, headers={"Origin": url.removesuffix(PATH)}
        )
        assert accepted.status_code == 201
        refused = await http.post(
            "/api/v1/guests", json={"name": "Ann"}, headers={"Origin": "http://elsewhere.example"}
        )
        assert refused.status_code == 403


async def test_metrics_are_not_published(url):
    async with browse(url) as http:
        metrics = await http.get("/metrics")
    assert "# HELP" not in metrics.text


async def test_address_without_trailing_slash_leads_to_the_home_page(url):
    async with browse("", follow_redirects=True) as http:
        home = await http.get(url)
    assert (home.status_code, home.url.path) == (200, f"{httpx.URL(url).path.rstrip('/')}/")


@pytest.fixture
def tls_ports(tmp_path):
    """Ports for TLS and for plain HTTP of the documented nginx, with a certificate of its own."""
    secure, plain, port = free_port(), free_port(), free_port()
    address = f"https://127.0.0.1:{secure}"
    server = running(tmp_path, "server.log", {**QUICK, "PORT": port, "PUBLIC_URL": address})
    next(server)
    with tls_proxy(secure, plain, port, certificate(tmp_path)):
        yield secure, plain
    next(server, None)


def curl(*words):
    """What curl says of a request: version of HTTP, status, where it is redirected."""
    command = ["curl", "-sko", "/dev/null", "-w", "%{http_version} %{http_code} %{redirect_url}"]
    return subprocess.run([*command, *words], capture_output=True, text=True, check=True).stdout


async def test_nginx_serves_tls_over_both_protocols_and_leads_to_it(tls_ports):
    secure, plain = tls_ports
    for host in ("127.0.0.1", "[::1]"):
        shown = await asyncio.to_thread(curl, "--http2", f"https://{host}:{secure}/")
        assert shown.strip() == "2 200"
        address = f"http://{host}:{plain}/games?x=1"
        redirected = await asyncio.to_thread(curl, "-H", "Host: play.example.org", address)
        assert redirected == "1.1 301 https://play.example.org/games?x=1"


async def test_nginx_passes_sockets_and_secure_cookies_over_tls(tls_ports):
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    url = f"https://127.0.0.1:{tls_ports[0]}"
    async with httpx.AsyncClient(base_url=url, verify=trusting) as http:
        made = await http.post("/api/v1/guests", json={"name": "Ann"}, headers={"Origin": url})
        assert "secure" in made.headers["set-cookie"].lower()
        headers = {"Authorization": f"Bearer {made.json()['token']}"}
        body = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        match = (await http.post("/api/v1/matches", json=body, headers=headers)).json()["id"]
        ticket = (await http.post("/api/v1/me/tickets", headers=headers)).json()["ticket"]
    address = f"{url.replace('https', 'wss')}/api/v1/matches/{match}/ws?ticket={ticket}"
    async with connect(address, ssl=trusting) as socket:
        assert json.loads(await socket.recv())["t"] == "hello"
