"""Roles of the staff: who may call which endpoint, on whom, and how the first operator comes."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import subprocess
import sys

import pytest
import sqlalchemy as sa
from fastapi.routing import iter_route_contexts

from app.accounts.models import Account, RegistrationCodeRow
from app.accounts.registration import FIRST_OPERATOR, admit
from app.infra.problems import Problem
from app.infra.read_settings import read_settings
from app.infra.wall_clock import now
from app.main import create_app
from app.operator.first_operator import greeting
from app.wire.security import demand_of
from devtools.services import free_port
from tests.app.in_process import ANN, in_process_server
from tests.app.staff import WHY, give_role, recruit_fixture  # noqa: F401 - a fixture
from tests.app.test_lobby import problem
from tests.app.test_operator import SECRET
from tests.app.test_registration import PASSWORD, new_name, register
from tests.app.wire import Person, anonymous, arrive, browse
from tests.server_process import Server, wait_until_ready

SCOPES = ("read", "play", "create")


def admin_routes():
    """Method, path and role of every route below `/admin`."""
    app = create_app(read_settings(secret_key="x" * 32))
    routes = []
    for context in iter_route_contexts(app.routes):
        path = str(context.path_format or "")
        if path.startswith("/api/v1/admin"):
            demand = demand_of(context.original_route.dependant)
            role = demand and demand.role
            routes += [(method, path.removeprefix("/api/v1"), role) for method in context.methods]
    return sorted(routes)


def test_every_admin_route_takes_a_role():
    routes = admin_routes()
    assert len(routes) > 20
    assert [route for route in routes if route[2] not in ("moderator", "operator")] == []


async def test_only_staff_with_the_role_gets_past_an_admin_route(url, recruit):
    ann = await register(url)
    bot = await ann.post("/bots", {"name": new_name("Vex")}, 201)
    callers = {
        "anonymous": anonymous(url),
        "guest": await arrive(url, "Guest"),
        "person": ann,
        "bot": Person(url, "Vex", bot["token"], bot["account"]["id"]),
        "moderator": await recruit("moderator"),
        "operator": await recruit("operator"),
    }
    for scope in SCOPES:
        made = await callers["operator"].post("/me/tokens", {"name": "t", "scopes": [scope]}, 201)
        callers[f"token {scope}"] = Person(url, "t", made["token"], "")
    for method, path, role in admin_routes():
        allowed = {"operator", *(["moderator"] if role == "moderator" else [])}
        address = re.sub(r"\{\w+\}", "x", path)
        address += "?q=a" if path == "/admin/people" else ""
        for name, caller in callers.items():
            status = (await caller.call(method, address)).status_code
            if name in allowed:
                assert status not in (401, 403), (method, path, name)
            else:
                assert status == (401 if name == "anonymous" else 403), (method, path, name)


async def test_role_that_has_ended_counts_at_once(url, recruit, request):
    eve = await recruit("operator")
    me = await eve.get("/me")
    assert (me["admin"], me["role"]) == (True, "operator")
    await eve.get("/admin/settings")
    await give_role(request, eve.account, "moderator")
    assert problem(await eve.call("GET", "/admin/settings")) == "forbidden"
    await give_role(request, eve.account, None)
    assert problem(await eve.call("GET", "/admin/reports")) == "forbidden"
    assert "role" not in await eve.get("/me")


ACTS = {
    "notes": {"text": "a note"},
    "warnings": WHY | {"text": "Be kind."},
    "mute": WHY | {"days": 1},
    "rename": WHY,
    "close": WHY,
    "reopen": WHY,
}


@pytest.mark.parametrize("act", ACTS)
async def test_staff_does_not_act_on_itself_nor_moderators_on_staff(url, recruit, act):
    mod, other, chief = [await recruit(role) for role in ("moderator", "moderator", "operator")]
    bot = (await other.post("/bots", {"name": new_name("Vex")}, 201))["account"]["id"]
    own_bot = (await chief.post("/bots", {"name": new_name("Vex")}, 201))["account"]["id"]
    for who, whom in (
        (mod, mod.account),
        (mod, other.account),
        (mod, chief.account),
        (mod, bot),
        (chief, chief.account),
        (chief, own_bot),
    ):
        refused = await who.call("POST", f"/admin/people/{whom}/{act}", ACTS[act])
        assert problem(refused) == "forbidden"
        assert problem(await who.call("GET", f"/admin/people/{whom}")) == "forbidden"
    done = await chief.call("POST", f"/admin/people/{other.account}/{act}", ACTS[act])
    assert done.status_code == 204


async def test_acts_need_a_reason(url, recruit):
    mod, ann = await recruit("operator"), await register(url)
    for act, body in ACTS.items():
        if act != "notes":
            without = {name: value for name, value in body.items() if name != "reason"}
            for wrong in (without, without | {"reason": " "}):
                path = f"/admin/people/{ann.account}/{act}"
                assert problem(await mod.call("POST", path, wrong)) == "invalid-request"
    for act in ("park", "resume", "abort"):
        assert problem(await mod.call("POST", f"/admin/matches/m_0/{act}", {})) == "invalid-request"
    assert (await mod.get(f"/admin/people/{ann.account}"))["acts"] == []


async def test_operator_appoints_people_alone(url, recruit):
    chief, ann, guest = await recruit("operator"), await register(url), await arrive(url, "Guest")
    path = f"/admin/people/{ann.account}/role"
    appointed = WHY | {"role": "moderator"}
    assert (await chief.call("POST", path, appointed)).status_code == 204
    assert (await ann.get("/me"))["role"] == "moderator"
    assert (await chief.call("POST", path, WHY | {"role": None})).status_code == 204
    assert "role" not in await ann.get("/me")
    for whom in (guest.account, chief.account):
        refused = await chief.call("POST", f"/admin/people/{whom}/role", appointed)
        assert problem(refused) == "forbidden"


# The first operator


async def test_link_of_the_first_operator_makes_one_operator(tmp_path):
    async with in_process_server(tmp_path, registration="closed") as services:
        registrations = services.personal_data.registrations
        before = code_in(await registrations.invite_first_operator())
        link = await registrations.invite_first_operator()
        assert link.startswith(f"{services.settings.address}/register#STAFF-")
        with pytest.raises(Problem):
            await use(services, before)
        assert await use(services, code_in(link).lower()) == "operator"
        with pytest.raises(Problem):
            await use(services, code_in(link))
        await appoint_ann(services)
        assert await registrations.invite_first_operator() is None


async def test_link_is_worth_nothing_once_there_is_an_operator(tmp_path):
    async with in_process_server(tmp_path) as services:
        code = code_in(await services.personal_data.registrations.invite_first_operator())
        await appoint_ann(services)
        with pytest.raises(Problem, match="operator already"):
            await use(services, code)


async def test_link_of_the_first_operator_expires_and_is_stored_as_a_hash(tmp_path):
    async with in_process_server(tmp_path) as services:
        code = code_in(await services.personal_data.registrations.invite_first_operator())
        async with services.database.writing() as session:
            row = await session.get_one(RegistrationCodeRow, FIRST_OPERATOR)
            assert code not in (row.hash, row.note)
            row.expires_at = now()
        with pytest.raises(Problem):
            await use(services, code)


@pytest.mark.postgres
@pytest.mark.redis
async def test_two_servers_that_start_at_once_make_one_operator(two_containers):
    """Each has printed a link, and people use both at the same time."""
    links = await asyncio.gather(
        *(parts.personal_data.registrations.invite_first_operator() for parts in two_containers)
    )

    async def register_with(parts, link, name):
        async with parts.database.writing() as session:
            role = await admit(parts.settings, session, code_in(link))
            account = Account(id=f"a_{name}", kind="person", name=name, preferences={})
            account.created_at, account.role = now(), role
            session.add(account)
            await asyncio.sleep(0.1)

    attempts = [
        register_with(parts, link, f"{number}{place}")
        for place, parts in enumerate(two_containers)
        for number, link in enumerate(links)
    ]
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    assert sum(outcome is None for outcome in outcomes) == 1
    async with two_containers[0].database.reading() as session:
        count = sa.select(sa.func.count()).where(Account.role == "operator")
        assert await session.scalar(count) == 1


async def test_link_is_printed_in_a_terminal_alone(tmp_path):
    async with in_process_server(tmp_path) as services:
        settings = services.settings
    assert "#STAFF-" in await asyncio.to_thread(greeting, settings, shows_link=True)
    elsewhere = await asyncio.to_thread(greeting, settings, shows_link=False)
    assert "conclave admin invite --role operator" in elsewhere
    assert "STAFF" not in elsewhere
    async with in_process_server(tmp_path, with_accounts=False) as services:
        await appoint_ann(services)
    for shows_link in (True, False):
        assert await asyncio.to_thread(greeting, settings, shows_link=shows_link) == ""


async def test_first_start_in_a_terminal_prints_a_link_that_makes_an_operator(tmp_path):
    """Also where registration is closed; the log of requests never has the code."""
    terminal, output = pty.openpty()
    log = tmp_path / "server.log"
    settings = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": SECRET,
        "GAMES": "tiny",
        "REGISTRATION": "closed",
        "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/conclave.db",
        "PORT": str(free_port()),
    }
    command = [sys.executable, "-m", "app.cli", "serve"]
    with log.open("wb") as errors:
        streams = {"stdout": output, "stderr": errors}
        process = await asyncio.to_thread(
            subprocess.Popen, command, cwd=tmp_path, env=settings, **streams
        )
    server = Server(f"http://127.0.0.1:{settings['PORT']}", process, log)
    os.close(output)
    try:
        await asyncio.to_thread(wait_until_ready, server)
        shown = (await asyncio.to_thread(os.read, terminal, 10_000)).decode()
        code = re.search(r"/register#(STAFF-\w+)", shown)[1]
        eve = await register(server.url, invitation=code)
        assert (await eve.get("/me"))["role"] == "operator"
        async with browse(f"{server.url}/api/v1") as http:
            body = {"name": new_name(), "password": PASSWORD, "invitation": code}
            assert problem(await http.post("/accounts", json=body)) == "forbidden"
        assert (await eve.get("/admin/invitations"))["items"] == []
    finally:
        await asyncio.to_thread(server.stop)
        os.close(terminal)
    assert code not in log.read_text()


async def test_guest_who_registers_by_a_staff_link_keeps_the_account(url, recruit):
    chief, guest = await recruit("operator"), await arrive(url, "Guest")
    made = await chief.post("/admin/invitations", {"role": "moderator", "note": "Dot"}, 201)
    listed = (await chief.get("/admin/invitations"))["items"]
    assert [(item["note"], item["role"]) for item in listed if item["id"] == made["id"]] == [
        ("Dot", "moderator")
    ]
    assert made["link"].partition("#")[2] not in str(listed)
    body = {"name": new_name(), "password": PASSWORD, "invitation": code_in(made["link"])}
    account = (await guest.post("/accounts", body, 201))["account"]
    assert account["id"] == guest.account
    async with browse(f"{url}/api/v1") as http:
        again = await http.post("/accounts", json=body | {"name": new_name()})
    assert problem(again) == "forbidden"


def code_in(link):
    return link.partition("#")[2]


async def use(services, code):
    """The role of those who register with the code."""
    async with services.database.writing() as session:
        return await admit(services.settings, session, code)


async def appoint_ann(services):
    async with services.database.writing() as session:
        ann = await session.get_one(Account, ANN.account)
        ann.kind, ann.role = "person", "operator"
