"""Static page: encodings, caching, missing files, HEAD."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from app.http.content_encoding import preferred
from app.infra.security import DOCUMENT_HEADERS
from tests.app.conftest import QUICK, running
from tests.app.wire import arrive, browse, tiny

PLAIN = b"export const table = 'oak';\n" * 100
BR = b"this stands for brotli"
GZ = gzip.compress(PLAIN, mtime=0)
HEAD = "  <head>\n    <title>Conclave</title>\n  </head>\n"
DRAWN = {name: f"M{size}" * 600 for size, name in enumerate(("athanor", "bone_dragon", "crypt"))}
DRAWINGS = "/assets/res_arcana-drawings-x3.json"
PRELOADS = {
    "home": ["/assets/fan-x5.js"],
    "table": ["/assets/table-x1.js", "/assets/table-x6.css"],
    "games": {"res_arcana": ["/assets/res_arcana-x7.js"], "tiny": ["/assets/tiny-x8.js"]},
}
INDEX = f"<!doctype html>\n<html>\n{HEAD}{'<!-- oak -->' * 99}\n</html>\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server with a page of its own."""
    folder = tmp_path_factory.mktemp("site")
    dist = folder / "dist"
    for name, content in {
        "index.html": INDEX.encode(),
        "icon.svg": b"<svg/>",
        "assets/table-x1.js": PLAIN,
        "assets/table-x1.js.br": BR,
        "assets/table-x1.js.gz": GZ,
        "assets/font-x2.woff2": b"wOF2" * 400,
        DRAWINGS[1:]: json.dumps(DRAWN).encode(),
        "assets/table-x4.json": json.dumps(DRAWN).encode(),
        "preloads.json": json.dumps(PRELOADS).encode(),
    }.items():
        (dist / name).parent.mkdir(parents=True, exist_ok=True)
        (dist / name).write_bytes(content)
    settings = {**QUICK, "PAGE_FOLDER": str(dist)}
    yield from running(folder, "site.log", settings)


@pytest.fixture
async def http(site):
    """A client that requests no encoding by default and decodes nothing."""
    async with browse(site.url, headers={"Accept-Encoding": ""}) as client:
        yield client


async def raw(http, path, **headers):
    """A response, with its body as sent."""
    request_headers = {name.replace("_", "-"): value for name, value in headers.items()}
    async with http.stream("GET", path, headers=request_headers) as response:
        body = b"".join([part async for part in response.aiter_raw()])
    return response, body


# Codings


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        (None, "identity"),
        ("", "identity"),
        ("br", "br"),
        ("gzip", "gzip"),
        ("x-gzip", "gzip"),
        ("GZIP", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("gzip; q=0.5, br; q=0.8", "br"),
        ("br;q=0, gzip;q=0", "identity"),
        ("br;q=0.000, *", "gzip"),
        ("*", "br"),
        ("*;q=0", "identity"),
        ("deflate, zstd", "identity"),
        ("identity, gzip;q=0.5", "identity"),
        ("identity;q=0.4, gzip;q=0.5", "gzip"),
        ("identity;q=0, gzip;q=0.1", "gzip"),
        ("identity;q=0, deflate", "identity"),
        ("gzip;q=many, br;q=-1", "identity"),
        (";q=1, ,gzip", "gzip"),
    ],
)
def test_clients_preferred_coding_is_chosen(accepted, coding):
    assert preferred(accepted, ["br", "gzip"]) == coding


@pytest.mark.parametrize(
    ("accepted", "coding", "body"),
    [
        ("gzip, br", "br", BR),
        ("gzip", "gzip", GZ),
        ("identity", None, PLAIN),
        ("identity;q=0, gzip", "gzip", GZ),
        ("br;q=0.1, gzip;q=0.2", "gzip", GZ),
        ("zstd", None, PLAIN),
    ],
)
async def test_built_file_is_sent_in_the_preferred_coding(http, accepted, coding, body):
    response, sent = await raw(http, "/assets/table-x1.js", Accept_Encoding=accepted)
    assert response.status_code == 200
    assert response.headers.get("content-encoding") == coding
    assert sent == body
    assert response.headers["content-length"] == str(len(body))
    assert response.headers["content-type"].startswith("text/javascript")
    assert response.headers["vary"] == "Accept-Encoding"
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"


