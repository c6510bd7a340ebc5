"""People in the administration: found, noted, warned, muted, renamed; and reports in context."""

from __future__ import annotations

import asyncio
import json

import pytest
import sqlalchemy as sa
from conclave_tiny_game import Tiny

from app.accounts.models import Account
from app.admin.models import ReportRow
from app.chat.service import ChatText
from app.infra.problems import Problem
from app.infra.security import new_id
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest, NewMatch
from app.matches.models import ChatRow
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.staff import WHY, moderator, recruit_fixture  # noqa: F401 - a fixture
from tests.app.test_lobby import problem
from tests.app.test_registration import new_name, register
from tests.app.wire import arrive, two_at_tiny

STAFF = moderator("a_mod")


class Talkative(Tiny):
    """Tiny, with negotiation."""

    id = "talkative"
    negotiation = True


async def test_staff_finds_people_by_name_and_id(url, recruit):
    mod, chief = await recruit("moderator"), await recruit("operator")
    name = new_name("Zoë%_")
    ann = await register(url, name, email="ann@example.org")
    for words in (ann.account, name, name.upper()[:9], name[:12]):
        found = (await mod.get(f"/admin/people?q={words.replace('%', '%25')}"))["items"]
        assert ann.account in {item["account"]["id"] for item in found}
        assert "example.org" not in json.dumps(found)
    assert (await mod.get("/admin/people?q=%25%25%25%25"))["items"] == []
    file = await mod.get(f"/admin/people/{ann.account}")
    assert file["about"]["account"]["name"] == name
    assert "email" not in file["about"]
    assert (await chief.get(f"/admin/people/{ann.account}"))["about"]["email"] == "ann@example.org"
    assert problem(await mod.call("GET", "/admin/people/Nobody at all")) == "not-found"


async def test_warned_person_is_told_until_they_acknowledge_it(url, recruit):
    mod, ann, bob = await recruit("moderator"), await arrive(url, "Ann"), await arrive(url, "Bob")
    path = f"/admin/people/{ann.account}"
    body = WHY | {"text": "Please be kind."}
    async with ann.http.stream("GET", "/me/stream") as stream:
        lines = stream.aiter_lines()
        assert (await mod.call("POST", f"{path}/warnings", body)).status_code == 204
        async with asyncio.timeout(20):
            while '"warnings"' not in (line := await anext(lines)):
                pass
        [told] = json.loads(line)["warnings"]
    assert told["text"] == "Please be kind."
    assert (await ann.get("/me/warnings"))["items"] == [told]
    assert (await bob.get("/me/warnings"))["items"] == []
    async with ann.http.stream("GET", "/me/stream") as stream, asyncio.timeout(20):
        lines = stream.aiter_lines()
        while '"warnings"' not in await anext(lines):
            pass
    assert "acknowledged_at" not in (await mod.get(path))["warnings"][0]
    other = await bob.call("POST", f"/me/warnings/{told['id']}")
    assert problem(other) == "not-found"
    for _ in range(2):
        read = await ann.call("POST", f"/me/warnings/{told['id']}")
        assert read.status_code == 204
    assert (await ann.get("/me/warnings"))["items"] == []
    assert "acknowledged_at" in (await mod.get(path))["warnings"][0]


async def test_person_file_has_notes_acts_and_standing(url, recruit):
    mod, ann, match = await recruit("moderator"), *(await two_at_tiny(url))[::2]
    path = f"/admin/people/{ann.account}"
    await mod.call("POST", f"{path}/notes", {"text": "stalls in lost games"})
    await mod.call("POST", f"{path}/mute", WHY | {"days": 2})
    refused = await ann.call("POST", f"/matches/{match}/chat", {"text": "psst"})
    assert problem(refused) == "forbidden"
    file = await mod.get(path)
    assert [note["text"] for note in file["notes"]] == ["stalls in lost games"]
    assert "muted_until" in file["about"]
    acts = [(act["act"], act.get("details"), act.get("reason")) for act in file["acts"]]
    assert acts == [("mute", "days: 2", "asked to"), ("note", None, None)]
    assert {act["by"]["id"] for act in file["acts"]} == {mod.account}
    await mod.call("POST", f"{path}/mute", WHY | {"days": 0})
    await ann.post(f"/matches/{match}/chat", {"text": "hello"}, 201)
    assert "stalls" not in json.dumps(await ann.get("/me"))


async def test_bot_is_not_warned(url, recruit):
    mod, ann = await recruit("moderator"), await register(url)
    bot = (await ann.post("/bots", {"name": new_name("Vex")}, 201))["account"]["id"]
    refused = await mod.call("POST", f"/admin/people/{bot}/warnings", WHY | {"text": "x"})
    assert problem(refused) == "forbidden"
    assert (await mod.get(f"/admin/people/{ann.account}"))["bots"][0]["id"] == bot


async def test_renamed_account_gets_a_neutral_name_at_its_tables_too(url, recruit):
    mod, ann = await recruit("moderator"), await register(url)
    match = (
        await ann.post(
            "/matches", {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}, 201
        )
    )["id"]
    bob = await arrive(url, "Bob")
    await bob.post(f"/matches/{match}/seats", {})
    assert (await mod.call("POST", f"/admin/people/{ann.account}/rename", WHY)).status_code == 204
    name = (await ann.get("/me"))["account"]["name"]
    assert name.startswith("Player ")
    assert (await bob.get(f"/matches/{match}"))["seats"][0]["name"] == name


