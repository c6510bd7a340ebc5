"""Browser security: headers, and protection against requests from pages of other sites."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from app.infra.problems import CATALOGUE
from app.infra.read_settings import read_settings
from app.infra.security import API_HEADERS, DOCUMENT_HEADERS, TLS_ONLY
from app.main import create_app
from app.wire.problem_texts import PROBLEM_TEXTS
from tests.app.browsers import Browser
from tests.app.conftest import QUICK
from tests.app.in_process import in_process_server
from tests.app.test_lobby import problem
from tests.app.test_registration import PASSWORD, new_name, register, sign_in
from tests.app.wire import Person, arrive, browse, two_at_tiny

PAGE = Path(__file__).parents[2] / "web" / "index.html"
HTTPS = "https://play.example.org"
READS = ("get", "head", "options")


def endpoints():
    """Every endpoint that is documented: method and path."""
    app = create_app(read_settings(secret_key="x" * 32))
    return [
        (method, path) for path, item in app.openapi()["paths"].items() for method in sorted(item)
    ]


def filled(path):
    return re.sub(r"\{(\w+)\}", lambda name: "0" if name[1] in ("seat", "decision") else "x", path)


WRITES = [(method, filled(path)) for method, path in endpoints() if method not in READS]


async def test_every_kind_of_response_has_the_headers(url):
    ann = await arrive(url, "Ann")
    async with browse(url) as http:
        responses = [
            await http.get("/"),
            await http.get("/some/page/of/the/client"),
            await http.get("/assets/nothing.js"),
            await http.get("/healthz"),
            await http.get("/api/v1/games"),
            await http.get("/api/v1/me"),
            await http.get("/api/v1/nothing"),
            await http.put("/api/v1/games"),
            await http.post("/api/v1/guests", content=b"x" * 70_000),
            await ann.http.get("/me"),
        ]
    assert {response.status_code for response in responses} >= {200, 401, 404, 405, 413}
    for response in responses:
        is_data = "/api/" in str(response.url)
        for name, value in (API_HEADERS if is_data else DOCUMENT_HEADERS).items():
            assert response.headers[name] == value, (response.url, name)
        assert "strict-transport-security" not in response.headers
        if is_data:
            cache_control = "private, no-cache" if "etag" in response.headers else "no-store"
            assert response.headers["cache-control"] == cache_control


def test_content_security_policy_allows_only_own_scripts():
    rules = dict(
        rule.strip().split(" ", 1)
        for rule in DOCUMENT_HEADERS["content-security-policy"].split(";")
    )
    assert rules["default-src"] == "'self'"
    assert "script-src" not in rules
    assert rules["frame-ancestors"] == rules["object-src"] == rules["base-uri"] == "'none'"
    page = PAGE.read_text()
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", page, re.S)
    assert scripts
    assert all("src=" in head and not body.strip() for head, body in scripts)
    assert not re.search(r"\son\w+=", page)
    assert "javascript:" not in page


async def test_api_reference_meets_the_content_security_policy(url):
    """Its scripts are files of this server, and it loads nothing from elsewhere."""
    async with browse(url) as http:
        reference = await http.get("/docs")
    assert reference.status_code == 200
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", reference.text)
    assert scripts
    assert all("src=" in head and not body for head, body in scripts)
    assert not re.search(r"\son\w+=|javascript:", reference.text)
    links = set(re.findall(r'(?:src|href)="([^"]*)"', reference.text))
    assert links >= {"openapi.json", "asyncapi.json", "problems"}
    assert not any(re.match(r"/|\w+:", link) for link in links), "the site may lie below a path"


async def test_every_problem_type_has_a_page(url):
    async with browse(url) as http:
        listed = (await http.get("/problems")).text
        for name, (status, title) in CATALOGUE.items():
            assert f'href="problems/{name}"' in listed
            page = await http.get(f"/problems/{name}")
            assert page.status_code == 200
            assert page.headers["content-type"].startswith("text/html")
            text = unescape(page.text)
            assert f"<h1>{title}</h1>" in text
            assert f"HTTP {status}" in text
            assert not re.search(r"<script|\son\w+=|`", text)
        unknown = await http.get("/problems/<b>")
    assert unknown.status_code == 404
    assert unknown.json()["type"] == "/problems/not-found"


def test_every_problem_is_explained_and_has_a_remedy():
    assert set(PROBLEM_TEXTS) == set(CATALOGUE)
    for name, texts in PROBLEM_TEXTS.items():
        assert all(text.endswith(".") and text.count("`") % 2 == 0 for text in texts), name


async def test_https_site_restricts_cookies_and_origins_to_https(serve):
    server = serve(**QUICK | {"PUBLIC_URL": HTTPS})
    async with browse(f"{server.url}/api/v1") as http:
        created = await http.post("/guests", json={"name": "Ann"}, headers={"Origin": HTTPS})
        cookie = created.headers["set-cookie"].lower()
        for word in ("httponly", "secure", "samesite=lax", "path=/"):
            assert word in cookie
        (name,) = TLS_ONLY
        assert created.headers[name] == TLS_ONLY[name]
        secret = created.json()["token"]
        body = {"name": "t", "scopes": ["read"]}
        host = server.url.removeprefix("http://")
        for origin, status in ((HTTPS, 201), ("http://play.example.org", 403), (server.url, 403)):
            headers = {"Cookie": f"session={secret}", "Origin": origin, "Host": host}
            reply = await http.post("/me/tokens", json=body, headers=headers)
            assert reply.status_code == status, origin


@pytest.mark.parametrize(("method", "path"), WRITES)
async def test_cross_site_request_writes_nothing(embedded, method, path):
    """On every endpoint, a cookie sent with a cross-site request has no effect."""
    ann = await arrive(embedded.url, "Ann")
    async with browse(embedded.url, cookies={"session": ann.token}) as http:
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            reply = await http.request(method, path, json={}, headers=headers)
            assert problem(reply) == "forbidden"
    await ann.get("/me")


async def test_planted_session_is_not_adopted(url):
    """Session fixation: signing in creates a new session, whatever the browser sent."""
    ann = await register(url)
    thief = await arrive(url, "Thief")
    for planted in (thief.token, "cnc_planted"):
        async with browse(f"{url}/api/v1", cookies={"session": planted}) as http:
            response = await http.post("/sessions", json={"name": ann.name, "password": PASSWORD})
        assert response.status_code == 201
        assert response.json()["token"] not in (planted, ann.token)
    assert (await thief.get("/me"))["account"]["id"] == thief.account
    planted = Person(url, "x", "cnc_planted", "")
    assert problem(await planted.call("GET", "/me")) == "unauthenticated"


async def test_stolen_guest_session_ends_at_registration(url):
    ann = await arrive(url, "Ann")
    thief = Person(url, "Thief", ann.token, ann.account)
    registered = await ann.post("/accounts", {"name": new_name(), "password": PASSWORD}, 201)
    assert problem(await thief.call("GET", "/me")) == "unauthenticated"
    assert (await Person(url, "Ann", registered["token"], "").get("/me"))["account"][
        "kind"
    ] == "person"


async def test_database_contains_only_keyed_hashes(embedded, folder, serve, tmp_path):
    """Stolen data signs no one in, and its sessions are invalid under another key."""
    ann = await register(embedded.url, email="ada@example.org")
    reader = await ann.post("/me/tokens", {"name": "t", "scopes": ["read"]}, 201)
    ticket = await ann.post("/me/tickets", status=201)
    secrets = [ann.token, reader["token"], ticket["ticket"], PASSWORD]
    with (
        closing(sqlite3.connect(folder / "conclave.db", timeout=30)) as running,
        closing(sqlite3.connect(tmp_path / "conclave.db")) as stolen,
    ):
        running.backup(stolen)
        text = "\n".join(stolen.iterdump())
        query = "SELECT hash FROM tokens WHERE account = ?"
        hashes = [row[0] for row in stolen.execute(query, (ann.account,))]
    assert not [secret for secret in secrets if secret in text]
    server = serve(**QUICK | {"SECRET_KEY": "another-key-0123456789abcdef0123456789abcdef"})
    for secret in (ann.token, hashes[0], f"cnc_{hashes[0]}"):
        again = Person(server.url, ann.name, secret, ann.account)
        assert problem(await again.call("GET", "/me")) == "unauthenticated"
    assert (await sign_in(server.url, ann.name)).status_code == 201


async def test_log_contains_no_personal_data(debug_log_server):
    server = debug_log_server
    name, email = new_name("Secretive"), "secretive@example.org"
    ann = await register(server.url, name=name, email=email)
    await sign_in(server.url, name)
    await sign_in(server.url, name, "a wrong password")
    new = {"password": "another good one", "current_password": PASSWORD}
    assert (await ann.call("PATCH", "/me", new)).status_code == 200
    hook = {"url": "http://127.0.0.1:9/?key=hidden", "events": ["end"]}
    webhook = await ann.post("/me/webhooks", hook, 201)
    browser = Browser("https://127.0.0.1:9/endpoint-of-a-browser")
    await ann.post("/me/push", browser.subscription, 201)
    other, bob, match = await two_at_tiny(server.url)
    body = {"account": bob.account, "match": match, "reason": "says bad words"}
    await other.post("/reports", body, 201)
    log = server.log.read_text(errors="replace")
    assert '"event": "request"' in log
    for secret in (
        *(PASSWORD, "a wrong password", "another good one", email, ann.token, webhook["secret"]),
        *("key=hidden", "bad words", "endpoint-of-a-browser", *browser.keys.values()),
    ):
        assert secret not in log


async def test_database_error_does_not_reveal_the_written_values(tmp_path):
    async with in_process_server(tmp_path) as services:
        with pytest.raises(DBAPIError) as error:
            async with services.database.writing() as session:
                await session.execute(sa.text("INSERT INTO nothing VALUES (:s)"), {"s": "secret"})
        assert "secret" not in str(error.value)

        def write(connection):
            connection.exec_driver_sql("INSERT INTO nothing VALUES (?)", ("secret",))

        with pytest.raises(DBAPIError) as error:
            await services.database.in_writer_thread(write)
        assert "secret" not in str(error.value)
