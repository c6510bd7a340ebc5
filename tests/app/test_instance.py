"""A host's server: who may take part, its name and pages, what is announced."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import asynccontextmanager

import pytest

from app.accounts.registration import admit
from app.infra.problems import Problem
from app.infra.settings import WrongSetting
from app.instance.face import read_face
from app.lobby.schemas import JoinRequest, NewMatch
from app.operator.operations import perform
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_deletion import rows_as_text
from tests.app.test_lobby import problem
from tests.app.test_registration import PASSWORD, new_name, register
from tests.app.wire import Person, browse

TOML = """
name = "Tower and Table"
accent = "#e0a458"
contact = "mailto:table@example.org"
[texts.en]
tagline = "Heavy games on Thursdays"
[texts.de]
tagline = "Schwere Spiele am Donnerstag"
"""
LOGO = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'


@pytest.fixture
def serve_with(serve):
    """Starts a server with these settings; returns its address."""

    async def start(**settings):
        return (await asyncio.to_thread(serve, GAMES="tiny", **settings)).url

    return start


@pytest.fixture
def folder(tmp_path):
    """A host's folder."""
    folder = tmp_path / "instance"
    folder.mkdir()
    (folder / "instance.toml").write_text(TOML)
    (folder / "logo.svg").write_text(LOGO)
    (folder / "imprint.md").write_text("# Imprint\n\nAda <b>Lovelace</b>, [here](javascript:x)")
    (folder / "imprint.de.md").write_text("# Impressum")
    (folder / "imprint.notes.md").write_text("not a language")
    return folder


async def call(url, method, path, body=None):
    async with browse(f"{url}/api/v1") as http:
        return await http.request(method, path, json=body)


async def test_server_shows_the_name_pages_and_logo_of_its_host(serve_with, folder):
    url = await serve_with(INSTANCE_FOLDER=str(folder))
    shown = (await call(url, "GET", "/instance")).json()
    assert (shown["name"], shown["pages"]) == ("Tower and Table", {"imprint": ["de", "en"]})
    assert shown["texts"]["de"]["tagline"] == "Schwere Spiele am Donnerstag"
    page = (await call(url, "GET", "/instance/pages/imprint?lang=fr")).json()
    assert page["language"] == "en"
    assert "&lt;b&gt;Lovelace" in page["html"]
    assert "javascript:" not in page["html"].partition("href")[2]
    german = (await call(url, "GET", "/instance/pages/imprint?lang=de")).json()
    assert german == {"language": "de", "html": "<h1>Impressum</h1>\n"}
    assert problem(await call(url, "GET", "/instance/pages/terms")) == "not-found"
    logo = await call(url, "GET", "/instance/logo")
    assert (logo.headers["content-type"], logo.text) == ("image/svg+xml", LOGO)
    assert "sandbox" in logo.headers["content-security-policy"]
    async with browse(url) as http:
        html = (await http.get("/")).text
    (embedded,) = re.findall(r'<script type="application/json" id="instance">(.*?)</script>', html)
    assert json.loads(embedded) == shown
    assert '<meta property="og:site_name" content="Tower and Table" />' in html
    assert '<meta property="og:title" content="Tower and Table" />' in html


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("", "missing required field"),
        ('name = "X"\ncolour = "red"', "unknown field"),
        ('name = "X"\naccent = "red"', "accent"),
        ('name = "X"\ncontact = "javascript:x"', "contact"),
        ('name = "X"\n[texts.english]\ntagline = "Y"', "no language"),
        ("name = ", "instance.toml"),
    ],
)
def test_wrong_file_stops_the_start_with_a_sentence(tmp_path, toml, says):
    (tmp_path / "instance.toml").write_text(toml)
    with pytest.raises(WrongSetting) as raised:
        read_face(str(tmp_path))
    assert str(raised.value).startswith("INSTANCE_FOLDER: ")
    assert says in str(raised.value)


def test_folder_without_a_file_stops_the_start(tmp_path):
    with pytest.raises(WrongSetting, match=r"INSTANCE_FOLDER: no instance\.toml"):
        read_face(str(tmp_path))


async def test_registration_by_invitation_needs_a_code(serve_with):
    url = await serve_with(REGISTRATION="invitation")
    body = {"name": new_name(), "password": PASSWORD}
    assert problem(await call(url, "POST", "/accounts", body)) == "forbidden"
    wrong = await call(url, "POST", "/accounts", {**body, "invitation": "ABCD2345"})
    assert problem(wrong) == "forbidden"


async def test_invitation_admits_as_many_people_as_it_says(tmp_path):
    async with in_process_server(tmp_path, registration="invitation") as services:
        made = await perform(services, "root", "invite", [2, 14, "chess club"])
        code = made["link"].partition("#")[2]
        for _ in range(2):
            async with services.database.writing() as session:
                await admit(services.settings, session, code.lower())
        with pytest.raises(Problem):
            async with services.database.writing() as session:
                await admit(services.settings, session, code)
        assert await perform(services, "root", "invitations", []) == []
        (row,) = await rows_of(services, "registration_codes")
        assert code not in row
        await services.personal_data.registrations.prune()
        assert await rows_of(services, "registration_codes") == []


