"""Exports of personal data: complete for their owner, and silent about others."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta

import asyncpg

from app.accounts.models import Account, Relation
from app.admin.models import ReportRow
from app.chat.service import ChatText
from app.friends.models import MessageRow
from app.infra.wall_clock import now
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_registration import PASSWORD, register
from tests.app.wire import Person, arrive, two_at_tiny

DELAYED = {"spectators": "delayed", "spectator_delay": {"minutes": 30}}


def files_in(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


async def export_of(services, account):
    pieces = [piece async for piece in services.personal_data.exports.archive(account)]
    return files_in(b"".join(pieces))


async def download(person, body=None):
    made = await person.post("/me/exports", body or {})
    response = await person.http.get(f"/me/exports/{made['id']}")
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/zip"
    return files_in(response.content)


async def test_person_downloads_an_archive_with_the_password(url):
    zoe = await register(url, email="zoe@example.org")
    assert problem(await zoe.call("POST", "/me/exports", {})) == "invalid-request"
    wrong = await zoe.call("POST", "/me/exports", {"password": "not the password"})
    assert problem(wrong) == "forbidden"
    files = await download(zoe, {"password": PASSWORD})
    account = json.loads(files["account.json"])
    assert (account["name"], account["email"]) == (zoe.name, "zoe@example.org")
    assert zoe.name in files["README.txt"]
    assert zoe.token not in "".join(files.values())


async def test_export_belongs_to_one_account_and_to_sessions(url):
    zoe, yan = await register(url), await arrive(url, "Yan")
    made = await zoe.post("/me/exports", {"password": PASSWORD})
    assert problem(await yan.call("GET", f"/me/exports/{made['id']}")) == "not-found"
    token = await zoe.post("/me/tokens", {"name": "reader", "scopes": ["read"]}, 201)
    reader = Person(url, zoe.name, token["token"], zoe.account)
    assert problem(await reader.call("GET", f"/me/exports/{made['id']}")) == "forbidden"
    assert problem(await reader.call("POST", "/me/exports", {"password": PASSWORD})) == "forbidden"
    assert problem(await zoe.call("GET", f"/me/exports/{token['id']}")) == "not-found"


async def test_export_ends_after_a_day(postgres_redis_server, postgres_redis_database):
    zoe = await register(postgres_redis_server.url)
    made = await zoe.post("/me/exports", {"password": PASSWORD})
    connection = await asyncpg.connect(postgres_redis_database.replace("+asyncpg", ""))
    past = now() - timedelta(seconds=1)
    await connection.execute("UPDATE tokens SET expires_at = $1 WHERE id = $2", past, made["id"])
    await connection.close()
    assert problem(await zoe.call("GET", f"/me/exports/{made['id']}")) == "not-found"


async def test_leaving_account_may_still_export(url):
    gus = await arrive(url, "Gus")
    await gus.put("/me/deletion", {})
    assert "account.json" in await download(gus)


async def test_running_match_shows_its_seat_alone(url):
    ann, _bob, match = await two_at_tiny(url, turns=3)
    files = await download(ann)
    mine = await ann.view(match)
    frame = json.loads(files[f"matches/{match}/frame.json"])
    assert (frame["viewer"], frame["view"]) == (mine["viewer"], mine["view"])
    log = await ann.get(f"/matches/{match}/log")
    assert json.loads(files[f"matches/{match}/log.json"])["events"] == log["events"]
    assert f"matches/{match}/match.json" not in files


async def test_match_that_is_over_is_exported_whole(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        seed = (await services.rooms.get(match)).match.seed.hex()
        assert seed not in "".join((await export_of(services, ANN.account)).values())
        await services.ender.end(match, status="finished", reason="draw")
        assert seed in (await export_of(services, ANN.account))[f"matches/{match}/match.json"]


async def test_match_that_is_over_but_not_public_is_exported_without_its_seed(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", wish=DELAYED)
        seed = (await services.rooms.get(match)).match.seed.hex()
        await services.ender.end(match, status="finished", reason="draw")
        files = await export_of(services, ANN.account)
        assert f"matches/{match}/log.json" in files
        assert seed not in "".join(files.values())


async def test_former_player_of_a_delayed_match_gets_what_outsiders_see(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", wish=DELAYED)
        async with services.locks.lock(match) as locked:
            locked.seats[0].former, locked.seats[0].account = ANN.account, None
        await services.changes.announce(match)
        files = await export_of(services, ANN.account)
        assert json.loads(files[f"matches/{match}/frame.json"])["viewer"] == {"public": True}


async def test_export_says_nothing_about_others_secrets(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        await services.chat.say(room, BOB, ChatText("said to all"))
        await services.chat.say(room, ANN, ChatText("my own line"))
        pair = {"sender": BOB.account, "recipient": ANN.account, "at": now()}
        async with services.database.writing() as session:
            session.add(MessageRow(**pair, text="a kept message"))
            session.add(MessageRow(**pair, text="a deleted message", recipient_deleted=True))
            session.add(Relation(account=BOB.account, other=ANN.account, kind="block", at=now()))
            session.add(
                ReportRow(
                    id="r_1",
                    by=BOB.account,
                    account=ANN.account,
                    match=match,
                    reason="I, Bob, dislike her",
                    line="my own line",
                    at=now(),
                )
            )
            ann = await session.get_one(Account, ANN.account)
            ann.password = "$argon2id$a-hash"
        files = await export_of(services, ANN.account)
        text = "".join(files.values())
        for present in ("my own line", "a kept message"):
            assert present in text
        for absent in ("said to all", "a deleted message", "dislike her", "$argon2id", '"block"'):
            assert absent not in text
        assert json.loads(files["reports_received.json"])[0].keys() == {"line", "at", "verdict"}
