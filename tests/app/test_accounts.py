"""Authentication: guests, tokens, tickets, bots, and the limits of a cookie."""

import asyncio
import json

import pytest
import websockets

from tests.app.test_lobby import problem
from tests.app.wire import arrive, browse, tiny, two_at_tiny


async def test_guest_has_a_name_a_cookie_and_a_token(url):
    async with browse(f"{url}/api/v1") as http:
        response = await http.post("/guests", json={"name": "  Ann   Lee "})
        assert response.json()["account"]["name"] == "Ann Lee"
        cookie = response.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        me = (await http.get("/me")).json()
        assert me["account"] == response.json()["account"]
        assert (await http.delete("/sessions/current")).status_code == 204


async def test_browser_with_a_valid_session_gets_no_second_guest(url):
    async with browse(f"{url}/api/v1") as http:
        first = await http.post("/guests", json={"name": "Ann"})
        again = await http.post("/guests", json={"name": "Silver Badger"})
        assert problem(again) == "signed-in"
        assert "set-cookie" not in again.headers
        assert (await http.get("/me")).json()["account"] == first.json()["account"]
        token = {"Authorization": f"Bearer {first.json()['token']}"}
        other = await http.post("/guests", json={"name": "Bob"}, headers=token)
        assert other.status_code == 201, "a client that keeps cookies may send a token"
        http.cookies.clear()
        http.cookies.set("session", "no-such-session", domain="127.0.0.1")
        assert (await http.post("/guests", json={"name": "Cid"})).status_code == 201
        assert (await http.delete("/sessions/current")).status_code == 204
        assert (await http.post("/guests", json={"name": "Dee"})).status_code == 201


async def test_me_with_if_any_is_empty_for_an_anonymous_caller(url):
    async with browse(f"{url}/api/v1") as http:
        anonymous = await http.get("/me?if_any=true")
        assert (anonymous.status_code, anonymous.content) == (204, b"")
        assert problem(await http.get("/me")) == "unauthenticated"
        assert problem(await http.get("/me?if_any=perhaps")) == "invalid-request"
        wrong = {"Authorization": "Bearer cnc_no"}
        assert problem(await http.get("/me?if_any=true", headers=wrong)) == "unauthenticated"
        guest = (await http.post("/guests", json={"name": "Ann"})).json()
        assert (await http.get("/me?if_any=true")).json()["account"] == guest["account"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 33, "a\u0000b", "a\u202eb", 7, None, "\ud800"])
async def test_invalid_guest_names_are_refused(url, name):
    async with browse(f"{url}/api/v1") as http:
        body = json.dumps({"name": name})
        response = await http.post(
            "/guests", content=body, headers={"content-type": "application/json"}
        )
    assert problem(response) == "invalid-request"


async def test_preferences_are_merged(url):
    ann = await arrive(url, "Ann")
    await ann.call("PATCH", "/me", {"preferences": {"sound": True, "look": "night"}})
    changed = await ann.call("PATCH", "/me", {"preferences": {"sound": None, "pace": 2}})
    assert changed.json()["preferences"] == {"look": "night", "pace": 2}


async def test_cookie_allows_writes_from_the_same_origin_only(url):
    async with browse(f"{url}/api/v1") as http:
        await http.post("/guests", json={"name": "Ann"})
        body = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}
        for headers in (
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ):
            assert problem(await http.post("/matches", json=body, headers=headers)) == "forbidden"
        for headers in ({"Origin": url}, {"Sec-Fetch-Site": "same-origin"}, {}):
            response = await http.post("/matches", json=body, headers=headers)
            assert response.status_code == 201
        read = await http.get("/me", headers={"Origin": "https://evil.example"})
        assert read.status_code == 200
        assert "access-control-allow-origin" not in read.headers


async def test_socket_opens_for_the_same_origin_only(url):
    ann, _, match = await two_at_tiny(url)
    address = url.replace("http", "ws", 1) + f"/api/v1/matches/{match}/ws"
    headers = {"Authorization": f"Bearer {ann.token}"}
    strange = await websockets.connect(
        address, origin="https://evil.example", additional_headers=headers
    )
    with pytest.raises(websockets.ConnectionClosed):
        await strange.recv()
    assert strange.close_code == 4001
    own = await websockets.connect(address, origin=url, additional_headers=headers)
    assert '"hello"' in await own.recv()
    await own.close()


async def test_tokens_are_scoped_and_revocable(url):
    ann = await arrive(url, "Ann")
    created = await ann.post("/me/tokens", {"name": "reader", "scopes": ["read"]}, 201)
    assert created["token"].startswith("cnc_")
    listed = (await ann.get("/me/tokens"))["items"]
    assert [token["name"] for token in listed] == ["reader"]
    assert "token" not in listed[0]
    reader = {"Authorization": f"Bearer {created['token']}"}
    async with browse(f"{url}/api/v1", headers=reader) as http:
        assert (await http.get("/me")).status_code == 200
        body = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert problem(await http.post("/matches", json=body)) == "forbidden"
        assert problem(await http.get("/me/tokens")) == "forbidden"
        gone = await ann.call("DELETE", f"/me/tokens/{created['id']}")
        assert gone.status_code == 204
        assert problem(await http.get("/me")) == "unauthenticated"
    assert problem(await ann.call("DELETE", f"/me/tokens/{created['id']}")) == "not-found"


async def test_ticket_opens_one_socket(url):
    ann, _, match = await two_at_tiny(url)
    ticket = (await ann.post("/me/tickets", status=201))["ticket"]
    address = url.replace("http", "ws", 1) + f"/api/v1/matches/{match}/ws?ticket={ticket}"
    first = await websockets.connect(address)
    assert '"seat":0' in await first.recv()
    second = await websockets.connect(address)
    with pytest.raises(websockets.ConnectionClosed):
        await second.recv()
    assert second.close_code == 4001
    await first.close()


async def test_bot_account_is_seated_as_a_bot(url):
    ann = await arrive(url, "Ann")
    name = f"Vex {ann.account[-6:]}"
    bot = await ann.post("/bots", {"name": name}, 201)
    assert bot["account"]["kind"] == "bot"
    duplicate = await ann.call("POST", "/bots", {"name": name.upper()})
    assert problem(duplicate) == "name-taken"
    match = await tiny(ann)
    bearer = {"Authorization": f"Bearer {bot['token']}"}
    async with browse(f"{url}/api/v1", headers=bearer) as http:
        joined = (await http.post(f"/matches/{match}/seats", json={})).json()
    assert joined["seats"][1]["kind"] == "bot"
    assert joined["seats"][1]["name"] == name
    profile = await ann.get(f"/accounts/{name}")
    assert profile["account"]["id"] == bot["account"]["id"]


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Basic YTpi", "Bearer cnc_\xff", "x"])
async def test_invalid_token_is_unauthenticated(url, header):
    async with browse(f"{url}/api/v1") as http:
        answer = await http.get("/me", headers={"Authorization": header.encode("latin-1")})
    assert problem(answer) == "unauthenticated"
    assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'


async def test_concurrent_requests_for_one_bot_name_create_one_bot(url):
    ann = await arrive(url, "Ann")
    name = f"One {ann.account[-6:]}"
    responses = await asyncio.gather(*(ann.call("POST", "/bots", {"name": name}) for _ in range(5)))
    assert sorted(response.status_code for response in responses) == [201, 409, 409, 409, 409]