async def test_revoked_invitation_is_refused(tmp_path):
    async with in_process_server(tmp_path, registration="invitation") as services:
        made = await perform(services, "root", "invite", [1, 1, ""])
        await perform(services, "root", "revoke-invitation", [made["id"]])
        with pytest.raises(Problem) as raised:
            async with services.database.writing() as session:
                await admit(services.settings, session, made["link"].partition("#")[2])
        assert raised.value.name == "forbidden"
        with pytest.raises(Problem):
            await perform(services, "root", "revoke-invitation", [made["id"]])


async def rows_of(services, table):
    return [line for line in await rows_as_text(services) if line.startswith(f"{table}:")]


async def test_closed_server_without_guests_refuses_newcomers(serve_with):
    url = await serve_with(REGISTRATION="closed", GUESTS="false")
    account = {"name": new_name(), "password": PASSWORD}
    assert problem(await call(url, "POST", "/accounts", account)) == "forbidden"
    assert problem(await call(url, "POST", "/guests", {"name": "Gus"})) == "forbidden"


async def test_host_says_who_may_create_public_tables_and_bots(serve_with):
    url = await serve_with(PUBLIC_TABLES="people", BOTS="people")
    guest = (await call(url, "POST", "/guests", {"name": "Gus"})).json()
    gus = Person(url, "Gus", guest["token"], guest["account"]["id"])
    seats = [{"kind": "me"}, {"kind": "open"}]
    public = {"game": "tiny", "seats": seats, "visibility": "public"}
    assert problem(await gus.call("POST", "/matches", public)) == "forbidden"
    await gus.post("/matches", {**public, "visibility": "private"}, 201)
    assert problem(await gus.call("POST", "/bots", {"name": new_name("Vex")})) == "forbidden"
    pia = await register(url)
    await pia.post("/matches", public, 201)
    bot = await pia.post("/bots", {"name": new_name("Vex")}, 201)
    vex = Person(url, "Vex", bot["token"], bot["account"]["id"])
    await vex.post("/matches", public, 201)


async def test_reserved_and_forbidden_names_are_refused(serve_with):
    url = await serve_with(RESERVED_NAMES="Admin, Ada Lovelace", FORBIDDEN_WORDS="nazgul")
    for name in ("admin", "Adrnin", "ADA  LOVELACE", "xXNazgulXx"):
        assert problem(await call(url, "POST", "/guests", {"name": name})) == "name-taken", name
    for name in ("Admiral", "Ada", "Gandalf"):
        assert (await call(url, "POST", "/guests", {"name": name})).status_code == 201


async def test_maintenance_lets_running_matches_go_on_and_begins_none(tmp_path):
    async with in_process_server(tmp_path) as services:
        running = await begin(services, "tiny")
        waiting = NewMatch(game="tiny", seats=[{"kind": "me"}, {"kind": "open"}])
        table = await services.lobby.create(waiting, ANN)
        await perform(services, "root", "maintenance", [True])
        assert (await services.instance.view()).maintenance
        for act in (
            lambda: services.lobby.create(waiting, BOB),
            lambda: services.lobby.join(table.id, JoinRequest(), BOB),
        ):
            with pytest.raises(Problem) as raised:
                await act()
            assert raised.value.name == "unavailable"
        assert (await services.lobby.get(table.id, BOB)).status == "open"
        assert (await services.lobby.get(running, ANN)).status == "playing"
        await perform(services, "root", "maintenance", [False])
        await services.lobby.join(table.id, JoinRequest(), BOB)
        assert (await services.lobby.get(table.id, BOB)).status == "playing"


async def test_announcement_is_shown_until_its_end(tmp_path):
    async with in_process_server(tmp_path) as services:
        texts = {"en": "Back at nine.", "de": "Um neun wieder da."}
        await perform(services, "root", "announce", [texts, 12])
        assert (await services.instance.view()).announcement == texts
        await perform(services, "root", "announce", [texts, 0])
        assert (await services.instance.view()).announcement == {}
        await perform(services, "root", "announce", [texts, 12])
        await perform(services, "root", "announce", [{}, 24])
        assert (await services.instance.view()).announcement == {}


async def test_page_shows_the_last_notice_while_the_database_is_silent(tmp_path, monkeypatch):
    async with in_process_server(tmp_path) as services:
        notices = services.instance.notices
        await perform(services, "root", "announce", [{"en": "Back at nine."}, 12])
        assert (await notices.current()).announcement == {"en": "Back at nine."}

        @asynccontextmanager
        async def silence():
            await asyncio.Event().wait()
            yield

        monkeypatch.setattr(services.database, "reading", silence)
        notices._fresh_until = 0.0
        async with asyncio.timeout(5):
            assert (await notices.current()).announcement == {"en": "Back at nine."}
