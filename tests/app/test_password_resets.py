"""Password resets: the operator's link is single use and expires after one hour."""

from __future__ import annotations

import asyncpg
import pytest

from tests.app.test_admin import admin, unchanged_logging  # noqa: F401 - fixtures
from tests.app.test_lobby import problem
from tests.app.test_registration import PASSWORD, new_name, register, sign_in
from tests.app.wire import Person, arrive, browse

NEW = "another horse battery"


async def by_link(url, secret, password=NEW):
    async with browse(f"{url}/api/v1") as http:
        body = {"secret": secret, "password": password}
        return await http.post("/sessions/by-link", json=body)


@pytest.fixture
def link(postgres_redis_server, admin):  # noqa: F811
    async def make(name):
        output = await admin("reset", name)
        address, _, secret = output.strip().partition("#")
        assert address.endswith("/reset")
        return secret

    return make


async def test_reset_link_works_once(postgres_redis_server, second_process, link):
    ann = await register(postgres_redis_server.url)
    secret = await link(ann.name)
    refused = await by_link(postgres_redis_server.url, secret, "short")
    assert problem(refused) == "invalid-request"
    assert secret not in refused.text
    assert (
        problem(await by_link(postgres_redis_server.url, secret, ann.name.upper()))
        == "invalid-request"
    )
    session = await by_link(second_process.url, secret)
    assert session.status_code == 201
    assert session.json()["account"]["id"] == ann.account
    assert "httponly" in session.headers["set-cookie"].lower()
    await Person(postgres_redis_server.url, ann.name, session.json()["token"], ann.account).get(
        "/me"
    )
    assert problem(await ann.call("GET", "/me")) == "unauthenticated", "earlier sessions end"
    assert problem(await by_link(postgres_redis_server.url, secret)) == "unauthenticated"
    assert (
        problem(await sign_in(postgres_redis_server.url, ann.name, PASSWORD)) == "unauthenticated"
    )
    assert (await sign_in(postgres_redis_server.url, ann.name, NEW)).status_code == 201


async def test_reset_link_grants_nothing_else(postgres_redis_server, link):
    ann = await register(postgres_redis_server.url)
    thief = Person(postgres_redis_server.url, ann.name, await link(ann.name), ann.account)
    assert problem(await thief.call("GET", "/me")) == "unauthenticated"
    assert problem(await by_link(postgres_redis_server.url, ann.token)) == "unauthenticated"


async def test_reset_link_ends_with_a_newer_link_a_new_password_or_an_hour(
    postgres_redis_server, postgres_redis_database, link
):
    ann, bob, cid = [await register(postgres_redis_server.url) for _ in range(3)]
    first, second = await link(ann.name), await link(ann.name)
    assert problem(await by_link(postgres_redis_server.url, first)) == "unauthenticated"
    assert (await by_link(postgres_redis_server.url, second)).status_code == 201

    secret = await link(bob.name)
    changed = {"password": NEW, "current_password": PASSWORD}
    assert (await bob.call("PATCH", "/me", changed)).status_code == 200
    assert problem(await by_link(postgres_redis_server.url, secret)) == "unauthenticated"

    secret = await link(cid.name)
    database = await asyncpg.connect(postgres_redis_database.replace("+asyncpg", ""))
    late = "UPDATE tokens SET expires_at = now() WHERE account = $1 AND kind = 'reset'"
    await database.execute(late, cid.account)
    await database.close()
    assert problem(await by_link(postgres_redis_server.url, secret)) == "unauthenticated"


async def test_only_people_with_open_accounts_get_a_reset_link(postgres_redis_server, admin, link):  # noqa: F811
    guest = await arrive(postgres_redis_server.url, new_name("Guest"))
    assert "Only a person" in await admin("reset", guest.account, code=2)
    ann = await register(postgres_redis_server.url)
    secret = await link(ann.name)
    await admin("close-account", ann.name)
    assert problem(await by_link(postgres_redis_server.url, secret)) == "unauthenticated"
    assert "closed" in await admin("reset", ann.name, code=2)


async def test_sign_in_attempts_are_counted_across_processes(postgres_redis_server, second_process):
    ann = await register(postgres_redis_server.url)
    for server in (postgres_redis_server, second_process) * 4:
        assert problem(await sign_in(server.url, ann.name, "wrong one")) == "unauthenticated"
    for server in (postgres_redis_server, second_process):
        assert problem(await sign_in(server.url, ann.name)) == "rate-limited"
