"""Ways to sign in to an account: link and unlink providers, confirm a session, set a password."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
import zipfile

import pytest

from devtools.services import free_port
from tests.app.conftest import QUICK
from tests.app.mail_server import Mailbox, mail_server, secrets_in
from tests.app.oidc_provider import oidc_provider, settings_of
from tests.app.sign_ins import Visitor, problem_of
from tests.app.test_lobby import problem
from tests.app.test_operator import conclave
from tests.app.test_registration import PASSWORD, new_name, register, sign_in
from tests.app.wire import arrive

NEW = "another horse battery"


@pytest.fixture
async def provider():
    async with oidc_provider() as provider:
        yield provider


@pytest.fixture
async def url(serve, provider):
    settings = {**QUICK, "GAMES": "tiny", **settings_of(provider)}
    return (await asyncio.to_thread(serve, **settings)).url


@pytest.fixture
async def ada(url):
    """A browser whose person has signed up with the provider."""
    ada = Visitor(url)
    assert (await ada.sign_up(new_name("Ada"))).status_code == 201
    return ada


@pytest.fixture
async def ann(url):
    """A browser whose person has registered with a password."""
    person = await register(url, new_name("Ann"))
    ann = Visitor(url)
    ann.adopt(person)
    return ann


async def methods_of(visitor):
    response = await visitor.call("GET", "/me/sign-in-methods")
    assert response.status_code == 200, response.text
    return response.json()


async def begin_link(visitor, **body):
    return await visitor.call("POST", "/me/identities", {"provider": "work", **body})


# Linking


async def test_person_links_a_provider_and_signs_in_with_it(ann, provider):
    assert await ann.link(PASSWORD) == "/settings"
    methods = await methods_of(ann)
    assert methods["password"] is True
    assert [(identity["provider"], identity["name"]) for identity in methods["identities"]] == [
        ("work", "Work")
    ]
    elsewhere = Visitor(ann.url)
    assert await elsewhere.sign_in() == "/games"
    assert (await elsewhere.me())["account"] == (await ann.me())["account"]
    assert await ann.link(PASSWORD) == "/settings", "once more changes nothing"
    assert len((await methods_of(ann))["identities"]) == 1


async def test_owner_is_told_by_mail_of_a_linked_provider(serve, provider):
    mailbox = Mailbox()
    with mail_server(mailbox) as mail:
        settings = {**QUICK, "GAMES": "tiny", **settings_of(provider), **mail}
        url = (await asyncio.to_thread(serve, **settings)).url
        person = await register(url, new_name("Ann"), email="ann@example.org")
        [secret] = secrets_in(await mailbox.next())
        await person.post("/email-verifications", {"secret": secret}, 204)
        ann = Visitor(url)
        ann.adopt(person)
        await ann.link(PASSWORD)
        assert (await mailbox.next())["Subject"] == "Conclave: Another way to sign in"


async def test_link_needs_the_password(ann, provider):
    assert problem(await begin_link(ann)) == "invalid-request"
    assert problem(await begin_link(ann, password="wrong")) == "forbidden"
    assert problem(await begin_link(ann, provider="club", password=PASSWORD)) == "not-found"
    assert "sign_in" not in ann.http.cookies


async def test_link_is_begun_by_pages_of_this_site_alone(ann, provider):
    ann.http.headers["Sec-Fetch-Site"] = "cross-site"
    assert problem(await begin_link(ann, password=PASSWORD)) == "forbidden"


async def test_guest_links_nothing(url, provider):
    guest = Visitor(url)
    guest.adopt(await arrive(url, "Gus"))
    assert problem(await begin_link(guest)) == "forbidden"


async def test_link_belongs_to_the_session_that_began_it(ann, provider, url):
    began = (await begin_link(ann, password=PASSWORD)).json()["location"]
    callback = await ann.back_from(began)
    ann.adopt(await register(url))
    assert problem_of(await ann.go(callback)) == "expired"
    assert (await methods_of(ann))["identities"] == []


async def test_identity_of_another_account_is_not_linked(ann, ada, provider):
    page = await ann.link(PASSWORD)
    assert (page.partition("?")[0], problem_of(page)) == ("/settings", "taken")
    assert (await methods_of(ann))["identities"] == []
    assert len((await methods_of(ada))["identities"]) == 1


async def test_account_has_one_identity_of_each_provider(ann, provider):
    await ann.link(PASSWORD)
    provider.person = {"sub": "another"}
    assert problem_of(await ann.link(PASSWORD)) == "linked"
    assert len((await methods_of(ann))["identities"]) == 1


# Unlinking


async def test_provider_is_unlinked(ann, provider):
    await ann.link(PASSWORD)
    (linked,) = (await methods_of(ann))["identities"]
    assert (await ann.call("DELETE", f"/me/identities/{linked['id']}")).status_code == 204
    assert (await methods_of(ann))["identities"] == []
    assert (await Visitor(ann.url).sign_in()).startswith("/register/work")


async def test_only_way_to_sign_in_is_not_unlinked(ada, provider):
    (linked,) = (await methods_of(ada))["identities"]
    path = f"/me/identities/{linked['id']}"
    assert problem(await ada.call("DELETE", path)) == "forbidden"
    await ada.confirm()
    await ada.call("PATCH", "/me", {"password": NEW})
    assert (await ada.call("DELETE", path)).status_code == 204


async def test_unlinked_provider_takes_the_role_along_that_it_has_granted(serve, provider):
    known = settings_of(provider) | {"OIDC_WORK_OPERATOR_CLAIM": "groups=ops"}
    provider.person = {"sub": "ada", "groups": ["ops"]}
    ada = Visitor((await asyncio.to_thread(serve, **{**QUICK, "GAMES": "tiny", **known})).url)
    await ada.sign_up(new_name("Ada"))
    assert (await ada.me())["admin"] is True
    await ada.confirm()
    await ada.call("PATCH", "/me", {"password": NEW})
    (linked,) = (await methods_of(ada))["identities"]
    assert (await ada.call("DELETE", f"/me/identities/{linked['id']}")).status_code == 204
    assert "admin" not in await ada.me()


async def test_identity_of_another_account_is_not_unlinked(ann, ada, provider):
    (linked,) = (await methods_of(ada))["identities"]
    refused = await ann.call("DELETE", f"/me/identities/{linked['id']}")
    assert problem(refused) == "not-found"
    assert len((await methods_of(ada))["identities"]) == 1


# Confirmation


async def test_new_sign_in_confirms_the_session_for_ten_minutes(ada, provider, tmp_path):
    assert problem(await ada.call("POST", "/me/exports", {})) == "forbidden"
    assert problem(await ada.call("POST", "/me/exports", {"password": "x"})) == "forbidden"
    assert await ada.confirm("/settings?confirmed=export") == "/settings?confirmed=export"
    asked = next(sent for path, sent in reversed(provider.requests) if path == "/authorize")
    assert (asked["prompt"], asked["max_age"]) == ("login", "0")
    assert "confirmed_until" in await methods_of(ada)
    assert (await ada.call("POST", "/me/exports", {})).status_code == 200
    with sqlite3.connect(tmp_path / "conclave.db", timeout=20) as database:
        past = "UPDATE tokens SET expires_at = '2026-01-01 00:00:00' WHERE kind = 'confirmation'"
        assert database.execute(past).rowcount == 1
    assert problem(await ada.call("POST", "/me/exports", {})) == "forbidden"
    assert "confirmed_until" not in await methods_of(ada)


async def test_other_sessions_are_not_confirmed(ada, provider):
    elsewhere = Visitor(ada.url)
    await elsewhere.sign_in()
    await ada.confirm()
    assert "confirmed_until" not in await methods_of(elsewhere)
    assert problem(await elsewhere.call("PUT", "/me/deletion", {})) == "forbidden"


async def test_session_at_the_provider_from_before_confirms_nothing(ada, provider):
    provider.obeys_prompt, provider.signed_in_at = False, provider.signed_in_at - 3600
    page = await ada.confirm()
    assert (page.partition("?")[0], problem_of(page)) == ("/settings", "not-fresh")
    provider.obeys_prompt, provider.claims = True, {"auth_time": None}
    assert problem_of(await ada.confirm()) == "not-fresh"
    assert "confirmed_until" not in await methods_of(ada)


async def test_other_person_at_the_provider_confirms_nothing(ada, provider):
    provider.person = {"sub": "eve"}
    assert problem_of(await ada.confirm()) == "other-identity"
    assert "confirmed_until" not in await methods_of(ada)


async def test_confirmation_belongs_to_the_session_that_began_it(ada, provider):
    body = {"provider": "work", "next": "/settings"}
    began = (await ada.call("POST", "/me/confirmation", body)).json()["location"]
    callback = await ada.back_from(began)
    ada.http.cookies.delete("session")
    assert problem_of(await ada.go(callback)) == "expired"


async def test_person_without_a_password_sets_one_after_a_confirmation(ada, provider):
    assert problem(await ada.call("PATCH", "/me", {"password": NEW})) == "forbidden"
    await ada.confirm()
    assert problem(await ada.call("PATCH", "/me", {"password": "short"})) == "invalid-request"
    assert (await ada.call("PATCH", "/me", {"password": NEW})).status_code == 200
    name = (await ada.me())["account"]["name"]
    assert (await sign_in(ada.url, name, NEW)).status_code == 201
    assert (await methods_of(ada))["password"] is True


async def test_new_mail_address_takes_a_confirmation_where_mail_could_set_a_password(
    serve, provider
):
    mail = {"SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(free_port()), "SMTP_SECURITY": "none"}
    known = {**settings_of(provider), **mail, "MAIL_FROM": "tables@example.org"}
    ada = Visitor((await asyncio.to_thread(serve, **{**QUICK, "GAMES": "tiny", **known})).url)
    await ada.sign_up(new_name("Ada"))
    body = {"email": "ada@example.org"}
    assert problem(await ada.call("PATCH", "/me", body)) == "forbidden"
    await ada.confirm()
    assert (await ada.call("PATCH", "/me", body)).status_code == 200
    assert (await ada.me())["email"] == "ada@example.org"


async def test_link_of_an_operator_sets_a_password_too(ada, provider, tmp_path):
    name = (await ada.me())["account"]["name"]
    database = f"sqlite+aiosqlite:///{tmp_path}/conclave.db"
    made = await asyncio.to_thread(
        conclave, tmp_path, "admin", "reset", name, DATABASE_URL=database
    )
    secret = made.stdout.strip().partition("#")[2]
    body = {"secret": secret, "password": NEW}
    assert (await ada.call("POST", "/sessions/by-link", body)).status_code == 201
    assert (await methods_of(ada))["password"] is True


async def test_person_with_a_password_still_needs_it(ann, provider):
    await ann.link(PASSWORD)
    assert problem(await ann.call("POST", "/me/exports", {})) == "invalid-request"
    await ann.confirm()
    assert (await ann.call("POST", "/me/exports", {})).status_code == 200
    assert problem(await ann.call("POST", "/me/exports", {"password": "wrong"})) == "forbidden"


# Deletion and export


async def test_account_without_a_password_is_deleted_and_kept(ada, provider):
    await ada.confirm()
    assert (await ada.call("PUT", "/me/deletion", {})).status_code == 200
    elsewhere = Visitor(ada.url)
    assert await elsewhere.sign_in() == "/games"
    assert "deletes_at" in await elsewhere.me()
    await elsewhere.confirm("/")
    assert (await elsewhere.call("POST", "/me/exports", {})).status_code == 200
    assert (await elsewhere.call("DELETE", "/me/deletion")).status_code == 204
    assert "deletes_at" not in await elsewhere.me()


async def test_export_names_the_identities(ada, provider):
    await ada.confirm()
    export = (await ada.call("POST", "/me/exports", {})).json()["id"]
    content = (await ada.call("GET", f"/me/exports/{export}")).content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        (row,) = json.loads(archive.read("sign_in_identities.json"))
    assert (row["issuer"], row["subject"]) == (provider.url, "ada")


# Both databases


async def test_each_database_keeps_identities_and_confirmations(serve, provider, database_url):
    settings = {**QUICK, "GAMES": "tiny", **settings_of(provider), "DATABASE_URL": database_url}
    ada = Visitor((await asyncio.to_thread(serve, **settings)).url)
    name = new_name("Ada")
    assert (await ada.sign_up(name)).status_code == 201
    assert await Visitor(ada.url).sign_in() == "/games"
    await ada.confirm()
    assert (await ada.call("PATCH", "/me", {"password": NEW})).status_code == 200
    (linked,) = (await methods_of(ada))["identities"]
    assert (await ada.call("DELETE", f"/me/identities/{linked['id']}")).status_code == 204
    assert await ada.link(NEW) == "/settings"
    assert (await ada.call("PUT", "/me/deletion", {"password": NEW})).status_code == 200
    assert await Visitor(ada.url).sign_in() == "/games"


async def test_identity_that_signs_up_twice_at_once_has_one_account(serve, provider, database_url):
    settings = {**QUICK, "GAMES": "tiny", **settings_of(provider), "DATABASE_URL": database_url}
    url = (await asyncio.to_thread(serve, **settings)).url
    visitors = [Visitor(url) for _ in range(4)]
    for visitor in visitors:
        await visitor.sign_in()
    replies = await asyncio.gather(*(visitor.choose(new_name()) for visitor in visitors))
    statuses = sorted(reply.status_code for reply in replies)
    assert statuses == [201, 409, 409, 409]
    accounts = {reply.json()["account"]["id"] for reply in replies if reply.status_code == 201}
    assert await visitors[0].sign_in() == "/games"
    assert (await visitors[0].me())["account"]["id"] in accounts
