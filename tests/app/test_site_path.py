"""A site below a path of its host, behind proxies that strip the path and that leave it."""

from __future__ import annotations

import json
import re
from urllib.parse import urljoin, urlsplit

import pytest
import websockets

from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting
from conclave_client import Client, Problem, calls
from devtools.services import free_port
from tests.app.conftest import QUICK, running
from tests.app.wire import arrive, browse, two_at_tiny

SCRIPT = "/assets/index-x1.js"
HEAD = """
  <head>
    <link rel="manifest" href="./manifest.webmanifest" />
    <link rel="preload" as="fetch" crossorigin href="/api/v1/games" />
    <script type="module" crossorigin src="./assets/index-x1.js"></script>
  </head>"""
PRELOADS = {
    "home": ["/assets/fan-x2.js"],
    "table": ["/assets/table-x3.js", "/assets/table-x4.css"],
    "games": {},
}
FILES = {
    "index.html": f"<!doctype html>\n<html>{HEAD}\n</html>\n",
    "offline.html": f"<!doctype html>\n<html>{HEAD}\n</html>\n",
    "manifest.webmanifest": "{}",
    "preloads.json": json.dumps(PRELOADS),
    SCRIPT[1:]: "export {}",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server whose site lies below /tables, with a page of its own."""
    folder = tmp_path_factory.mktemp("site")
    for name, content in FILES.items():
        (folder / "dist" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "dist" / name).write_text(content)
    port = free_port()
    settings = {
        **QUICK,
        "PORT": port,
        "PAGE_FOLDER": str(folder / "dist"),
        "PUBLIC_URL": f"http://127.0.0.1:{port}/tables",
    }
    yield from running(folder, "site.log", settings)


@pytest.fixture(params=["/tables", ""], ids=["left", "stripped"])
def url(site, request):
    """The address that a proxy calls: with the path, or without it."""
    return f"{site.url}{request.param}"


@pytest.fixture
async def http(url):
    async with browse(url) as client:
        yield client


def addresses(document):
    return re.findall(r'(?:href|src)="([^"]*)"', document)


# The page


@pytest.mark.parametrize("path", ["/", "/m/m_0123456789abcdef00", "/offline.html", "/index.html"])
async def test_every_link_of_a_document_has_the_path(http, path):
    page = (await http.get(path)).text
    assert '<meta name="base-path" content="/tables" />' in page
    assert addresses(page)
    assert all(address.startswith("/tables/") for address in addresses(page)), page


async def test_preloads_have_the_path(http):
    home = addresses((await http.get("/")).text)
    assert home[-1] == "/tables/assets/fan-x2.js"
    table = addresses((await http.get("/m/m_0123456789abcdef00")).text)
    answer = "/tables/api/v1/matches/m_0123456789abcdef00"
    assert table[-3:] == ["/tables/assets/table-x3.js", "/tables/assets/table-x4.css", answer]


async def test_previews_name_the_public_address(site, http):
    page = (await http.get("/games/tiny")).text
    assert f'<meta property="og:url" content="{site.url}/tables/games/tiny" />' in page
    assert f'content="{site.url}/tables/previews/conclave.jpg"' in page


async def test_files_keep_their_headers(http):
    script = await http.get(SCRIPT)
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "content-security-policy" not in script.headers
    assert (await http.get("/manifest.webmanifest")).text == "{}"


async def test_api_replies_are_not_cached(http):
    assert (await http.get("/api/v1/games")).headers["cache-control"] == "private, no-cache"
    assert (await http.get("/api/v1/me?if_any=true")).headers["cache-control"] == "no-store"


async def test_path_without_trailing_slash_redirects_by_a_relative_address(site):
    async with browse(site.url) as http:
        response = await http.get("/tables?x=1")
    assert (response.status_code, response.headers["location"]) == (308, "/tables/?x=1")


async def test_path_with_the_same_prefix_is_another_path(site):
    async with browse(site.url) as http:
        page = (await http.get("/tablesalt/games")).text
        assert f'content="{site.url}/tables/tablesalt/games"' in page
        assert (await http.get("/tablesapi/v1/games")).headers["content-type"] != "application/json"


@pytest.mark.parametrize("path", ["/docs", "/problems", "/problems/not-found"])
async def test_api_documents_link_within_the_site(site, path):
    async with browse(site.url) as http:
        page = await http.get(f"/tables{path}")
        links = {urljoin(f"/tables{path}", link) for link in addresses(page.text)}
        assert links
        assert all(link.startswith("/tables/") for link in links), links
        own = [link for link in links if re.search(r"json$|/problems(/|$)|/docs", link)]
        for link in own:
            assert (await http.get(link)).status_code == 200, link


async def test_both_api_documents_name_the_path(http):
    openapi = (await http.get("/openapi.json")).json()
    assert [server["url"] for server in openapi["servers"]] == ["/tables"]
    assert "(asyncapi.json)" in openapi["info"]["description"]
    asyncapi = (await http.get("/asyncapi.json")).json()
    assert {server["pathname"] for server in asyncapi["servers"].values()} == {"/tables"}


# The API


async def test_match_is_played_below_the_path(url):
    ann, _bob, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    await wire.until(lambda: wire.decisions)
    await wire.close()


async def test_problems_link_to_their_pages(http):
    refused = await http.get("/api/v1/nothing")
    body = refused.json()
    assert body["type"] == "/tables/problems/not-found"
    assert body["instance"] == "/tables/api/v1/nothing"
    large = await http.post("/api/v1/guests", content=b"x" * 200_000)
    assert large.json()["type"] == "/tables/problems/payload-too-large"


async def test_refused_command_links_to_its_page(url):
    ann, _bob, match = await two_at_tiny(url)
    where = urlsplit(url)
    address = f"ws://{where.netloc}{where.path}/api/v1/matches/{match}/ws"
    async with websockets.connect(address, additional_headers=ann.headers) as socket:
        await socket.send(json.dumps({"t": "chat", "ref": 1, "text": ""}))
        async for frame in socket:
            reply = json.loads(frame)
            if reply["t"] == "nack":
                assert reply["problem"]["type"] == "/tables/problems/invalid-request"
                break


async def test_new_match_is_at_its_public_path(url):
    ann = await arrive(url, "Ann")
    seats = [{"kind": "me"}, {"kind": "open"}]
    response = await ann.call("POST", "/matches", {"game": "tiny", "seats": seats})
    match = response.json()
    assert response.headers["location"] == f"/tables/api/v1/matches/{match['id']}"
    assert urlsplit(match["invite"]["url"]).path == f"/tables/join/{match['invite']['code']}"


async def test_metrics_are_served_at_the_root_only(site):
    async with browse(site.url) as http:
        assert "# HELP" in (await http.get("/metrics")).text
        assert "# HELP" not in (await http.get("/tables/metrics")).text
        assert (await http.get("/tables/metrics/")).status_code == 404
        assert (await http.get("/tables/healthz")).json() == {"status": "ok"}


# The cookie


async def test_cookie_is_limited_to_the_path(http):
    response = await http.post("/api/v1/guests", json={"name": "Ann"})
    assert "; Path=/tables;" in response.headers["set-cookie"]
    cookie = {"Cookie": f"session={response.json()['token']}"}
    http.cookies.clear()
    signed_out = await http.delete("/api/v1/sessions/current", headers=cookie)
    assert signed_out.status_code == 204
    assert "Max-Age=0; Path=/tables;" in signed_out.headers["set-cookie"]


async def test_cookie_of_a_site_at_the_root_is_ignored(http):
    """Browsers send the cookie of the longer path first."""
    response = await http.post("/api/v1/guests", json={"name": "Ann"})
    ours = f"session={response.json()['token']}"
    http.cookies.clear()
    me = await http.get("/api/v1/me", headers={"Cookie": f"a=b; {ours}; session=theirs"})
    assert me.json()["account"]["id"] == response.json()["account"]["id"]
    stranger = await http.get("/api/v1/me", headers={"Cookie": "session=theirs"})
    assert stranger.status_code == 401


# Programs


def test_client_accepts_an_address_with_a_path(site):
    with Client(f"{site.url}/tables/") as client, pytest.raises(Problem) as refused:
        client.send(calls.me())
    assert refused.value.name == "unauthenticated"


# The setting


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/ta bles",
        " https://example.org",
        "https://example.org/tables?x=1",
        "https://example.org/tables#x",
        "https://example.org//tables",
        "https://example.org/a/../b",
        "https://ann@example.org",
        'https://example.org/"onload',
        "https:///tables",
    ],
)
def test_malformed_public_url_is_refused_with_one_sentence(url):
    with pytest.raises(WrongSetting, match=r"^PUBLIC_URL .*\.$"):
        read_settings(public_url=url, secret_key="x" * 32)


@pytest.mark.parametrize("name", ["api", "assets", "docs", "problems"])
def test_path_reserved_by_the_server_is_refused(name):
    with pytest.raises(WrongSetting, match=rf"^PUBLIC_URL has a path that begins with /{name}, "):
        read_settings(public_url=f"https://example.org/{name}", secret_key="x" * 32)


@pytest.mark.parametrize(
    ("url", "address", "path"),
    [
        ("https://example.org/", "https://example.org", ""),
        ("https://example.org/tables/", "https://example.org/tables", "/tables"),
        ("http://[::1]:8080/a/b-c", "http://[::1]:8080/a/b-c", "/a/b-c"),
    ],
)
def test_public_url_may_have_a_path(url, address, path):
    settings = read_settings(public_url=url, secret_key="x" * 32)
    assert (settings.address, settings.site_path) == (address, path)
