"""Sign-in with OpenID Connect: first and further sign-ins, and what becomes of the account."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from urllib.parse import parse_qs, urlsplit

import pytest

from app.accounts.identities import suggested_name
from app.sign_in.flows import return_path
from devtools.services import free_port
from tests.app.conftest import QUICK
from tests.app.oidc_provider import EC, oidc_provider, settings_of
from tests.app.sign_ins import Visitor, problem_of
from tests.app.test_lobby import problem
from tests.app.test_registration import PASSWORD, new_name, register, sign_in
from tests.app.wire import Person, browse, two_at_tiny

ID = "work"
"""The provider that the server knows."""


@pytest.fixture
async def provider():
    async with oidc_provider() as provider:
        yield provider


@pytest.fixture
def serve_with(serve, provider):
    """Starts a server that knows the provider; returns it."""

    async def start(**settings):
        known = settings_of(provider)
        return await asyncio.to_thread(serve, **{**QUICK, "GAMES": "tiny", **known, **settings})

    return start


@pytest.fixture
async def visitor(serve_with):
    return Visitor((await serve_with()).url)


async def test_first_sign_in_chooses_a_name_and_later_ones_find_the_account(visitor, provider):
    page = await visitor.sign_in("/games?x=1")
    assert page == "/register/work?next=%2Fgames%3Fx%3D1#Ada"
    assert await visitor.me() is None
    made = await visitor.choose("Ada Lovelace")
    assert made.status_code == 201
    account = made.json()["account"]
    assert (account["name"], account["kind"]) == ("Ada Lovelace", "person")
    assert (await visitor.me())["account"] == account
    assert problem(await visitor.choose("Another")) == "unauthenticated", "the identity is used up"

    elsewhere = Visitor(visitor.url)
    assert await elsewhere.sign_in("/games?x=1") == "/games?x=1"
    assert (await elsewhere.me())["account"] == account
    provider.person = {"sub": "bob"}
    assert await Visitor(visitor.url).sign_in() == "/register/work?next=%2Fgames#"


async def test_request_to_the_provider_has_pkce_state_and_nonce(visitor, provider):
    asked = parse_qs(urlsplit(await visitor.to_provider()).query)
    assert asked["code_challenge_method"] == ["S256"]
    assert asked["scope"] == ["openid profile"]
    assert asked["redirect_uri"] == [f"{visitor.url}/api/v1/sign-in/{ID}/callback"]
    again = parse_qs(urlsplit(await visitor.to_provider()).query)
    for secret in ("state", "nonce", "code_challenge"):
        assert len(asked[secret][0]) >= 43
        assert asked[secret] != again[secret]


async def test_cookies_are_for_their_next_request_alone(visitor, provider):
    began = await visitor.http.get("/api/v1/sign-in/work")
    cookie = began.headers["set-cookie"].lower()
    assert cookie.startswith("sign_in=")
    assert "httponly" in cookie
    assert "path=/api/v1/sign-in;" in cookie
    assert "samesite=lax" in cookie
    assert "max-age=600" in cookie
    assert began.headers["cache-control"] == "no-store"
    asked = parse_qs(urlsplit(began.headers["location"]).query)
    sealed = visitor.http.cookies["sign_in"]
    assert not any(asked[name][0] in sealed for name in ("state", "nonce"))
    callback = await visitor.back_from(began.headers["location"])
    ended = await visitor.http.get(callback)
    cookies = [cookie.lower() for cookie in ended.headers.get_list("set-cookie")]
    assert any("new_identity=" in cookie and "httponly" in cookie for cookie in cookies)
    assert any(cookie.startswith('sign_in=""') for cookie in cookies)


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
async def test_provider_with_elliptic_keys_and_either_client_authentication(
    visitor, provider, method
):
    provider.key, provider.algorithm, provider.secret_auth = EC, "ES256", method
    assert (await visitor.sign_up(new_name())).status_code == 201


async def test_guest_keeps_account_and_seat_when_signing_in_for_the_first_time(visitor, provider):
    ann, _, match = await two_at_tiny(visitor.url)
    visitor.adopt(ann)
    name = new_name()
    made = (await visitor.sign_up(name)).json()
    assert made["account"] == {"id": ann.account, "name": name, "kind": "person"}
    assert problem(await ann.call("GET", "/me")) == "unauthenticated", "earlier sessions end"
    person = Person(visitor.url, name, made["token"], ann.account)
    assert (await person.view(match))["viewer"] == {"seat": 0}


async def test_account_without_a_password_has_no_sign_in_by_password(visitor, provider):
    name = new_name()
    await visitor.sign_up(name)
    assert (await sign_in(visitor.url, name, "x")).status_code == 401
    assert (await sign_in(visitor.url, name, PASSWORD)).status_code == 401


async def test_mail_address_of_an_account_does_not_lead_into_it(visitor, provider):
    ann = await register(visitor.url, email="ada@example.org")
    provider.person = {"sub": "eve", "email": "ada@example.org", "email_verified": True}
    made = (await visitor.sign_up(new_name())).json()
    assert made["account"]["id"] != ann.account
    assert "email" not in await visitor.me()


async def test_sign_up_can_be_repeated(visitor, provider):
    """By a client that got no reply."""
    await visitor.sign_in()
    visitor.http.headers["Idempotency-Key"] = "0123456789abcdef-sign-up"
    name = new_name()
    replies = [await visitor.choose(name) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [201, 201]
    assert replies[0].json() == replies[1].json()
    assert "session=" in replies[1].headers["set-cookie"]


async def test_name_that_is_taken_is_refused_and_another_may_be_chosen(visitor, provider):
    ann = await register(visitor.url)
    assert problem(await visitor.sign_up(ann.name)) == "name-taken"
    assert (await visitor.choose(new_name())).status_code == 201


async def test_closed_registration_admits_known_identities_alone(serve_with, provider):
    server = await serve_with(REGISTRATION="closed")
    visitor = Visitor(server.url)
    assert problem_of(await visitor.sign_in()) == "no-account"
    assert await visitor.me() is None


async def test_registration_by_invitation_takes_a_code(serve_with, provider, tmp_path):
    server = await serve_with(REGISTRATION="invitation")
    visitor = Visitor(server.url)
    assert problem(await visitor.sign_up("Ada")) == "forbidden"
    assert problem(await visitor.choose("Ada", invitation="WRONG234")) == "forbidden"
    assert await visitor.me() is None


async def test_closed_account_is_refused(visitor, provider, tmp_path):
    account = (await visitor.sign_up(new_name())).json()["account"]["id"]
    change(tmp_path, "UPDATE accounts SET closed_at = '2026-01-01 00:00:00' WHERE id = ?", account)
    elsewhere = Visitor(visitor.url)
    assert problem_of(await elsewhere.sign_in()) == "closed"
    assert await elsewhere.me() is None


def change(folder, statement, *values):
    with sqlite3.connect(folder / "conclave.db", timeout=20) as database:
        database.execute(statement, values)


async def test_operator_claim_grants_the_role_and_takes_back_what_it_has_granted(
    serve_with, provider, tmp_path
):
    server = await serve_with(OIDC_WORK_OPERATOR_CLAIM="groups=conclave-operators")
    visitor = Visitor(server.url)
    provider.person = {"sub": "ada", "groups": ["people", "conclave-operators"]}
    await visitor.sign_up(new_name())
    assert (await visitor.me())["admin"] is True
    provider.person = {"sub": "ada", "groups": ["people"]}
    await visitor.sign_in()
    assert "admin" not in await visitor.me()
    provider.person = {"sub": "ada", "groups": "conclave-operators"}
    await visitor.sign_in()
    await visitor.sign_in()
    assert (await visitor.me())["admin"] is True
    with sqlite3.connect(tmp_path / "conclave.db", timeout=20) as database:
        acts = database.execute("SELECT act, details FROM audit ORDER BY id").fetchall()
    verdicts = ["granted", "revoked", "granted"]
    assert acts == [("claim", f"{provider.url}: {verdict}") for verdict in verdicts]


async def test_operator_claim_leaves_a_role_that_it_has_not_granted(serve_with, provider, tmp_path):
    server = await serve_with(OIDC_WORK_OPERATOR_CLAIM="groups=conclave-operators")
    visitor = Visitor(server.url)
    account = (await visitor.sign_up(new_name())).json()["account"]["id"]
    change(tmp_path, "UPDATE accounts SET role = 'moderator', admin = 1 WHERE id = ?", account)
    await visitor.sign_in()
    assert (await visitor.me())["admin"] is True


async def test_log_has_no_secret_of_a_sign_in(serve_with, provider):
    server = await serve_with(LOG_LEVEL="debug")
    visitor = Visitor(server.url)
    provider.person = {"sub": "subject-of-ada", "name": "Ada Byron"}
    callback = await visitor.back_from(await visitor.to_provider())
    await visitor.go(callback)
    provider.claims = {"nonce": "wrong"}
    assert problem_of(await visitor.sign_in()) == "invalid"
    secrets = [query[0] for query in parse_qs(urlsplit(callback).query).values()]
    secrets += [
        sent[name]
        for path, sent in provider.requests
        for name in ("code", "code_verifier")
        if path == "/token"
    ]
    log = server.log.read_text()
    assert '"reason": "invalid"' in log
    assert f'"path": "/api/v1/sign-in/{ID}/callback"' in log
    assert [word for word in [*secrets, "subject-of-ada", "Byron", "secret:"] if word in log] == []


async def test_site_below_a_path_keeps_cookies_and_pages_there(serve_with, provider):
    port = free_port()
    server = await serve_with(PORT=port, PUBLIC_URL=f"http://127.0.0.1:{port}/tables")
    visitor = Visitor(f"{server.url}/tables")
    began = await visitor.http.get("/api/v1/sign-in/work?next=/games")
    assert "path=/tables/api/v1/sign-in;" in began.headers["set-cookie"].lower()
    page = await visitor.go(await visitor.back_from(began.headers["location"]))
    assert page == "/tables/register/work?next=%2Fgames#Ada"
    assert (await visitor.choose("Ada")).status_code == 201
    assert await visitor.sign_in("/games") == "/tables/games"


async def test_instance_names_the_providers(visitor, provider):
    known = (await visitor.call("GET", "/instance")).json()["providers"]
    assert known == [{"id": "work", "name": "Work"}]
    async with browse(visitor.url) as http:
        assert json.dumps(known[0], separators=(",", ":")) in (await http.get("/")).text
    missing = await visitor.http.get("/api/v1/sign-in/club")
    assert problem(missing) == "not-found"


@pytest.mark.parametrize(
    "wanted",
    [
        *(
            "",
            "games",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/\t/evil.example",
        ),
        *("/games\r\nx: y", "/ü", "\\/evil.example", "/" + "x" * 500, "javascript:alert(1)"),
    ],
)
def test_return_path_is_one_of_this_site(wanted):
    assert return_path(wanted) == "/"
    assert return_path("/m/m_1?x=1#y") == "/m/m_1?x=1#y"


async def test_foreign_return_path_leads_home(visitor, provider):
    await visitor.sign_up(new_name())
    assert await visitor.sign_in("//evil.example/") == "/"


@pytest.mark.parametrize(
    ("names", "suggested"),
    [
        ((), ""),
        (("ada",), "ada"),
        (("  Ada   Lovelace ",), "Ada Lovelace"),
        (("", "Ada"), "Ada"),
        (("A\u202eda", "Ada"), "Ada"),
        (("x" * 40,), "x" * 32),
        (("a_0123456789abcdef01", "Ada"), "Ada"),
    ],
)
def test_suggested_name_is_the_first_that_an_account_may_have(names, suggested):
    assert suggested_name(names) == suggested


async def test_suggested_name_is_no_mail_address(visitor, provider):
    provider.person = {"sub": "ada", "preferred_username": "ada.l@example.org"}
    assert (await visitor.sign_in()).endswith("#ada.l")