async def test_closed_account_reopens(url, recruit):
    mod, ann = await recruit("moderator"), await register(url)
    path = f"/admin/people/{ann.account}"
    assert (await mod.call("POST", f"{path}/close", WHY)).status_code == 204
    assert problem(await ann.call("GET", "/me")) == "unauthenticated"
    assert "closed_at" in (await mod.get(path))["about"]
    assert (await mod.call("POST", f"{path}/reopen", WHY)).status_code == 204
    assert "closed_at" not in (await mod.get(path))["about"]


# Reports in context


async def test_report_shows_the_lines_that_its_author_could_read(tmp_path):
    """Ann and Bob talk in private, also with a third; the third seat is Cid's."""
    async with in_process_server(tmp_path, Talkative()) as services:
        match = await three_at_a_table(services)
        room = await services.rooms.get(match)
        cid = caller_of("a_cid", "Cid")
        say = services.chat.say
        await say(room, ANN, ChatText("hello all"))
        await say(room, ANN, ChatText("to Bob alone", [1]))
        await say(room, BOB, ChatText("to Cid alone", [2]))
        line = await say(room, BOB, ChatText("You cheat"))
        await say(room, cid, ChatText("Ann and me", [0]))
        await say(room, BOB, ChatText("and again"))
        report = await report_line(services, ANN, BOB, match, line.at)
        details = await services.admin.reports.details(report, STAFF)
        texts = [shown.text for shown in details.context]
        assert texts == ["hello all", "to Bob alone", "You cheat", "Ann and me", "and again"]
        assert details.report.line == "You cheat"
        by_cid = await report_line(services, cid, BOB, match, line.at)
        details = await services.admin.reports.details(by_cid, STAFF)
        texts = [shown.text for shown in details.context]
        assert texts == ["hello all", "to Cid alone", "You cheat", "Ann and me", "and again"]


async def test_report_by_a_spectator_has_public_lines_alone(tmp_path):
    async with in_process_server(tmp_path, Talkative(), chat_per_minute=1000) as services:
        match = await three_at_a_table(services)
        room = await services.rooms.get(match)
        dan = caller_of("a_dan", "Dan")
        await add_guest(services, "a_dan", "Dan")
        for number in range(30):
            await services.chat.say(room, BOB, ChatText(f"line {number}"))
            await services.chat.say(room, BOB, ChatText(f"secret {number}", [0]))
        line = await services.chat.say(room, BOB, ChatText("You cheat"))
        for number in range(9):
            await services.chat.say(room, BOB, ChatText(f"later {number}"))
        report = await report_line(services, dan, BOB, match, line.at)
        details = await services.admin.reports.details(report, STAFF)
        texts = [shown.text for shown in details.context]
        assert texts == [
            *(f"line {number}" for number in range(20, 30)),
            "You cheat",
            *(f"later {number}" for number in range(5)),
        ]


async def test_report_shows_lines_of_accounts_that_its_author_has_muted(url, recruit):
    mod = await recruit("moderator")
    ann, bob, match = await two_at_tiny(url)
    said = await bob.post(f"/matches/{match}/chat", {"text": "You dawdle"}, 201)
    body = {"account": bob.account, "match": match, "said_at": said["at"], "reason": "rude"}
    first = (await ann.post("/reports", body, 201))["id"]
    second = (await ann.post("/reports", body | {"reason": "rude again"}, 201))["id"]
    await ann.call("PUT", f"/me/mutes/{bob.account}")
    verdict = {"verdict": "warned"}
    assert (await mod.call("POST", f"/admin/reports/{first}", verdict)).status_code == 204
    details = await mod.get(f"/admin/reports/{second}")
    assert [line["text"] for line in details["context"]] == ["You dawdle"]
    assert [(past["id"], past["verdict"]) for past in details["others"]] == [(first, "warned")]
    assert details["about"]["account"]["id"] == bob.account
    acts = (await mod.get(f"/admin/people/{bob.account}"))["acts"]
    assert [(act["act"], act["details"], act["reason"]) for act in acts] == [
        ("report", first, "warned")
    ]


async def test_quoted_message_brings_no_others(tmp_path):
    async with in_process_server(tmp_path) as services:
        async with services.database.writing() as session:
            report = add_report(session, ANN, BOB, line="a quoted message")
        details = await services.admin.reports.details(report, STAFF)
        assert details.context == []
        with pytest.raises(Problem):
            await services.admin.reports.details("r_0", STAFF)


def caller_of(account, name):
    return type(ANN)(account, name, "guest", "t_x", ())


async def add_guest(services, account, name):
    async with services.database.writing() as session:
        made = {"preferences": {}, "created_at": services.service_clock.date()}
        session.add(Account(id=account, kind="guest", name=name, **made))


async def three_at_a_table(services):
    """A match of Ann, Bob and Cid that has begun."""
    await add_guest(services, "a_cid", "Cid")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    match = (await services.lobby.create(NewMatch(game="talkative", seats=seats), ANN)).id
    for caller in (BOB, caller_of("a_cid", "Cid")):
        await services.lobby.join(match, JoinRequest(), caller)
    return match


async def report_line(services, by, about, match, at):
    """A report of the chat line of that moment; returns its id."""
    async with services.database.writing() as session:
        query = sa.select(ChatRow).where(ChatRow.match == match, ChatRow.text == "You cheat")
        line = (await session.scalars(query)).one()
        assert line.at.isoformat() == at
        return add_report(session, by, about, match=match, line=line.text, chat=line.id)


def add_report(session, by, about, **more):
    row = ReportRow(
        id=new_id("r"), by=by.account, account=about.account, reason="rude", at=now(), **more
    )
    session.add(row)
    return row.id
