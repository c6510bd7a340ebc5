"""Compression of JSON on request: which endpoints offer it, and which never do."""

from __future__ import annotations

import gzip
import json

from fastapi.routing import APIRoute

from app.http.content_encoding import MIN_COMPRESSED_BYTES
from app.infra.read_settings import read_settings
from app.main import create_app
from tests.app.wire import arrive, browse, two_at_tiny

ALWAYS = {
    *("GET /games", "GET /games/{game}", "GET /leaderboards/{game}", "GET /accounts/{name:path}"),
    *("GET /games/{game}/first-match", "GET /games/{game}/lessons"),
    *("GET /games/{game}/grammar", "GET /problems", "GET /problems/{name}"),
    *("GET /bots", "GET /pools"),
    *("GET /openapi.json", "GET /asyncapi.json", "GET /docs"),
    *("GET /matches/{id}/view", "GET /matches/{id}/log", "GET /matches/{id}/replay"),
    "GET /matches/{id}/scores",
    *("GET /matches/{id}/export", "GET /matches/{id}/analysis"),
}
FOR_STRANGERS = {"GET /matches", "GET /matches/{id}"}
GZIP = {"Accept-Encoding": "gzip"}


def endpoints(routes):
    """Every endpoint under these routes, by method and path."""
    for route in routes:
        if isinstance(route, APIRoute):
            for method in route.methods:
                yield f"{method} {route.path.removeprefix('/api/v1')}", route.endpoint
        elif inner := getattr(route, "original_router", None):
            yield from endpoints(inner.routes)


def test_compressing_endpoints_are_exactly_those_listed():
    """All others, with tokens, tickets, invite codes, chat or answers, and all streams, do not."""
    app = create_app(read_settings(database_url="sqlite+aiosqlite:///x", secret_key="x" * 32))
    handlers = dict(endpoints(app.routes))
    assert len(handlers) > 60
    compressed = {
        name: handler.compressed
        for name, handler in handlers.items()
        if hasattr(handler, "compressed")
    }
    assert {
        name for name, compression in compressed.items() if not compression.for_strangers
    } == ALWAYS
    assert {
        name for name, compression in compressed.items() if compression.for_strangers
    } == FOR_STRANGERS


async def raw(url, path, **headers):
    """A response, with its bytes as they travelled."""
    async with (
        browse(url, headers={"Accept-Encoding": ""}) as http,
        http.stream("GET", path, headers=headers) as response,
    ):
        return response, b"".join([part async for part in response.aiter_raw()])


async def test_game_description_is_compressed_and_cached_by_version(embedded):
    plain, body = await raw(embedded.url, "/api/v1/games/res_arcana")
    packed, sent = await raw(embedded.url, "/api/v1/games/res_arcana", **GZIP)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(sent) == body
    assert len(sent) < len(body) / 3
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    tags = [response.headers["etag"] for response in (plain, packed)]
    assert len(set(tags)) == 2
    for tag in tags:
        same, nothing = await raw(
            embedded.url, "/api/v1/games/res_arcana", **GZIP, **{"If-None-Match": tag}
        )
        assert (same.status_code, nothing, same.headers["etag"]) == (304, b"", tag)
    for _, listed in [await raw(embedded.url, "/api/v1/games")]:
        versions = {game["id"]: game["version"] for game in json.loads(listed)["items"]}
    for version, caching in (
        (versions["res_arcana"], "public, max-age=31536000, immutable"),
        (versions["tiny"], "no-cache"),
        ("", "no-cache"),
    ):
        path = f"/api/v1/games/res_arcana?version={version}"
        reply, sent = await raw(embedded.url, path)
        assert sent == body
        assert reply.headers["cache-control"] == caching


async def test_short_replies_and_refused_encodings_are_not_compressed(embedded):
    for path in ("/readyz", "/api/v1/games/nothing", "/api/v1/leaderboards/tiny?limit=1"):
        response, body = await raw(embedded.url, path, **GZIP)
        assert len(body) < MIN_COMPRESSED_BYTES
        assert "content-encoding" not in response.headers
    for accepted in ("", "br", "gzip;q=0", "identity, gzip;q=0.5"):
        path = "/api/v1/games/res_arcana"
        response, _ = await raw(embedded.url, path, **{"Accept-Encoding": accepted})
        assert "content-encoding" not in response.headers


async def test_log_and_view_are_compressed_for_a_token(embedded):
    url = embedded.url
    ann, bob, match = await two_at_tiny(url, turns=6)
    for _ in range(12):
        for person in (ann, bob):
            if decisions := (await person.view(match))["decisions"]:
                await person.answer(match, decisions[0]["id"], decisions[0]["default"])
    token = {"Authorization": f"Bearer {ann.token}"}
    for path in (f"/api/v1/matches/{match}/log", f"/api/v1/matches/{match}/view"):
        plain, body = await raw(url, path, **token)
        packed, sent = await raw(url, path, **GZIP, **token)
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(sent) == body
        assert "accept-encoding" in packed.headers["vary"].lower()
        if tag := packed.headers.get("etag"):
            asking = {"If-None-Match": tag}
            same, _ = await raw(url, path, **GZIP, **token, **asking)
            assert (same.status_code, same.headers["etag"]) == (304, tag)


async def test_replies_that_may_hold_invite_codes_are_compressed_for_strangers_only(embedded):
    url = embedded.url
    ann = await arrive(url, "Ann")
    fields = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}
    codes = [(await ann.post("/matches", fields, 201))["invite"]["code"] for _ in range(3)]
    stranger, sent = await raw(url, "/api/v1/matches", **GZIP)
    assert stranger.headers["content-encoding"] == "gzip"
    assert not any(code in gzip.decompress(sent).decode() for code in codes)
    for secret in (
        {"Cookie": f"session={ann.token}"},
        {"Authorization": f"Bearer {ann.token}"},
    ):
        own, body = await raw(url, "/api/v1/matches?account=me", **GZIP, **secret)
        assert len(body) >= MIN_COMPRESSED_BYTES
        assert codes[0] in body.decode()
        assert "content-encoding" not in own.headers
        assert "accept-encoding" in own.headers["vary"].lower()


async def test_replies_with_tokens_and_streams_are_never_compressed(embedded):
    ann = await arrive(embedded.url, "Ann")
    headers = {**GZIP, "Authorization": f"Bearer {ann.token}"}
    async with browse(f"{embedded.url}/api/v1", headers=headers) as http:
        responses = [
            await http.post("/guests", json={"name": "A"}),
            await http.post("/me/tickets", json={}),
            *[await http.post("/me/tokens", json={"name": "t", "scopes": ["read"]})] * 2,
        ]
        for _ in range(12):
            await http.post("/me/tokens", json={"name": "t" * 30, "scopes": ["read", "play"]})
        long = await http.get("/me/tokens")
        assert len(long.content) > MIN_COMPRESSED_BYTES
        for response in (*responses, long):
            assert response.is_success
            assert "content-encoding" not in response.headers
        for path in ("/me/stream", "/lobby/stream"):
            async with http.stream("GET", path) as response:
                assert response.status_code == 200
                assert "content-encoding" not in response.headers
