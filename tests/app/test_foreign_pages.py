"""Pages of other sites: with CORS_ORIGINS they use the API with tokens, and never a cookie."""

from __future__ import annotations

import pytest
import websockets

from tests.app.conftest import running
from tests.app.test_registration import PASSWORD, new_name
from tests.app.test_security import endpoints, filled
from tests.app.wire import Person, arrive, browse, two_at_tiny

ALLOWED_ORIGIN = "https://tables.example.org"
OTHER_ORIGIN = "https://elsewhere.example.org"
SCRIPT_HEADERS = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}
READ_PATHS = [filled(path) for method, path in endpoints() if method == "get" and "/api/" in path]


@pytest.fixture(scope="module")
def open_site(tmp_path_factory):
    """A server whose API the page at ALLOWED_ORIGIN may use."""
    folder = tmp_path_factory.mktemp("open")
    yield from running(folder, "open.log", {"CORS_ORIGINS": ALLOWED_ORIGIN})


def preflight_headers(
    origin, method="POST", headers="authorization, content-type, idempotency-key"
):
    """The headers of a preflight request."""
    return {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": headers,
        **SCRIPT_HEADERS,
    }


async def test_cors_is_off_by_default(embedded):
    async with browse(embedded.url) as http:
        reply = await http.get("/api/v1/games", headers={"Origin": ALLOWED_ORIGIN})
        preflight = await http.options("/api/v1/matches", headers=preflight_headers(ALLOWED_ORIGIN))
    for response in (reply, preflight):
        assert not [name for name in response.headers if name.startswith("access-control")]


async def test_allowed_page_passes_the_preflight_and_reads(open_site):
    async with browse(open_site.url) as http:
        preflight = await http.options("/api/v1/matches", headers=preflight_headers(ALLOWED_ORIGIN))
        reply = await http.get("/api/v1/games", headers={"Origin": ALLOWED_ORIGIN})
    assert preflight.status_code == 200
    for response in (preflight, reply):
        assert response.headers["access-control-allow-origin"] == ALLOWED_ORIGIN
        assert "access-control-allow-credentials" not in response.headers
        assert response.headers["vary"].lower().find("origin") >= 0
    assert "Authorization" in preflight.headers["access-control-allow-headers"]
    assert "Retry-After" in reply.headers["access-control-expose-headers"]


async def test_pages_of_other_origins_are_refused(open_site):
    async with browse(open_site.url) as http:
        preflight = await http.options("/api/v1/matches", headers=preflight_headers(OTHER_ORIGIN))
        reply = await http.get("/api/v1/games", headers={"Origin": OTHER_ORIGIN})
        refused = await http.post(
            "/api/v1/guests", json={"name": "Eve"}, headers=preflight_headers(OTHER_ORIGIN)
        )
    assert preflight.status_code == 400
    assert "access-control-allow-origin" not in reply.headers
    assert refused.status_code == 403


async def test_allowed_page_plays_with_a_token(open_site):
    page = {"Origin": ALLOWED_ORIGIN, **SCRIPT_HEADERS}
    async with browse(f"{open_site.url}/api/v1", headers=page) as http:
        ada = (await http.post("/guests", json={"name": "Ada"})).json()
        http.cookies.clear()
        http.headers["Authorization"] = f"Bearer {ada['token']}"
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        created = await http.post("/matches", json={"game": "tiny", "seats": seats})
    assert created.status_code == 201
    assert created.headers["access-control-allow-origin"] == ALLOWED_ORIGIN


async def test_allowed_page_cannot_act_by_cookie(open_site):
    page = {"Origin": ALLOWED_ORIGIN, **SCRIPT_HEADERS}
    async with browse(f"{open_site.url}/api/v1") as http:
        await http.post("/guests", json={"name": "Ada"})
        assert http.cookies["session"]
        refused = await http.post("/bots", json={"name": "Vex"}, headers=page)
        assert refused.status_code == 403
        own = {"name": new_name(), "password": PASSWORD}
        for path in ("/accounts", "/sessions"):
            assert (await http.post(path, json=own, headers=page)).status_code == 403


@pytest.mark.parametrize(("origin", "code"), [(ALLOWED_ORIGIN, None), (OTHER_ORIGIN, 4001)])
async def test_ticket_opens_a_socket_for_an_allowed_page_only(open_site, origin, code):
    ann, _, match = await two_at_tiny(open_site.url)
    ticket = (await ann.post("/me/tickets", status=201))["ticket"]
    address = f"{open_site.url.replace('http', 'ws', 1)}/api/v1/matches/{match}/ws?ticket={ticket}"
    async with websockets.connect(address, origin=origin) as socket:
        if code is None:
            assert '"t":"hello"' in await socket.recv()
            return
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
        assert socket.close_code == code


async def test_cookie_opens_no_socket_for_an_allowed_page(open_site):
    ann, _, match = await two_at_tiny(open_site.url)
    address = f"{open_site.url.replace('http', 'ws', 1)}/api/v1/matches/{match}/ws"
    cookie = {"Cookie": f"session={ann.token}"}
    async with websockets.connect(
        address, origin=ALLOWED_ORIGIN, additional_headers=cookie
    ) as socket:
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4001


@pytest.mark.parametrize("path", READ_PATHS)
async def test_invalid_token_is_refused_even_where_none_is_needed(embedded, path):
    stranger = Person(embedded.url, "Nobody", "cnc_mistyped", "")
    async with browse(embedded.url, headers=stranger.headers) as http:
        reply = await http.get(path)
    assert reply.status_code == 401
    assert reply.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    assert reply.json()["type"] == "/problems/unauthenticated"


async def test_refusal_names_the_missing_scope(embedded):
    ann = await arrive(embedded.url, "Ann")
    reader = await ann.post("/me/tokens", {"name": "r", "scopes": ["read"]}, 201)
    ann.http.headers["Authorization"] = f"Bearer {reader['token']}"
    reply = await ann.call("POST", "/matches", {"game": "tiny", "seats": []})
    assert reply.status_code == 403
    lacking = 'Bearer error="insufficient_scope", scope="create"'
    assert reply.headers["www-authenticate"] == lacking
