"""Caddy and nginx as documented: sockets, streams and addresses, at the root and below a path."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from devtools.services import free_port
from tests.app.conftest import QUICK, running
from tests.app.wire import browse, two_at_tiny
from tests.other_proxies import PATH, documented, proxy

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
