"""Accounts with passwords: a guest registers, signs in, changes the account, signs out."""

import asyncio
import uuid

import pytest

from app.accounts.browsers import browser_of
from tests.app.test_lobby import problem
from tests.app.wire import Person, arrive, browse, two_at_tiny

PASSWORD = "correct horse battery"


def new_name(name="Ada"):
    return f"{name} {uuid.uuid4().hex[:8]}"


async def register(url, name=None, password=PASSWORD, **more):
    """A new person."""
    name = name or new_name()
    async with browse(f"{url}/api/v1") as http:
        response = await http.post("/accounts", json={"name": name, "password": password, **more})
    assert response.status_code == 201, response.text
    return Person(url, name, response.json()["token"], response.json()["account"]["id"])


async def sign_in(url, name, password=PASSWORD, **more):
    async with browse(f"{url}/api/v1") as http:
        return await http.post("/sessions", json={"name": name, "password": password}, **more)


async def test_person_signs_in_from_anywhere(url):
    ann = await register(url, email="ann@example.org")
    response = await sign_in(url, ann.name.upper())
    assert response.status_code == 201
    assert response.json()["account"] == {"id": ann.account, "name": ann.name, "kind": "person"}
    assert response.json()["token"] != ann.token
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    again = Person(url, ann.name, response.json()["token"], ann.account)
    assert (await again.get("/me"))["email"] == "ann@example.org"


@pytest.mark.parametrize(
    ("name", "again", "variant"),
    [("Ärger", "ärger", "Ａ\u0308rger"), ("Σωκράτης", "σωκράτησ", "ΣΩΚΡΆΤΗΣ")],  # noqa: RUF001
)
async def test_names_are_case_insensitive_in_any_alphabet(url, name, again, variant):
    digits = f"{uuid.uuid4().int % 10**10}"
    await register(url, f"{name} {digits}")
    assert (await sign_in(url, f"{again} {digits}")).status_code == 201
    async with browse(f"{url}/api/v1") as http:
        for attempt in (f"{name.upper()} {digits}", f"{variant} {digits}"):
            body = {"name": attempt, "password": PASSWORD}
            assert problem(await http.post("/accounts", json=body)) == "name-taken"
            assert problem(await http.post("/guests", json={"name": attempt})) == "name-taken"


async def test_guest_keeps_account_match_and_seat_when_registering(url):
    ann, _, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    old = await ann.post("/me/tokens", {"name": "old", "scopes": ["read"]}, 201)
    name = new_name()
    registered = await ann.post("/accounts", {"name": name, "password": PASSWORD}, 201)
    assert registered["account"] == {"id": ann.account, "name": name, "kind": "person"}
    await wire.until(lambda: wire.closed)
    assert wire.closed == 1012
    person = Person(url, name, registered["token"], ann.account)
    again = await person.wire(match)
    assert again.frames[0]["viewer"] == {"seat": 0}
    await again.close()
    for secret in (ann.token, old["token"]):
        before = Person(url, "Ann", secret, ann.account)
        assert problem(await before.call("GET", "/me")) == "unauthenticated"
    assert (await sign_in(url, name)).status_code == 201


async def test_registered_person_may_create_another_account(url):
    ann = await register(url)
    other = await ann.post("/accounts", {"name": new_name(), "password": PASSWORD}, 201)
    assert other["account"]["id"] != ann.account
    await ann.get("/me")


async def test_token_cannot_register_its_guest(url):
    ann = await arrive(url, "Ann")
    token = await ann.post("/me/tokens", {"name": "t", "scopes": ["play", "read", "create"]}, 201)
    thief = Person(url, "Ann", token["token"], ann.account)
    body = {"name": new_name(), "password": PASSWORD}
    assert problem(await thief.call("POST", "/accounts", body)) == "forbidden"


async def test_only_one_of_concurrent_registrations_gets_the_name(url):
    name = new_name()
    body = {"name": name, "password": PASSWORD}
    async with browse(f"{url}/api/v1") as http:
        replies = await asyncio.gather(*(http.post("/accounts", json=body) for _ in range(4)))
    assert sorted(reply.status_code for reply in replies) == [201, 409, 409, 409]


@pytest.mark.parametrize(
    "password",
    ["short", "", "x" * 201, "aaaaaaaaaaaa", "Password", "12345678", None, 12345678, "SAME NAME"],
)
async def test_easily_guessed_password_is_refused(url, password):
    name = new_name()
    body = {"name": name, "password": name.upper() if password == "SAME NAME" else password}
    async with browse(f"{url}/api/v1") as http:
        refused = await http.post("/accounts", json=body)
        assert problem(refused) == "invalid-request"
        assert not password or str(password) not in refused.text
        free = await http.post("/accounts", json={"name": name, "password": PASSWORD})
        assert free.status_code == 201


async def test_wrong_name_and_wrong_password_look_alike(url):
    ann = await register(url)
    guest = await arrive(url, new_name("Guest"))
    replies = [
        await sign_in(url, ann.name, "wrong password"),
        await sign_in(url, new_name("Nobody")),
        await sign_in(url, guest.name),
    ]
    assert [problem(reply) for reply in replies] == ["unauthenticated"] * 3
    assert len({reply.text for reply in replies}) == 1
    assert problem(await sign_in(url, "a\u0000b")) == "invalid-request"


