"""`conclave admin`: operator commands on people and matches while servers run."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from app.cli.main import cli
from app.history.export import export
from app.history.verify import verify
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.matches.commands import Command
from app.matches.models import EntryRow, MatchRow
from engine.core.event import PUBLIC
from tests.app.in_process import begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_operator import SECRET, conclave
from tests.app.test_registration import PASSWORD, new_name, register, sign_in
from tests.app.wire import Person, two_at_tiny


@pytest.fixture(autouse=True)
def unchanged_logging(monkeypatch):
    """The command line runs in this process and must not reconfigure its logs."""
    monkeypatch.setattr("app.cli.context.configure", lambda level: None)


@pytest.fixture
def admin(postgres_redis_database, redis_server, monkeypatch):
    """Runs `conclave admin …` beside the servers; returns its output."""
    for name, value in (
        ("DATABASE_URL", postgres_redis_database),
        ("REDIS_URL", redis_server),
        ("SECRET_KEY", SECRET),
    ):
        monkeypatch.setenv(name, value)

    async def run(*words, code=0):
        result = await asyncio.to_thread(CliRunner().invoke, cli, ["admin", *words])
        assert result.exit_code == code, (result.output, result.exception)
        return result.output

    return run


async def test_admin_lists_and_closes_reports(postgres_redis_server, admin):
    ann, bob, match = await two_at_tiny(postgres_redis_server.url)
    await bob.post(f"/matches/{match}/chat", {"text": "Good luck"}, 201)
    said = await bob.post(f"/matches/{match}/chat", {"text": "You dawdle"}, 201)
    body = {"account": bob.account, "match": match, "reason": "stalls [bold]always"}
    report = (await ann.post("/reports", body | {"said_at": said["at"]}, 201))["id"]
    output = await admin("reports")
    assert "quotes: You dawdle" in output
    assert "Good luck" not in output
    assert report in output
    assert bob.account in output
    assert "closed" in await admin("report", report, "--verdict", "warned")
    assert report not in await admin("reports")
    assert "no such report" in await admin("report", "r_0", "--verdict", "x", code=2)


async def test_admin_lists_and_closes_reports_over_the_api(postgres_redis_server, admin):
    ann, bob, _ = await two_at_tiny(postgres_redis_server.url)
    report = (await ann.post("/reports", {"account": bob.account, "reason": "stalls"}, 201))["id"]
    eve = await register(postgres_redis_server.url)
    assert problem(await eve.call("GET", "/admin/reports")) == "forbidden"
    await admin("appoint", eve.name)
    assert (await eve.get("/me"))["admin"] is True
    waiting = {item["id"]: item for item in (await eve.get("/admin/reports"))["items"]}
    assert waiting[report]["about"]["id"] == bob.account
    path = f"/admin/reports/{report}"
    assert (await eve.call("POST", path, {"verdict": "warned"})).status_code == 204
    assert problem(await eve.call("POST", "/admin/reports/r_0", {"verdict": "x"})) == "not-found"
    assert report not in {item["id"] for item in (await eve.get("/admin/reports"))["items"]}
    await admin("appoint", eve.name, "--end")
    assert problem(await eve.call("GET", "/admin/reports")) == "forbidden"
    assert "password" in await admin("appoint", bob.account, code=2)


async def test_sign_out_takes_effect_on_every_process(postgres_redis_server, second_process, admin):
    ann, _, match = await two_at_tiny(postgres_redis_server.url)
    wire = await (await ann.at(second_process.url)).wire(match)
    assert "signed out" in await admin("sign-out", ann.account)
    await wire.until(lambda: wire.closed)
    assert wire.closed == 4001
    assert problem(await ann.call("GET", "/me")) == "unauthenticated"
    assert "no such account" in await admin("sign-out", "Nobody at all", code=2)


async def test_closed_account_and_its_bots_are_locked_out_until_it_reopens(
    postgres_redis_server, admin
):
    ann = await register(postgres_redis_server.url)
    created = await ann.post("/bots", {"name": new_name("Vex")}, 201)
    bot = Person(postgres_redis_server.url, "Vex", created["token"], created["account"]["id"])
    await bot.get("/me")
    await admin("close-account", ann.name)
    assert problem(await ann.call("GET", "/me")) == "unauthenticated"
    assert problem(await bot.call("GET", "/me")) == "unauthenticated"
    assert problem(await sign_in(postgres_redis_server.url, ann.name)) == "forbidden"
    assert (
        problem(await sign_in(postgres_redis_server.url, ann.name, "a wrong one"))
        == "unauthenticated"
    )
    await admin("reopen", ann.name)
    assert (await sign_in(postgres_redis_server.url, ann.name, PASSWORD)).status_code == 201


async def test_muted_account_cannot_chat_until_the_mute_ends(postgres_redis_server, admin):
    ann, _, match = await two_at_tiny(postgres_redis_server.url)
    await admin("mute", ann.account, "--days", "3")
    refused = await ann.call("POST", f"/matches/{match}/chat", {"text": "psst"})
    assert problem(refused) == "forbidden"
    assert f"{now() + timedelta(days=3):%Y-%m-%d}" in refused.json()["detail"]
    await admin("mute", ann.account, "--days", "0")
    await ann.post(f"/matches/{match}/chat", {"text": "hello"}, 201)


async def test_closing_a_match_ends_it_on_every_process(
    postgres_redis_server, second_process, admin
):
    ann, bob, match = await two_at_tiny(postgres_redis_server.url)
    wire = await (await bob.at(second_process.url)).wire(match)
    await admin("close", match)
    await wire.until(lambda: wire.end)
    assert wire.end["outcome"]["reason"] == "closed"
    assert (await ann.get(f"/matches/{match}"))["status"] == "aborted"
    assert "over" in (await admin("close", match, code=2)).lower()


async def test_inspect_prints_a_match_and_its_accounts(postgres_redis_server, admin):
    ann, _, match = await two_at_tiny(postgres_redis_server.url)
    output = await admin("inspect", match)
    assert match in output
    assert ann.account in output
    assert "no such match" in await admin("inspect", "m_0", code=2)


async def test_rollback_reaches_running_servers(
    postgres_redis_server, second_process, postgres_redis_database, redis_server, tmp_path
):
    ann, bob, match = await two_at_tiny(postgres_redis_server.url)
    wires = [await ann.wire(match), await (await bob.at(second_process.url)).wire(match)]
    for wire in (*wires, *wires):
        await wire.until(lambda wire=wire: wire.decisions)
        ply = (await wire.answer(wire.decisions[0]["default"]))["ply"]
        for reader in wires:
            await reader.reaches(ply)
    settings = {"DATABASE_URL": postgres_redis_database, "REDIS_URL": redis_server}
    words = ("admin", "rollback", match, "2")
    result = await asyncio.to_thread(conclave, tmp_path, *words, **settings)
    assert (result.returncode, result.stderr) == (0, "")
    for wire in wires:
        await wire.until(lambda wire=wire: wire.ply > ply)
    then = await ann.get(f"/matches/{match}/replay?ply=2")
    assert wires[0].view["table"] == then["view"]["table"]
    wire = next(wire for wire in wires if wire.decisions)
    assert (await wire.answer(wire.decisions[0]["default"]))["t"] == "ack"
    for wire in wires:
        await wire.close()


async def test_command_refuses_a_database_whose_holder_has_no_socket(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/conclave.db")
    monkeypatch.setenv("SECRET_KEY", SECRET)
    async with in_process_server(tmp_path):
        busy = await asyncio.to_thread(CliRunner().invoke, cli, ["admin", "reports"])
        assert (busy.exit_code, "does not answer at its socket" in busy.output) == (2, True)
    result = await asyncio.to_thread(CliRunner().invoke, cli, ["admin", "reports"])
    assert (result.exit_code, result.output) == (0, "No open reports.\n")


async def play(services, entries):
    """A match of tiny with that many answers, and the public table after each of them."""
    match = await begin(services, "tiny", turns=6)
    tables = [await public_table(services, match)]
    for _ in range(entries):
        await answer(services, match)
        tables.append(await public_table(services, match))
    return match, tables


async def answer(services, match):
    room = await services.rooms.get(match)
    decision = room.match.decisions[0]
    frame = (await services.replays.moment(room, room.ply)).frame(decision.seat)
    default = msgspec.json.decode(frame.decisions)[0]["default"]
    await services.pipeline.take(Command("answer", match, decision.seat, decision.id, default))


async def public_table(services, match):
    room = await services.rooms.get(match)
    view = (await services.replays.moment(room, room.ply)).view(PUBLIC).view
    return msgspec.json.decode(view)["table"]


@pytest.mark.parametrize("back_to", [0, 1, 2, 5, 7])
async def test_rollback_restores_the_state_at_that_ply(tmp_path, back_to):
    """Whatever was drawn since; the match then plays on to an end that verifies."""
    async with in_process_server(tmp_path) as services:
        match, tables = await play(services, 7)
        ply = await services.admin.rollback.roll_back(match, back_to)
        assert (ply > 7) == (back_to < 7)
        assert await public_table(services, match) == tables[back_to]
        while (room := await services.rooms.get(match)).info.status == "playing":
            await answer(services, match)
        assert verify(room.game, await json_export(services, room)) == room.ply


async def json_export(services, room):
    return msgspec.json.decode(
        msgspec.json.encode(await export(services.database, services.replays, room))
    )


async def test_second_rollback_goes_further_back(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, tables = await play(services, 6)
        await services.admin.rollback.roll_back(match, 4)
        await answer(services, match)
        await services.admin.rollback.roll_back(match, 2)
        assert await public_table(services, match) == tables[2]
        before = (await services.rooms.get(match)).ply
        assert await services.admin.rollback.roll_back(match, 5) == before


async def test_rollback_leaves_a_paused_match_paused(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, tables = await play(services, 4)
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.status, row.paused_for, row.edition = "paused", "rules", row.edition + 1
        services.rooms.note_change(match)
        await services.admin.rollback.roll_back(match, 3)
        assert (await services.rooms.get(match)).info.status == "paused"
        assert await public_table(services, match) == tables[3]


async def test_rollback_refuses_future_plies_and_unknown_or_aborted_matches(tmp_path):
    async with in_process_server(tmp_path) as services:
        match, _ = await play(services, 2)
        with pytest.raises(Problem) as refused:
            await services.admin.rollback.roll_back(match, 9)
        assert refused.value.name == "not-found"
        with pytest.raises(Problem) as refused:
            await services.admin.rollback.roll_back("m_0", 1)
        assert refused.value.name == "not-found"
        async with services.database.writing() as session:
            (await session.get_one(MatchRow, match)).status = "aborted"
        with pytest.raises(Problem) as refused:
            await services.admin.rollback.roll_back(match, 1)
        assert refused.value.name == "match-over"
        async with services.database.reading() as session:
            count = sa.select(sa.func.count()).where(EntryRow.match == match)
            assert await session.scalar(count) == 3
