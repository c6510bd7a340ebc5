"""Idempotency keys: what is created under a key is created once, and its reply repeated."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import uuid
from contextlib import closing

import asyncpg
import httpx
import pytest

from app.accounts.models import Account
from app.idempotency.sealing import StoredReply, keyed_request
from app.matches.changes import MatchChanges
from tests.app.conftest import QUICK
from tests.app.contract import names_with_keys, operations
from tests.app.in_process import ANN, in_process_server
from tests.app.test_admin import admin  # noqa: F401 - a fixture
from tests.app.test_authorisation import PUSH
from tests.app.test_lobby import problem
from tests.app.test_password_resets import NEW
from tests.app.test_registration import PASSWORD, new_name, register
from tests.app.wire import Person, anonymous, arrive, browse, tiny
from tests.forked import run_server
from tests.server_process import launch, wait_until_ready

TINY = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}
STORED_WITH_THE_ROW = {
    "POST /matches/{id}/chat",
    "POST /matches/{id}/offers",
    "POST /me/messages/{name}",
}
"""Their keys are stored with the line, the offer, as on the socket, and the message."""
OF_PROVIDERS = {"POST /accounts/by-provider"}
"""It takes a provider: `test_oidc_sign_in`."""
ANONYMOUS_PATHS = ("/guests", "/accounts", "/sessions", "/sessions/by-link")


def key(value=None):
    return {"Idempotency-Key": value or f"{uuid.uuid4()}"}


def request_of(services, value="k", body=b"{}"):
    return keyed_request(services.settings, value, f"account {ANN.account}", "POST /x?", body)


async def send_twice(person, path, body, status=201):
    """Send a request twice and check that the replies are the same; returns the reply."""
    headers = key()
    first = await person.call("POST", path, body, headers=headers)
    assert first.status_code == status, f"{path}: {first.text}"
    again = await person.call("POST", path, body, headers=headers)
    assert "idempotent-replayed" not in first.headers
    assert again.headers.get("idempotent-replayed") == "true", f"{path}: {again.text}"
    for part in ("location", "set-cookie", "content-type", "cache-control"):
        assert again.headers.get(part) == first.headers.get(part), path
    assert (again.status_code, again.content) == (status, first.content), path
    return first.json()


async def test_repeated_request_creates_one_match(url):
    ann = await arrive(url, "Ann")
    match = await send_twice(ann, "/matches", TINY)
    assert [item["id"] for item in (await ann.get("/matches?account=me"))["items"]] == [match["id"]]


async def test_each_request_without_a_key_counts(url):
    ann = await arrive(url, "Ann")
    assert await tiny(ann) != await tiny(ann)


async def test_key_is_valid_for_one_request(url):
    ann = await arrive(url, "Ann")
    headers = key("the-table")
    match = await ann.post("/matches", TINY, 201, headers=headers)
    moved = {name: TINY[name] for name in reversed(TINY)}
    assert await ann.post("/matches", moved, 201, headers=headers) == match
    other = await ann.call("POST", "/matches", {**TINY, "rated": False}, headers=headers)
    elsewhere = await ann.call("POST", "/games/tiny/first-match", headers=headers)
    assert problem(other) == problem(elsewhere) == "invalid-request"
    assert other.json()["detail"] == "This key was used for something else."
    malformed = await ann.call("POST", "/matches", TINY, headers={"Idempotency-Key": "a b"})
    assert problem(malformed) == "invalid-request"


async def test_key_belongs_to_an_account(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    headers = key("ours")
    matches = [await person.post("/matches", TINY, 201, headers=headers) for person in (ann, bob)]
    assert [match["creator"] for match in matches] == [ann.account, bob.account]


async def test_refused_request_can_be_retried_under_its_key(url):
    ann, bob, cid = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    match = await tiny(ann, autostart=False, visibility="public")
    path, headers = f"/matches/{match}/seats", key()
    await bob.post(path, {})
    assert problem(await cid.call("POST", path, {}, headers=headers)) == "match-full"
    await bob.call("DELETE", f"{path}/mine")
    joined = await cid.post(path, {}, headers=headers)
    assert (await cid.post(path, {}, headers=headers)) == joined
    assert problem(await cid.call("POST", path, {}, headers=key())) == "already-seated"


async def test_anonymous_key_is_long_and_belongs_to_an_address(url):
    name = new_name()
    first = await send_twice(anonymous(url), "/guests", {"name": name})
    short = await anonymous(url).call(
        "POST", "/guests", {"name": name}, headers=key("fifteen-letters")
    )
    assert problem(short) == "invalid-request"
    usual, ids = key("the-same-in-many-scripts"), []
    for address in ("203.0.113.1", "203.0.113.2") * 2:
        headers = {**usual, "X-Forwarded-For": address}
        guest = await anonymous(url).post("/guests", {"name": name}, 201, headers=headers)
        ids.append(guest["account"]["id"])
    assert ids[:2] == ids[2:]
    assert len({first["account"]["id"], *ids}) == 3


async def test_browser_that_got_the_cookie_gets_the_same_guest_again(url):
    """A 409 signed-in would not tell the page which guest it is."""
    body, headers = {"name": "Ann"}, key()
    async with browse(f"{url}/api/v1") as http:
        first = await http.post("/guests", json=body, headers=headers)
        assert http.cookies
        again = await http.post("/guests", json=body, headers=headers)
    assert (again.status_code, again.json()) == (201, first.json())


async def test_registration_can_be_repeated_with_the_session_it_ended(url):
    body, headers = {"name": new_name(), "password": PASSWORD}, key()
    async with browse(f"{url}/api/v1") as http:
        guest = (await http.post("/guests", json={"name": "Ann"})).json()
        cookie = {"Cookie": f"session={guest['token']}"}
        replies = [
            await http.post("/accounts", json=body, headers={**headers, **cookie}) for _ in range(2)
        ]
    assert [reply.status_code for reply in replies] == [201, 201]
    assert replies[0].json() == replies[1].json()
    assert replies[0].json()["account"]["id"] == guest["account"]["id"]


# Every endpoint


async def test_every_creating_endpoint_repeats_its_reply(postgres_redis_server, admin):  # noqa: F811
    """A client that got no reply can always ask again, and gets the same secrets."""
    url = postgres_redis_server.url
    ann, bob = await register(url), await arrive(url, "Bob")
    bot = (await send_twice(ann, "/bots", {"name": new_name()}))["account"]["id"]
    over, open_ = await finished_match(ann), await tiny(bob, visibility="public")
    lesson = (await ann.get("/games/res_arcana/lessons"))["items"][0]["id"]
    link = (await admin("reset", ann.name)).strip().partition("#")[2]
    await admin("appoint", ann.name, "--role", "operator")
    requests = {
        "/admin/invitations": {"role": "moderator"},
        "/me/tokens": {"name": "t", "scopes": ["read"]},
        "/me/tickets": None,
        f"/me/bots/{bot}/token": None,
        f"/me/bots/{bot}/tokens": {"name": "t", "scopes": ["read"]},
        "/me/webhooks": {"url": "https://127.0.0.1:9/", "events": ["decision"]},
        "/me/push": PUSH,
        "/reports": {"account": bob.account, "reason": "x"},
        "/games/res_arcana/first-match": None,
        f"/games/res_arcana/lessons/{lesson}": None,
        "/matches": TINY,
        f"/matches/{open_}/seats": {},
        f"/matches/{over}/fork": {"ply": 0},
        f"/matches/{over}/same-deal": {},
        f"/matches/{over}/rematch": None,
    }
    for path, body in requests.items():
        await send_twice(ann, path, body, 200 if path.endswith("/seats") else 201)
    await send_twice(ann, f"/matches/{over}/rematch", None, 200)  # finds it
    ids = [bot, over, open_, "res_arcana", lesson]
    names = dict(zip(ids, ("{bot}", "{id}", "{id}", "{game}", "{lesson}"), strict=True))
    paths = {"/".join(names.get(part, part) for part in path.split("/")) for path in requests}
    for path, body in {
        "/guests": {"name": "Ann"},
        "/accounts": {"name": new_name(), "password": PASSWORD},
        "/sessions": {"name": ann.name, "password": PASSWORD},
        "/sessions/by-link": {"secret": link, "password": NEW},
    }.items():
        await send_twice(anonymous(url), path, body)
    created = {name for name, described in operations().items() if "201" in described["responses"]}
    repeated = names_with_keys()
    assert created - STORED_WITH_THE_ROW <= repeated
    sent = {f"POST {path}" for path in {*paths, *ANONYMOUS_PATHS, "/bots"}}
    assert sent == repeated - OF_PROVIDERS


async def finished_match(ann: Person) -> str:
    """A match of Ann's against a bot, played to its end."""
    match = await tiny(ann, 1, [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    async with asyncio.timeout(30):
        while (await ann.get(f"/matches/{match}"))["status"] != "finished":
            for decision in (await ann.view(match))["decisions"]:
                await ann.answer(match, decision["id"], decision["default"])
            await asyncio.sleep(0.02)
    return match


# Concurrent requests


@pytest.mark.postgres
@pytest.mark.redis
async def test_two_processes_create_one_bot_and_one_match(postgres_redis_server, second_process):
    ann = await register(postgres_redis_server.url)
    there = await ann.at(second_process.url)
    for path, body in {"/matches": TINY, "/bots": {"name": new_name()}}.items():
        headers = key()
        replies = await asyncio.gather(
            *(person.call("POST", path, body, headers=headers) for person in (ann, there) * 4)
        )
        created = {reply.content for reply in replies if reply.status_code == 201}
        assert len(created) == 1
        for reply in replies:
            assert reply.status_code == 201 or problem(reply) == "request-in-progress"
    assert len((await ann.get("/matches?account=me"))["items"]) == 1


@pytest.mark.postgres
async def test_repetition_of_a_request_in_progress_has_to_retry_later(
    postgres_redis_server, postgres_redis_database
):
    ann = await register(postgres_redis_server.url)
    path, body, headers = "/me/tokens", {"name": "t", "scopes": ["read"]}, key()
    connection = await asyncpg.connect(postgres_redis_database.replace("+asyncpg", ""))
    try:
        async with connection.transaction():
            await connection.execute("SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE", ann.account)
            first = asyncio.create_task(ann.call("POST", path, body, headers=headers))
            async with asyncio.timeout(20):
                while not await connection.fetchval("SELECT 1 FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            early = await ann.call("POST", path, body, headers=headers)
            assert problem(early) == "request-in-progress"
            assert early.headers["retry-after"] == "1"
        token = (await first).json()
    finally:
        await connection.close()
    assert await ann.post(path, body, 201, headers=headers) == token
    assert len((await ann.get("/me/tokens"))["items"]) == 1


@pytest.mark.postgres
@pytest.mark.redis
async def test_reply_committed_by_another_process_is_repeated(two_containers):
    """Both found nothing under the key; the second one rolls back."""
    first, second = two_containers
    request = request_of(first)
    reply = StoredReply(201, [], b"{}")

    async def ahead():
        async with first.database.writing() as session:
            await first.idempotency_keys.store(session, request, ANN.account, reply)
        async with second.database.writing() as session:
            account = await session.get_one(Account, ANN.account)
            account.email = "lost@example.org"
            await second.idempotency_keys.store(session, request, ANN.account, reply)

    assert await second.idempotency_keys.run_once(request, ahead) == reply
    async with first.database.reading() as session:
        assert (await session.get_one(Account, ANN.account)).email is None


# Crashes


async def die(*_given):
    os.kill(os.getpid(), signal.SIGKILL)


def serve_until_the_first_commit(folder, environment, log):
    """In a new process, which dies after the first commit of a match."""
    MatchChanges.announce = die
    run_server(folder, environment, log)


async def create_and_crash(folder, settings):
    """Send a request to a process that dies after the commit; returns the sender and the key."""
    settings = {**QUICK, **settings}
    dying = launch(folder, folder / "dying.log", settings, target=serve_until_the_first_commit)
    wait_until_ready(dying)
    ann, headers = await arrive(dying.url, "Ann"), key()
    with pytest.raises(httpx.TransportError):
        await ann.post("/matches", TINY, 201, headers=headers)
    assert dying.process.wait(30) == -signal.SIGKILL
    return ann, headers


async def ask_again(ann, headers):
    again = await ann.call("POST", "/matches", TINY, headers=headers)
    assert (again.status_code, again.headers["idempotent-replayed"]) == (201, "true")
    (match,) = (await ann.get("/matches?account=me"))["items"]
    assert match["id"] == again.json()["id"]


async def test_process_killed_after_the_commit_has_created_one_match(serve, tmp_path):
    """The next process repeats the reply, and deletes expired ones."""
    ann, headers = await create_and_crash(tmp_path, {})
    with closing(sqlite3.connect(tmp_path / "conclave.db")) as database:
        database.execute(
            "INSERT INTO kept_replies SELECT 'old', account, request, reply, '2026-01-01 00:00:00' "
            "FROM kept_replies"
        )
        database.commit()
        await ask_again(await ann.at(serve(**QUICK).url), headers)
        async with asyncio.timeout(20):
            while len(database.execute("SELECT id FROM kept_replies").fetchall()) > 1:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


@pytest.mark.postgres
@pytest.mark.redis
async def test_another_process_repeats_the_reply_of_a_killed_process(
    postgres_redis_server, postgres_redis_database, redis_server, tmp_path
):
    shared = {
        "DATABASE_URL": postgres_redis_database,
        "REDIS_URL": redis_server,
        "PUBLIC_URL": postgres_redis_server.url,
    }
    ann, headers = await create_and_crash(tmp_path, shared)
    await ask_again(await ann.at(postgres_redis_server.url), headers)


async def test_failed_request_leaves_no_key_behind(tmp_path):
    async with in_process_server(tmp_path) as services:
        request, reply = request_of(services), StoredReply(201, [], b"{}")

        async def fail():
            async with services.database.writing() as session:
                await services.idempotency_keys.store(session, request, ANN.account, reply)
                raise OSError("gone")

        async def succeed():
            return "made"

        with pytest.raises(OSError, match="gone"):
            await services.idempotency_keys.run_once(request, fail)
        assert await services.idempotency_keys.run_once(request, succeed) == "made"