async def test_repeated_failed_sign_ins_are_rate_limited(url):
    ann = await register(url)
    for _ in range(8):
        assert problem(await sign_in(url, ann.name, "wrong password")) == "unauthenticated"
    locked = await sign_in(url, ann.name)
    assert problem(locked) == "rate-limited"
    assert int(locked.headers["retry-after"]) >= 1
    assert (await sign_in(url, (await register(url)).name)).status_code == 201


async def test_new_password_requires_the_old_one_and_ends_other_sessions(url):
    ann = await register(url)
    there = (await sign_in(url, ann.name)).json()["token"]
    other = Person(url, ann.name, there, ann.account)
    new = {"password": "another good one"}
    assert problem(await ann.call("PATCH", "/me", new)) == "invalid-request"
    wrong = await ann.call("PATCH", "/me", {**new, "current_password": "not the one"})
    assert problem(wrong) == "forbidden"
    await other.get("/me")
    changed = await ann.call("PATCH", "/me", {**new, "current_password": PASSWORD})
    assert changed.status_code == 200
    assert problem(await other.call("GET", "/me")) == "unauthenticated"
    await ann.get("/me")
    assert problem(await sign_in(url, ann.name)) == "unauthenticated"
    assert (await sign_in(url, ann.name, "another good one")).status_code == 201


async def test_guest_has_no_password_to_change(url):
    ann = await arrive(url, "Ann")
    body = {"password": PASSWORD, "current_password": PASSWORD}
    assert problem(await ann.call("PATCH", "/me", body)) == "forbidden"


async def test_email_address_is_shown_to_its_owner_only(url):
    ann = await register(url, email="ann@example.org")
    bob = await arrive(url, "Bob")
    token = await ann.post("/me/tokens", {"name": "reader", "scopes": ["read"]}, 201)
    reader = Person(url, "reader", token["token"], ann.account)
    assert "example.org" not in str(await reader.get("/me"))
    assert "example.org" not in str(await bob.get(f"/accounts/{ann.name}"))
    changed = await ann.call("PATCH", "/me", {"email": "lee@example.org"})
    assert changed.json()["email"] == "lee@example.org"
    assert "email" not in (await ann.call("PATCH", "/me", {"email": None})).json()
    assert problem(await ann.call("PATCH", "/me", {"email": "nonsense"})) == "invalid-request"


async def test_sign_out_can_end_only_other_sessions_or_all_sessions_and_tokens(url):
    ann = await register(url)
    tokens = [(await sign_in(url, ann.name)).json()["token"] for _ in range(2)]
    here, there = [Person(url, ann.name, token, ann.account) for token in tokens]
    token_reply = await ann.post("/me/tokens", {"name": "t", "scopes": ["read"]}, 201)
    token_user = Person(url, "t", token_reply["token"], ann.account)
    assert (await here.call("DELETE", "/sessions?others=true")).status_code == 204
    assert problem(await there.call("GET", "/me")) == "unauthenticated"
    await here.get("/me")
    await token_user.get("/me")
    assert (await here.call("DELETE", "/sessions?tokens=true")).status_code == 204
    assert problem(await here.call("GET", "/me")) == "unauthenticated"
    assert problem(await token_user.call("GET", "/me")) == "unauthenticated"


async def test_sessions_are_listed_and_end_one_by_one(url):
    ann, bob = await register(url), await register(url)
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
    here = (await sign_in(url, ann.name, headers={"User-Agent": agent})).json()["token"]
    here = Person(url, ann.name, here, ann.account)
    sessions = (await here.get("/sessions"))["items"]
    assert [(item["browser"], item["current"]) for item in sessions] == [
        ("Firefox, Linux", True),
        ("", False),
    ]
    assert set(sessions[0]) == {"id", "browser", "created_at", "current"}, "no secret, no address"
    path = f"/sessions/{sessions[1]['id']}"
    assert problem(await bob.call("DELETE", path)) == "not-found"
    assert (await here.call("DELETE", path)).status_code == 204
    assert problem(await ann.call("GET", "/me")) == "unauthenticated"
    assert problem(await here.call("DELETE", path)) == "not-found"
    assert [item["current"] for item in (await here.get("/sessions"))["items"]] == [True]


@pytest.mark.parametrize(
    ("agent", "browser"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Version/17.5 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36", "Chrome, Android"),
        ("python-httpx/0.28", ""),
        ("<script>Firefox", ""),
    ],
)
def test_session_is_named_by_its_browser(agent, browser):
    assert browser_of(agent) == browser


async def test_taken_name_is_refused(url):
    ann, bob = await register(url), await register(url)
    assert problem(await bob.call("PATCH", "/me", {"name": ann.name.upper()})) == "name-taken"
    assert (await ann.call("PATCH", "/me", {"name": ann.name.upper()})).status_code == 200


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("auto_pass", "sometimes"),
        ("notifications", "yes"),
        ("theme", "pink"),
        ("language", "German"),
        ("look", 7),
        ("big", "x" * 17000),
    ],
)
async def test_known_preferences_are_validated(url, name, value):
    ann = await arrive(url, "Ann")
    wrong = await ann.call("PATCH", "/me", {"preferences": {"mine": 1, name: value}})
    assert problem(wrong) == "invalid-request"
    assert (await ann.get("/me"))["preferences"] == {}
    known = {"auto_pass": "turn", "theme": "light", "look": "night", "language": "fr"}
    good = {**known, "mine": [1, 2]}
    changed = await ann.call("PATCH", "/me", {"preferences": good})
    assert changed.status_code == 200, changed.text
    assert changed.json()["preferences"] == good