async def test_built_file_has_no_document_headers(http):
    present, _ = await raw(http, "/assets/table-x1.js")
    missing, _ = await raw(http, "/assets/nothing.js")
    assert present.headers["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in present.headers
    assert set(DOCUMENT_HEADERS) <= set(missing.headers)


async def test_each_coding_has_its_own_etag(http):
    tags = {}
    for coding in ("br", "gzip", "identity"):
        response, _ = await raw(http, "/assets/table-x1.js", Accept_Encoding=coding)
        tags[coding] = response.headers["etag"]
    assert len(set(tags.values())) == 3
    for coding, tag in tags.items():
        for others, status in ((tag, 304), (f'W/{tag}, "other"', 304), ('"other"', 200)):
            response, body = await raw(
                http, "/assets/table-x1.js", Accept_Encoding=coding, If_None_Match=others
            )
            assert response.status_code == status
            assert response.headers["etag"] == tag
            assert response.headers["vary"] == "Accept-Encoding"
            assert bool(body) is (status == 200)
        wrong, _ = await raw(
            http, "/assets/table-x1.js", Accept_Encoding="zstd", If_None_Match=tags["br"]
        )
        assert wrong.status_code == 200


async def test_range_applies_to_the_encoded_file(http):
    for coding, body in (("identity", PLAIN), ("gzip", GZ)):
        response, sent = await raw(
            http, "/assets/table-x1.js", Accept_Encoding=coding, Range="bytes=4-9"
        )
        assert response.status_code == 206
        assert response.headers["content-range"] == f"bytes 4-9/{len(body)}"
        assert sent == body[4:10]


@pytest.mark.parametrize(
    ("only", "names"),
    [
        ("crypt,athanor", ["athanor", "crypt"]),
        ("crypt", ["crypt"]),
        ("crypt,crypt,nothing,../index.html", ["crypt"]),
        ("", []),
    ],
)
async def test_drawings_are_limited_to_the_requested_names(http, only, names):
    response = await http.get(DRAWINGS, params={"only": only})
    assert list(response.json()) == names
    assert all(response.json()[name] == DRAWN[name] for name in names)
    assert response.headers["content-type"].startswith("application/json")
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"


async def test_selected_drawings_are_sent_in_the_preferred_coding(http):
    some = f"{DRAWINGS}?only=crypt"
    plain, body = await raw(http, some, Accept_Encoding="identity")
    packed, sent = await raw(http, some, Accept_Encoding="br, gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(sent) == body
    assert packed.headers["etag"] != plain.headers["etag"]
    known, nothing = await raw(
        http, some, Accept_Encoding="gzip", If_None_Match=packed.headers["etag"]
    )
    assert (known.status_code, nothing) == (304, b"")
    assert (await raw(http, f"{DRAWINGS}?only=", Accept_Encoding="gzip"))[1] == b"{}"


@pytest.mark.parametrize("path", [DRAWINGS, "/assets/table-x4.json?only=crypt"])
async def test_other_files_and_all_drawings_are_sent_whole(http, path):
    assert (await http.get(path)).json() == DRAWN


async def test_file_without_a_compressed_form_is_sent_unencoded(http):
    response, body = await raw(http, "/assets/font-x2.woff2", Accept_Encoding="br, gzip")
    assert "content-encoding" not in response.headers
    assert response.headers["content-type"] == "font/woff2"
    assert body == b"wOF2" * 400


# Missing files


@pytest.mark.parametrize(
    "path",
    [
        *("/assets/nothing.js", "/assets/nothing", "/assets/table-x1.js.br", "/assets/", "/assets"),
        *("/robots.txt", "/favicon.ico", "/manifest.webmanifest", "/.env", "/m/x.php"),
        *("/table.js", "/games/res_arcana.json", "/..%2fsecret.txt", "/previews/nothing.jpg"),
    ],
)
async def test_missing_file_is_not_found(http, path):
    response = await http.get(path)
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["type"] == "/problems/not-found"


@pytest.mark.parametrize(
    "path", ["/", "/m/m_1", "/join/ABC", "/games/res_arcana", "/people/J.R.", "/nothing/of/ours"]
)
async def test_every_other_path_serves_the_page(http, path):
    response = await http.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["cache-control"] == "no-cache"
    assert "<title>Conclave</title>" in response.text
    again = await http.get(path, headers={"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304


async def test_page_is_compressed_on_request(http):
    plain, body = await raw(http, "/", Accept_Encoding="identity")
    packed, sent = await raw(http, "/", Accept_Encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(sent) == body
    assert packed.headers["etag"] != plain.headers["etag"]


# Preloads


async def preloads_of(http, path: str) -> list[str]:
    """The addresses that the head of a page preloads."""
    page = (await http.get(path)).text
    return re.findall(r'<link rel="(?:module)?preload"[^>]* href="([^"]+)" />', page)


async def test_home_page_preloads_its_files(http):
    assert await preloads_of(http, "/") == PRELOADS["home"]


async def test_table_page_preloads_its_files_its_games_and_its_match(site, http):
    match = await tiny(await arrive(site.url, "Ann"), 2)
    files = [*PRELOADS["table"], *PRELOADS["games"]["tiny"]]
    assert await preloads_of(http, f"/m/{match}") == [*files, f"/api/v1/matches/{match}"]
    assert await preloads_of(http, f"/m/{match}/replay") == files


@pytest.mark.parametrize("path", ["/m/m_none", "/m/%22%3E%3Cb%3E"])
async def test_unknown_match_preloads_no_game(http, path):
    assert (await preloads_of(http, path))[: len(PRELOADS["table"])] == PRELOADS["table"]
    assert not set(await preloads_of(http, path)) & {*PRELOADS["games"]["tiny"]}
    assert "<b>" not in (await http.get(path)).text


@pytest.mark.parametrize("path", ["/games", "/settings/look", "/join/abc", "/m"])
async def test_other_pages_preload_nothing(http, path):
    assert await preloads_of(http, path) == []


# HEAD


async def test_head_matches_get(site, http):
    ann = await arrive(site.url, "Ann")
    match = await tiny(ann, 2)
    for path in (
        *("/", "/assets/table-x1.js", "/healthz", "/readyz", "/metrics", "/docs", "/openapi.json"),
        *("/api/v1/games", "/api/v1/games/tiny", "/api/v1/me", f"/api/v1/matches/{match}"),
        *("/api/v1/nothing", "/robots.txt", "/asyncapi.json"),
    ):
        headers = {"Authorization": f"Bearer {ann.token}"}
        got = await http.get(path, headers=headers)
        head = await http.head(path, headers=headers)
        assert head.status_code == got.status_code, path
        assert head.content == b""
        for name in ("content-type", "etag", "cache-control", "vary", "content-security-policy"):
            assert head.headers.get(name) == got.headers.get(name), (path, name)
        if path != "/metrics":
            assert head.headers["content-length"] == str(len(got.content)), path


async def test_head_of_a_stream_ends_at_once_without_starting_it(site, http):
    ann = await arrive(site.url, "Ann")
    match = await tiny(ann, 2, [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    headers = {"Authorization": f"Bearer {ann.token}"}
    for path in ("/me/stream", "/lobby/stream", f"/matches/{match}/stream"):
        head = await http.head(f"/api/v1{path}", headers=headers)
        assert head.status_code == 200
        assert head.content == b""
        assert "content-encoding" not in head.headers
    presence = (await ann.view(match))["presence"]
    assert presence["seats"]["0"] != "here"
    assert (await http.head("/api/v1/me/stream")).status_code == 401


async def test_head_is_allowed_only_where_get_is(http):
    for path, methods in (("/api/v1/guests", "POST"), ("/api/v1/games", "GET, HEAD")):
        refused = await http.request("DELETE", path)
        assert refused.status_code == 405
        assert refused.headers["allow"] == methods
    assert (await http.head("/api/v1/guests")).status_code == 405
    mine = await http.put("/api/v1/matches/m_1/seats/mine", json={"kind": "open"})
    assert (mine.status_code, mine.headers["allow"]) == (405, "DELETE")
    assert (await http.put("/api/v1/matches/m_1/seats/first", json={})).status_code == 404
